import assert from 'node:assert/strict';
import { asOwner, freshDatabase } from './database.ts';
import { taskQueueFor, testEngine } from './temporal.ts';
import { until } from './wait.ts';

describe('test support', () => {
  it('gives each caller a migrated database of its own', async () => {
    const [first, second] = await Promise.all([freshDatabase(), freshDatabase()]);
    try {
      await asOwner(first.url, 'create table only_here (id int)');
      const seen = await second.pool.query("select to_regclass('only_here') as there");
      assert.equal(seen.rows[0].there, null);
      const applied = await second.pool.query('select count(*)::int as count from migrations');
      assert.ok(applied.rows[0].count > 0);
    } finally {
      await Promise.all([first.drop(), second.drop()]);
    }
  });

  it('keeps closed workflows for 30 days, as the product does', async () => {
    const { connection, namespace } = await testEngine();
    const described = await connection.workflowService.describeNamespace({ namespace });
    assert.equal(Number(described.config?.workflowExecutionRetentionTtl?.seconds), 30 * 24 * 3600);
  });

  it('names a task queue after the test and never twice alike', function () {
    assert.match(taskQueueFor(this), /^test-support-names-a-task-queue-after-the-test/);
    assert.notEqual(taskQueueFor(this), taskQueueFor(this));
  });

  it('says what it waited for when the condition never comes', async () => {
    await assert.rejects(
      until(() => false, { timeoutMs: 1, everyMs: 1, what: 'nothing' }),
      /waited 1 ms for nothing/,
    );
  });
});

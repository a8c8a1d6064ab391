import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asOwner, freshDatabase } from './database.ts';
import { longest, suites } from './suites.ts';
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

  it('ends a server whose run is killed before the server answers', async function () {
    if (process.platform !== 'linux') this.skip();
    const machines = join(import.meta.dirname, 'machines.ts');
    const code = `const { testTemporal } = await import(${JSON.stringify(machines)}); await testTemporal();`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
    const isServer = (pid: string): boolean => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start-dev');
    const server = await until(() =>
      readFileSync(`/proc/${run.pid}/task/${run.pid}/children`, 'utf8')
        .split(' ')
        .find((pid) => pid !== '' && isServer(pid)),
    );
    run.kill('SIGKILL');
    await until(() => {
      try {
        return !isServer(server);
      } catch {
        return true;
      }
    });
  });

  it('names a task queue after the test and never twice alike', function () {
    assert.match(taskQueueFor(this), /^test-support-names-a-task-queue-after-the-test/);
    assert.notEqual(taskQueueFor(this), taskQueueFor(this));
  });

  it('runs every test file once, and those with a browser or a kill apart from the fast ones', () => {
    const folder = join(import.meta.dirname, '..');
    const { heavy, fast } = suites(folder);
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
    assert.deepEqual([...heavy, ...fast].toSorted(), all.map((name) => join('test', name)).toSorted());
    for (const name of [
      'system/trial',
      'console/tasks',
      'portals/guard/bypasses',
      'admin/playbook',
      'workflows/task',
      'workflows/ingest',
    ])
      assert.ok(heavy.includes(join('test', `${name}.test.ts`)), name);
    for (const name of longest) assert.ok(all.includes(`${name}.test.ts`), name);
    for (const name of ['workflows/branches/task', 'api/console/home', 'domain/dispatch/money', 'store/tasks'])
      assert.ok(fast.includes(join('test', `${name}.test.ts`)), name);
  });

  it('says what it waited for when the condition never comes', async () => {
    await assert.rejects(
      until(() => false, { timeoutMs: 1, everyMs: 1, what: 'nothing' }),
      /waited 1 ms for nothing/,
    );
  });
});

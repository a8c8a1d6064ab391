/** Runs that a restored database does not know. */
import assert from 'node:assert/strict';
import { type AheadDeps, endUnrecorded } from '../../../activities/dispatch/ahead-of-record.ts';
import { openLog } from '../../../process/logging.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';
import { taskQueueFor, testEngine } from '../../support/temporal.ts';
import { until } from '../../support/wait.ts';

describe('runs that are ahead of a restored database', function () {
  let database: FreshDatabase;
  before(async () => (database = await freshDatabase()));
  after(() => database.drop());

  it('are ended where their task is not on record; those of others and young ones go on', async function () {
    const { client } = await testEngine();
    const queue = taskQueueFor(this);
    await database.pool.query(`insert into senders (id, name) values ('snd_1', 'Acme')`);
    await database.pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel)
       values ($1, 'snd_1', 'pull_pod', '{}', 'k', '', 'normal', 'api')`,
      [`tsk_known-${queue}`],
    );
    // They wait for a day, so nobody has to work on them.
    const start = async (id: string, taskQueue: string): Promise<string> => {
      const workflowId = `${id}-${queue}`;
      await client.workflow.start('task', { workflowId, taskQueue, args: [], startDelay: '1 day' });
      return workflowId;
    };
    const known = await start('tsk_known', `tasks-${queue}`);
    const unknown = await start('tsk_unknown', `tasks-${queue}`);
    const delivery = await start('dlv_unknown', `deliveries-${queue}`);
    const foreign = await start('tsk_foreign', `tasks-other-${queue}`);
    const listed = async (): Promise<number> => {
      const query = `ExecutionStatus = 'Running' AND TaskQueue IN ('tasks-${queue}', 'deliveries-${queue}')`;
      return (await client.workflow.count(query)).count;
    };
    await until(async () => (await listed()) === 3, { what: 'the runs to be listed' });

    const deps: AheadDeps = {
      pool: database.pool,
      client,
      log: openLog('test', 'silent'),
      now: () => new Date(),
      queueSuffix: `-${queue}`,
      startsOf: async () => [],
    };
    assert.equal(await endUnrecorded(deps, () => {}), 0);
    assert.equal(await endUnrecorded({ ...deps, now: () => new Date(Date.now() + 120_000) }, () => {}), 2);
    const states = await Promise.all(
      [known, unknown, delivery, foreign].map(
        async (id) => (await client.workflow.getHandle(id).describe()).status.name,
      ),
    );
    assert.deepEqual(states, ['RUNNING', 'TERMINATED', 'TERMINATED', 'RUNNING']);
    for (const id of [known, foreign]) await client.workflow.getHandle(id).terminate();
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { taskQueueFor, testEngine } from '../support/temporal.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function admin(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const { address, namespace } = await testEngine();
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const engine = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'admin/main.ts', 'engine', ...args],
      { env: { ...inherited, ...engine, ...env } },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

describe('the admin command of the engine', () => {
  it('prints the history of a workflow as Temporal tools write it', async function () {
    const { client } = await testEngine();
    const taskQueue = taskQueueFor(this);
    const handle = await client.workflow.start('task', { taskQueue, workflowId: taskQueue, args: [{ taskId: 'x' }] });
    const { code, out } = await admin(['history', taskQueue]);
    assert.equal(code, 0);
    const { events } = JSON.parse(out) as { events: { eventType: string }[] };
    assert.equal(events[0]?.eventType, 'EVENT_TYPE_WORKFLOW_EXECUTION_STARTED');
    await handle.terminate();
  });

  it('says that there is no such workflow', async () => {
    const { code, err } = await admin(['history', 'tsk_nobody']);
    assert.equal(code, 1);
    assert.match(err, /^the engine knows no workflow tsk_nobody\n$/);
  });

  it('prepares the namespace and the Schedules, as often as one likes', async function () {
    const { client } = await testEngine();
    const suffix = `-${taskQueueFor(this)}`;
    const env = { ENGINE_TASK_QUEUE_SUFFIX: suffix };
    try {
      for (let n = 0; n < 2; n += 1) {
        const { code, out, err } = await admin(['prepare', '--json'], env);
        assert.equal(code, 0, err);
        assert.deepEqual((JSON.parse(out) as { search_attributes_added: string[] }).search_attributes_added, []);
      }
    } finally {
      await client.schedule.getHandle(`sweep${suffix}`).delete();
    }
  });

  it('says so when the engine is away', async () => {
    const { code, err } = await admin(['history', 'x'], { TEMPORAL_ADDRESS: '127.0.0.1:9' });
    assert.equal(code, 1);
    assert.match(err, /^the engine did not do it: /);
  });
});

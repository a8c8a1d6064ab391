import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { runAdmin } from '../support/command-line.ts';
import { runFolder } from '../support/machines.ts';
import { taskQueueFor, testEngine } from '../support/temporal.ts';
import type { Ran } from './run-admin.ts';

/** In this process, on a data folder where no machine runs. */
async function admin(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const { address, namespace } = await testEngine();
  const written = { out: '', err: '' };
  const terminal = {
    env: {
      DATA_DIR: mkdtempSync(join(runFolder(), 'admin-')),
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      ...env,
    },
    out: (text: string) => void (written.out += text),
    err: (text: string) => void (written.err += text),
    input: async () => undefined,
  };
  const code = await runAdmin(terminal, ['engine', ...args]);
  return { code, ...written };
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

  it('prints the queries that find stuck work, to click and to copy, and counts what they find', async () => {
    const { out } = await admin(['links', '--portal', 'sandbox-tms'], { TEMPORAL_UI_URL: 'https://temporal.example' });
    assert.match(
      out,
      /^Waiting for a portal\n {2}WaitingOn = 'portal' AND .*\n {2}https:\/\/temporal\.example\/namespaces\/default\/workflows\?query=WaitingOn%20/m,
    );
    assert.match(out, /^Everything at sandbox-tms$/m);
    const counted = JSON.parse((await admin(['links', '--count', '--json'])).out) as {
      links: { workflows: number; url: string | null }[];
    };
    assert.ok(counted.links.length > 5);
    assert.ok(counted.links.every(({ workflows, url }) => Number.isInteger(workflows) && url === null));
  });

  it('says so when the engine is away', async () => {
    const { code, err } = await admin(['history', 'x'], { TEMPORAL_ADDRESS: '127.0.0.1:9' });
    assert.equal(code, 1);
    assert.match(err, /^Temporal does not respond at 127\.0\.0\.1:9: (no answer within \d+ seconds|[^\d][^\n]*)\n/);
  });
});

/**
 * A worker killed between the steps of a write: at most one write, and an outcome that is true to it. Every task type
 * and fault: `npm run bench -- fault-matrix`.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { readIntents } from '../../store/portal-intents.ts';
import { until } from '../support/wait.ts';
import { control } from '../sandbox/sandbox.ts';
import { chainOf, type Crew, fault, openCrew, truthOf } from './crew.ts';
import { workerProcess } from './worker-process.ts';

const pro = scenarioPros.correctionUnder;
const correction = {
  task_type: 'tms_correction',
  params: { pro, reason_code: 'CC', changes: { billed_class: '125' }, note: 'Inspection WI-77120' },
} as const;

const outcomeOf = ({ status, outcomeReason }: TaskRow): string =>
  [status, outcomeReason].filter((part) => part !== null).join('/');

describe('a write whose worker is killed', function () {
  let crew: Crew;
  before(async () => (crew = await openCrew()));
  beforeEach(async () => {
    await control(crew.sandbox, '/reset', {});
    await crew.database.pool.query('delete from portal_intents');
  });
  afterEach(() => crew.dismiss());
  after(() => crew.leave());
  /** Shorter than the deployment's, and long enough for a worker that gets little of a processor. */
  const silence = { silenceMs: 5_000, againAfterMs: 100 };

  const lookedForOnly = async ({ id }: TaskRow): Promise<boolean> =>
    (await chainOf(crew, id)).some(({ note }) => String(note).includes('From here on it is only looked for'));

  it('right after the intent was committed is looked for first, whatever happened to the click', async () => {
    const child = await workerProcess(crew);
    const id = await crew.add(correction, silence);
    await until(async () => (await readIntents(crew.database.pool, id)).some(({ state }) => state === 'open'), {
      what: 'the open intent',
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await crew.endLeases();
    await crew.join();
    const task = await crew.ended(id);
    const { writes } = await truthOf(crew);
    assert.equal(outcomeOf(task), 'completed', task.summary ?? '');
    assert.deepEqual(
      writes.map(({ number }) => number),
      [task.confirmationNumber],
    );
    assert.equal(await lookedForOnly(task), true);
  });

  it('between the click and its answer, and whose workflow is lost as well, is found and not repeated', async () => {
    const child = await workerProcess(crew);
    await fault(crew, 'timeout_after_commit', { match: { pro }, delay_ms: 20_000 });
    const id = await crew.add(correction, silence);
    await until(async () => (await truthOf(crew)).writes.length === 1, { what: 'the write' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await crew.endLeases();
    await crew.client.workflow.getHandle(id).terminate('test');
    await crew.join();
    await crew.client.workflow.start('task', {
      taskQueue: `tasks${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}`,
      workflowId: id,
      args: [{ taskId: id, portalUnavailableAfterMs: 600_000, portalRetry: { firstMs: 20, maxMs: 100 } }],
    });
    const task = await crew.ended(id);
    assert.equal(outcomeOf(task), 'completed', task.summary ?? '');
    const { requests, writes } = await truthOf(crew);
    assert.deepEqual(
      writes.map(({ number }) => number),
      [task.confirmationNumber],
    );
    const submits = requests.filter(
      ({ method, path }) => method === 'POST' && path === `/shipments/${pro}/corrections`,
    );
    assert.equal(submits.length, 1);
    assert.equal(await lookedForOnly(task), true);
  });
});

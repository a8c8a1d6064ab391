import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type ReplayResult, Worker } from '@temporalio/worker';
import { openLog } from '../../process/logging.ts';
import { loadWorkflows } from '../../worker/workflow-code.ts';
import { quietRuntime } from '../support/temporal.ts';

const folder = join(import.meta.dirname, 'histories');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort();
const quiet = new DefaultLogger('ERROR');

/** Replays stored histories against workflow code, as a worker of this version would on a cache miss. */
async function replay(
  code: string,
  files: readonly string[],
  change: (history: StoredHistory) => StoredHistory = (history) => history,
): Promise<ReplayResult[]> {
  const histories = files.map((name) => ({
    workflowId: name,
    history: change(JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredHistory),
  }));
  const results: ReplayResult[] = [];
  const options = { workflowBundle: { code }, sinks: { exporter: { export: { fn: () => {} } } } };
  for await (const result of Worker.runReplayHistories(options, histories)) results.push(result);
  return results;
}

interface StoredHistory {
  readonly events: readonly Readonly<Record<string, object | undefined>>[];
}

const errorsOf = (results: readonly ReplayResult[]): string[] =>
  results.filter(({ error }) => error !== undefined).map(({ workflowId, error }) => `${workflowId}: ${error?.message}`);

/** The same history, started and signalled as part of a trace. */
function traced({ events }: StoredHistory): StoredHistory {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const payload = {
    metadata: { encoding: base64('json/plain') },
    data: base64(JSON.stringify({ traceparent })),
  };
  const header = { fields: { '_tracer-data': payload } };
  const begun = new Set(['workflowExecutionStartedEventAttributes', 'workflowExecutionSignaledEventAttributes']);
  return {
    events: events.map((event) =>
      Object.fromEntries(
        Object.entries(event).map(([name, value]) => [name, begun.has(name) ? { ...value, header } : value]),
      ),
    ),
  };
}

const variant = async (name: string): Promise<string> =>
  (await bundleWorkflowCode({ workflowsPath: join(import.meta.dirname, 'variants', name), logger: quiet })).code;

describe('replaying stored histories', () => {
  before(quietRuntime);

  it('reveals nothing of the machine that recorded them: stack traces name files from the top of the checkout', () => {
    const revealing = names.filter((name) => /\(\/|at \/|file:\/\//.test(readFileSync(join(folder, name), 'utf8')));
    assert.deepEqual(revealing, []);
  });

  it('has a history of every way a task, a delivery, an ingest session, a close, a canary and a run of the settler can go', () => {
    const wanted = [
      'canaries-started',
      'canary-changed-and-passed',
      'canary-own-outage',
      'close-weeks',
      'delivery-exhausted',
      'delivery-not-known',
      'delivery-with-retries',
      'ingest-idle',
      'ingest-renewed',
      'ingest-shard-idle',
      'ingest-shard-renewed',
      'ingest-shard-worker-lost',
      'ingest-worker-lost',
      'settle-asked-again',
      'settle-cancelled',
      'settle-done',
      'settle-killed',
      'settle-unusable',
      'task-cancelled',
      'task-cancelled-in-the-browser',
      'task-completed',
      'task-own-outage',
      'task-own-outage-too-long',
      'task-portal-action-stopped',
      'task-portal-changed',
      'task-portal-changed-too-long',
      'task-portal-down',
      'task-portal-down-and-back',
      'task-waits-for-workers',
      'task-worker-lost',
      'task-write-approval-expired',
      'task-write-approval-refused',
      'task-write-approval-shown',
      'task-write-approved',
      'task-write-approved-by-signal',
      'task-write-completed',
      'task-write-decision-signed',
      'task-write-dispute-filed',
      'task-write-own-outage',
      'task-write-uncertain',
    ];
    const missing = wanted.filter((name) => !names.includes(`${name}.json`));
    assert.deepEqual(missing, []);
  });

  it('reads every one of them without a difference', async () => {
    const { code } = await loadWorkflows(false, openLog('test', 'silent'));
    const results = await replay(code, names);
    assert.deepEqual(errorsOf(results), []);
    assert.equal(results.length, names.length);
  });

  it('reads them with the code that follows traces too, whether a run belongs to one or not', async () => {
    const plain = await loadWorkflows(false, openLog('test', 'silent'));
    const following = await loadWorkflows(false, openLog('test', 'silent'), true);
    assert.notEqual(following.code, plain.code);
    assert.equal(following.buildId, plain.buildId);
    assert.deepEqual(errorsOf(await replay(following.code, names)), []);
    assert.deepEqual(errorsOf(await replay(following.code, names, traced)), []);
    assert.deepEqual(errorsOf(await replay(plain.code, names, traced)), []);
  });

  for (const name of ['pulls-twice', 'adds-a-memo'])
    it(`fails for a change of the workflow that histories do not allow: ${name}`, async () => {
      const [result] = await replay(await variant(`${name}.ts`), ['task-completed.json']);
      assert.equal(result?.error?.name, 'DeterminismViolationError', result?.error?.message ?? 'it replayed');
    });
});

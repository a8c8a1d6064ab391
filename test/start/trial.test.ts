import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome, OutcomeReason } from '../../domain/dispatch/task.ts';
import type { Receiver } from '../../start/receiver.ts';
import { runTrial, trialIsDone } from '../../start/trial.ts';
import { type TrialFile } from '../../start/trial-accounts.ts';
import { TrialError } from '../../start/api-call.ts';
import { finishTask } from '../../store/tasks.ts';
import { openTestApi, type TestApi } from '../support/dispatch-api.ts';
import { runFolder } from '../support/machines.ts';
import { until } from '../support/wait.ts';

describe('the trial of npm start', () => {
  let api: TestApi;
  let folder: string;
  before(async () => (api = await openTestApi()));
  beforeEach(() => (folder = mkdtempSync(join(runFolder(), 'trial-'))));
  after(() => api.close());

  const start = (signal: AbortSignal = new AbortController().signal): Promise<void> =>
    runTrial({
      folder,
      trial: {
        dispatch: { base_url: api.url, api_key: api.key },
        scenarios: { pull_pod: { task_type: 'pull_pod', params: { pro: '0412708839' } } },
      } as unknown as TrialFile,
      receiver: { received: [] } as unknown as Receiver,
      eventsAfter: async () => [],
      say: () => {},
      signal,
    });
  const openTask = async (): Promise<string | undefined> => {
    const found = await api.database.pool.query<{ id: string }>('select id from tasks where finished_at is null');
    return found.rows[0]?.id;
  };
  /** A start whose task ends like this. */
  const startEnding = async (
    status: Outcome,
    outcomeReason: OutcomeReason,
  ): Promise<{ id: string; error: unknown }> => {
    const started = start().then(
      () => undefined,
      (error: unknown) => error,
    );
    const id = await until(openTask, { what: 'the trial task' });
    await finishTask(api.database.pool, id, {
      status,
      outcomeReason,
      summary: 'The evidence store was unavailable for 60 min.',
      confirmationNumber: null,
      podFile: null,
      manifestFile: null,
      error: null,
    });
    return { id, error: await started };
  };

  it('names the cause and what to do, and runs a new task at the next start, whatever happened to the one before', async () => {
    const ids = new Set<string>();
    for (const [status, reason] of [
      ['failed', 'internal_error'],
      ['escalated', 'needs_person'],
      ['failed', 'portal_unavailable'],
    ] as const) {
      const { id, error } = await startEnding(status, reason);
      ids.add(id);
      assert.ok(error instanceof TrialError);
      assert.equal(
        error.message,
        `the trial task ended ${status} (${reason}): The evidence store was unavailable for 60 min.`,
      );
      assert.match(error.advice, /\.log|result page/);
      assert.equal(trialIsDone(folder), false);
    }
    assert.equal(ids.size, 3);
  });

  it('continues with the same task after a start that was stopped in the middle', async () => {
    const stopping = new AbortController();
    const stopped = start(stopping.signal);
    const id = await until(openTask, { what: 'the trial task' });
    stopping.abort();
    await assert.rejects(stopped, { name: 'AbortError' });
    assert.equal((await startEnding('escalated', 'needs_person')).id, id);
  });
});

/** The canary of a portal, with substituted activities; on the real portal: workflows/changed-portal.test.ts. */
import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/activity';
import { canaryId, type CanaryRun, type CanaryStep } from '../../../domain/dispatch/portal-change.ts';
import { until } from '../../support/wait.ts';
import { inTurn, openSubstitutedWorker, type SubstitutedWorker } from './substituted.ts';

describe('the workflow of a canary', function () {
  let worker: SubstitutedWorker;
  before(async () => (worker = await openSubstitutedWorker()));
  after(() => worker.close());

  const run: CanaryRun = { playbookId: 'sandbox-tms', digest: 'ab'.repeat(32), taskType: 'pull_pod' };
  const step = (result: CanaryStep['result'], againAfterMs: number | null): CanaryStep => ({
    result,
    summary: `It ${result}.`,
    againAfterMs,
  });

  it('rehearses until there is nothing more to find out', async () => {
    const started = await worker.start('canary', () => [run], {
      runCanary: inTurn<CanaryStep>(step('busy', 1), step('changed', 1), step('passed', null)),
    });
    assert.equal(await started.handle.result(), 'passed');
    assert.deepEqual(started.callsOf('runCanary'), [[run], [run], [run]]);
  });

  it('rehearses at once when it is asked for while it rests, with what is asked for then', async () => {
    const rests = step('changed', 60 * 60_000);
    const started = await worker.start('canary', () => [run], {
      runCanary: inTurn<CanaryStep>(rests, step('passed', null)),
    });
    await until(async () => started.callsOf('runCanary').length === 1, { what: 'the first rehearsal' });
    const next: CanaryRun = { ...run, draft: { version: '1.0.1', by: 'ada', params: {}, inputs: {} } };
    await started.handle.signal('askedAgain', next);
    assert.equal(await started.handle.result(), 'passed');
    assert.deepEqual(started.callsOf('runCanary'), [[run], [next]]);
  });

  it('takes a fault of our own for no finding, and rehearses again', async () => {
    const { handle } = await worker.start('canary', () => [run], {
      runCanary: () => Promise.reject(ApplicationFailure.nonRetryable('the database is away', 'own_part_unavailable')),
    });
    const details = async (): Promise<string> =>
      (await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata')).currentDetails ?? '';
    await until(async () => /says nothing about the portal: the database is away/.test(await details()));
    assert.equal((await handle.describe()).status.name, 'RUNNING');
    await handle.terminate();
  });

  it('is started for every version in force, and once while an earlier run still looks', async () => {
    const others: CanaryRun = { ...run, digest: `${process.pid}-`.padEnd(12, '0') };
    const start = () => worker.start('canaries', () => [], { listCanaries: async () => [others] });
    assert.equal(await (await start()).handle.result(), 1);
    assert.equal(await (await start()).handle.result(), 0);
    const child = (await start()).handle.client.getHandle(canaryId(others));
    assert.equal((await child.describe()).status.name, 'RUNNING');
    await child.terminate();
  });
});

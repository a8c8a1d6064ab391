/** The workflows of the lanes service and the sweep, branch by branch, with substituted activities. */
import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/activity';
import { WorkflowFailedError } from '@temporalio/client';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import type { LaneActivities } from '../../../activities/lanes/lane-activities.ts';
import { type ItemResult, modelAway, type SettleItem } from '../../../domain/lanes/settler/run.ts';
import { until } from '../../support/wait.ts';
import { inTurn, openSubstitutedWorker, untilCancelled } from './substituted.ts';
import type { RunningWorkflow, SubstitutedWorker, Substitutes } from './substituted.ts';
import { shownOf } from './task-case.ts';

const workspace = { no: 1, id: 'ws_1' };

describe('the branches of the lanes workflows', function () {
  let worker: SubstitutedWorker;
  before(async () => (worker = await openSubstitutedWorker()));
  after(() => worker.close());

  describe('an ingest session', () => {
    const session = { shard: { no: 3, of: 32 }, role: 'main', lingerMs: 1 };
    const start = (takeInShard: LaneActivities['takeInShard']): Promise<RunningWorkflow> =>
      worker.start('ingestShard', () => [session], { takeInShard });

    for (const ending of ['idle', 'taken'] as const)
      it(`ends with its activity when that ends ${ending}`, async () => {
        const run = await start(async () => ending);
        await run.handle.result();
        assert.deepEqual(run.callsOf('takeInShard'), [[session]]);
      });

    it('continues as a new run, with a new activity, when it is to be renewed', async () => {
      const run = await start(inTurn<'idle' | 'renew'>('renew', 'idle'));
      const { runId } = await run.handle.describe();
      await run.handle.result();
      assert.deepEqual(run.callsOf('takeInShard'), [[session], [session]]);
      assert.notEqual((await run.handle.describe()).runId, runId);
    });

    it('makes a lost attempt again', async () => {
      const run = await start(inTurn<'idle' | 'renew'>(new Error('the worker ended'), 'idle'));
      await run.handle.result();
      assert.equal(run.callsOf('takeInShard').length, 2);
    });

    it('of one workspace, as older versions start it, is one activity', async () => {
      const run = await worker.start('ingest', () => [workspace], { takeIn: async () => 'idle' });
      await run.handle.result();
      assert.deepEqual(run.callsOf('takeIn'), [[workspace]]);
    });
  });

  describe('a close of weeks', () => {
    it('closes as of the nominal time of its Schedule, not of the clock', async () => {
      const nominal = new Date('2026-01-12T16:00:00.000Z');
      const scheduledFor = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');
      const run = await worker.start(
        'closeWeeks',
        () => [workspace],
        { closeWeeks: async () => ({ closed: [202602] }) },
        { typedSearchAttributes: new TypedSearchAttributes([{ key: scheduledFor, value: nominal }]) },
      );
      assert.deepEqual(await run.handle.result(), { closed: [202602] });
      assert.deepEqual(run.callsOf('closeWeeks'), [[workspace, '2026-01-12T16:00:00.000Z']]);
    });

    it('is refused to anybody but its Schedule', async () => {
      const run = await worker.start('closeWeeks', () => [workspace], {});
      const error: unknown = await run.handle.result().catch((caught: unknown) => caught);
      assert.ok(error instanceof WorkflowFailedError);
      assert.equal((error.cause as ApplicationFailure).type, 'not_scheduled');
      assert.deepEqual(run.calls, []);
    });
  });

  it('the sweep is one activity, tried twice at most', async () => {
    const report = { tasksStarted: 0 } as never;
    const run = await worker.start('sweep', () => [], { sweep: inTurn<never>(new Error('away'), report) });
    await run.handle.result();
    assert.equal(run.callsOf('sweep').length, 2);
    const failing = await worker.start('sweep', () => [], { sweep: inTurn<never>(new Error('away')) });
    await assert.rejects(failing.handle.result(), { name: 'WorkflowFailedError' });
    assert.equal(failing.callsOf('sweep').length, 2);
  });

  it('the sweep is repeated in one run, and a round that fails ends the run', async () => {
    const report = { tasksStarted: 0 } as never;
    const rounds = { everyMs: 1, rounds: 3 };
    const run = await worker.start('sweep', () => [rounds], { sweep: inTurn<never>(report) });
    await run.handle.result();
    assert.equal(run.callsOf('sweep').length, 3);
    const failing = await worker.start('sweep', () => [rounds], { sweep: inTurn<never>(report, new Error('away')) });
    await assert.rejects(failing.handle.result(), { name: 'WorkflowFailedError' });
  });

  describe('a run of the settler', () => {
    const items: SettleItem[] = ['a', 'b', 'c', 'd'].map((item) => ({
      stepNo: 1,
      queue: 'refunds',
      step: 'pay',
      item,
    }));
    const start = (activities: Substitutes): Promise<RunningWorkflow> =>
      worker.start('settle', (runId) => [{ workspace, runId, limit: 10, requestedBy: 'key_1' }], {
        planRun: async () => items,
        endRun: async () => {},
        ...activities,
      });
    const settling = (...results: (ItemResult | { wait: true } | Error)[]): Substitutes => ({
      settleItem: inTurn<ItemResult | { wait: true }>(...results),
    });
    const endings = (run: RunningWorkflow): string[] => run.callsOf('endRun').map(([, ending]) => ending);
    const settled: ItemResult = { fate: 'settled' };
    const unusable: ItemResult = { fate: 'unusable' };

    it('settles item after item and shows how far it is', async () => {
      const run = await start(settling(settled, { fate: 'for_people' }, { fate: 'cannot_tell' }, settled));
      assert.deepEqual(await run.handle.result(), { ending: 'done' });
      assert.deepEqual(
        run.callsOf('settleItem').map(([, { item }]) => item),
        ['a', 'b', 'c', 'd'],
      );
      assert.equal(await shownOf(run), '4 of 4: 2 settled, 1 for_people, 1 cannot_tell');
      assert.deepEqual(endings(run), ['done']);
    });

    it('is done at once when nothing waits', async () => {
      const run = await start({ planRun: async () => [] });
      assert.deepEqual(await run.handle.result(), { ending: 'done' });
    });

    for (const end of ['cap', 'killed', 'off', 'not_set_up', 'model_refused'] as const)
      it(`ends within the run when an item says so: ${end}`, async () => {
        const run = await start(settling(settled, { end }));
        assert.deepEqual(await run.handle.result(), { ending: end });
        assert.equal(run.callsOf('settleItem').length, 2);
        assert.deepEqual(endings(run), [end]);
      });

    it('ends after three answers in a row that cannot be used, and not after three in all', async () => {
      const mixed = await start(settling(unusable, unusable, settled, unusable));
      assert.deepEqual(await mixed.handle.result(), { ending: 'done' });
      const run = await start(settling(unusable));
      assert.deepEqual(await run.handle.result(), { ending: 'unusable' });
      assert.equal(run.callsOf('settleItem').length, 3);
    });

    it('waits for a place that other settlers hold', async () => {
      const run = await start({ planRun: async () => items.slice(0, 1), ...settling({ wait: true }, settled) });
      assert.deepEqual(await run.handle.result(), { ending: 'done' });
      assert.equal(run.callsOf('settleItem').length, 2);
    });

    it('ends when the model is away', async () => {
      const run = await start(settling(ApplicationFailure.nonRetryable('it wants to be left alone', modelAway)));
      assert.deepEqual(await run.handle.result(), { ending: 'model_away' });
      assert.deepEqual(endings(run), ['model_away']);
    });

    it('records that it failed when something of our own does', async () => {
      const run = await start(settling(ApplicationFailure.nonRetryable('a defect', 'TypeError')));
      await assert.rejects(run.handle.result(), { name: 'WorkflowFailedError' });
      assert.deepEqual(endings(run), ['failed']);
    });

    it('records that it was cancelled, once the call under way has ended', async () => {
      const run = await start({ settleItem: untilCancelled });
      await until(() => run.callsOf('settleItem').length === 1);
      await run.handle.cancel();
      await assert.rejects(run.handle.result(), { name: 'WorkflowFailedError' });
      assert.deepEqual(endings(run), ['cancelled']);
    });
  });
});

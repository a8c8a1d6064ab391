/** Every way a delivery can go, with substituted activities; on real receivers: workflows/delivery.test.ts. */
import assert from 'node:assert/strict';
import { ApplicationFailure, Context } from '@temporalio/activity';
import type { AttemptRequest, AttemptResult, DeliveryEnding, DeliveryRun } from '../../../domain/delivery/run.ts';
import { notSent } from '../../../domain/delivery/run.ts';
import { testEngine } from '../../support/temporal.ts';
import { until } from '../../support/wait.ts';
import { inTurn, openSubstitutedWorker } from './substituted.ts';
import type { RunningWorkflow, SubstitutedWorker, Substitutes } from './substituted.ts';
import { shownOf } from './task-case.ts';

const hour = 3_600_000;
const delivered: AttemptResult = { state: 'delivered', responseStatus: 204 };
const failed: AttemptResult = { state: 'failed', responseStatus: 503, error: null };
const retrying = (waitMs: number, error: 'timeout' | null = null): AttemptResult => ({
  state: 'retrying',
  waitMs,
  responseStatus: error === null ? 500 : null,
  error,
});

describe('the branches of a delivery', function () {
  let worker: SubstitutedWorker;
  before(async () => (worker = await openSubstitutedWorker()));
  after(() => worker.close());

  const again = (deliveryId: string, attemptsBefore: number): DeliveryRun => ({
    deliveryId,
    waitsMs: [],
    jitter: 0,
    busyMs: 4,
    attemptsBefore,
  });
  const start = (activities: Substitutes, run: Partial<DeliveryRun> = {}): Promise<RunningWorkflow> =>
    worker.start(
      'delivery',
      (deliveryId) => [{ deliveryId, waitsMs: [5, 5], jitter: 0, busyMs: 4, attemptsBefore: 0, ...run }],
      activities,
    );
  const attempting = (...results: (AttemptResult | Error)[]): Substitutes => ({
    sendAttempt: inTurn<AttemptResult>(...results),
  });
  const endOf = ({ handle }: RunningWorkflow): Promise<DeliveryEnding> => handle.result() as Promise<DeliveryEnding>;
  const numbers = (run: RunningWorkflow): number[][] => run.callsOf('sendAttempt').map(([{ n, made }]) => [n, made]);

  it('ends at the first attempt that is acknowledged', async () => {
    const run = await start(attempting(delivered));
    assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 1 });
    assert.deepEqual(numbers(run), [[1, 1]]);
  });

  it('waits as the attempt says and tries again, with the time it has waited', async () => {
    const run = await start(attempting(retrying(30), retrying(5), delivered));
    assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 3 });
    assert.deepEqual(numbers(run), [
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    const waited = run.callsOf('sendAttempt').map(([{ waitedMs }]) => waitedMs);
    assert.deepEqual([waited[0], waited[1], waited[2]], [0, 30, 35]);
    assert.equal(await shownOf(run), 'Acknowledged at attempt 3.');
  });

  it('counts on from the attempts of an earlier run', async () => {
    const run = await start(attempting(retrying(1), failed), { attemptsBefore: 4, resume: { made: 1, waitedMs: 9 } });
    assert.deepEqual(await endOf(run), { state: 'failed', attempts: 3 });
    assert.deepEqual(numbers(run), [
      [6, 2],
      [7, 3],
    ]);
    assert.equal(await shownOf(run), 'Failed permanently after 3 attempts. Last: answered 503.');
  });

  it('shows what it waits for, and makes the next attempt at once when asked to', async () => {
    const run = await start(attempting(retrying(hour, 'timeout'), delivered));
    const shown = await until(async () => {
      const details = await shownOf(run);
      return details === '' ? undefined : details;
    });
    assert.match(shown, /^Attempt 1: timeout\. Next attempt at .*; send `retryNow` to make it now\.$/);
    await run.handle.signal('retryNow');
    assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 2 });
    const [, second] = run.callsOf('sendAttempt');
    assert.ok((second?.[0].waitedMs ?? hour) < hour);
  });

  const inLine: AttemptResult = { state: 'busy', held: true };
  const untilItWaits = (run: RunningWorkflow) =>
    until(async () => {
      const { events } = await run.handle.fetchHistory();
      return events?.some((event) => event.timerStartedEventAttributes);
    });

  it('waits in the queue of a saturated receiver, which counts as no attempt, and finally looks again by itself', async () => {
    const run = await start(attempting(inLine, inLine, delivered), { heldForMs: 3 });
    assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 1 });
    assert.deepEqual(numbers(run), [
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    assert.equal(run.callsOf('sendAttempt')[0]?.[0].heldForMs, 3);
  });

  for (const signal of ['retryNow', 'sentAgain'] as const)
    it(`leaves the line at once on ${signal}`, async () => {
      const run = await start(attempting(inLine, delivered), { heldForMs: hour });
      await untilItWaits(run);
      await run.handle.signal(signal, ...(signal === 'sentAgain' ? [again(run.handle.workflowId, 0)] : []));
      assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 1 });
    });

  it('does not wait for a turn that came before it had heard that it was in line', async () => {
    const { client } = await testEngine();
    const results = inTurn<AttemptResult>(inLine, delivered);
    const sendAttempt = async ({ deliveryId }: AttemptRequest): Promise<AttemptResult> => {
      const result = await results();
      if (result === inLine) await client.workflow.getHandle(deliveryId).signal('sentAgain', again(deliveryId, 0));
      return result;
    };
    const run = await start({ sendAttempt }, { heldForMs: hour });
    assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 1 });
  });

  it('asks again at once when its turn comes after it was held back for as long as can be', async () => {
    const run = await start(attempting(inLine, delivered), { held: true, heldForMs: hour });
    await untilItWaits(run);
    await run.handle.signal('sentAgain', again(run.handle.workflowId, 0));
    assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 1 });
  });

  it('ends when the delivery is not there any more', async () => {
    const run = await start(attempting({ state: 'gone' }));
    assert.deepEqual(await endOf(run), { state: 'gone', attempts: 0 });
  });

  describe('whose attempt ends without a result', () => {
    it('does not count what fails before anything was sent', async () => {
      const fault = ApplicationFailure.retryable('the database is away', notSent);
      const run = await start(attempting(fault, delivered));
      assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 1 });
    });

    for (const [what, fault] of [
      ['its worker was lost', ApplicationFailure.retryable('the worker ended', 'lost')],
      ['it failed for a reason of our own', new Error('a defect')],
    ] as const)
      it(`records it when ${what}, and continues as the record says`, async () => {
        const begun = Date.now();
        const run = await start({ ...attempting(fault, delivered), recordLostAttempt: async () => retrying(1) });
        assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 2 });
        const [lost] = run.callsOf('recordLostAttempt');
        assert.equal(lost?.[0].n, 1);
        const at = Date.parse(lost?.[0].at ?? '');
        assert.ok(at >= begun - 1_000 && at <= Date.now() + 1_000, lost?.[0].at);
      });

    it('records it again and again until the database takes it', async () => {
      const run = await start({
        ...attempting(new Error('a defect')),
        recordLostAttempt: inTurn<AttemptResult>(new Error('the database is away'), failed),
      });
      assert.deepEqual(await endOf(run), { state: 'failed', attempts: 1 });
      assert.equal(run.callsOf('recordLostAttempt').length, 2);
    });
  });

  describe('that is sent again while it ends', () => {
    /** Sends the start of the following run while the attempt is under way. */
    async function sentAgain(attemptsBefore: number, more: Partial<DeliveryRun> = {}): Promise<RunningWorkflow> {
      let letEnd = (): void => {};
      const isSent = new Promise<void>((resolve) => (letEnd = resolve));
      const sendAttempt = async ({ n }: { readonly n: number }): Promise<AttemptResult> => {
        if (n > 1) return delivered;
        await isSent;
        return failed;
      };
      const run = await start({ sendAttempt }, more);
      await until(() => run.callsOf('sendAttempt').length === 1);
      await run.handle.signal('sentAgain', again(run.handle.workflowId, attemptsBefore));
      letEnd();
      return run;
    }

    it('continues as the following run', async () => {
      const run = await sentAgain(1);
      assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 1 });
      assert.deepEqual(numbers(run), [
        [1, 1],
        [2, 1],
      ]);
    });

    it('continues within the run that was held back, because the engine would delay the following one', async () => {
      const run = await sentAgain(1, { held: true });
      assert.deepEqual(await endOf(run), { state: 'delivered', attempts: 1 });
      assert.deepEqual(numbers(run), [
        [1, 1],
        [2, 1],
      ]);
      const { events } = await run.handle.fetchHistory();
      assert.equal(events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes ?? null, null);
    });

    it('ends when that start knows of no attempt of this run: it came twice', async () => {
      const run = await sentAgain(0);
      assert.deepEqual(await endOf(run), { state: 'failed', attempts: 1 });
      assert.equal(run.callsOf('sendAttempt').length, 1);
    });
  });

  it('is given up when somebody cancels it in the engine', async () => {
    const run = await start({ ...attempting(retrying(hour)), giveUp: async () => {} });
    await until(async () => (await shownOf(run)) !== '');
    await run.handle.cancel();
    await assert.rejects(run.handle.result(), { name: 'WorkflowFailedError' });
    assert.deepEqual(run.callsOf('giveUp'), [[run.handle.workflowId]]);
  });

  it('is asked of the engine once: a failed attempt is the schedule’s to repeat', async () => {
    const attempts: number[] = [];
    const run = await start({
      sendAttempt: async () => {
        attempts.push(Context.current().info.attempt);
        throw new Error('a defect');
      },
      recordLostAttempt: async () => failed,
    });
    await endOf(run);
    assert.deepEqual(attempts, [1]);
  });
});

/**
 * The story of a delivery: an attempt; when the receiver does not acknowledge it, a wait that "retry now" cuts
 * short, and another attempt, until one is acknowledged or the schedule is over. The activity records each attempt
 * with the delivery's state, so a success is one activity.
 */
import { type ActivityOptions, defineSearchAttributeKey } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { DeliveryActivities } from '../activities/delivery/index.ts';
import { attemptErrors } from '../domain/delivery/attempt.ts';
import { busyWait } from '../domain/delivery/retry-schedule.ts';
import { defaultHeldForMs, notSent } from '../domain/delivery/run.ts';
import type { AttemptRequest, AttemptResult, DeliveryEnding, DeliveryRun } from '../domain/delivery/run.ts';

/**
 * One attempt by the engine: what follows a failed one is the schedule's business. The time-outs bound our own processes
 * and never the receiver. Start to close lies above four times the longest DELIVERY_TIMEOUT_MS, which a starved process
 * may need (`exchange`), and the time that the record may wait for the database. A worker that is starved of CPU is
 * late by seconds, one that is silent for longer is dead or stopped: its attempt is repeated and costs nothing but time.
 */
const once = {
  startToCloseTimeout: '20 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 1 },
} satisfies ActivityOptions;
const sendAttempt = (request: AttemptRequest): Promise<AttemptResult> =>
  proxyActivities<DeliveryActivities>({ ...once, summary: `Attempt ${request.n}` }).sendAttempt(request);

/**
 * To an endpoint that fails or has a line: on a queue with slots of its own, where origins take turns, so that no number of
 * endpoints that hang keeps a slot from one that works.
 */
function sendSlowly(request: AttemptRequest, origin: string | undefined): Promise<AttemptResult> {
  const { taskQueue } = workflowInfo();
  return proxyActivities<DeliveryActivities>({
    ...once,
    summary: `Attempt ${request.n}`,
    taskQueue: taskQueue.replace(/^deliveries/, 'deliveries-slow'),
    ...(origin === undefined ? {} : { priority: { fairnessKey: origin.slice(-longestFairnessKey) } }),
  }).sendAttempt(request);
}
/** In bytes, which the engine demands; an origin is ASCII. */
const longestFairnessKey = 64;

/** Only records: again and again until the database takes them. */
const { recordLostAttempt, giveUp } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '30 seconds',
  summary: 'Record the attempt',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** Makes the next attempt at once. */
export const retryNow = defineSignal('retryNow');

/**
 * The delivery was made pending again, and this is the start of the run that follows: there can be none beside this
 * one, which has recorded its last attempt and not ended yet.
 */
export const sentAgain = defineSignal<[DeliveryRun]>('sentAgain');

export async function delivery(run: DeliveryRun): Promise<DeliveryEnding> {
  if (run.held === true && run.resume === undefined) showLetGo();
  try {
    return await attempts(run);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => giveUp(run.deliveryId));
    throw error;
  }
}

async function attempts(run: DeliveryRun): Promise<DeliveryEnding> {
  const { deliveryId, waitsMs, jitter } = run;
  let { made, waitedMs, unknown = 0, slow = run.slow === true } = run.resume ?? { made: 0, waitedMs: 0 };
  let busyTurns = 0;
  let asked = false;
  let again: DeliveryRun | undefined;
  setHandler(
    retryNow,
    () => {
      asked = true;
    },
    { description: 'Makes the next attempt at once. No input.' },
  );
  setHandler(sentAgain, (next) => {
    again = next;
    // Its delay was over before its turn came, which is now.
    if (run.held === true) asked = true;
  });

  for (;;) {
    asked = false;
    // The start that let it go; the attempt that follows reads what it was made for.
    if (run.held === true) again = undefined;
    const n = run.attemptsBefore + made + unknown + 1;
    const { heldForMs, origin } = run;
    const request = {
      deliveryId,
      n,
      made: made + 1,
      unknown,
      waitedMs,
      waitsMs,
      jitter,
      ...(heldForMs === undefined ? {} : { heldForMs }),
      ...(origin === undefined ? {} : { origin }),
    };
    const result = await attempt(request, slow ? (ask) => sendSlowly(ask, origin) : sendAttempt);

    if (result.state === 'busy' && result.held === true) {
      slow = true;
      // The start that lets it go can arrive before this result does.
      if (again === undefined) {
        showHeld();
        const wait = heldForMs ?? defaultHeldForMs;
        await condition(() => asked || again !== undefined, wait, { summary: 'in line for its endpoint' });
        showLetGo();
      }
      again = undefined;
    } else if (result.state === 'busy') {
      busyTurns += 1;
      const wait = busyWait(run.busyMs, busyTurns, Math.random());
      await condition(() => asked, wait, { summary: 'nothing could be sent, by a fault of our own' });
    } else if (result.state === 'not_known') {
      unknown += 1;
      showUnknown(n, Date.now() + result.waitMs);
      await condition(() => asked, result.waitMs, { summary: 'no result of the last attempt is known' });
    } else {
      if (result.state !== 'gone') made += 1;
      if (result.state !== 'retrying') {
        // A start that came twice knows of no attempt of this run.
        if (again && made > 0 && again.attemptsBefore >= run.attemptsBefore + made) {
          // The engine would delay a run that continues one that was delayed.
          if (run.held === true) return await attempts({ ...again, held: true });
          await continueAsNew<typeof delivery>(again);
        }
        showAttemptsOver(result, made);
        return { state: result.state, attempts: made };
      }
      busyTurns = 0;
      slow ||= result.slow === true;
      const began = Date.now();
      showRetrying(result, request.n, began + result.waitMs);
      await condition(() => asked, result.waitMs, { summary: `until attempt ${request.n + 1}` });
      waitedMs += Math.min(Date.now() - began, result.waitMs);
    }

    // Attempts are few, but a receiver can be busy for days.
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof delivery>({ ...run, resume: { made, waitedMs, unknown, slow } });
  }
}

/** An attempt and, where the engine got no result of it, the record of that. */
async function attempt(request: AttemptRequest, send: DeliveryActivities['sendAttempt']): Promise<AttemptResult> {
  const at = new Date().toISOString();
  try {
    return await send(request);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    const { cause } = error;
    if (cause instanceof ApplicationFailure && cause.type === notSent) return { state: 'busy' };
    return await recordLostAttempt({ ...request, at });
  }
}

// What people see of a delivery in the Temporal UI. A delivery that succeeds at once costs nothing here.

const state = defineSearchAttributeKey('State', 'KEYWORD');
const waitingOn = defineSearchAttributeKey('WaitingOn', 'KEYWORD');
const dueAt = defineSearchAttributeKey('DueAt', 'DATETIME');

type Retrying = Extract<AttemptResult, { state: 'retrying' }>;
type Over = Exclude<AttemptResult, { state: 'retrying' | 'busy' | 'not_known' }>;

/** Its endpoint takes no more at once. */
function showHeld(): void {
  upsertSearchAttributes([{ key: state, value: 'held' }]);
}

/** Its endpoint held it back until now. */
function showLetGo(): void {
  upsertSearchAttributes([{ key: state, value: 'pending' }]);
}

/** @param n the attempt that was made */
function showRetrying(result: Retrying, n: number, dueMs: number): void {
  const due = new Date(dueMs);
  setCurrentDetails(
    `Attempt ${n}: ${answerOf(result)}. Next attempt at ${due.toISOString()}; send \`retryNow\` to make it now.`,
  );
  upsertSearchAttributes([
    { key: state, value: 'retrying' },
    { key: dueAt, value: due },
  ]);
}

/** @param n the attempt without a known result */
function showUnknown(n: number, dueMs: number): void {
  setCurrentDetails(
    `Attempt ${n}: ${attemptErrors.interrupted}. It is not counted and is repeated at ${new Date(dueMs).toISOString()}.`,
  );
}

/** @param attempts made in this run */
function showAttemptsOver(result: Over, attempts: number): void {
  if (result.state === 'delivered' && attempts === 1) return;
  if (result.state === 'failed')
    setCurrentDetails(`Failed permanently after ${attempts} attempts. Last: ${answerOf(result)}.`);
  if (result.state === 'delivered') setCurrentDetails(`Acknowledged at attempt ${attempts}.`);
  upsertSearchAttributes([
    { key: state, value: result.state },
    { key: waitingOn, value: null },
    { key: dueAt, value: null },
  ]);
}

function answerOf(result: Pick<Retrying, 'responseStatus' | 'error'>): string {
  return result.responseStatus === null ? (result.error ?? 'no answer') : `answered ${result.responseStatus}`;
}

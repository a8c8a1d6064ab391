/** One attempt of a delivery: load, sign over the stored bytes, send, record what came of it. */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { acknowledged, attemptErrors, excerptOf, parseRetryAfter } from '../../domain/delivery/attempt.ts';
import type { AttemptError, AttemptOutcome } from '../../domain/delivery/attempt.ts';
import { type Hmac, type SigningSecrets, deliveryHeaders } from '../../domain/delivery/signing.ts';
import { defaultHeldForMs, notSent } from '../../domain/delivery/run.ts';
import type { AttemptRequest, AttemptResult, LostAttempt } from '../../domain/delivery/run.ts';
import { judgeAttempt, judgeUnknown } from '../../domain/delivery/retry-schedule.ts';
import type { Log } from '../../process/logging.ts';
import type { GuardedConnector } from '../../process/outbound/connector.ts';
import { type Exchange, exchange } from '../../process/outbound/request.ts';
import { signingSecret } from '../../process/secrets.ts';
import { noteInSpan, span } from '../../process/tracing.ts';
import { type Pool, inTransaction, isAboutData } from '../../store/database.ts';
import type { AttemptRow } from '../../store/deliveries.ts';
import { beginAttempt, endAttempt, giveUpDelivery, readDeliveryToSend } from '../../store/delivery-attempts.ts';
import type { BegunAttempt, DeliveryToSend, RecordedState } from '../../store/delivery-attempts.ts';
import { type SlotRequest, freeSlot, lineUp, takeSlot } from '../../store/delivery-slots.ts';
import { type GenerationInForce, chosenToSign } from '../../store/secret-generations.ts';
import { type DeliveryMetrics, logAttempt, reportSignals } from './metrics.ts';

export interface AttemptDeps {
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  /** HEADER_NAME. */
  readonly headerName: string;
  /** DELIVERY_TIMEOUT_MS. */
  readonly timeoutMs: number;
  /** DELIVERY_RESPONSE_BYTES. */
  readonly responseBytes: number;
  /** DELIVERY_GONE_ENDS. */
  readonly goneEnds: boolean;
  readonly connect: GuardedConnector;
  /** DELIVERY_PER_ORIGIN. */
  readonly perOrigin: number;
  readonly metrics: DeliveryMetrics;
  /** Says that workflow starts were committed to the outbox. */
  readonly wakeStarts: () => void;
  readonly log: Log;
}

const userAgent = 'Lanekeeper/0.1 (webhooks)';

/**
 * Sends one attempt and records it. Whatever the receiver does is a result; only our own faults throw, those before
 * anything was sent as `not_sent`.
 * @param signal ends the exchange when the worker stops
 */
export async function sendAttempt(
  deps: AttemptDeps,
  request: AttemptRequest,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const begun = await ourPart(() => begin(deps, request));
  if (begun === undefined) return { state: 'gone' };
  const { delivery } = begun;
  // A run that was started twice, or whose last result got lost, finds the delivery finished: nothing to send.
  if (delivery.status === 'delivered') return { state: 'delivered', responseStatus: null };
  if (delivery.status === 'failed') return { state: 'failed', responseStatus: null, error: null };
  if (!begun.hasSlot && !(await ourPart(() => findSlot(deps, delivery, request)))) return { state: 'busy', held: true };
  const at = new Date();
  const { sent, requestHeaders } = await exchangeInSlot(deps, { delivery, request, at, signal });
  if (sent.ownFault !== null) return await afterOwnFault(deps, request, { delivery, at, sent, signal });
  const outcome = outcomeOf(sent, new Date());
  // Document 2 names the minutes of each attempt: what a hook's receiver asks for is only logged (D40).
  const retryAfterMs = delivery.scheme === 'lanes' ? null : outcome.retryAfterMs;
  const next = judgeAttempt(request, { ...outcome, retryAfterMs, random: Math.random(), goneEnds: deps.goneEnds });
  // A start that was repeated with an old number must not hide behind records that are there already.
  const n = Math.max(request.n, delivery.lastAttempt + 1);
  const { retryAfterMs: _, ...facts } = outcome;
  const exhausted = next.state === 'failed';
  const ended = {
    endedAt: new Date(at.getTime() + outcome.durationMs),
    acknowledged: acknowledged(outcome),
    exhausted,
    responseStatus: outcome.responseStatus,
    error: outcome.error,
  };
  const { recorded, noted, letGo } = await untilRecorded(deps, signal, () =>
    endAttempt(deps.pool, {
      delivery,
      origin: originOf(delivery),
      attempt: { n, at, ...facts, requestHeaders },
      next,
      ended,
    }),
  );
  if (letGo > 0) deps.wakeStarts();
  logAttempt(deps.log, delivery, n, outcome, next, sent.cause);
  deps.metrics.attempt(
    new URL(delivery.url).host,
    exhausted ? 'exhausted' : ended.acknowledged ? 'acknowledged' : 'failed',
    outcome.durationMs / 1000,
  );
  if (noted !== undefined) reportSignals(deps, delivery, noted);
  return resultOf(recorded);
}

const originOf = ({ url }: Pick<DeliveryToSend, 'url'>): string => new URL(url).origin;

/** With a slot where one is free. Starts of earlier versions do not say of which origin. */
async function begin(deps: AttemptDeps, { deliveryId, origin }: AttemptRequest): Promise<BegunAttempt | undefined> {
  const now = new Date();
  if (origin !== undefined) return beginAttempt(deps.pool, slotOf(deps, deliveryId, origin), now);
  const delivery = await readDeliveryToSend(deps.pool, deliveryId, now);
  return delivery && { delivery, hasSlot: false };
}

const slotOf = ({ perOrigin, timeoutMs }: AttemptDeps, deliveryId: string, origin: string): SlotRequest => ({
  deliveryId,
  origin,
  perOrigin,
  // Four times the longest exchange, as its own limit (`exchange`).
  leaseMs: 4 * timeoutMs + 60_000,
});

/** Receivers answer in milliseconds nearly always: so soon there is likely to be a slot, where nobody is in line. */
const looksAgainMs = [30, 120];
/** An attempt that ended while this one got in line may not have seen it. */
const looksFromLineMs = 100;

/** Takes a slot of the receiver's origin. @returns false where there is none, and the delivery is in line */
async function findSlot(deps: AttemptDeps, delivery: DeliveryToSend, request: AttemptRequest): Promise<boolean> {
  const slot = slotOf(deps, delivery.id, originOf(delivery));
  let answer = await takeSlot(deps.pool, slot);
  for (const waitMs of looksAgainMs) {
    if (answer !== 'full') break;
    await delay(waitMs);
    answer = await takeSlot(deps.pool, slot);
  }
  if (answer === 'taken') return true;
  await lineUp(deps.pool, slot, request.heldForMs ?? defaultHeldForMs);
  await delay(looksFromLineMs);
  return (await takeSlot(deps.pool, slot)) === 'taken';
}

/** The exchange; when it throws, the slot is free again. */
async function exchangeInSlot(
  deps: AttemptDeps,
  attempt: {
    readonly delivery: DeliveryToSend;
    readonly request: AttemptRequest;
    readonly at: Date;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly sent: Exchange; readonly requestHeaders: Readonly<Record<string, string>> }> {
  const { delivery, request, at, signal } = attempt;
  try {
    const secrets = await ourPart(async () => signingSecrets(deps, delivery));
    const requestHeaders = headersOf(deps, delivery, secrets, at);
    const sent = await sendInSpan(delivery, request.n, () =>
      exchange(
        {
          url: delivery.url,
          headers: requestHeaders,
          body: delivery.body,
          timeoutMs: deps.timeoutMs,
          responseBytes: deps.responseBytes,
          signal,
        },
        deps.connect,
      ),
    );
    return { sent, requestHeaders };
  } catch (error) {
    await leaveSlot(deps, delivery);
    throw error;
  }
}

/** After an attempt that nothing is recorded of. Where the database is away, the slot's lease ends it. */
async function leaveSlot(deps: AttemptDeps, delivery: DeliveryToSend): Promise<void> {
  try {
    const slot = { deliveryId: delivery.id, origin: originOf(delivery) };
    if ((await inTransaction(deps.pool, (q) => freeSlot(q, slot))) > 0) deps.wakeStarts();
  } catch (error) {
    deps.log.warn({ err: error, delivery_id: delivery.id }, 'the slot of a delivery attempt could not be freed');
  }
}

/** The receiver is named by its host only: paths of callback URLs often carry a token. */
function sendInSpan(delivery: DeliveryToSend, n: number, send: () => Promise<Exchange>): Promise<Exchange> {
  const about = {
    'lanekeeper.delivery_id': delivery.id,
    ...(delivery.scheme === 'dispatch' ? { 'lanekeeper.task_id': delivery.subjectId } : {}),
  };
  noteInSpan(about);
  const facts = { ...about, 'lanekeeper.attempt': n, 'server.address': new URL(delivery.url).host };
  const sending = async (): Promise<Exchange> => {
    const sent = await send();
    noteInSpan({
      ...(sent.status === null ? {} : { 'http.response.status_code': sent.status }),
      ...(sent.failure === null ? {} : { 'error.type': sent.failure }),
    });
    return sent;
  };
  return span('deliver webhook', facts, sending, 'client');
}

/**
 * Records an attempt that the engine has no result of; when it was recorded after all, that record stays. It is not
 * counted and says nothing about the endpoint.
 */
export async function recordLostAttempt(deps: AttemptDeps, lost: LostAttempt): Promise<AttemptResult> {
  deps.log.warn({ delivery_id: lost.deliveryId, attempt: lost.n }, attemptErrors.interrupted);
  const delivery = await readDeliveryToSend(deps.pool, lost.deliveryId, new Date());
  return delivery === undefined
    ? { state: 'gone' }
    : await recordUnknown(deps, lost, { delivery, n: lost.n, at: new Date(lost.at) });
}

/** What follows an exchange that a fault of ours ended. */
async function afterOwnFault(
  deps: AttemptDeps,
  request: AttemptRequest,
  attempt: {
    readonly delivery: DeliveryToSend;
    readonly at: Date;
    readonly sent: Exchange;
    readonly signal: AbortSignal;
  },
): Promise<AttemptResult> {
  const { delivery, at, sent, signal } = attempt;
  const facts = {
    delivery_id: delivery.id,
    owner_id: delivery.ownerId,
    own_fault: sent.ownFault,
    failure: sent.failure,
    duration_ms: sent.durationMs,
    ...(sent.cause instanceof Error ? { cause: sent.cause.message } : {}),
  };
  if (sent.ownFault === 'not_sent') {
    deps.log.warn(facts, 'delivery attempt: nothing was sent, by a fault of our own; it is repeated');
    await leaveSlot(deps, delivery);
    throw notSentFailure('there was no connection to the receiver yet', sent.cause);
  }
  const n = Math.max(request.n, delivery.lastAttempt + 1);
  deps.metrics.attempt(new URL(delivery.url).host, 'not_known', sent.durationMs / 1000);
  deps.log.warn({ ...facts, attempt: n }, `delivery attempt: ${attemptErrors.interrupted}`);
  return await untilRecorded(deps, signal, () => recordUnknown(deps, request, { delivery, n, at }));
}

async function recordUnknown(
  deps: AttemptDeps,
  request: AttemptRequest,
  { delivery, n, at }: { readonly delivery: DeliveryToSend; readonly n: number; readonly at: Date },
): Promise<AttemptResult> {
  const next = judgeUnknown((request.unknown ?? 0) + 1, Math.random());
  const attempt: AttemptRow = {
    n,
    at,
    responseStatus: null,
    error: 'interrupted',
    durationMs: Math.max(0, Date.now() - at.getTime()),
    excerpt: null,
  };
  const { recorded, letGo } = await endAttempt(deps.pool, {
    delivery,
    origin: originOf(delivery),
    attempt,
    next,
    ended: null,
  });
  if (letGo > 0) deps.wakeStarts();
  const result = resultOf(recorded);
  if (result.state !== 'retrying' || result.error !== 'interrupted') return result;
  return { state: 'not_known', waitMs: result.waitMs };
}

/** Gives an open delivery up, because its workflow was cancelled; the next in its line goes instead. */
export async function giveUp(deps: AttemptDeps, deliveryId: string): Promise<void> {
  if ((await giveUpDelivery(deps.pool, deliveryId)) > 0) deps.wakeStarts();
}

async function ourPart<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw notSentFailure('the delivery could not be read', error);
  }
}

function notSentFailure(why: string, cause: unknown): ApplicationFailure {
  return ApplicationFailure.create({
    type: notSent,
    message: `nothing was sent: ${why}`,
    nonRetryable: true,
    ...(cause instanceof Error ? { cause } : {}),
  });
}

/** How long a result waits for the database before the engine records that none is known. */
const recordWithinMs = 10 * 60_000;
const recordAgainMs = 1_000;

/** Records what came of an attempt, also where the database is away for some minutes: the receiver has acted on it. */
async function untilRecorded<T>(deps: AttemptDeps, signal: AbortSignal, record: () => Promise<T>): Promise<T> {
  const until = performance.now() + recordWithinMs;
  for (;;) {
    try {
      return await record();
    } catch (error) {
      const { code } = error as { code?: unknown };
      const isPermanent = typeof code === 'string' && isAboutData(code);
      if (isPermanent || signal.aborted || performance.now() > until) throw error;
      deps.log.warn({ err: error }, 'the result of a delivery attempt cannot be recorded now; trying again');
      await delay(recordAgainMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

function signingSecrets(deps: AttemptDeps, { ownerKind, ownerId, generations }: DeliveryToSend): SigningSecrets {
  const { current, all } = chosenToSign(generations ?? [], `${ownerKind} ${ownerId} has no outbound secret in force`);
  const secretOf = (of: GenerationInForce): string =>
    signingSecret(deps.deploymentSecret, { ownerKind, ownerId, purpose: 'outbound', ...of });
  return { current: secretOf(current), all: all.map(secretOf) };
}

const hmac: Hmac = (key, parts, digest) => {
  const running = createHmac('sha256', Buffer.from(key.text, key.encoding));
  for (const part of parts) running.update(part);
  return running.digest(digest);
};

function headersOf(
  deps: AttemptDeps,
  delivery: DeliveryToSend,
  secrets: SigningSecrets,
  at: Date,
): Record<string, string> {
  const { id: deliveryId, event, ownerId, body, scheme } = delivery;
  const timestamp = Math.floor(at.getTime() / 1000);
  const signable = { deliveryId, event, ownerId, timestamp, body };
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': userAgent,
    ...deliveryHeaders(scheme, deps.headerName, signable, secrets, hmac),
  };
}

function outcomeOf(sent: Exchange, now: Date): AttemptOutcome {
  const { status, headers, body, failure, durationMs } = sent;
  const redirect: AttemptError | null = status !== null && status >= 300 && status < 400 ? 'redirect' : null;
  const retryAfter = headers['retry-after'];
  return {
    responseStatus: status,
    error: failure ?? redirect,
    retryAfterMs: parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, now),
    excerpt: excerptOf(body.toString('utf8')),
    durationMs,
  };
}

function resultOf(recorded: RecordedState): AttemptResult {
  if (recorded === undefined) return { state: 'gone' };
  const { state, waitMs, last } = recorded;
  if (state === 'delivered') return { state, responseStatus: last.responseStatus };
  if (state === 'failed') return { state, ...last };
  return { state: 'retrying', waitMs, ...last, slow: true };
}

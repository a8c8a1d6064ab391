/** Sign-off requests: to promote a step that moves money, and to acknowledge a critical error (D37, D55). */
import type { SignoffGiven } from '../event.ts';
import { type Gate, type Numbers, type SignoffEvent, type SignoffPurpose, isoTime } from '../moves.ts';
import { gate } from '../review/gate.ts';
import { acknowledgedGate } from '../review/promotion-gates.ts';
import { counted } from '../sentences.ts';
import type { SignoffState } from './records.ts';
import { type Machine, type Step, dayLength, derivedId, mark, markRoute, openWeek } from './runtime.ts';
import type { Signoff } from './step-state.ts';

/** After a decline a step is not asked about again for so long. */
const pauseAfterDecline = 28 * dayLength;

export function requestPromotion(machine: Machine, step: Step, numbers: Numbers): void {
  const { signoff } = step.state;
  // An approval that has grown too old, or a request whose event has.
  if (signoff?.state === 'approved' || signoff?.state === 'waiting')
    settle(machine, step, signoff, 'void', machine.now, null);
  step.state.signoff = request(machine, step, 'promote', numbers);
}

export function requestAcknowledgement(machine: Machine, step: Step, numbers: Numbers): void {
  const { acknowledgement } = step.state;
  if (acknowledgement) settle(machine, step, acknowledgement, 'void', machine.now, null);
  step.state.acknowledgement = request(machine, step, 'acknowledge', numbers);
}

function request(machine: Machine, step: Step, purpose: SignoffPurpose, numbers: Numbers): Signoff {
  const { queue, step: name } = step;
  const week = openWeek(machine).number;
  const requestId = `sr_${derivedId([machine.rules.workspace, queue, name, String(week), purpose], 4)}`;
  const at = isoTime(machine.now);
  const event: SignoffEvent = {
    id: `${requestId}/approve`,
    kind: 'signoff.given',
    at,
    queue,
    step: name,
    request_id: requestId,
    verdict: 'approve',
  };
  const signoff: Signoff = {
    requestId,
    purpose,
    event,
    requestedAt: machine.now,
    state: 'waiting',
    answeredAt: null,
    by: null,
  };
  machine.out.signoffRequests.push({ request_id: requestId, purpose, queue, step: name, numbers, event, at });
  announce(machine, step, signoff, machine.now);
  markRoute(step);
  return signoff;
}

/**
 * Why an answer cannot count, as a sentence for its sender: it names no request that waits, or one that was answered.
 * Undefined where it can. A step that is not defined yet has no requests.
 */
export function signoffRefusal(step: Step | undefined, event: SignoffGiven): string | undefined {
  const { signoff, acknowledgement } = step?.state ?? {};
  const { requestId, verdict } = event;
  const known = [acknowledgement, signoff].find((request) => request?.requestId === requestId);
  if (known === undefined || known === null || known.state === 'void') {
    const waiting = [acknowledgement, signoff].find((request) => request?.state === 'waiting');
    const instead = waiting ? `${waiting.requestId} waits for a person` : 'none waits for a person';
    return `event.request_id ${requestId} is no open request of ${event.queue}/${event.step}; ${instead}`;
  }
  const { state, answeredAt, by } = known;
  if (state === 'waiting') return undefined;
  if (verdict === 'approve' || known.purpose === 'acknowledge' || (state !== 'approved' && state !== 'used')) {
    const answered = state === 'declined' || state === 'withdrawn' ? state : 'approved';
    return `event.request_id ${requestId} was ${answered} by ${by ?? 'somebody'} already`;
  }
  return answeredAt !== null && event.at < answeredAt
    ? `event.at must not lie before the approval that it withdraws, ${isoTime(answeredAt)}`
    : undefined;
}

/**
 * A person's answer. Agents and unnamed accounts cannot give one, and what `signoffRefusal` refuses has no effect: it
 * may come all the same, out of a hold or for a request that ended at the close which the event itself brought about.
 * @returns true when it withdraws the sign-off by which the step is in Auto
 */
export function applySignoff(machine: Machine, step: Step, event: SignoffGiven): boolean {
  const { signoff, acknowledgement } = step.state;
  if (event.actor.kind !== 'operator' || event.actor.id.trim() === '') return false;
  if (acknowledgement?.requestId === event.requestId && acknowledgement.state === 'waiting') {
    if (event.verdict !== 'approve') return false;
    settle(machine, step, acknowledgement, 'approved', event.at, event.actor.id);
    showGate(step, acknowledgedGate(true));
    return false;
  }
  if (signoff?.requestId !== event.requestId) return false;
  const withdrawn = event.verdict === 'decline' && decline(machine, step, signoff, event);
  if (event.verdict === 'approve' && signoff.state === 'waiting')
    settle(machine, step, signoff, 'approved', event.at, event.actor.id);
  showGate(step, signoffGate(step, hasValidSignoff(step, machine.now)));
  return withdrawn;
}

/** The gates report the last review; what a person has answered since then shows at once. */
function showGate(step: Step, shown: Gate): void {
  const { state } = step;
  state.gates = state.gates.map((reviewed) => (reviewed.gate === shown.gate ? shown : reviewed));
}

export function signoffGate(step: Step, signed: boolean): Gate {
  return gate('signoff', signed, true, signed, {
    passed: `signed off by ${step.state.signoff?.by ?? ''}`,
    held: signoffMissing(step),
  });
}

function signoffMissing({ state: { signoff, askAgain }, rules }: Step): string {
  if (signoff?.state === 'waiting') return `sign-off ${signoff.requestId} waits for a person`;
  if (signoff?.state === 'declined' || signoff?.state === 'withdrawn')
    return `the sign-off was ${signoff.state}; it is asked for again from ${isoTime(askAgain ?? 0)} on`;
  if (signoff?.state === 'approved') {
    const days = counted(rules.money.signoff_valid_days, 'day');
    return `the sign-off by ${signoff.by ?? ''} is dated before the step entered Assist, or more than ${days} back`;
  }
  return 'a step that moves money needs a sign-off, asked for once every other gate has passed';
}

/** A decline after an approval withdraws it; when the step is in Auto by it, Auto ends. */
function decline(machine: Machine, step: Step, signoff: Signoff, event: SignoffGiven): boolean {
  const { state } = step;
  const before = signoff.state;
  if (before !== 'waiting' && before !== 'approved' && before !== 'used') return false;
  if (signoff.answeredAt !== null && event.at < signoff.answeredAt) return false;
  state.askAgain = event.at + pauseAfterDecline;
  settle(machine, step, signoff, before === 'waiting' ? 'declined' : 'withdrawn', event.at, event.actor.id);
  return before === 'used' && state.lane === 'auto';
}

/** An approval counts when it is dated after the stint began and not too long before the close. */
export function hasValidSignoff(step: Step, closeAt: number): boolean {
  const { signoff } = step.state;
  if (signoff?.state !== 'approved' || signoff.answeredAt === null) return false;
  const oldest = closeAt - step.rules.money.signoff_valid_days * dayLength;
  return signoff.answeredAt >= step.stint.from && signoff.answeredAt >= oldest;
}

/**
 * The day by which a request to promote is to be answered: that of the last close at which its event, sent back as it is,
 * still counts. A request that waits then is replaced by a new one.
 */
export function signoffDueAt(requestedAt: number, validDays: number): number {
  return requestedAt + Math.floor(validDays / 7) * 7 * dayLength;
}

/**
 * Whether a close may make a request: not again while one waits whose event, sent back as it is, still counts at the
 * close of the next week; not soon after a decline.
 */
export function mayAskForSignoff(step: Step, now: number): boolean {
  const { signoff, askAgain } = step.state;
  if (signoff?.state === 'waiting')
    return signoff.requestedAt + step.rules.money.signoff_valid_days * dayLength < now + 7 * dayLength;
  return askAgain === null || now >= askAgain;
}

/** The approval that a promotion uses: valid for this one only, and kept so that it can be withdrawn. */
export function useSignoff(machine: Machine, step: Step): void {
  const { signoff } = step.state;
  if (signoff?.state === 'approved') settle(machine, step, signoff, 'used', signoff.answeredAt, signoff.by);
}

/** Any demotion or redefinition makes what was asked and approved for this stint void. */
export function voidSignoff(machine: Machine, step: Step): void {
  const { signoff } = step.state;
  if (signoff && (signoff.state === 'waiting' || signoff.state === 'approved'))
    settle(machine, step, signoff, 'void', machine.now, null);
  step.state.signoff = null;
  mark(step);
}

function settle(
  machine: Machine,
  step: Step,
  signoff: Signoff,
  state: SignoffState,
  at: number | null,
  by: string | null,
): void {
  signoff.state = state;
  signoff.answeredAt = at;
  signoff.by = by;
  announce(machine, step, signoff, at ?? machine.now);
  markRoute(step);
}

function announce(machine: Machine, step: Step, { requestId, purpose, state, by }: Signoff, at: number): void {
  machine.out.signoffs.push({ stepNo: step.no, requestId, purpose, state, at, by });
}

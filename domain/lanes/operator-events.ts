/** The events that a person's decision becomes, from the console or the command line: settlements and sign-offs. */
import type { SettlementVerdict, Severity, StepDefinition, ItemName } from './event.ts';
import type { Sha256 } from './hook-event.ts';
import { type SignoffRequest, isoTime } from './moves.ts';
import { weekOf } from './week.ts';

/** Who decides, and when: the wall clock, and the workspace's own in whose open week the event is dated. */
interface Deciding {
  /** How the person is named in the log. */
  readonly by: string;
  readonly nowMs: number;
  readonly dataClockMs: number;
  /** IANA name. */
  readonly timeZone: string;
}

/**
 * One id for every person's settlement of an item: an item counts once per step, so that of two people who decide at
 * the same time one is accepted and the other is refused.
 */
function settlementId({ queue, step, item }: ItemName, sha256: Sha256): string {
  return `settle/${sha256(JSON.stringify([queue, step, item])).slice(0, 32)}`;
}

/**
 * Ids of verdicts follow from what they are about, so that anybody can know them in advance; no work may have one, or a
 * person's verdict would be a duplicate of it.
 */
export function isOwnId(id: string): boolean {
  return /^(?:settler?\/[0-9a-f]{32}|sr_[0-9a-f]{32}\/(?:approve|decline))$/.test(id);
}

export function settlementEvent(
  { queue, step, item }: ItemName,
  given: {
    readonly verdict: SettlementVerdict;
    readonly severity?: Severity | undefined;
    readonly reason?: string | undefined;
  },
  deciding: Deciding,
  sha256: Sha256,
) {
  return {
    id: settlementId({ queue, step, item }, sha256),
    kind: 'settlement.made' as const,
    at: timeOf(deciding),
    queue,
    step,
    item,
    actor: { kind: 'operator' as const, id: deciding.by },
    verdict: given.verdict,
    ...(given.severity === undefined ? {} : { severity: given.severity }),
    ...(given.reason === undefined ? {} : { reason: given.reason }),
  };
}

export type SignoffVerdict = 'approve' | 'decline';

/** The event of the request, answered. */
export function signoffEvent(
  { request_id, event }: Pick<SignoffRequest, 'request_id' | 'event'>,
  verdict: SignoffVerdict,
  deciding: Deciding,
) {
  return {
    ...event,
    id: `${request_id}/${verdict}`,
    verdict,
    at: timeOf(deciding),
    actor: { kind: 'operator' as const, id: deciding.by },
  };
}

/** A step as it is defined from now on; every member is given, so that nothing of it is lost. */
export function definitionEvent(id: string, queue: string, definition: StepDefinition, deciding: Deciding) {
  const { step, title, moneyMoving, fields, watch, rules, reasons = [] } = definition;
  return {
    id,
    kind: 'queue.defined' as const,
    at: timeOf(deciding),
    queue,
    actor: { kind: 'operator' as const, id: deciding.by },
    ...(reasons.length === 0 ? {} : { settlement_reasons: reasons }),
    steps: [{ step, title, money_moving: moneyMoving, fields, watch, rules }],
  };
}

const timeOf = ({ nowMs, dataClockMs, timeZone }: Deciding): string =>
  isoTime(actingTime(nowMs, dataClockMs, timeZone));

// The time that an event gets when somebody acts in the console: such an act is never the one that closes a week.

/**
 * Now, where that lies in the open week of the workspace; otherwise its data clock, whose week is open. A history that
 * was imported, or a simulation, may lie far from the wall clock, and a click must not carry it there.
 * @param now epoch ms by the wall clock
 * @param dataClock epoch ms
 */
export function actingTime(now: number, dataClock: number, timeZone: string): number {
  const open = weekOf(dataClock, timeZone);
  return dataClock <= now && now < open.end ? now : dataClock;
}

/** What webhooks of a workspace report (document 2 §6): the events, their ids, and the bytes that every hook gets. */
import type { AuditReminder, UnauthorisedAct } from './machine/records.ts';
import type { Alert, LaneChange, SignoffRequest } from './moves.ts';

/** The events of a hook; `ping` goes out only when somebody asks for one. */
export const hookEventTypes = [
  'lane.changed',
  'drift.alert',
  'signoff.requested',
  'agent.unauthorised',
  'audits.waiting',
] as const;
export type HookEventType = (typeof hookEventTypes)[number];

/** When each goes out, in words. */
export const hookEventMoments: Readonly<Record<HookEventType | 'ping', string>> = {
  'lane.changed': 'A step was promoted or demoted, whatever caused it',
  'drift.alert': 'Input shift, outcome drift, a critical error found by an audit, or an agent that leaves items out',
  'signoff.requested': 'A step that moves money has earned Auto and waits for a person',
  'agent.unauthorised': 'An agent acted on an item where its lane did not allow it',
  'audits.waiting': 'A week was closed while audits of a step in Auto have waited for a week or longer',
  ping: 'Somebody asked for one',
};

export interface HookEvent {
  /** Follows from what it names: announced twice it has the same id. */
  readonly id: string;
  readonly type: HookEventType | 'ping';
  readonly queue: string | null;
  readonly step: string | null;
  /** ISO 8601: when what it reports took effect, by the events' own time. */
  readonly at: string;
  readonly data: object;
}

/** With the people who have audits among those that wait. */
interface AnnouncedReminder extends AuditReminder {
  readonly people: readonly { readonly person: string; readonly waiting: number }[];
}

/** What one record of the log announced. */
export interface RecordNews {
  readonly seq: number;
  readonly laneChanges: readonly LaneChange[];
  readonly alerts: readonly Alert[];
  readonly signoffRequests: readonly SignoffRequest[];
  readonly unauthorised: readonly UnauthorisedAct[];
  readonly auditReminders: readonly AnnouncedReminder[];
}

/** Acts of a step and record that are announced one by one; the last of them says how many more there were. */
const listedOneByOne = 20;

interface AnnouncedAct extends UnauthorisedAct {
  readonly more: number;
}

function announcedActs(acts: readonly UnauthorisedAct[]): AnnouncedAct[] {
  const ofStep = new Map<string, UnauthorisedAct[]>();
  for (const act of acts) {
    const key = `${act.queue}|${act.step}`;
    const known = ofStep.get(key);
    if (known) known.push(act);
    else ofStep.set(key, [act]);
  }
  return [...ofStep.values()].flatMap((all) => {
    const listed = all.slice(0, listedOneByOne);
    return listed.map((act, n) => ({ ...act, more: n === listed.length - 1 ? all.length - listed.length : 0 }));
  });
}

type Announced = LaneChange | Alert | SignoffRequest | AnnouncedAct | AnnouncedReminder;

/** SHA-256 of UTF-8 text, as hex. */
export type Sha256 = (text: string) => string;

/** The events of these records, in the order of the log. Requests to acknowledge are not among them (D48). */
export function hookEvents(workspace: string, records: readonly RecordNews[], sha256: Sha256): HookEvent[] {
  return records.flatMap(({ seq, laneChanges, alerts, signoffRequests, unauthorised, auditReminders }) => {
    const eventsOf = (type: HookEventType, list: readonly Announced[]): HookEvent[] =>
      list.map((data, n) => {
        const { queue, step, at } = data;
        const id = `evt_${derivedUuid(at, sha256([workspace, seq, type, n].join('|')))}`;
        return { id, type, queue, step, at, data };
      });
    return [
      ...eventsOf('lane.changed', laneChanges),
      ...eventsOf('drift.alert', alerts),
      ...eventsOf(
        'signoff.requested',
        signoffRequests.filter(({ purpose }) => purpose === 'promote'),
      ),
      ...eventsOf('agent.unauthorised', announcedActs(unauthorised)),
      ...eventsOf('audits.waiting', auditReminders),
    ];
  });
}

/**
 * The id of the delivery of an event to a hook. Ids of deliveries sort by when they were queued, whatever time the event
 * reports: an import of last year's work is announced today (D2).
 * @param queuedAt by the wall clock
 */
export function hookDeliveryId(event: Pick<HookEvent, 'id'>, hookId: string, queuedAt: Date, sha256: Sha256): string {
  return `dl_${derivedUuid(queuedAt.toISOString(), sha256(`${event.id}|${hookId}`))}`;
}

/**
 * The body of a delivery, member for member as document 2 §6 lists them.
 * @param createdAt when the event was written down, by the wall clock
 */
export function hookBody(event: HookEvent, workspace: string, createdAt: Date): string {
  const { id, type, queue, step, at, data } = event;
  return JSON.stringify({ id, type, created_at: createdAt.toISOString(), workspace, queue, step, at, data });
}

/** A UUID of version 8 that begins with the time as version 7 does, so that ids sort by it (RFC 9562 §5.8). */
function derivedUuid(at: string, hex: string): string {
  const ms = Math.max(0, Date.parse(at)).toString(16).padStart(12, '0').slice(-12);
  return `${ms.slice(0, 8)}-${ms.slice(8)}-8${hex.slice(0, 3)}-a${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

/** The one way into the log of a workspace: uploads, CSV, the settler and people in the console and on the command line. */
import { isForAgentsAlone, mayAny, scopesOfEvents, workspaceScopeTable } from '../../domain/key-scopes.ts';
import type { WireEvent } from '../../domain/lanes/event.ts';
import type { EventsText, RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { type Refusal, refusal } from '../refusal.ts';
import { type CheckedEvents, checkEvents, timeLimit } from './check-event.ts';
import { type LanesCommands, submitted } from './deps.ts';
import { eventsText } from './pack-events.ts';

/** The ingest answer (2.5): these members and no others. */
export type IngestAnswer = Omit<RecordAnswer, 'closed' | 'route_version'>;

export interface EventSender extends WorkspaceRef {
  readonly simulation: boolean;
  /** Who sends, for the audit log. */
  readonly actor: string;
  /** What the key may do; left out for a person. */
  readonly scopes?: readonly string[];
  /** What the person wrote beside a verdict. */
  readonly note?: string;
}

/** @returns a refusal where the whole request is refused; events that are refused are in the answer */
export async function acceptEvents(
  deps: Pick<LanesCommands, 'ingest' | 'routes' | 'metrics' | 'now'>,
  sender: EventSender,
  events: readonly unknown[],
  hold: boolean,
): Promise<IngestAnswer | Refusal> {
  const { scopes, actor, note } = sender;
  const [holding] = scopesOfEvents.admin;
  if (hold && scopes !== undefined && !mayAny(scopes, scopesOfEvents.admin))
    return refusal('not_allowed', `this key may not ${workspaceScopeTable[holding].deed}`);
  const limit = timeLimit(deps.now().getTime(), sender);
  const checked = await checkEvents(events, scopes === undefined ? limit : { ...limit, scopes });
  const answer = await submitted(deps, sender, {
    kind: 'events',
    events: await stagedForm(checked.valid.map(({ event }) => event)),
    ...(checked.rejected.length === 0 ? {} : { indexes: checked.valid.map(({ index }) => index) }),
    hold,
    actor,
    ...(scopes === undefined ? { note: note ?? '' } : isForAgentsAlone(scopes) ? { fromAgents: true } : {}),
  });
  const shown = presentIngest(answer, checked);
  countTaken(deps, shown);
  return shown;
}

export function countTaken({ metrics }: Pick<LanesCommands, 'metrics'>, taken: IngestAnswer): void {
  metrics.eventsTaken.inc({ fate: 'accepted' }, taken.accepted);
  metrics.eventsTaken.inc({ fate: 'duplicate' }, taken.duplicates);
  metrics.eventsTaken.inc({ fate: 'rejected' }, taken.rejected.length);
}

/** So many events are a long text; fewer are sooner made into one at once. */
const manyEvents = 1000;

async function stagedForm(events: readonly WireEvent[]): Promise<readonly WireEvent[] | EventsText> {
  return events.length < manyEvents ? events : eventsText(events);
}

function presentIngest(answer: RecordAnswer, { rejected }: CheckedEvents): IngestAnswer {
  return {
    accepted: answer.accepted,
    duplicates: answer.duplicates,
    rejected: [...rejected, ...answer.rejected].toSorted((a, b) => a.index - b.index),
    lane_changes: answer.lane_changes,
    alerts: answer.alerts,
    signoff_requests: answer.signoff_requests,
    unauthorised: answer.unauthorised,
    closed_week: answer.closed_week,
    week_number: answer.week_number,
    waiting_settlement: answer.waiting_settlement,
    held: answer.held,
  };
}

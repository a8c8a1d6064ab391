/** POST /v1/events and /v1/events/csv: checks events, has the good ones stored and reviewed, tells of the others. */
import type { Context } from 'koa';
import { scopesOfEvents } from '../../domain/key-scopes.ts';
import { otherFormat, readFlatCsv } from '../../domain/lanes/flat-csv.ts';
import type { LineErrors } from '../../domain/lanes/flat-csv.ts';
import type { WireEvent } from '../../domain/lanes/event.ts';
import type { EventsText, HeldEvents, RecordAnswer } from '../../store/lanes/ingest-request.ts';
import { inTurns } from '../../process/turns.ts';
import { findingsError, ApiError } from '../http/errors.ts';
import { csvHead, readCsvRecords } from '../http/csv-records.ts';
import { mediaTypeOf } from '../http/json-body.ts';
import { readRawBody } from '../http/raw-body.ts';
import { judgeBody } from '../http/refused-bodies.ts';
import { checkEvents, latestTime } from './check-event.ts';
import type { CheckedEvents, RejectedEvent } from './check-event.ts';
import type { LanesDeps } from './deps.ts';
import { eventsText } from './event-pack.ts';
import { eventsLimit, holdInQuery, ingestBodyLimit, readEventsBody } from './read-events-body.ts';
import { submitted } from './submit.ts';
import { keyActor, requireWorkspaceScope, workspaceOf } from './workspace-caller.ts';
import type { WorkspaceCaller } from './workspace-caller.ts';

type Handler = (ctx: Context) => Promise<void>;

/** The ingest answer (2.5): these members and no others. */
export interface IngestAnswer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly RejectedEvent[];
  readonly lane_changes: readonly unknown[];
  readonly alerts: readonly unknown[];
  readonly signoff_requests: readonly unknown[];
  readonly unauthorised: readonly unknown[];
  readonly closed_week: number;
  readonly week_number: number;
  readonly waiting_settlement: number;
  readonly held: HeldEvents;
}

type TakingDeps = Pick<LanesDeps, 'ingest' | 'routes' | 'metrics' | 'now'>;

export function postEvents(deps: LanesDeps): Handler {
  return async (ctx) => {
    const { events, hold } = await readEventsBody(ctx.req, ctx.querystring);
    const answer = await takeEvents(deps, workspaceOf(ctx), events, hold);
    judgeBody(ctx.req, answer.rejected.length / Math.max(1, events.length));
    ctx.body = answer;
  };
}

/** POST /v1/events/csv (D35) */
export function postEventsCsv(deps: LanesDeps): Handler {
  return async (ctx) => {
    const hold = holdInQuery(ctx.querystring);
    requireUtf8Csv(ctx);
    const bytes = await readRawBody(ctx, ingestBodyLimit);
    const other = otherFormat(csvHead(bytes));
    if (other !== undefined) throw findingsError('bad_csv', [other]);
    // The header, and one more than is taken.
    const records = await readCsvRecords(bytes, eventsLimit + 2);
    if ('finding' in records) throw findingsError('bad_csv', [records.finding]);
    const file = await inTurns(readFlatCsv(records, eventsLimit));
    if ('findings' in file) throw findingsError('invalid_request', file.findings.slice(0, 100));
    const answer = await takeEvents(
      deps,
      workspaceOf(ctx),
      file.events.map(({ event }) => event),
      hold,
    );
    const refused = answer.rejected.map(({ index, errors }): LineErrors => ({
      line: file.events[index]?.line ?? 0,
      errors,
    }));
    judgeBody(ctx.req, (answer.rejected.length + file.broken.length) / Math.max(1, records.length - 1));
    ctx.body = { ...answer, csv_errors: [...file.broken, ...refused].toSorted((a, b) => a.line - b.line) };
  };
}

function requireUtf8Csv(ctx: Context): void {
  if (mediaTypeOf(ctx) !== 'text/csv') throw new ApiError('unsupported_media_type', 'Content-Type must be text/csv');
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(ctx.get('Content-Type'))?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new ApiError('unsupported_media_type', 'text/csv must be UTF-8');
}

type Target = Pick<WorkspaceCaller, 'no' | 'id' | 'simulation'>;
/** A caller with a key, or a person who is signed in, with what they wrote beside a verdict. */
type EventSender =
  | (Target & Pick<WorkspaceCaller, 'scopes' | 'keyId'>)
  | (Target & { readonly scopes?: undefined; readonly actor: string; readonly note?: string });

/** Every way into the log goes through here: uploads, CSV, imports, the settler and people in the console. */
export async function takeEvents(
  deps: TakingDeps,
  workspace: EventSender,
  events: readonly unknown[],
  hold: boolean,
): Promise<IngestAnswer> {
  const { scopes } = workspace;
  if (hold && scopes !== undefined) requireWorkspaceScope({ scopes }, ...scopesOfEvents.admin);
  const latest = latestTime(deps.now().getTime(), workspace.simulation);
  const checked = await checkEvents(events, scopes === undefined ? { latest } : { latest, scopes });
  const answer = await submitted(deps, workspace, {
    kind: 'events',
    events: await stagedForm(checked.valid.map(({ event }) => event)),
    ...(checked.rejected.length === 0 ? {} : { indexes: checked.valid.map(({ index }) => index) }),
    hold,
    ...('keyId' in workspace ? { actor: keyActor(workspace) } : { actor: workspace.actor, note: workspace.note ?? '' }),
  });
  const shown = presentIngest(answer, checked);
  deps.metrics.eventsTaken.inc({ fate: 'accepted' }, shown.accepted);
  deps.metrics.eventsTaken.inc({ fate: 'duplicate' }, shown.duplicates);
  deps.metrics.eventsTaken.inc({ fate: 'rejected' }, shown.rejected.length);
  return shown;
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

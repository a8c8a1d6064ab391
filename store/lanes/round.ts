/** The end of a round: the log, the workspace's row and every answer, in one statement; then the notifications. */
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import type { WorkspaceState } from '../../domain/lanes/machine/saved.ts';
import type { Queryable } from '../database.ts';
import type { NewRecord, StagedRequest } from './event-log.ts';
import type { MachineHead } from './machine-state.ts';
import { answerChannel, routeChannel } from './staging.ts';

/** A notification carries less than 8,000 bytes; what does not fit is read by ticket. */
const payloadBytes = 7_800;

interface RoundEnd {
  readonly workspaceNo: number;
  readonly before: MachineHead;
  readonly after: MachineHead;
  readonly workspace: WorkspaceState;
  readonly weekNumber: number;
  readonly records: readonly NewRecord[];
  readonly answers: readonly GivenAnswer[];
}

interface GivenAnswer {
  readonly request: Pick<StagedRequest, 'id' | 'channel' | 'ticket'>;
  /** A `RecordAnswer` or `{error: sentence}`, as JSON text. */
  readonly json: string;
}

/** The workspace's state was written by somebody else: this session's lock is gone, and so is its round. */
export class RoundFencedError extends Error {
  readonly code = 'round_fenced';
  constructor() {
    super('another session has taken this workspace over');
    this.name = 'RoundFencedError';
  }
}

/** @throws RoundFencedError */
export async function endRound(q: Queryable, end: RoundEnd): Promise<void> {
  const { workspaceNo, before, after, workspace } = end;
  const stored = end.records.reduce((sum, { size }) => sum + size, 0);
  const written = await q.query<{ written: number }>({
    name: 'lane-end-round',
    text: `with record as (
        select (row->>0)::bigint as seq, row->>1 as kind, (row->>2)::int as size, (row->>3)::boolean as hold,
               (row->>4)::timestamptz as through, nullif((row->5)::text, 'null')::json as settings,
               (row->>6)::bigint as staged, nullif((row->7)::text, 'null')::json as events
          from json_array_elements($6::json) as row),
      logged as (
        insert into lane_log (workspace_no, seq, stored_on, kind, size, hold, through, settings, events)
        select $1, seq, (now() at time zone 'utc')::date, kind, size, hold, through, settings,
               coalesce(events, (select staged_events.events from lane_staged staged_events where id = staged))
          from record),
      written as (
        update workspaces set machine = $4, machine_version = $3, route_version = $5, log_seq = $7, held_from = $8,
               events = events + $9, data_clock = to_timestamp($10::double precision / 1000), week_number = $11,
               closed_week = $12, waiting_settlement = $13
         where no = $1 and machine_version = $2 returning time_zone),
      counted as (
        insert into lane_event_counts as kept (workspace_no, day, events)
        select $1, (now() at time zone time_zone)::date, $9 from written where $9::bigint > 0
        on conflict (workspace_no, day) do update set events = kept.events + excluded.events),
      ${answerWrites('$14')}
      select (select count(*)::int from written) as written`,
    values: [
      workspaceNo,
      before.version,
      after.version,
      JSON.stringify(workspace),
      after.routeVersion,
      recordsJson(end.records),
      after.logSeq,
      after.heldFrom,
      stored,
      workspace.clock,
      end.weekNumber,
      workspace.closedWeek,
      workspace.waiting,
      answersJson(end.answers),
    ],
  });
  if (written.rows[0]?.written !== 1) throw new RoundFencedError();
}

/**
 * Notifies those who wait for the answers of a round, and who keeps route entries. Call it once the round is committed: PostgreSQL
 * commits one transaction with notifications at a time, and each would hold the others up for as long as the disk takes.
 * What is lost here is found by who waits for it: answers by their tickets, route entries by their versions.
 */
export async function notifyOfRound(q: Queryable, { workspaceNo, before, after, answers }: RoundEnd): Promise<void> {
  const notices = answerNotices(answers);
  if (after.routeVersion !== before.routeVersion) notices.push([routeChannel, `${workspaceNo}:${after.routeVersion}`]);
  if (notices.length === 0) return;
  await q.query({ name: 'lane-notify', text: `select ${noticesSent('$1')}`, values: [JSON.stringify(notices)] });
}

/** Answers a request that could not be stored; nothing else is written. */
export async function refuseRequest(
  q: Queryable,
  workspaceNo: number,
  request: GivenAnswer['request'],
  sentence: string,
): Promise<void> {
  const answers = [{ request, json: JSON.stringify({ error: sentence }) }];
  await q.query({
    name: 'lane-refuse',
    text: `with ${answerWrites('$2')} select ${noticesSent('$3')} from (select $1::int) workspace`,
    values: [workspaceNo, answersJson(answers), JSON.stringify(answerNotices(answers))],
  });
}

const answerWrites = (json: string): string => `answer as (
        select (row->>0)::bigint as id, row->>1 as channel, (row->>2)::bigint as ticket, row->3 as answer
          from json_array_elements(${json}::json) as row),
      gone as (delete from lane_staged where id in (select id from answer)),
      kept as (
        insert into lane_answers (channel, ticket, workspace_no, answer)
        select channel, ticket, $1, answer from answer on conflict do nothing)`;

const noticesSent = (json: string): string => `(select count(pg_notify(row->>0, row->>1))
         from json_array_elements(${json}::json) as row) as notice`;

function recordsJson(records: readonly NewRecord[]): string {
  return JSON.stringify(
    records.map(({ seq, kind, size, hold, through, settings, staged, events }) => [
      seq,
      kind,
      size,
      hold,
      through,
      settings ?? null,
      staged,
      events,
    ]),
  );
}

/** The answers' own text goes in as it is. */
function answersJson(answers: readonly GivenAnswer[]): string {
  const rows = answers.map(
    ({ request, json }) => `[${request.id},${JSON.stringify(request.channel)},${request.ticket},${json}]`,
  );
  return `[${rows.join(',')}]`;
}

/** One notification per waiting process, more where the answers do not fit; equal answers are sent once. */
function answerNotices(answers: readonly GivenAnswer[]): [channel: string, payload: string][] {
  const notices: [string, string][] = [];
  for (const [channel, texts] of byChannel(answers)) {
    let parts: string[] = [];
    let bytes = 2;
    for (const part of texts) {
      const size = Buffer.byteLength(part) + 1;
      if (bytes + size > payloadBytes && parts.length > 0) {
        notices.push([answerChannel(channel), `[${parts.join(',')}]`]);
        parts = [];
        bytes = 2;
      }
      parts.push(part);
      bytes += size;
    }
    notices.push([answerChannel(channel), `[${parts.join(',')}]`]);
  }
  return notices;
}

/** `[answer, tickets]` as JSON for each channel; the answer is null where it is too large for a notification. */
function byChannel(answers: readonly GivenAnswer[]): Map<string, string[]> {
  const tickets = new Map<string, Map<string, number[]>>();
  for (const { request, json } of answers) {
    const ofChannel = tickets.get(request.channel) ?? new Map<string, number[]>();
    tickets.set(request.channel, ofChannel);
    const text = json.length > payloadBytes / 3 ? 'null' : json;
    const same = ofChannel.get(text);
    if (same === undefined) ofChannel.set(text, [request.ticket]);
    else same.push(request.ticket);
  }
  return new Map(
    [...tickets].map(([channel, ofChannel]) => [
      channel,
      [...ofChannel].map(([text, list]) => `[${text},${JSON.stringify(list)}]`),
    ]),
  );
}

/** Answers that everybody waiting has long had, or has given up on. */
export async function forgetAnswers(q: Queryable, olderThanMs: number): Promise<void> {
  await q.query("delete from lane_answers where at < now() - $1 * interval '1 millisecond'", [olderThanMs]);
}

/** What the machine remembers of items, loaded and saved a round at a time. */
interface ItemKey {
  readonly stepNo: number;
  readonly item: string;
}

export interface StoredItem extends ItemKey {
  readonly state: ItemState;
}

/** The states of those items that have one. */
export async function readItems(q: Queryable, workspaceNo: number, keys: readonly ItemKey[]): Promise<StoredItem[]> {
  if (keys.length === 0) return [];
  const found = await q.query<StoredItem>({
    name: 'lane-read-items',
    // The limit keeps this one look into the index an item: on a table that was never analysed a join reads it all.
    text: `select wanted.step_no as "stepNo", wanted.item, stored.state
             from unnest($2::int[], $3::text[]) as wanted(step_no, item)
             cross join lateral (select state from lane_items
               where workspace_no = $1 and step_no = wanted.step_no and item = wanted.item limit 1) as stored`,
    values: [workspaceNo, keys.map(({ stepNo }) => stepNo), keys.map(({ item }) => item)],
  });
  return found.rows;
}

export async function saveItems(q: Queryable, workspaceNo: number, items: readonly StoredItem[]): Promise<void> {
  if (items.length === 0) return;
  await q.query({
    name: 'lane-save-items',
    text: `insert into lane_items (workspace_no, step_no, item, state)
           select $1, (row->>0)::int, row->>1, row->2 from json_array_elements($2::json) as row
           on conflict (workspace_no, step_no, item) do update set state = excluded.state`,
    values: [workspaceNo, JSON.stringify(items.map(({ stepNo, item, state }) => [stepNo, item, state]))],
  });
}

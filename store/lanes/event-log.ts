/** The log of a workspace and the ids of its events: what is staged comes in here, a round at a time. */
import type { PinChange } from '../../domain/lanes/pin.ts';
import type { WireEvent } from '../../domain/lanes/event.ts';
import type { Queryable } from '../database.ts';
import type { IngestRequest, WorkspaceChange } from './ingest-request.ts';

/** A staged request as the round takes it. */
export interface StagedRequest {
  readonly id: number;
  readonly channel: string;
  readonly ticket: number;
  readonly kind: IngestRequest['kind'];
  readonly size: number;
  readonly events: readonly WireEvent[] | null;
  readonly details: StagedDetails;
}

/** The other members of a request; each kind has its own. */
interface StagedDetails {
  readonly hold?: boolean;
  readonly indexes?: readonly number[];
  /** Epoch ms. */
  readonly through?: number;
  readonly change?: WorkspaceChange;
  readonly pin?: PinChange;
  readonly actor?: string;
  /** Of a close that ends a hold which has expired: since when it lasted, epoch ms. Another hold is left alone. */
  readonly expired?: number;
  readonly note?: string;
  /** Sent with a key that speaks for agents alone. */
  readonly fromAgents?: true;
}

interface TakeLimits {
  readonly requests: number;
  /** A request with more than this makes a round of its own. */
  readonly events: number;
}

/**
 * The oldest staged requests of a workspace, as many as make a round, and whether there may be more.
 * @param after ids up to this one are passed over: rows that were deleted lately lie there and cost time to pass
 */
export async function readStaged(
  q: Queryable,
  workspaceNo: number,
  after: number,
  limits: TakeLimits,
): Promise<{ requests: StagedRequest[]; more: boolean }> {
  const found = await q.query<StagedRequest & { waiting: number }>({
    name: 'lane-read-staged',
    text: `select id, channel, ticket, kind, size, events, details, waiting
             from (select *, sum(size) over (order by id) as total, row_number() over (order by id) as place,
                          (count(*) over ())::int as waiting
                     from (select * from lane_staged where workspace_no = $1 and id > $2 order by id limit $3) oldest
                  ) counted
            where total <= $4 or place = 1 order by id`,
    values: [workspaceNo, after, limits.requests, limits.events],
  });
  const { rows } = found;
  return { requests: rows, more: rows.length >= limits.requests || rows.length < (rows[0]?.waiting ?? 0) };
}

/** The ids that a request would add, with the place in the log that it would have. */
export interface NewIds {
  readonly seq: number;
  /** Whether they are those of an agent's work. */
  readonly byAgent: boolean;
  readonly ids: readonly string[];
}

/** Ids that are stored; true for those of an agent's work. */
export type KnownIds = ReadonlyMap<string, boolean>;

interface KnownRow {
  readonly id: string;
  readonly byAgent: boolean;
}

const knownIds = (rows: readonly KnownRow[]): Map<string, boolean> =>
  new Map(rows.map(({ id, byAgent }) => [id, byAgent]));

/**
 * Claims event ids. Those that were stored before keep their place.
 * @returns the ids that were stored before
 */
export async function claimEventIds(q: Queryable, workspaceNo: number, claims: readonly NewIds[]): Promise<KnownIds> {
  const wanted = claims.reduce((sum, { ids }) => sum + ids.length, 0);
  if (wanted === 0) return new Map();
  const json = JSON.stringify(claims.map(({ seq, byAgent, ids }) => [seq, byAgent, ids]));
  const added = await q.query({
    name: 'lane-claim-ids',
    text: `insert into lane_event_ids (workspace_no, id, seq, by_agent)
           select $1, id, seq, by_agent from ${claimed('$2')}, json_array_elements_text(ids) as id
           on conflict do nothing`,
    values: [workspaceNo, json],
  });
  if (added.rowCount === wanted) return new Map();
  const firstSeq = Math.min(...claims.map(({ seq }) => seq));
  const known = await q.query<KnownRow>({
    name: 'lane-known-ids',
    text: `select stored.id, stored.by_agent as "byAgent"
             from ${claimed('$2')}, json_array_elements_text(ids) as given (id)
             cross join lateral ${storedId} as stored
            where stored.seq < $3`,
    values: [workspaceNo, json, firstSeq],
  });
  return knownIds(known.rows);
}

/**
 * The limit keeps this one look into the index an id. A join goes the other way round on a table that grew faster than it
 * is analysed: through all of its ids for each that is given, for minutes.
 */
const storedId = '(select id, seq, by_agent from lane_event_ids where workspace_no = $1 and id = given.id limit 1)';

/** Those of the ids that are stored. */
export async function readKnownIds(
  q: Queryable,
  workspaceNo: number,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const known = await q.query<KnownRow>({
    name: 'lane-stored-ids',
    text: `select stored.id, stored.by_agent as "byAgent" from json_array_elements_text($2::json) as given (id)
             cross join lateral ${storedId} as stored`,
    values: [workspaceNo, JSON.stringify(ids)],
  });
  return knownIds(known.rows);
}

/** A claim is unpacked once (`offset 0`), not once for each of its ids: it is as long as all of them together. */
const claimed = (json: string): string =>
  `(select (claim->>0)::bigint as seq, (claim->>1)::boolean as by_agent, claim->2 as ids from json_array_elements(${json}::json) as claim offset 0) claims`;

/** As a list of values for the index, for the same reason. */
const isGiven = 'id = any(array(select json_array_elements_text($2::json)))';

/** Gives ids back whose events were not stored after all, so that they may be sent again. */
export async function releaseEventIds(q: Queryable, workspaceNo: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await q.query({
    name: 'lane-release-ids',
    text: `delete from lane_event_ids where workspace_no = $1 and ${isGiven}`,
    values: [workspaceNo, JSON.stringify(ids)],
  });
}

export async function markEvents(
  q: Queryable,
  workspaceNo: number,
  mark: 'late' | 'repeat',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await q.query({
    name: `lane-mark-${mark}`,
    text: `update lane_event_ids set ${mark} = true where workspace_no = $1 and ${isGiven}`,
    values: [workspaceNo, JSON.stringify(ids)],
  });
}

/** A record that a round adds to the log. */
export interface NewRecord {
  readonly seq: number;
  readonly kind: IngestRequest['kind'];
  readonly size: number;
  readonly hold: boolean;
  /** ISO 8601: how far a clock moves, or when held events came. */
  readonly through: string | null;
  /** Settings, the change of a pin, the part of a close (`HeldPart`), or who sent events (`SentBy`). */
  readonly settings: unknown;
  /** The staged request whose events are stored as they are; then `events` is null. */
  readonly staged: number | null;
  readonly events: readonly WireEvent[] | null;
}

/** A record as the log holds it. */
export interface LoggedRecord {
  readonly seq: number;
  readonly kind: IngestRequest['kind'];
  readonly hold: boolean;
  readonly through: Date | null;
  readonly settings: unknown;
  readonly events: readonly WireEvent[] | null;
}

/** What the log keeps of the sender of events, where it matters. */
export interface SentBy {
  readonly fromAgents: true;
}

export function isFromAgents({ kind, settings }: LoggedRecord): boolean {
  return kind === 'events' && (settings as SentBy | null)?.fromAgents === true;
}

/** An event that is held, with the place in the log of the record that brought it. */
interface LoggedEvent {
  readonly seq: number;
  readonly event: WireEvent;
}

/**
 * Every event that was held from this record on, in the order of the log, those that a part of a close took included.
 * @param all whether the hold is of an older version, under which whatever came was held
 */
export async function readHeldEvents(
  q: Queryable,
  workspaceNo: number,
  fromSeq: number,
  all: boolean,
): Promise<LoggedEvent[]> {
  const found = await q.query<{ seq: number; events: WireEvent[] }>(
    `select seq, events from lane_log where workspace_no = $1 and seq >= $2 and kind = 'events' and (hold or $3)
      order by seq`,
    [workspaceNo, fromSeq, all],
  );
  return found.rows.flatMap(({ seq, events }) => events.map((event) => ({ seq, event })));
}

/**
 * The records after `seq`, oldest first: as many as come to some 20,000 events, at least one.
 * Called again with the last seq until it gives nothing.
 */
export async function readLog(q: Queryable, workspaceNo: number, afterSeq: number): Promise<LoggedRecord[]> {
  const found = await q.query<LoggedRecord>({
    name: 'lane-read-log',
    text: `select seq, kind, hold, through, settings, events
             from (select *, sum(size) over (order by seq) as total, row_number() over (order by seq) as place
                     from (select * from lane_log where workspace_no = $1 and seq > $2 order by seq limit 5000) next
                  ) counted
            where total <= 20000 or place = 1 order by seq`,
    values: [workspaceNo, afterSeq],
  });
  return found.rows;
}

/** Makes the partitions of the log for this month and the next. */
export async function prepareLog(q: Queryable): Promise<void> {
  await q.query(
    `select lane_log_month(today), lane_log_month((today + interval '1 month')::date)
       from (select (now() at time zone 'utc')::date as today) clock`,
  );
}

/** Requests on their way to the ingest session and answers on their way back: `lane_staged`, `lane_answers`. */
import type { Queryable } from '../database.ts';
import type { IngestRequest, WorkspaceRef } from './ingest-request.ts';

/** Told to the session of a workspace that something was staged. */
export const wakeChannel = (workspaceNo: number): string => `lane_staged_${workspaceNo}`;
/** Told to the process that waits for answers. */
export const answerChannel = (channel: string): string => `lane_answers_${channel}`;
/** Told to every process that keeps route entries: `<workspace no>:<route version>`. */
export const routeChannel = 'lane_routes';

/** A request as its row holds it; text of JSON where the column is json. */
export interface StagedRow {
  readonly workspaceNo: number;
  readonly channel: string;
  readonly ticket: number;
  readonly kind: IngestRequest['kind'];
  readonly size: number;
  /** Bytes only where the request is staged alone: a list of requests has none. */
  readonly events: string | Buffer | null;
  readonly details: string;
}

/** Bytes above which a request is staged by a statement of its own, so that small ones do not wait for it. */
export const aloneFromBytes = 65_536;

export function stagedRow(workspaceNo: number, channel: string, ticket: number, request: IngestRequest): StagedRow {
  const { kind } = request;
  const row = { workspaceNo, channel, ticket, kind };
  if (request.kind !== 'events') {
    const { kind: _kind, ...details } = request;
    return { ...row, size: 0, events: null, details: JSON.stringify(details) };
  }
  const { events, indexes, hold, actor, note } = request;
  const details = JSON.stringify({ hold, indexes, actor, note });
  if (!('json' in events)) return { ...row, size: events.length, events: JSON.stringify(events), details };
  const { json, count } = events;
  return { ...row, size: count, events: json.length > aloneFromBytes ? json : json.toString(), details };
}

/**
 * Stages requests in one statement, in the order given. The table is unlogged, so the commit waits for no disk: nobody
 * is told that a request is staged, and where the server dies the client finds it gone (`readLost`).
 */
export async function stage(q: Queryable, rows: readonly StagedRow[]): Promise<void> {
  const [only] = rows;
  if (only !== undefined && rows.length === 1)
    await q.query({
      name: 'lane-stage-one',
      text: `insert into lane_staged (workspace_no, channel, ticket, kind, size, events, details)
             values ($1::int, $2, $3::bigint, $4, $5::int, $6::json, $7::json)`,
      values: [only.workspaceNo, only.channel, only.ticket, only.kind, only.size, only.events, only.details],
    });
  else
    await q.query({
      name: 'lane-stage-many',
      text: `insert into lane_staged (workspace_no, channel, ticket, kind, size, events, details)
             select * from unnest($1::int[], $2::text[], $3::bigint[], $4::text[], $5::int[], $6::json[], $7::json[])`,
      values: [
        rows.map((row) => row.workspaceNo),
        rows.map((row) => row.channel),
        rows.map((row) => row.ticket),
        rows.map((row) => row.kind),
        rows.map((row) => row.size),
        rows.map((row) => row.events),
        rows.map((row) => row.details),
      ],
    });
}

/** Tells the sessions of these workspaces that there is something to do. */
export async function wakeSessions(q: Queryable, workspaceNos: readonly number[]): Promise<void> {
  await q.query({
    name: 'lane-wake',
    text: "select pg_notify(channel, '') from unnest($1::text[]) as channel",
    values: [workspaceNos.map(wakeChannel)],
  });
}

/** Workspaces for which something waits: where nobody waits for its answer any more, it is taken in all the same. */
export async function readStagedWorkspaces(q: Queryable): Promise<WorkspaceRef[]> {
  const found = await q.query<WorkspaceRef>(
    'select no, id from workspaces where exists (select from lane_staged where workspace_no = no)',
  );
  return found.rows;
}

/** Of requests that were staged, those that are neither staged nor answered: they went down with the server. */
export async function readLost(q: Queryable, channel: string, tickets: readonly number[]): Promise<number[]> {
  const found = await q.query<{ ticket: number }>(
    `select wanted.ticket from unnest($2::bigint[]) as wanted (ticket)
      where not exists (select from lane_staged here where here.channel = $1 and here.ticket = wanted.ticket)
        and not exists (select from lane_answers here where here.channel = $1 and here.ticket = wanted.ticket)`,
    [channel, tickets],
  );
  return found.rows.map(({ ticket }) => ticket);
}

/** Answers to these tickets that are there: a `RecordAnswer`, or `{error}` with the sentence why it has none. */
export async function readAnswers(
  q: Queryable,
  channel: string,
  tickets: readonly number[],
): Promise<{ ticket: number; answer: unknown }[]> {
  const found = await q.query<{ ticket: number; answer: unknown }>({
    name: 'lane-read-answers',
    text: 'select ticket, answer from lane_answers where channel = $1 and ticket = any($2)',
    values: [channel, tickets],
  });
  return found.rows;
}

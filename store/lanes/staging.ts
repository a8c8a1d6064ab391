/** Requests on their way to the ingest session and answers on their way back: `lane_staged`, `lane_answers`. */
import type { Pool, Queryable } from '../database.ts';
import { type IngestRequest, type Served, type Shard, shardOf } from './ingest-request.ts';

/** Notifies the session of a shard, with the number of the workspace for which something was staged. */
const shardChannel = ({ no, of }: Shard): string => `lane_staged_${no}_of_${of}`;
/** Notifies a session of one workspace alone, as those of older versions are. */
const workspaceChannel = (workspaceNo: number): string => `lane_staged_${workspaceNo}`;
/** Notifies a session that something was staged. */
export const wakeChannel = (served: Served): string =>
  'of' in served ? shardChannel(served) : workspaceChannel(served.no);
/** Notifies the process that waits for answers. */
export const answerChannel = (channel: string): string => `lane_answers_${channel}`;
/** Notifies every process that keeps route entries: `<workspace no>:<route version>`. */
export const routeChannel = 'lane_routes';

/** A request as its row holds it; text of JSON where the column is json. */
interface StagedRow {
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
const aloneFromBytes = 65_536;

export function stagedRow(workspaceNo: number, channel: string, ticket: number, request: IngestRequest): StagedRow {
  const { kind } = request;
  const row = { workspaceNo, channel, ticket, kind };
  if (request.kind !== 'events') {
    const { kind: _kind, ...details } = request;
    return { ...row, size: 0, events: null, details: JSON.stringify(details) };
  }
  const { events, indexes, hold, actor, note, fromAgents } = request;
  const details = JSON.stringify({ hold, indexes, actor, note, fromAgents });
  if (!('json' in events)) return { ...row, size: events.length, events: JSON.stringify(events), details };
  const { json, count } = events;
  return { ...row, size: count, events: json.length > aloneFromBytes ? json : json.toString(), details };
}

/**
 * Stages requests in one statement, in the order given, and notifies the sessions of their workspaces. The table is unlogged,
 * so the commit waits for no disk: no caller gets the answer that a request is staged, and where the server dies the client finds it
 * gone (`readLost`).
 * @param shards how many sessions share the workspaces
 */
export async function stage(q: Queryable, rows: readonly StagedRow[], shards = 1): Promise<void> {
  const notified = [...new Set(rows.map(({ workspaceNo }) => workspaceNo))].flatMap((no) => [
    [shardChannel(shardOf(no, shards)), String(no)],
    [workspaceChannel(no), String(no)],
  ]);
  const channels = notified.map(([channel]) => channel);
  const workspaces = notified.map(([, workspace]) => workspace);
  const [only] = rows;
  if (only !== undefined && rows.length === 1)
    await q.query({
      name: 'lane-stage-one',
      text: `with staged as (
          insert into lane_staged (workspace_no, channel, ticket, kind, size, events, details)
          values ($3::int, $4, $5::bigint, $6, $7::int, $8::json, $9::json))
        ${sessionsNotified}`,
      values: [
        channels,
        workspaces,
        only.workspaceNo,
        only.channel,
        only.ticket,
        only.kind,
        only.size,
        only.events,
        only.details,
      ],
    });
  else
    await q.query({
      name: 'lane-stage-many',
      text: `with staged as (
          insert into lane_staged (workspace_no, channel, ticket, kind, size, events, details)
          select * from unnest($3::int[], $4::text[], $5::bigint[], $6::text[], $7::int[], $8::json[], $9::json[]))
        ${sessionsNotified}`,
      values: [
        channels,
        workspaces,
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

const sessionsNotified =
  'select pg_notify(channel, workspace) from unnest($1::text[], $2::text[]) as notified (channel, workspace)';

/** Numbers of the workspaces for which something is staged: a look into the index for each, however many rows wait. */
export const stagedWorkspaces = `
  with recursive waiting as (
    (select workspace_no as no from lane_staged order by workspace_no limit 1)
    union all
    select (select workspace_no from lane_staged where workspace_no > waiting.no order by workspace_no limit 1)
      from waiting where waiting.no is not null)
  select no from waiting where no is not null`;

/** Workspaces of a session for which something is staged. */
export async function readStagedWorkspaces(q: Queryable, served: Served): Promise<number[]> {
  const { no } = served;
  const found =
    'of' in served
      ? await q.query<{ no: number }>({
          name: 'lane-staged-of-shard',
          text: `${stagedWorkspaces} and no % $2 = $1`,
          values: [no, served.of],
        })
      : await q.query<{ no: number }>({
          name: 'lane-staged-of-workspace',
          text: 'select $1::int as no where exists (select from lane_staged where workspace_no = $1)',
          values: [no],
        });
  return found.rows.map((row) => row.no);
}

/** Shards for which something waits: where nobody waits for its answer any more, it is ingested all the same. */
export async function readStagedShards(q: Queryable, shards: number): Promise<Shard[]> {
  const found = await q.query<{ no: number }>(`select distinct no % $1 as no from (${stagedWorkspaces}) staged`, [
    shards,
  ]);
  return found.rows.map(({ no }) => ({ no, of: shards }));
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

// * Stages requests in groups: one multi-row insert is under way per process and takes along whatever came meanwhile,
// which carries three times as many requests as an insert each. Large bodies go alone and hold nobody up.

const groupRows = 200;
const groupBytes = 1_000_000;

interface Stager {
  /** Resolves when the request is committed; @throws what the database says to this one. */
  stage(row: StagedRow): Promise<void>;
}

interface Waiting {
  readonly row: StagedRow;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** @param shards how many sessions share the workspaces */
export function openStager(pool: Pool, shards: number): Stager {
  const queue: Waiting[] = [];
  let staging = false;

  const bytesOf = ({ events, details }: StagedRow): number => (events?.length ?? 0) + details.length;

  const nextGroup = (): Waiting[] => {
    let bytes = 0;
    let count = 0;
    for (const { row } of queue) {
      bytes += bytesOf(row);
      if (count === groupRows || (count > 0 && bytes > groupBytes)) break;
      count += 1;
    }
    return queue.splice(0, count);
  };

  const run = async (): Promise<void> => {
    if (staging) return;
    staging = true;
    while (queue.length > 0) await insert(nextGroup());
    staging = false;
  };

  const insert = async (group: readonly Waiting[]): Promise<void> => {
    try {
      await stage(
        pool,
        group.map(({ row }) => row),
        shards,
      );
    } catch (error) {
      const [only] = group;
      // One bad row fails the statement of all: alone each gets what it deserves.
      if (group.length > 1) for (const one of group) await insert([one]);
      else only?.failed(error);
      return;
    }
    for (const { done } of group) done();
  };

  return {
    stage: (row) =>
      new Promise((done, failed) => {
        const one = { row, done, failed };
        if (bytesOf(row) > aloneFromBytes) void insert([one]);
        else {
          queue.push(one);
          void run();
        }
      }),
  };
}

/** The evidence log of a task and the list of its files. The chain only ever grows; bytes lie in the blob store. */
import { emptyChain, extendChain, type ChainHead, type ChainLink } from '../domain/dispatch/evidence/chain.ts';
import { manifestFile, numberedName } from '../domain/dispatch/evidence/manifest.ts';
import type { PackRecord, PreviousPack } from '../domain/dispatch/evidence/manifest.ts';
import type { ChainedEvent, EvidenceFile, EvidenceEvent } from '../domain/dispatch/evidence/evidence-events.ts';
import { sha256 } from '../process/evidence-crypto.ts';
import { inTransaction, type Pool, type Queryable } from './database.ts';

/** Evidence that cannot be taken: nothing was stored. */
export class EvidenceError extends Error {
  readonly code: 'no_such_task' | 'task_is_final';
  constructor(code: EvidenceError['code'], message: string) {
    super(message);
    this.name = 'EvidenceError';
    this.code = code;
  }
}

export interface EvidenceFileRow {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly mediaType: string;
  readonly blobKey: string;
}

const fileColumns = 'file, sha256, bytes, media_type as "mediaType", blob_key as "blobKey"';

/** Appends events to the chain of a task, as `appendLinks` does. */
export async function appendEvents(
  pool: Pool,
  taskId: string,
  events: readonly EvidenceEvent[],
  at: Date,
): Promise<ChainedEvent[]> {
  return (await appendLinks(pool, taskId, events, at)).map(({ event }) => event);
}

type EventLink = ChainLink & { readonly event: ChainedEvent };

/**
 * Appends events to the chain of a task, all or none. Writers wait for one another on the task's row, so the
 * chain has no gap and no fork.
 * @param end where the chain ended when the caller wrote last: where it still does, one statement is enough
 * @throws EvidenceError task_is_final when the pack is closed: a worker that was given up must not write on
 */
export async function appendLinks(
  pool: Pool,
  taskId: string,
  events: readonly EvidenceEvent[],
  at: Date,
  end?: ChainHead,
): Promise<EventLink[]> {
  if (events.length === 0) return [];
  const time = at.toISOString();
  if (end !== undefined) {
    const links = extendChain(end, events, time, sha256);
    if (await appendedAfter(pool, taskId, end, links, at)) return links;
  }
  return inTransaction(pool, async (q) => {
    await lockOpenTask(q, taskId);
    const links = extendChain(await chainHead(q, taskId), events, time, sha256);
    await q.query({
      name: 'append-events',
      text: `insert into evidence_events (task_id, seq, line, hash, at)
             select $1, seq, line, hash, $2 from unnest($3::int[], $4::text[], $5::text[]) as e (seq, line, hash)`,
      values: [taskId, at, ...columnsOf(links)],
    });
    return links;
  });
}

const columnsOf = (links: readonly ChainLink[]): [number[], string[], string[]] => [
  links.map(({ seq }) => seq),
  links.map(({ line }) => line),
  links.map(({ hash }) => hash),
];

/** SQLSTATE unique_violation. */
const isTaken = (error: unknown): boolean => (error as { code?: unknown }).code === '23505';

/**
 * A writer that commits while this one waits for the task's row has given the next number away: then the key of the events
 * refuses it a second time.
 * @returns false when nothing was appended, because the chain ends elsewhere or the task takes nothing more
 */
async function appendedAfter(
  q: Queryable,
  taskId: string,
  end: ChainHead,
  links: readonly ChainLink[],
  at: Date,
): Promise<boolean> {
  try {
    const appended = await q.query({
      name: 'append-events-after',
      text: `with open as materialized (
               select id from tasks where id = $1 and finished_at is null for no key update),
             last as (select seq, hash from evidence_events where task_id = $1 order by seq desc limit 1)
             insert into evidence_events (task_id, seq, line, hash, at)
             select open.id, e.seq, e.line, e.hash, $2
               from open join last on last.seq = $6 and last.hash = $7,
                    unnest($3::int[], $4::text[], $5::text[]) as e (seq, line, hash)`,
      values: [taskId, at, ...columnsOf(links), end.seq, end.hash],
    });
    return appended.rowCount === links.length;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

/** The chain as stored, from its beginning. */
export async function readEvents(q: Queryable, taskId: string): Promise<ChainLink[]> {
  const found = await q.query<ChainLink>({
    name: 'read-events',
    text: 'select seq, line, hash from evidence_events where task_id = $1 order by seq',
    values: [taskId],
  });
  return found.rows;
}

/** The last link of the chain of a task. */
export async function chainHead(q: Queryable, taskId: string): Promise<ChainHead> {
  const found = await q.query<ChainHead>({
    name: 'chain-head',
    text: 'select seq, hash from evidence_events where task_id = $1 order by seq desc limit 1',
    values: [taskId],
  });
  return found.rows[0] ?? emptyChain;
}

/**
 * Lists a file of a task. A name that is taken by other bytes gets a number, because events already point at
 * those; the same bytes under the same name are listed once.
 * @returns the file under the name it got
 * @throws EvidenceError task_is_final
 */
export async function addFile(pool: Pool, taskId: string, wanted: EvidenceFileRow): Promise<EvidenceFile> {
  const listed = { file: wanted.file, sha256: wanted.sha256, bytes: wanted.bytes, media_type: wanted.mediaType };
  // As nearly always, the name is new.
  if (await listNewFile(pool, taskId, wanted)) return listed;
  return inTransaction(pool, async (q) => {
    await lockOpenTask(q, taskId);
    const taken = new Map((await readFiles(q, taskId)).map((row) => [row.file, row.sha256]));
    let file = wanted.file;
    for (let n = 2; taken.has(file) && taken.get(file) !== wanted.sha256; n += 1) file = numberedName(wanted.file, n);
    if (!taken.has(file)) await insertFiles(q, taskId, [{ ...wanted, file }]);
    return { ...listed, file };
  });
}

/** @returns false when nothing was listed, because the name is taken or the task takes nothing more */
async function listNewFile(
  q: Queryable,
  taskId: string,
  { file, sha256: digest, bytes, mediaType, blobKey }: EvidenceFileRow,
): Promise<boolean> {
  const listed = await q.query({
    name: 'list-new-file',
    text: `with open as materialized (
             select id from tasks where id = $1 and finished_at is null for no key update)
           insert into evidence_files (task_id, file, sha256, bytes, media_type, blob_key)
           select id, $2, $3, $4, $5, $6 from open
           on conflict (task_id, file) do nothing`,
    values: [taskId, file, digest, bytes, mediaType, blobKey],
  });
  return listed.rowCount === 1;
}

/** What a pack is made of that may change until it is closed. */
export interface PackBasis {
  readonly head: ChainHead;
  readonly senderId: string;
  readonly record: PackRecord | null;
  readonly previous: PreviousPack | null;
}

/**
 * Lists the files that close a pack, over those of an earlier packing, if neither the chain has grown meanwhile nor
 * another task of the same record become final.
 * @returns false when it has: what was packed is not the whole evidence log, pack again
 * @throws EvidenceError task_is_final
 */
export async function closePack(
  pool: Pool,
  taskId: string,
  { head, senderId, record, previous }: PackBasis,
  files: readonly EvidenceFileRow[],
): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    await lockOpenTask(q, taskId);
    const now = await chainHead(q, taskId);
    if (now.seq !== head.seq || now.hash !== head.hash) return false;
    if ((await previousPack(q, senderId, record))?.task_id !== previous?.task_id) return false;
    await insertFiles(q, taskId, files);
    return true;
  });
}

/** `recordOf` (domain/dispatch/task-title) as SQL. */
export const recordColumn = `coalesce('claim ' || (params->>'claim_id'), 'dispute ' || (params->>'dispute_id'),
    case when task_type in ('file_dispute', 'answer_claim') then 'invoice ' || (params->>'invoice_number') end,
    'PRO ' || (params->>'pro'), 'invoice ' || (params->>'invoice_number'),
    'chargeback ' || (params->>'chargeback_id'))`;

/** The pack of a sender's task on this record that was the last to become final; never another sender's. */
export async function previousPack(
  q: Queryable,
  senderId: string,
  record: PackRecord | null,
): Promise<PreviousPack | null> {
  if (record === null) return null;
  // Found by its number among the words of the tasks, and of those the ones that are about it.
  const number = record.record.slice(record.record.indexOf(' ') + 1).toLowerCase();
  const found = await q.query<PreviousPack>({
    name: 'previous-pack',
    text: `select task.id as task_id, file.sha256 as manifest_sha256
             from tasks task join evidence_files file on file.task_id = task.id and file.file = '${manifestFile}'
            where task_words(params, client_ref, confirmation_number) @@ $4::tsquery
              and sender_id = $1 and ${recordColumn} = $2 and portal is not distinct from $3
              and finished_at is not null and manifest_file is not null
            order by finished_at desc, task.id desc limit 1`,
    values: [senderId, record.record, record.portal, `'${number.replace(/['\\]/g, '$&$&')}'`],
  });
  return found.rows[0] ?? null;
}

/** All files of a task by name. */
export async function readFiles(q: Queryable, taskId: string): Promise<EvidenceFileRow[]> {
  const found = await q.query<EvidenceFileRow>({
    name: 'read-files',
    text: `select ${fileColumns} from evidence_files where task_id = $1 order by file`,
    values: [taskId],
  });
  return found.rows;
}

export async function readFile(q: Queryable, taskId: string, file: string): Promise<EvidenceFileRow | undefined> {
  const found = await q.query<EvidenceFileRow>({
    name: 'read-file',
    text: `select ${fileColumns} from evidence_files where task_id = $1 and file = $2`,
    values: [taskId, file],
  });
  return found.rows[0];
}

/** Lists files of a pack, over those of an earlier packing. */
export async function insertFiles(q: Queryable, taskId: string, files: readonly EvidenceFileRow[]): Promise<void> {
  await q.query({
    name: 'insert-files',
    text: `insert into evidence_files (task_id, file, sha256, bytes, media_type, blob_key)
           select $1, * from unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[])
           on conflict (task_id, file) do update set sha256 = excluded.sha256, bytes = excluded.bytes,
             media_type = excluded.media_type, blob_key = excluded.blob_key, created_at = now()`,
    values: [
      taskId,
      files.map(({ file }) => file),
      files.map(({ sha256 }) => sha256),
      files.map(({ bytes }) => bytes),
      files.map(({ mediaType }) => mediaType),
      files.map(({ blobKey }) => blobKey),
    ],
  });
}

/** Leaves foreign keys free to point at the row meanwhile. */
async function lockOpenTask(q: Queryable, taskId: string): Promise<void> {
  const found = await q.query<{ final: boolean }>({
    name: 'lock-open-task',
    text: 'select finished_at is not null as final from tasks where id = $1 for no key update',
    values: [taskId],
  });
  const task = found.rows[0];
  if (task === undefined) throw new EvidenceError('no_such_task', `there is no task ${taskId}`);
  if (task.final) throw new EvidenceError('task_is_final', `task ${taskId} is final: its evidence is closed`);
}

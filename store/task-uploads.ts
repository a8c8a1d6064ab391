/** CSV files of tasks that came by a page: kept between preview and taking, and a day longer with their report. */
import type { Queryable } from './database.ts';

export interface UploadCounts {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
}

export interface TaskUpload {
  readonly id: string;
  readonly senderId: string;
  readonly actor: string;
  readonly fileName: string;
  readonly content: Buffer;
  readonly createdAt: Date;
  readonly takenAt: Date | null;
  /** The rows with what became of each, as CSV. */
  readonly report: string | null;
  readonly counts: UploadCounts | null;
}

export type NewUpload = Pick<TaskUpload, 'id' | 'senderId' | 'actor' | 'fileName' | 'content'>;

const columns = `id, sender_id as "senderId", actor, file_name as "fileName", content, created_at as "createdAt",
  taken_at as "takenAt", report, counts`;

/** Keeps a file, and lets go of those that are older than a day. */
export async function addUpload(q: Queryable, { id, senderId, actor, fileName, content }: NewUpload): Promise<void> {
  await q.query(`delete from task_uploads where created_at < now() - interval '1 day'`);
  await q.query('insert into task_uploads (id, sender_id, actor, file_name, content) values ($1, $2, $3, $4, $5)', [
    id,
    senderId,
    actor,
    fileName,
    content,
  ]);
}

/** @param actor somebody else's file is as if it were not there */
export async function readUpload(q: Queryable, uploadId: string, actor: string): Promise<TaskUpload | undefined> {
  const found = await q.query<TaskUpload>(`select ${columns} from task_uploads where id = $1 and actor = $2`, [
    uploadId,
    actor,
  ]);
  return found.rows[0];
}

/** Keeps what became of the rows. A second report, of the same file taken twice, changes nothing. */
export async function reportUpload(
  q: Queryable,
  uploadId: string,
  report: string,
  counts: UploadCounts,
): Promise<boolean> {
  const reported = await q.query(
    'update task_uploads set taken_at = now(), report = $2, counts = $3 where id = $1 and taken_at is null',
    [uploadId, report, JSON.stringify(counts)],
  );
  return reported.rowCount === 1;
}

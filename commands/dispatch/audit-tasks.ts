/** The entries of the audit log about tasks that somebody requested: the same from the API, console and command line. */
import { addAudit } from '../../store/audit-log.ts';
import type { Queryable } from '../../store/database.ts';
import type { UploadCounts } from '../../store/task-uploads.ts';
import type { TaskFate } from './take-tasks.ts';

export interface TaskRequest {
  readonly actor: string;
  /** The task that is run again; left out for new work. */
  readonly againOf?: string;
}

export async function auditTaskRequest(
  q: Queryable,
  { kind, task }: Exclude<TaskFate, { kind: 'rejected' }>,
  { actor, againOf }: TaskRequest,
): Promise<void> {
  const again = againOf === undefined ? {} : { again_of: againOf };
  const details = { owner_id: task.senderId, task_type: task.taskType, fate: kind, ...again };
  await addAudit(q, { actor, act: 'task.asked', subject: task.id, details });
}

export interface TaskImport {
  readonly actor: string;
  readonly uploadId: string;
  readonly senderId: string;
  /** Without its folder. */
  readonly fileName: string;
  readonly counts: UploadCounts;
}

export async function auditTaskImport(q: Queryable, done: TaskImport): Promise<void> {
  const { actor, uploadId, senderId, fileName, counts } = done;
  const details = { owner_id: senderId, file: fileName, ...counts };
  await addAudit(q, { actor, act: 'task.imported', subject: uploadId, details });
}

/** Of the rows of a file, by what became of each, or would. */
export function importCounts(lines: readonly { readonly fate: { readonly kind: string } }[]): UploadCounts {
  const count = (kind: string): number => lines.filter(({ fate }) => fate.kind === kind).length;
  return { accepted: count('new'), duplicates: count('duplicate'), rejected: count('rejected') };
}

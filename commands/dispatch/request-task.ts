/** Runs the work of a task that ended without an answer again: the same input as a new task, once. */
import { againKey, mayAskAgain } from '../../domain/dispatch/idempotency.ts';
import type { Channel } from '../../domain/dispatch/task.ts';
import type { RequestedBy } from '../../domain/dispatch/task-schemas.ts';
import { addAudit } from '../../store/audit-log.ts';
import type { Queryable } from '../../store/database.ts';
import { markDone } from '../../store/follow-ups.ts';
import { isUnsettled, readIntents } from '../../store/portal-intents.ts';
import type { UploadCounts } from '../../store/idempotency-keys.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { type IntakeDeps, type IntakeResult, acceptTasks } from './accept-tasks.ts';

interface Asker {
  /** For the audit log. */
  readonly actor: string;
  /** The person resubmitting counts as the requester, so they cannot approve it; null where a key asks. */
  readonly requestedBy: RequestedBy | null;
  /** The key it is asked with; null where none is used. */
  readonly keyId: string | null;
  readonly channel: Channel;
}

/** @returns null where the task may not be run again: it is not over, was completed, or may have written */
export async function askAgain(deps: IntakeDeps, task: TaskRow, asker: Asker): Promise<IntakeResult | null> {
  const intents = await readIntents(deps.pool, task.id);
  if (!mayAskAgain(task, intents.some(isUnsettled))) return null;
  const { keyId, channel } = asker;
  const requestedBy = asker.requestedBy ?? task.requestedBy;
  const input = {
    task_type: task.taskType,
    params: task.params,
    ...(task.instruction === null ? {} : { instruction: task.instruction }),
    ...(task.clientRef === null ? {} : { client_ref: task.clientRef }),
    ...(task.callbackUrl === null ? {} : { callback_url: task.callbackUrl }),
    priority: task.priority,
    idempotency_key: againKey(task),
    ...(requestedBy === null ? {} : { requested_by: requestedBy }),
  };
  const [result] = await acceptTasks(deps, { senderId: task.senderId, keyId, channel }, [input]);
  if (result === undefined) throw new Error('the intake returned no result for a task');
  if (result.kind !== 'rejected') {
    await auditTaskRequest(deps.pool, result, { actor: asker.actor, againOf: task.id });
    // The new task takes the work over, so nobody has to follow up on the old one.
    await markDone(deps.pool, { taskIds: [task.id], note: `Run again as ${result.task.id}.`, actor: asker.actor });
  }
  return result;
}

/** A task that a person requests, by form or on the command line: taken as any other, with an entry of the audit log. */
export async function requestTask(
  deps: IntakeDeps,
  senderId: string,
  input: unknown,
  actor: string,
): Promise<IntakeResult> {
  const [result] = await acceptTasks(deps, { senderId, keyId: null, channel: 'console' }, [input]);
  if (result === undefined) throw new Error('the intake returned no result for a task');
  if (result.kind !== 'rejected') await auditTaskRequest(deps.pool, result, { actor });
  return result;
}

/** The entries of the audit log about tasks that somebody requested: the same from the API, console and command line. */
interface TaskRequest {
  readonly actor: string;
  /** The task that is run again; left out for new work. */
  readonly againOf?: string;
}

async function auditTaskRequest(
  q: Queryable,
  { kind, task }: Exclude<IntakeResult, { kind: 'rejected' }>,
  { actor, againOf }: TaskRequest,
): Promise<void> {
  const again = againOf === undefined ? {} : { again_of: againOf };
  const details = { owner_id: task.senderId, task_type: task.taskType, fate: kind, ...again };
  await addAudit(q, { actor, act: 'task.asked', subject: task.id, details });
}

interface TaskImport {
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

/** Of the rows of a file, by what happened to each, or would. */
export function importCounts(lines: readonly { readonly result: { readonly kind: string } }[]): UploadCounts {
  const count = (kind: string): number => lines.filter(({ result }) => result.kind === kind).length;
  return { accepted: count('new'), duplicates: count('duplicate'), rejected: count('rejected') };
}

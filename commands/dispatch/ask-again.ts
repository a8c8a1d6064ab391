/** Runs the work of a task that ended without an answer again: the same input as a new task, once. */
import { againKey, mayAskAgain } from '../../domain/dispatch/again.ts';
import type { Channel, RequestedBy } from '../../domain/dispatch/task.ts';
import { markDone } from '../../store/follow-ups.ts';
import { isUnsettled, readIntents } from '../../store/portal-intents.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { auditTaskRequest } from './audit-tasks.ts';
import { takeTasks } from './take-tasks.ts';
import type { TakingDeps, TaskFate } from './take-tasks.ts';

export interface Asker {
  /** For the audit log. */
  readonly actor: string;
  /** The person resubmitting counts as the requester, so they cannot approve it; null where a key asks. */
  readonly requestedBy: RequestedBy | null;
  /** The key it is asked with; null where none is used. */
  readonly keyId: string | null;
  readonly channel: Channel;
}

/** @returns null where the task may not be run again: it is not over, was completed, or may have written */
export async function askAgain(deps: TakingDeps, task: TaskRow, asker: Asker): Promise<TaskFate | null> {
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
  const [fate] = await takeTasks(deps, { senderId: task.senderId, keyId, channel }, [input]);
  if (fate === undefined) throw new Error('the intake returned no result for a task');
  if (fate.kind !== 'rejected') {
    await auditTaskRequest(deps.pool, fate, { actor: asker.actor, againOf: task.id });
    // The new task takes the work over, so nobody has to follow up on the old one.
    await markDone(deps.pool, { taskIds: [task.id], note: `Run again as ${fate.task.id}.`, actor: asker.actor });
  }
  return fate;
}

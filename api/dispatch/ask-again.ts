/** Asks once more for the work of a task that ended without an answer: the same input, and a key that makes it one task. */
import { againKey, mayAskAgain } from '../../domain/dispatch/again.ts';
import type { RequestedBy } from '../../domain/dispatch/task.ts';
import { addAudit } from '../../store/audit-log.ts';
import { readIntents } from '../../store/portal-intents.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { takeTasks } from './take-tasks.ts';
import type { TakingDeps, TaskFate } from './take-tasks.ts';

export interface Asker {
  /** For the audit log. */
  readonly actor: string;
  /** Whoever asks again is who asks, and so does not approve it. */
  readonly requestedBy: RequestedBy;
}

/** @returns null where the task may not be asked for again */
export async function askAgain(deps: TakingDeps, task: TaskRow, asker: Asker): Promise<TaskFate | null> {
  const intents = await readIntents(deps.pool, task.id);
  const wrote = intents.some(({ state }) => state !== 'absent');
  if (!mayAskAgain(task, wrote)) return null;
  const origin = { senderId: task.senderId, keyId: null, channel: 'console' } as const;
  const input = {
    task_type: task.taskType,
    params: task.params,
    ...(task.instruction === null ? {} : { instruction: task.instruction }),
    ...(task.clientRef === null ? {} : { client_ref: task.clientRef }),
    ...(task.callbackUrl === null ? {} : { callback_url: task.callbackUrl }),
    priority: task.priority,
    idempotency_key: againKey(task.id),
    requested_by: asker.requestedBy,
  };
  const [fate] = await takeTasks(deps, origin, [input]);
  if (fate === undefined) throw new Error('a task came to nothing');
  if (fate.kind !== 'rejected')
    await addAudit(deps.pool, {
      actor: asker.actor,
      act: 'task.asked',
      subject: fate.task.id,
      details: { owner_id: task.senderId, task_type: task.taskType, fate: fate.kind, again_of: task.id },
    });
  return fate;
}

/** A task that a person requests, by form or on the command line: taken as any other, with an entry of the audit log. */
import { auditTaskRequest } from './audit-tasks.ts';
import { takeTasks } from './take-tasks.ts';
import type { TakingDeps, TaskFate } from './take-tasks.ts';

export async function requestTask(
  deps: TakingDeps,
  senderId: string,
  input: unknown,
  actor: string,
): Promise<TaskFate> {
  const [fate] = await takeTasks(deps, { senderId, keyId: null, channel: 'console' }, [input]);
  if (fate === undefined) throw new Error('the intake returned no result for a task');
  if (fate.kind !== 'rejected') await auditTaskRequest(deps.pool, fate, { actor });
  return fate;
}

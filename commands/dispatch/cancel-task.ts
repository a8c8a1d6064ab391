/** Asks the workflow of a task to stop, for every surface: API, MCP, console and command line. */
import { type Status, isFinal } from '../../domain/dispatch/task.ts';
import { addAudit } from '../../store/audit-log.ts';
import type { TaskRow } from '../../store/tasks.ts';
import type { DispatchCommands } from './deps.ts';

type Cancellation =
  | { readonly kind: 'asked' }
  | { readonly kind: 'ended'; readonly status: Status }
  /** Its workflow has yet to start. */
  | { readonly kind: 'not_started' }
  | { readonly kind: 'engine_unavailable'; readonly error: unknown };

/** @param actor who cancels: in the audit log, in the history, and in the summary of the task */
export async function cancelWork(
  deps: Pick<DispatchCommands, 'pool' | 'cancelTask'> & Partial<Pick<DispatchCommands, 'log'>>,
  { id, senderId, status }: TaskRow,
  actor: string,
): Promise<Cancellation> {
  if (isFinal(status)) return { kind: 'ended', status };
  // Written before: what is asked for shows in the log even if this process ends here.
  await addAudit(deps.pool, { actor, act: 'task.cancelled', subject: id, details: { owner_id: senderId, status } });
  try {
    return { kind: (await deps.cancelTask(id, actor)) ? 'asked' : 'not_started' };
  } catch (error) {
    deps.log?.warn({ err: error, task_id: id }, 'a cancellation did not reach the engine');
    return { kind: 'engine_unavailable', error };
  }
}

/** Stored tasks as the records that every channel answers with: approvals and links read for all of them at once. */
import { presentTask } from '../../domain/dispatch/present-task.ts';
import type { TaskRecord } from '../../domain/dispatch/task-record.ts';
import { type TaskRow, readApprovals } from '../../store/tasks.ts';
import type { DispatchDeps } from './deps.ts';

export async function presentTasks(
  deps: Pick<DispatchDeps, 'pool' | 'linksOf'>,
  tasks: readonly TaskRow[],
): Promise<TaskRecord[]> {
  // Only a task that ran far enough to wait for a person can have approvals; a queued one needs no look.
  const started = tasks.filter((task) => task.status !== 'queued').map((task) => task.id);
  const approvals = await readApprovals(deps.pool, started);
  return tasks.map((task) => presentTask(task, approvals.get(task.id) ?? [], deps.linksOf(task)));
}

/** A task workflow with a small deliberate change: one more command than was recorded. */
import { upsertMemo } from '@temporalio/workflow';
import { task as released } from '../../../workflows/task.ts';
import type { TaskRun } from '../../../domain/dispatch/task-run.ts';
import type { Status } from '../../../domain/dispatch/task.ts';

export async function task(run: TaskRun): Promise<Status> {
  upsertMemo({ note: 'new in this version' });
  return released(run);
}

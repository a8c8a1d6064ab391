/** The one processor of task input, whichever channel it comes by: check, key, write once, queue its workflow. */
import { createHash } from 'node:crypto';
import { contentDigest, derivedKey } from '../../domain/dispatch/idempotency.ts';
import type { Channel, TaskInput } from '../../domain/dispatch/task.ts';
import { newId } from '../../process/ids.ts';
import { readTaskByKey } from '../../store/tasks.ts';
import type { NewTask, TaskRow } from '../../store/tasks.ts';
import { checkTaskInput } from './check-task-input.ts';
import type { DispatchDeps } from './deps.ts';

export interface TaskOrigin {
  readonly senderId: string;
  /** The key the tasks came with; null where no key was used. */
  readonly keyId: string | null;
  readonly channel: Channel;
}

export type TaskFate =
  | { readonly kind: 'new'; readonly task: TaskRow }
  /** The key was seen before. `differs`: the content was not the same then. */
  | { readonly kind: 'duplicate'; readonly task: TaskRow; readonly differs: boolean }
  | {
      readonly kind: 'rejected';
      readonly code: 'invalid_task' | 'no_capability';
      readonly findings: readonly string[];
    };

/** @param values one JSON value for each task; the fates stand in the same order */
export async function takeTasks(
  deps: DispatchDeps,
  origin: TaskOrigin,
  values: readonly unknown[],
): Promise<TaskFate[]> {
  const judged = await Promise.all(values.map((value) => judge(deps, origin, value)));
  const fresh = judged.filter((row): row is NewTask => 'contentDigest' in row);
  const written = fresh.length === 0 ? [] : await deps.writeTasks(fresh);
  const byNewId = new Map(fresh.map((task, index) => [task.id, written[index]]));
  const fates = judged.map((row): TaskFate => {
    if (!('contentDigest' in row)) return row;
    const inserted = byNewId.get(row.id);
    if (!inserted) throw new Error(`task ${row.id} was not written`);
    const { task, created } = inserted;
    return created
      ? { kind: 'new', task }
      : { kind: 'duplicate', task, differs: task.contentDigest !== row.contentDigest };
  });
  for (const fate of fates)
    deps.metrics.tasksTaken.inc({
      task_type: fate.kind === 'rejected' ? 'none' : fate.task.taskType,
      channel: origin.channel,
      fate: fate.kind,
    });
  return fates;
}

async function judge(deps: DispatchDeps, origin: TaskOrigin, value: unknown): Promise<NewTask | TaskFate> {
  const checked = checkTaskInput(value, { allowLoopback: deps.settings.DISPATCH_ALLOW_LOOPBACK });
  if ('findings' in checked) return { kind: 'rejected', code: 'invalid_task', findings: checked.findings };
  const task = newTask(checked.input, origin);
  if (canBeDone(deps, checked.input)) return task;
  // A repeat is answered with its first task even if the playbook that took it is gone by now.
  const first = await readTaskByKey(deps.pool, origin.senderId, task.idempotencyKey);
  if (first) return { kind: 'duplicate', task: first, differs: first.contentDigest !== task.contentDigest };
  return {
    kind: 'rejected',
    code: 'no_capability',
    findings: [`no portal here can do ${checked.input.task_type} yet`],
  };
}

/** A portal action is never done, so it needs no playbook: its task is always taken, and escalated (D27). */
function canBeDone(deps: DispatchDeps, input: TaskInput): boolean {
  return (
    input.task_type === 'portal_action' ||
    deps.playbooks.some((playbook) => playbook.capabilities[input.task_type] !== undefined)
  );
}

function newTask(input: TaskInput, origin: TaskOrigin): NewTask {
  return {
    id: newId('task'),
    senderId: origin.senderId,
    submittedByKey: origin.keyId,
    taskType: input.task_type,
    params: input.params,
    instruction: input.instruction ?? null,
    clientRef: input.client_ref ?? null,
    idempotencyKey: input.idempotency_key ?? derivedKey(input, sha256),
    contentDigest: contentDigest(input, sha256),
    callbackUrl: input.callback_url ?? null,
    priority: input.priority ?? 'normal',
    requestedBy: input.requested_by ?? null,
    channel: origin.channel,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

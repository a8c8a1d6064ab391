/** POST /api/tasks/{id}/again and /cancel, and the MCP tools of the same: what a sender's key may do with a task (D80). */
import type { HandlerOf } from '../http/handler.ts';
import { keyActor } from '../../domain/actor.ts';
import { askAgain } from '../../commands/dispatch/request-task.ts';
import { cancelWork } from '../../commands/dispatch/cancel-task.ts';
import { type IntakeResult, refusedBecause } from '../../commands/dispatch/accept-tasks.ts';
import type { Channel } from '../../domain/dispatch/task.ts';
import { isId } from '../../process/ids.ts';
import { type TaskRow, readTask, revokeTaskLinks } from '../../store/tasks.ts';
import { type Caller, callerOf } from '../http/bearer-key.ts';
import { ApiError, findingsError, notFound } from '../http/errors.ts';
import type { DispatchDeps } from './deps.ts';
import { presentTasks } from './tasks.ts';

const retryAfterSeconds = 2;

export const postAgain: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { id: string };
  const { task, kind } = await repeatTask(deps, callerOf(ctx), id, 'api');
  ctx.status = kind === 'new' ? 201 : 200;
  ctx.set('Location', `/api/tasks/${task.id}`);
  [ctx.body] = await presentTasks(deps, [task]);
};

export const postCancel: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { id: string };
  const task = await stopTask(deps, callerOf(ctx), id);
  ctx.status = 202;
  [ctx.body] = await presentTasks(deps, [task]);
};

/** @throws ApiError not_found, not_repeatable, invalid_task, no_capability */
export async function repeatTask(
  deps: DispatchDeps,
  caller: Caller,
  taskId: string,
  channel: Channel,
): Promise<Exclude<IntakeResult, { kind: 'rejected' }>> {
  const task = await ownTask(deps, caller, taskId);
  const { keyId } = caller;
  const result = await askAgain(deps, task, { actor: keyActor(keyId), requestedBy: null, keyId, channel });
  if (result === null) throw new ApiError('not_repeatable', whyNotAgain(task));
  if (result.kind === 'rejected') throw findingsError(result.code, refusedBecause(result));
  return result;
}

function whyNotAgain({ status }: TaskRow): string {
  if (status === 'failed' || status === 'rejected' || status === 'escalated')
    return 'this task may have written to the portal; a person has to settle that first';
  return `only a task that ended failed, rejected or escalated can be run again; this one is ${status}`;
}

/**
 * Asks for the end of the task; it ends escalated when the step under way is over.
 * @throws ApiError not_found, task_ended, unavailable
 */
export async function stopTask(deps: DispatchDeps, caller: Caller, taskId: string): Promise<TaskRow> {
  const task = await ownTask(deps, caller, taskId);
  const cancelled = await cancelWork(deps, task, keyActor(caller.keyId));
  switch (cancelled.kind) {
    case 'asked':
      return task;
    case 'ended':
      throw new ApiError('task_ended', `this task has ended: ${cancelled.status}`);
    case 'not_started':
      throw unavailable('the work on this task is being started; try again shortly');
    case 'engine_unavailable':
  }
  throw unavailable('the workflow engine does not answer; try again shortly');
}

function unavailable(sentence: string): ApiError {
  return new ApiError('unavailable', sentence, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

async function ownTask({ pool }: DispatchDeps, { ownerId }: Caller, id: string): Promise<TaskRow> {
  const task = isId('task', id) ? await readTask(pool, id, ownerId) : undefined;
  if (!task) throw notFound('task');
  return task;
}

// POST /api/tasks/{id}/revoke-links: ends every capability link of a task that was given away (D19).

/** Answers with the record and its fresh links. */
export const postLinkRevocation: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { ownerId, keyId } = callerOf(ctx);
  const { id } = ctx['params'] as { id: string };
  const task = isId('task', id) ? await readTask(deps.pool, id, ownerId) : undefined;
  if (task === undefined) throw notFound('task');
  await revokeTaskLinks(deps.pool, id, keyActor(keyId));
  const now = await readTask(deps.pool, id, ownerId);
  [ctx.body] = await presentTasks(deps, [now ?? task]);
  ctx.status = 200;
};

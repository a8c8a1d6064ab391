/** POST /api/tasks/{id}/again and /cancel, and the MCP tools of the same: what a sender's key may do with a task (D80). */
import type { HandlerOf } from '../http/api-route.ts';
import { keyActor } from '../../domain/actor.ts';
import { askAgain } from '../../commands/dispatch/request-task.ts';
import { cancelWork } from '../../commands/dispatch/cancel-task.ts';
import { type IntakeResult, refusedBecause } from '../../commands/dispatch/accept-tasks.ts';
import type { Channel } from '../../domain/dispatch/task.ts';
import { type TaskRow, revokeTaskLinks } from '../../store/tasks.ts';
import { type Caller, callerOf } from '../http/bearer-key.ts';
import { ApiError, findingsError, unavailable } from '../http/errors.ts';
import type { DispatchDeps, DispatchRoute } from './deps.ts';
import { answerTask, ownTask, presentTasks, record, taskId, taskIn } from './tasks.ts';
import { permissions } from '../../commands/permissions.ts';
import { answer } from '../http/openapi-parts.ts';

const postAgain: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { id: string };
  const { task, kind } = await repeatTask(deps, callerOf(ctx), id, 'api');
  ctx.status = kind === 'new' ? 201 : 200;
  ctx.set('Location', `/api/tasks/${task.id}`);
  [ctx.body] = await presentTasks(deps, [task]);
};

const postCancel: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
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
  const task = await ownTask(deps.pool, caller.ownerId, taskId);
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
 * Asks for the end of the task; it ends escalated when the step under way has finished.
 * @throws ApiError not_found, task_ended, unavailable
 */
export async function stopTask(deps: DispatchDeps, caller: Caller, taskId: string): Promise<TaskRow> {
  const task = await ownTask(deps.pool, caller.ownerId, taskId);
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

// POST /api/tasks/{id}/revoke-links: ends every capability link of a task that was given away (D19).

/** Answers with the record and its fresh links. */
const postLinkRevocation: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const task = await taskIn(deps, ctx);
  await revokeTaskLinks(deps.pool, task.id, keyActor(callerOf(ctx).keyId));
  await answerTask(deps, ctx, task);
};

export const taskActionRoutes: readonly DispatchRoute[] = [
  {
    method: 'POST',
    path: '/api/tasks/{id}/again',
    needs: permissions.repeatTask.key,
    operation: 'runTaskAgain',
    repeatable: true,
    tag: 'tasks',
    summary: 'Run the work of a task again, as a new task',
    description:
      'For tasks that ended failed, rejected or escalated, unless nobody knows yet whether they wrote (a person settles that first). What was written is found on file and not repeated. However often it is asked for, there is one new task: 201 with it, 200 when it was there already.',
    parameters: [taskId],
    answers: { 201: answer('The new task.', record), 200: answer('The task that was made for it before.', record) },
    errors: ['not_found', 'not_repeatable', 'invalid_task', 'no_capability'],
    handle: postAgain,
  },
  {
    method: 'POST',
    path: '/api/tasks/{id}/cancel',
    needs: permissions.cancelTask.key,
    operation: 'cancelTask',
    repeatable: true,
    tag: 'tasks',
    summary: 'Stop a task that has not ended',
    description:
      'The step under way ends first; then the task ends escalated, for a person to take over. What was written to a portal stays written.',
    parameters: [taskId],
    answers: { 202: answer('It is being stopped; the task as it is now.', record) },
    errors: ['not_found', 'task_ended'],
    handle: postCancel,
  },
];

export const linkRoutes: readonly DispatchRoute[] = [
  {
    method: 'POST',
    path: '/api/tasks/{id}/revoke-links',
    needs: permissions.revokeTaskLinks.key,
    operation: 'revokeTaskLinks',
    repeatable: true,
    tag: 'tasks',
    summary: 'End every link to the result page and evidence of a task',
    description:
      'Links that were given away, in records, webhooks and mails, answer 404 from here on. The record has new ones. ' +
      'Needs a key with the scope submit.',
    parameters: [taskId],
    answers: { 200: answer('The task, with its new links.', record) },
    errors: ['not_found'],
    handle: postLinkRevocation,
  },
];

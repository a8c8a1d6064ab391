/** What a person does with a task as a whole: stops it while it is under way, asks for the work again when it has ended. */
import type { Context } from 'koa';
import { revokeTaskLinks } from '../../../store/task-links.ts';
import { askAgain } from '../../../commands/dispatch/ask-again.ts';
import { cancelWork } from '../../../commands/dispatch/cancel-work.ts';
import { refusedBecause } from '../../../commands/dispatch/take-tasks.ts';
import type { DispatchConsoleDeps } from '../dispatch-deps.ts';
import { actorOf, person, redirect } from '../page.ts';
import { askedByPerson } from './read-task-form.ts';
import { showTask, taskOf } from './task-page.ts';

type Handler = (ctx: Context) => Promise<void>;

/** POST /console/tasks/:id/cancel */
export function postCancel(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const task = await taskOf(deps, ctx);
    const cancelled = await cancelWork(deps, task, actorOf(ctx));
    if (cancelled.kind === 'ended') return showTask(deps, ctx, task, { status: 409, findings: ['the task has ended'] });
    if (cancelled.kind === 'engine_unavailable')
      return showTask(deps, ctx, task, { status: 503, findings: ['Temporal is not responding; try again shortly'] });
    if (cancelled.kind === 'not_started')
      return showTask(deps, ctx, task, { status: 409, findings: ['its work has not started yet; try again shortly'] });
    redirect(
      ctx,
      `/console/tasks/${task.id}`,
      'Cancelling: the current step finishes, then the task ends as escalated.',
    );
  };
}

/** POST /console/tasks/:id/revoke-links */
export function postLinkRevocation(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const task = await taskOf(deps, ctx);
    await revokeTaskLinks(deps.pool, task.id, actorOf(ctx));
    redirect(ctx, `/console/tasks/${task.id}`, 'All earlier links are revoked. The record has new ones.');
  };
}

/** POST /console/tasks/:id/again */
export function postAgain(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const task = await taskOf(deps, ctx);
    const requestedBy = askedByPerson(person(ctx));
    const asker = { actor: actorOf(ctx), requestedBy, keyId: null, channel: 'console' } as const;
    const fate = await askAgain(deps, task, asker);
    if (fate === null)
      return showTask(deps, ctx, task, {
        status: 409,
        findings: ['this task was completed, or has an uncertain write to resolve'],
      });
    if (fate.kind === 'rejected') return showTask(deps, ctx, task, { status: 422, findings: refusedBecause(fate) });
    redirect(
      ctx,
      `/console/tasks/${fate.task.id}`,
      fate.kind === 'new' ? 'The task is queued.' : 'It was already run again: here is that task.',
    );
  };
}

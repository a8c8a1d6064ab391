/** What a person does with a task as a whole: stops it while it is under way, asks for the work again when it has ended. */
import type { Context } from 'koa';
import { isFinal } from '../../../domain/dispatch/task.ts';
import { addAudit } from '../../../store/audit-log.ts';
import { revokeTaskLinks } from '../../../store/task-links.ts';
import { askAgain } from '../../dispatch/ask-again.ts';
import type { DispatchConsoleDeps } from '../dispatch-console.ts';
import { actorOf, person, redirect } from '../page.ts';
import { askedByPerson } from './read-task-form.ts';
import { showTask, taskOf } from './task-page.ts';

type Handler = (ctx: Context) => Promise<void>;

/** POST /console/tasks/:id/cancel */
export function postCancel(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const task = await taskOf(deps, ctx);
    const actor = actorOf(ctx);
    if (isFinal(task.status)) return showTask(deps, ctx, task, { status: 409, findings: ['the task is over'] });
    // Written before: what is asked for shows in the log even if this process ends here.
    await addAudit(deps.pool, {
      actor,
      act: 'task.cancelled',
      subject: task.id,
      details: { owner_id: task.senderId, status: task.status },
    });
    const asked = await deps.cancelTask(task.id, actor).catch((error: unknown) => {
      deps.log.warn({ err: error, task_id: task.id }, 'a cancellation did not reach the engine');
      return null;
    });
    if (asked === null)
      return showTask(deps, ctx, task, { status: 503, findings: ['the engine does not answer; try again shortly'] });
    if (!asked)
      return showTask(deps, ctx, task, { status: 409, findings: ['its work has yet to begin; try again shortly'] });
    redirect(
      ctx,
      `/console/tasks/${task.id}`,
      'It is being stopped: the step under way ends, then a person takes over.',
    );
  };
}

/** POST /console/tasks/:id/revoke-links */
export function postLinkRevocation(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const task = await taskOf(deps, ctx);
    await revokeTaskLinks(deps.pool, task.id, actorOf(ctx));
    redirect(ctx, `/console/tasks/${task.id}`, 'Every link that was given away is revoked. The record has new ones.');
  };
}

/** POST /console/tasks/:id/again */
export function postAgain(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const task = await taskOf(deps, ctx);
    const asker = { actor: actorOf(ctx), requestedBy: askedByPerson(person(ctx)) };
    const fate = await askAgain(deps, task, asker);
    if (fate === null)
      return showTask(deps, ctx, task, {
        status: 409,
        findings: ['this task has its answer, has written, or waits for a word on what it wrote'],
      });
    if (fate.kind === 'rejected') return showTask(deps, ctx, task, { status: 422, findings: fate.findings });
    redirect(
      ctx,
      `/console/tasks/${fate.task.id}`,
      fate.kind === 'new' ? 'The task is queued.' : 'It was asked for again already: here is that task.',
    );
  };
}

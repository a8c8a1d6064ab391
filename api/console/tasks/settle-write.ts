/** POST /console/tasks/:id/write: a person's word on an uncertain write, by the rules of `admin write settle` (D25). */
import type { Context } from 'koa';
import { resolveWrite } from '../../../commands/dispatch/follow-up.ts';
import { isRefused } from '../../../commands/refusal.ts';
import type { WriteWord } from '../../../domain/dispatch/write-word.ts';
import type { DispatchConsoleDeps } from '../dispatch-deps.ts';
import { field } from '../form.ts';
import { actorOf, redirect } from '../page.ts';
import { showTask, taskOf } from './task-page.ts';

export function postWriteWord(deps: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const task = await taskOf(deps, ctx);
    const found = field(ctx, 'found');
    if (found !== 'written' && found !== 'absent')
      return showTask(deps, ctx, task, { status: 422, findings: ['choose whether the write is in the portal'] });
    const number = field(ctx, 'number');
    const note = field(ctx, 'note').replace(/\r\n?/g, '\n');
    const word: WriteWord = { state: found, number: number === '' ? null : number, note: note === '' ? null : note };
    const order = { taskId: task.id, action: field(ctx, 'action'), word, actor: actorOf(ctx) };
    const settled = await resolveWrite(deps.pool, order);
    // Where somebody else was first, the page now says who.
    if (isRefused(settled)) {
      const status = settled.refused === 'not_found' ? 409 : 422;
      return showTask(deps, ctx, task, { status, findings: settled.findings });
    }
    redirect(
      ctx,
      `/console/tasks/${task.id}`,
      `Recorded. Other tasks can work on ${settled.scope} again; a repeated task checks the portal first.`,
    );
  };
}

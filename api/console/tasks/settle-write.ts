/** POST /console/tasks/:id/write: a person's word on an uncertain write, by the rules of `admin write settle` (D25). */
import type { Context } from 'koa';
import { wordFindings } from '../../../domain/dispatch/write-word.ts';
import type { WriteWord } from '../../../domain/dispatch/write-word.ts';
import { settleWrite } from '../../../store/settle-write.ts';
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
    const findings = wordFindings(word);
    if (findings.length > 0) return showTask(deps, ctx, task, { status: 422, findings });
    const order = { taskId: task.id, action: field(ctx, 'action'), word, actor: actorOf(ctx) };
    const settled = await settleWrite(deps.pool, order);
    // Somebody else may have been first: what stands on the page now says who.
    if (settled === undefined)
      return showTask(deps, ctx, task, { status: 409, findings: ['this write is no longer uncertain'] });
    redirect(
      ctx,
      `/console/tasks/${task.id}`,
      `Recorded. Other tasks can work on ${settled.scope} again; a repeated task checks the portal first.`,
    );
  };
}

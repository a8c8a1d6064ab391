/** POST …/ask, …/delegate and the answer on the task's page: what people do about an approval besides deciding. */
import type { Context } from 'koa';
import type { HandlerOf } from '../../http/handler.ts';
import { answerQuestion, askRequester, delegateApproval } from '../../../commands/dispatch/discuss-approval.ts';
import { type Refusal, isRefused } from '../../../commands/refusal.ts';
import type { Decider } from '../../../domain/dispatch/approval.ts';
import { readApproval } from '../../../store/approvals.ts';
import type { ShownApproval } from '../../../store/approvals-shown.ts';
import { readPerson } from '../../../store/people.ts';
import { notFound, refusalError, statusOfCode } from '../../http/errors.ts';
import { may } from '../route.ts';
import type { DispatchConsoleDeps } from '../deps.ts';
import { field } from '../form.ts';
import { actorOf, person, redirect } from '../page.ts';
import { mayAnswer, showTask, taskOf } from '../tasks/task-page.ts';
import { approvalOf, pageOf, showApproval } from './approval-page.ts';

/** POST /console/approvals/:id/ask */
export const postQuestion: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const approval = await approvalOf(deps, ctx);
  const question = textIn(ctx, 'question');
  const refused = await askRequester(deps, await discussed(deps, approval), { question, asker: deciderIn(ctx) });
  if (refused !== undefined) return refuse(deps, ctx, approval, refused);
  redirect(ctx, pageOf(ctx, approval.id), 'Your question is on the task. The deadline keeps running.');
};

/** POST /console/approvals/:id/delegate */
export const postDelegation: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const approval = await approvalOf(deps, ctx);
  const to = await readPerson(deps.pool, field(ctx, 'person'));
  if (to === undefined) throw notFound('person');
  const refused = await delegateApproval(deps, await discussed(deps, approval), { by: deciderIn(ctx), to });
  if (refused !== undefined) return refuse(deps, ctx, approval, refused);
  redirect(ctx, pageOf(ctx, approval.id), `Delegated to ${to.name} (${to.email}).`);
};

/** POST /console/tasks/:id/questions/:question: by the requester, or by anybody who may act on tasks. */
export const postRequesterAnswer: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  if (!(await mayAnswer(deps, ctx, task)))
    return showTask(deps, ctx, task, { status: 403, findings: ['only the requester or an approver answers'] });
  const { question: questionId = '' } = ctx['params'] as { question?: string };
  const refused = await answerQuestion(
    deps,
    { taskId: task.id, ownerId: task.senderId },
    { questionId, answer: textIn(ctx, 'text'), actor: actorOf(ctx) },
  );
  if (isRefused(refused)) {
    if (refused.refused === 'not_found') throw refusalError(refused);
    return showTask(deps, ctx, task, { status: statusOfCode[refused.refused], findings: refused.findings });
  }
  redirect(ctx, `/console/tasks/${task.id}`, 'Your answer is on the approval.');
};

async function discussed(
  { pool }: DispatchConsoleDeps,
  { id, taskId, senderId }: ShownApproval,
): Promise<Parameters<typeof askRequester>[1]> {
  const approval = await readApproval(pool, taskId, id);
  if (approval === undefined) throw notFound('approval');
  return { approval, taskId, ownerId: senderId };
}

function deciderIn(ctx: Context): Decider {
  const { email, personId } = person(ctx);
  return { by: actorOf(ctx), keyId: null, email, personId, mayApprove: may(person(ctx), 'decideApproval') };
}

const refuse = (deps: DispatchConsoleDeps, ctx: Context, approval: ShownApproval, refused: Refusal): Promise<void> =>
  showApproval(deps, ctx, approval, refusalError(refused));

const textIn = (ctx: Context, name: string): string => field(ctx, name).replace(/\r\n?/g, '\n');

/** Approvals by key: a decision, handed to the task's workflow (D17), a question to the requester, and its answer. */
import type { HandlerOf } from '../http/handler.ts';
import { keyActor } from '../../domain/actor.ts';
import type { Context } from 'koa';
import { type DecisionInput, problemOfNote } from '../../domain/dispatch/decision-input.ts';
import type { Approval } from '../../domain/dispatch/approval.ts';
import { readApproval } from '../../store/approvals.ts';
import { type TaskRow, readTask } from '../../store/tasks.ts';
import { callerOf } from '../http/bearer-key.ts';
import { granted, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { readMembers } from '../http/read-members.ts';
import { answerQuestion, askRequester } from '../../commands/dispatch/discuss-approval.ts';
import { decideApproval, keyDecider } from '../../commands/dispatch/decide-approval.ts';
import type { DispatchDeps } from './deps.ts';
import { answerInput, decisionInput, questionInput } from './request-schemas.ts';
import { presentTasks } from './tasks.ts';
import { isId } from '../../process/ids.ts';

/** POST /api/tasks/{id}/approvals/{approval_id}. Nothing is written here: the workflow takes the decision, or says why not. */
export const postDecision: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { keyId } = callerOf(ctx);
  const { task, approval } = await approvalIn(deps, ctx);
  const input = readDecision(await readJsonBody(ctx));
  const decider = await keyDecider(deps.pool, keyId, task.submittedByKey);
  granted(await decideApproval(deps, task.id, approval, { ...input, decider }));
  await answerTask(deps, ctx, task);
};

/** POST /api/tasks/{id}/approvals/{approval_id}/questions */
export const postApprovalQuestion: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { ownerId, keyId } = callerOf(ctx);
  const { task, approval } = await approvalIn(deps, ctx);
  const question = readQuestion(await readJsonBody(ctx));
  const decider = await keyDecider(deps.pool, keyId, task.submittedByKey);
  const { by, actor, key_id, email, person_id, may_approve } = decider;
  const asker = {
    by,
    ...(actor === undefined ? {} : { actor }),
    keyId: key_id,
    email,
    personId: person_id ?? null,
    mayApprove: may_approve,
  };
  granted(await askRequester(deps, { approval, taskId: task.id, ownerId }, { question, asker }));
  await answerTask(deps, ctx, task);
};

/** POST /api/tasks/{id}/questions/{question_id} */
export const postApprovalAnswer: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { ownerId, keyId } = callerOf(ctx);
  const { question_id: questionId } = ctx['params'] as { question_id: string };
  const task = await taskIn(deps, ctx);
  const answer = readAnswer(await readJsonBody(ctx));
  if (!isId('approvalQuestion', questionId)) throw notFound('question');
  granted(await answerQuestion(deps, { taskId: task.id, ownerId }, { questionId, answer, actor: keyActor(keyId) }));
  await answerTask(deps, ctx, task);
};

/** @throws ApiError not_found */
async function taskIn(deps: DispatchDeps, ctx: Context): Promise<TaskRow> {
  const { id } = ctx['params'] as { id: string };
  const task = isId('task', id) ? await readTask(deps.pool, id, callerOf(ctx).ownerId) : undefined;
  if (!task) throw notFound('task');
  return task;
}

/** @throws ApiError not_found */
async function approvalIn(deps: DispatchDeps, ctx: Context): Promise<{ task: TaskRow; approval: Approval }> {
  const task = await taskIn(deps, ctx);
  const { approval_id: approvalId } = ctx['params'] as { approval_id: string };
  const approval = isId('approval', approvalId) ? await readApproval(deps.pool, task.id, approvalId) : undefined;
  if (!approval) throw notFound('approval');
  return { task, approval };
}

async function answerTask(deps: DispatchDeps, ctx: Context, task: TaskRow): Promise<void> {
  const now = await readTask(deps.pool, task.id, task.senderId);
  [ctx.body] = await presentTasks(deps, [now ?? task]);
  ctx.status = 200;
}

/** @throws ApiError invalid_request with every finding */
function readQuestion(body: unknown): string {
  const whole = 'the question must be an object with the member question';
  const read = readMembers(body, questionInput, { ...ofRequest, whole });
  read.findings.push(...textFindings('question', read.given.question));
  return read.accepted().question;
}

/** @throws ApiError invalid_request with every finding */
function readAnswer(body: unknown): string {
  const whole = 'the answer must be an object with the member answer';
  const read = readMembers(body, answerInput, { ...ofRequest, whole });
  read.findings.push(...textFindings('answer', read.given.answer));
  return read.accepted().answer;
}

const ofRequest = { code: 'invalid_request', what: 'member of this request', sorted: true } as const;

function textFindings(name: string, text: unknown): string[] {
  if (text === undefined) return [`${name} is required`];
  return typeof text === 'string' ? [] : [`${name} must be text`];
}

/** @throws ApiError invalid_decision with every finding */
function readDecision(body: unknown): Pick<DecisionInput, 'decision' | 'note'> {
  const { given, findings, accepted } = readMembers(body, decisionInput, {
    code: 'invalid_decision',
    whole: 'the decision must be an object',
    what: 'member of a decision',
    sorted: true,
  });
  const { decision, note = null } = given;
  if (decision === undefined) findings.push('decision is required');
  else if (decision !== 'approve' && decision !== 'refuse') findings.push('decision must be one of approve, refuse');
  if (note !== null && typeof note !== 'string') findings.push('note must be text');
  else if (note !== null) {
    const problem = problemOfNote(note);
    if (problem !== undefined) findings.push(problem);
  }
  const read = accepted();
  return { decision: read.decision, note: read.note || null };
}

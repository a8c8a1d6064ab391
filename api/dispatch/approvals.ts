/** Approvals by key: a decision, handed to the task's workflow (D17), a question to the requester, and its answer. */
import type { Context } from 'koa';
import { problemOfNote } from '../../domain/dispatch/decision-input.ts';
import type { Approval } from '../../domain/dispatch/approval.ts';
import type { DecisionInput } from '../../domain/dispatch/decision-input.ts';
import { readApproval } from '../../store/approvals.ts';
import { readTask } from '../../store/tasks.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { callerOf } from '../http/bearer-key.ts';
import { ApiError, findingsError, granted, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { unknownMember } from '../../commands/input/sentences.ts';
import { answerQuestion, askRequester } from '../../commands/dispatch/discuss-approval.ts';
import { decideApproval, keyDecider } from '../../commands/dispatch/decide-approval.ts';
import type { DispatchDeps } from './deps.ts';
import { presentTasks } from './present-tasks.ts';
import { isId } from '../../process/ids.ts';

const members = ['decision', 'note'];
/** POST /api/tasks/{id}/approvals/{approval_id}. Nothing is written here: the workflow takes the decision, or says why not. */
export function postDecision(deps: DispatchDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { keyId } = callerOf(ctx);
    const { task, approval } = await approvalIn(deps, ctx);
    const input = readDecision(await readJsonBody(ctx));
    const decider = await keyDecider(deps.pool, keyId, task.submittedByKey);
    granted(await decideApproval(deps, task.id, approval, { ...input, decider }));
    await answerTask(deps, ctx, task);
  };
}

/** POST /api/tasks/{id}/approvals/{approval_id}/questions */
export function postApprovalQuestion(deps: DispatchDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { ownerId, keyId } = callerOf(ctx);
    const { task, approval } = await approvalIn(deps, ctx);
    const question = readText('question', await readJsonBody(ctx));
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
}

/** POST /api/tasks/{id}/questions/{question_id} */
export function postApprovalAnswer(deps: DispatchDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { ownerId, keyId } = callerOf(ctx);
    const { question_id: questionId } = ctx['params'] as { question_id: string };
    const task = await taskIn(deps, ctx);
    const answer = readText('answer', await readJsonBody(ctx));
    if (!isId('approvalQuestion', questionId)) throw notFound('question');
    granted(await answerQuestion(deps, { taskId: task.id, ownerId }, { questionId, answer, actor: `key:${keyId}` }));
    await answerTask(deps, ctx, task);
  };
}

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

/** The one member of a body. @throws ApiError invalid_request with every finding */
function readText(name: 'question' | 'answer', body: unknown): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', `the ${name} must be an object with the member ${name}`);
  const { [name]: text } = body as Readonly<Record<string, unknown>>;
  const findings = Object.keys(body)
    .filter((member) => member !== name)
    .map((member) => unknownMember('', member, [name], 'member of this request'));
  if (text === undefined) findings.push(`${name} is required`);
  else if (typeof text !== 'string') findings.push(`${name} must be text`);
  if (findings.length > 0) throw findingsError('invalid_request', findings.toSorted());
  return text as string;
}

/** @throws ApiError invalid_decision with every finding */
function readDecision(body: unknown): Pick<DecisionInput, 'decision' | 'note'> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_decision', 'the decision must be an object');
  const { decision, note = null } = body as Readonly<Record<string, unknown>>;
  const findings = Object.keys(body)
    .filter((name) => !members.includes(name))
    .map((name) => unknownMember('', name, members, 'member of a decision'));
  if (decision === undefined) findings.push('decision is required');
  else if (decision !== 'approve' && decision !== 'refuse') findings.push('decision must be one of approve, refuse');
  if (note !== null && typeof note !== 'string') findings.push('note must be text');
  else if (note !== null) {
    const problem = problemOfNote(note);
    if (problem !== undefined) findings.push(problem);
  }
  if (findings.length > 0) throw findingsError('invalid_decision', findings.toSorted());
  return { decision: decision as DecisionInput['decision'], note: (note as string | null) || null };
}

/** Approvals by key: a decision, handed to the task's workflow (D17), a question to the requester, and its answer. */
import type { HandlerOf } from '../http/api-route.ts';
import { keyActor } from '../../domain/actor.ts';
import type { Context } from 'koa';
import { type DecisionInput, problemOfNote } from '../../domain/dispatch/approval-input.ts';
import type { Approval } from '../../domain/dispatch/approval.ts';
import { readApproval } from '../../store/approvals.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { callerOf } from '../http/bearer-key.ts';
import { granted, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { readMembers } from '../http/read-members.ts';
import { answerQuestion, askRequester } from '../../commands/dispatch/discuss-approval.ts';
import { decideApproval, keyDecider } from '../../commands/dispatch/decide-approval.ts';
import type { DispatchDeps, DispatchRoute } from './deps.ts';
import { answerInput, decisionInput, questionInput } from './request-schemas.ts';
import { answerTask, record, taskId, taskIn } from './tasks.ts';
import { isId } from '../../process/ids.ts';
import { permissions } from '../../commands/permissions.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { answer, bodyErrors, json, ref, inPath } from '../http/openapi-parts.ts';

/** POST /api/tasks/{id}/approvals/{approval_id}. Nothing is written here: the workflow takes the decision, or says why not. */
const postDecision: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { keyId } = callerOf(ctx);
  const { task, approval } = await approvalIn(deps, ctx);
  const input = readDecision(await readJsonBody(ctx));
  const decider = await keyDecider(deps.pool, keyId, task.submittedByKey);
  granted(await decideApproval(deps, task.id, approval, { ...input, decider }));
  await answerTask(deps, ctx, task);
};

/** POST /api/tasks/{id}/approvals/{approval_id}/questions */
const postApprovalQuestion: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
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
const postApprovalAnswer: HandlerOf<DispatchDeps> = (deps) => async (ctx) => {
  const { ownerId, keyId } = callerOf(ctx);
  const { question_id: questionId } = ctx['params'] as { question_id: string };
  const task = await taskIn(deps, ctx);
  const answer = readAnswer(await readJsonBody(ctx));
  if (!isId('approvalQuestion', questionId)) throw notFound('question');
  granted(await answerQuestion(deps, { taskId: task.id, ownerId }, { questionId, answer, actor: keyActor(keyId) }));
  await answerTask(deps, ctx, task);
};

/** @throws ApiError not_found */
async function approvalIn(deps: DispatchDeps, ctx: Context): Promise<{ task: TaskRow; approval: Approval }> {
  const task = await taskIn(deps, ctx);
  const { approval_id: approvalId } = ctx['params'] as { approval_id: string };
  const approval = isId('approval', approvalId) ? await readApproval(deps.pool, task.id, approvalId) : undefined;
  if (!approval) throw notFound('approval');
  return { task, approval };
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

const textFindings = (name: string, text: unknown): string[] =>
  text === undefined || typeof text === 'string' ? [] : [`${name} must be text`];

/** @throws ApiError invalid_decision with every finding */
function readDecision(body: unknown): Pick<DecisionInput, 'decision' | 'note'> {
  const { given, findings, accepted } = readMembers(body, decisionInput, {
    code: 'invalid_decision',
    whole: 'the decision must be an object',
    what: 'member of a decision',
    sorted: true,
  });
  const { decision, note = null } = given;
  if (decision !== undefined && decision !== 'approve' && decision !== 'refuse')
    findings.push('decision must be one of approve, refuse');
  if (note !== null && typeof note !== 'string') findings.push('note must be text');
  else if (note !== null) {
    const problem = problemOfNote(note);
    if (problem !== undefined) findings.push(problem);
  }
  const read = accepted();
  return { decision: read.decision, note: read.note || null };
}

const approvalId: JsonSchema = inPath(
  'approval_id',
  'Id of the approval, from the record.',
  'apr_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55',
);

export const approvalRoutes: readonly DispatchRoute[] = [
  {
    method: 'POST',
    path: '/api/tasks/{id}/approvals/{approval_id}',
    needs: permissions.decideApproval.key,
    operation: 'decideApproval',
    tag: 'tasks',
    summary: 'Approve or refuse what a task waits for; needs a key with the scope approve',
    parameters: [taskId, approvalId],
    body: json(ref('DecisionInput'), {
      approve: { decision: 'approve', note: 'Class checked against the inspection.' },
      refuse: { decision: 'refuse', note: 'The inspection is of another shipment.' },
    }),
    answers: { 200: answer('The task as it is now.', record) },
    errors: ['not_found', 'already_decided', 'invalid_decision', ...bodyErrors],
    handle: postDecision,
  },
  {
    method: 'POST',
    path: '/api/tasks/{id}/approvals/{approval_id}/questions',
    needs: permissions.askRequester.key,
    operation: 'askRequester',
    tag: 'tasks',
    summary: 'Ask the requester about an approval; needs a key with the scope approve',
    description:
      'The question appears in the record, on the task and on the result page. The deadline of the approval keeps running.',
    parameters: [taskId, approvalId],
    body: json(ref('QuestionInput'), { question: { question: 'Which of the two scale tickets is meant?' } }),
    answers: { 200: answer('The task as it is now.', record) },
    errors: ['not_found', 'already_decided', 'invalid_request', ...bodyErrors],
    handle: postApprovalQuestion,
  },
  {
    method: 'POST',
    path: '/api/tasks/{id}/questions/{question_id}',
    needs: permissions.answerQuestion.key,
    operation: 'answerQuestion',
    tag: 'tasks',
    summary: 'Answer what an approver asked about a task',
    description: 'The answer appears on the approval and in the evidence. Each question is answered once.',
    parameters: [
      taskId,
      inPath(
        'question_id',
        'Id of the question, from `approvals[].questions` of the record.',
        'apq_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c56',
      ),
    ],
    body: json(ref('AnswerInput'), { answer: { answer: 'The second one, number 8841.' } }),
    answers: { 200: answer('The task as it is now.', record) },
    errors: ['not_found', 'already_decided', 'invalid_request', ...bodyErrors],
    handle: postApprovalAnswer,
  },
];

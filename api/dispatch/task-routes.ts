/** Routes of tasks: queue them (JSON, CSV, signed webhook), read them, decide, run again, cancel. */
import { permissions } from '../../commands/permissions.ts';
import { batchLimit } from '../../domain/dispatch/batch.ts';
import { csvTemplate } from '../../domain/dispatch/csv/columns.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import type { TaskType } from '../../domain/dispatch/task.ts';
import type { DescribedService } from '../http/api-route.ts';
import { bodyLimit } from '../http/read-body.ts';
import { answer, bodyErrors, json, ref } from '../http/openapi-parts.ts';
import { depthLimit } from '../http/json-shape.ts';
import { postApprovalAnswer, postApprovalQuestion, postDecision } from './approvals.ts';
import { postInboundWebhook } from './inbound-webhook.ts';
import type { DispatchRoute } from './deps.ts';
import { postAgain, postCancel, postLinkRevocation } from './task-actions.ts';
import { getTask, getTasks, postTasks, taskQuery } from './tasks.ts';

/** One task of each type, and a batch; a test holds them against the schemas. */
export const requestExamples: Readonly<Record<TaskType | 'batch', unknown>> = {
  pull_pod: { task_type: 'pull_pod', params: { pro: '4471180293' }, client_ref: 'WO-5521' },
  pod_to_dispute: { task_type: 'pod_to_dispute', params: { pro: '4471180293', invoice_number: '8800412375' } },
  file_dispute: {
    task_type: 'file_dispute',
    params: { invoice_number: '8800412375', reason_code: 'ACC', amount: '125.00' },
  },
  answer_claim: { task_type: 'answer_claim', params: { claim_id: 'CLM-2026-000042' } },
  tms_correction: {
    task_type: 'tms_correction',
    params: {
      pro: '4471180293',
      reason_code: 'WC',
      changes: { billed_weight: 1420 },
      note: 'Certified scale ticket 8841',
    },
    requested_by: { name: 'Ann Lee', email: 'ann@example.com' },
  },
  portal_action: { task_type: 'portal_action', params: { action: 'void_bill', pro: '4471180293' } },
  batch: {
    tasks: [
      { task_type: 'pull_pod', params: { pro: '4471180293' } },
      { task_type: 'pull_pod', params: { pro: '4471180301' } },
    ],
  },
};

const bodyRules = `The body is at most ${bodyLimit.toLocaleString('en-US')} bytes and ${depthLimit} levels deep; a batch has at most ${batchLimit} tasks.`;
const approvalId: JsonSchema = {
  name: 'approval_id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'Id of the approval, from the record.',
  example: 'apr_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55',
};
const taskErrors = [...bodyErrors, 'invalid_task', 'no_capability', 'invalid_batch', 'all_rejected'] as const;
const tasksBody = json({ oneOf: [ref('TaskInput'), ref('Batch')] }, requestExamples);
const record = json(ref('TaskRecord'));

export const taskId: JsonSchema = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'Id of the task.',
  example: 'tsk_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c54',
};

export const taskRoutes: readonly DispatchRoute[] = [
  {
    method: 'POST',
    path: '/api/tasks',
    needs: permissions.submitTasks.key,
    operation: 'queueTasks',
    repeatable: true,
    tag: 'tasks',
    summary: 'Queue one task, a batch, or the rows of a CSV file',
    description: `${bodyRules} A CSV file is UTF-8 with a header row and at most ${batchLimit} rows; its report has the line of each row. With Accept: text/csv the report comes as CSV.`,
    body: {
      ...tasksBody,
      'text/csv': {
        schema: { type: 'string', minLength: 1 },
        examples: { pull_pod: { value: csvTemplate('pull_pod') } },
      },
    },
    answers: {},
    inDeployment: (service) => ({ answers: acceptedTasks(service, { 'text/csv': { schema: { type: 'string' } } }) }),
    errors: ['bad_csv', ...taskErrors],
    handle: postTasks,
  },
  {
    method: 'GET',
    path: '/api/tasks',
    needs: 'read',
    operation: 'listTasks',
    tag: 'tasks',
    summary: 'List the caller’s tasks, newest first',
    query: taskQuery,
    answers: { 200: answer('A page.', json(ref('TaskList'))) },
    errors: ['invalid_query'],
    handle: getTasks,
  },
  {
    method: 'GET',
    path: '/api/tasks/{id}',
    needs: 'read',
    operation: 'getTask',
    tag: 'tasks',
    summary: 'Get one task',
    parameters: [taskId],
    answers: { 200: answer('The task.', record) },
    errors: ['not_found'],
    handle: getTask,
  },
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
      {
        name: 'question_id',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        description: 'Id of the question, from `approvals[].questions` of the record.',
        example: 'apq_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c56',
      },
    ],
    body: json(ref('AnswerInput'), { answer: { answer: 'The second one, number 8841.' } }),
    answers: { 200: answer('The task as it is now.', record) },
    errors: ['not_found', 'already_decided', 'invalid_request', ...bodyErrors],
    handle: postApprovalAnswer,
  },
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
  {
    method: 'POST',
    path: '/hooks/inbound/{sender_id}',
    needs: 'signature',
    operation: 'receiveWebhook',
    repeatable: true,
    tag: 'tasks',
    summary: 'Queue one task or a batch, signed by the sender',
    description: `${bodyRules} The same request sent again within five minutes is answered with the first task.`,
    body: tasksBody,
    answers: {},
    inDeployment: (service) => ({ parameters: signatureHeaders(service), answers: acceptedTasks(service) }),
    errors: taskErrors,
    handle: (deps) => postInboundWebhook(deps, deps.takeToken),
  },
];

/** Answers to tasks that were accepted. @param more further forms of the report */
function acceptedTasks({ headerName }: DescribedService, more: JsonSchema = {}): Readonly<Record<number, JsonSchema>> {
  const mismatch = {
    [`X-${headerName}-Idempotency-Mismatch`]: {
      description: 'Present when a repeat of a key asked for something else than the first task.',
      schema: { type: 'string', const: 'true' },
    },
  };
  const content = (description: string, schema: JsonSchema): JsonSchema =>
    answer(description, { ...json(schema), ...more }, mismatch);
  const either = { oneOf: [ref('TaskRecord'), ref('BatchReport')] };
  return {
    201: content('New task(s) queued.', either),
    200: content('The idempotency key was seen before; the first task is returned and nothing new is queued.', either),
    207: content('Some rows of the batch were rejected.', ref('BatchReport')),
  };
}

function signatureHeaders({ headerName }: DescribedService): readonly JsonSchema[] {
  const header = (name: string, description: string, schema: JsonSchema, example: string): JsonSchema => ({
    name: `X-${headerName}-${name}`,
    in: 'header',
    required: true,
    description,
    schema,
    example,
  });
  return [
    {
      name: 'sender_id',
      in: 'path',
      required: true,
      schema: { type: 'string' },
      description: 'Id of the sender.',
      example: 'snd_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c50',
    },
    header('Timestamp', 'Unix seconds, at most 300 off.', { type: 'string', pattern: '^[0-9]{1,12}$' }, '1795262400'),
    header(
      'Signature',
      'sha256= and the lower-case hex of HMAC-SHA256, keyed with the inbound secret, over timestamp, point and raw body.',
      { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
      `sha256=${'0'.repeat(64)}`,
    ),
  ];
}

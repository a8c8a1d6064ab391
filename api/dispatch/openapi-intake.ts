/** How the description tells the ways in: POST /api/tasks with JSON or CSV, the signed webhook, MCP. */
import { batchLimit } from '../../domain/dispatch/batch.ts';
import { csvTemplate } from '../../domain/dispatch/csv/template.ts';
import type { JsonSchema } from '../../domain/dispatch/task-schemas.ts';
import type { TaskType } from '../../domain/dispatch/task.ts';
import type { ErrorCode } from '../http/errors.ts';
import { bodyLimit } from '../http/json-body.ts';
import { mcpOperation } from '../http/openapi-mcp.ts';
import { depthLimit } from '../http/parse-json.ts';
import { answer, errors, json, keyErrors, operation, ref } from './openapi-parts.ts';
import type { DescribedService } from './openapi-parts.ts';

const bodyRules = `The body is at most ${bodyLimit.toLocaleString('en-US')} bytes and ${depthLimit} levels deep; a batch has at most ${batchLimit} tasks.`;
const taskErrors = [
  ...(['bad_json', 'too_large', 'unsupported_media_type'] as const),
  ...(['invalid_task', 'no_capability', 'invalid_batch', 'all_rejected'] as const),
] as const satisfies readonly ErrorCode[];

export function postTasks(service: DescribedService): JsonSchema {
  return operation('queueTasks', 'tasks', 'Queue one task, a batch, or the rows of a CSV file', {
    description: `${bodyRules} A CSV file is UTF-8 with a header row and at most ${batchLimit} rows; its report has the line of each row. With Accept: text/csv the report comes as CSV.`,
    requestBody: {
      required: true,
      content: {
        ...json({ oneOf: [ref('TaskInput'), ref('Batch')] }, requestExamples),
        'text/csv': {
          schema: { type: 'string', minLength: 1 },
          examples: { pull_pod: { value: csvTemplate('pull_pod') } },
        },
      },
    },
    responses: { ...taken(service, { csv: true }), ...errors(...keyErrors, 'not_allowed', 'bad_csv', ...taskErrors) },
  });
}

export function inboundWebhook(service: DescribedService): JsonSchema {
  const header = (name: string, description: string, schema: JsonSchema, example: string): JsonSchema => ({
    name: `X-${service.headerName}-${name}`,
    in: 'header',
    required: true,
    description,
    schema,
    example,
  });
  return operation('receiveWebhook', 'tasks', 'Queue one task or a batch, signed by the sender', {
    description: `${bodyRules} The same request sent again within five minutes is answered with the first task.`,
    security: [],
    parameters: [
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
    ],
    requestBody: { required: true, content: json({ oneOf: [ref('TaskInput'), ref('Batch')] }, requestExamples) },
    responses: { ...taken(service, { csv: false }), ...errors(...keyErrors, ...taskErrors) },
  });
}

/** The answers to tasks that were taken. */
function taken({ headerName }: DescribedService, { csv }: { readonly csv: boolean }): JsonSchema {
  const mismatch = {
    [`X-${headerName}-Idempotency-Mismatch`]: {
      description: 'Present when a repeat of a key asked for something else than the first task.',
      schema: { type: 'string', const: 'true' },
    },
  };
  const reportAsCsv = csv ? { 'text/csv': { schema: { type: 'string' } } } : {};
  const content = (description: string, schema: JsonSchema): JsonSchema =>
    answer(description, { ...json(schema), ...reportAsCsv }, mismatch);
  const either = { oneOf: [ref('TaskRecord'), ref('BatchReport')] };
  return {
    201: content('New task(s) queued.', either),
    200: content('The idempotency key was seen before; the first task is returned and nothing new is queued.', either),
    207: content('Some rows of the batch were rejected.', ref('BatchReport')),
  };
}

/** Tools have schemas of their own, which `tools/list` gives; here stands the envelope. */
export function callMcp(service: DescribedService): JsonSchema {
  return mcpOperation({
    tools: ['run_portal_task', 'get_task_status', 'run_task_again', 'cancel_task', 'list_playbooks'],
    baseUrl: service.baseUrl,
    examples: {
      run: { name: 'run_portal_task', arguments: requestExamples.pull_pod },
      status: { name: 'get_task_status', arguments: { task_id: 'tsk_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c54' } },
    },
    errors,
  });
}

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

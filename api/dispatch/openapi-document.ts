/** The OpenAPI 3.1 description of the dispatch API, made from the schemas and tables that the API itself runs on. */
import { batchLimit } from '../../domain/dispatch/batch.ts';
import { csvTemplate } from '../../domain/dispatch/csv/template.ts';
import { taskInputSchemas } from '../../domain/dispatch/task-schemas.ts';
import type { JsonSchema } from '../../domain/dispatch/task-schemas.ts';
import { taskTypes } from '../../domain/dispatch/task.ts';
import type { TaskType } from '../../domain/dispatch/task.ts';
import { statusOfCode } from '../http/errors.ts';
import type { ErrorCode } from '../http/errors.ts';
import { depthLimit, bodyLimit } from '../http/json-body.ts';
import { recordSchemas } from './record-schemas.ts';
import { listLimit } from './task-query.ts';

export interface DescribedService {
  readonly baseUrl: string;
  /** The word in the names of our headers. */
  readonly headerName: string;
}

/** The version of the interface, not of the software (document 1 §9). */
export const interfaceVersion = '0.1.0';

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonSchema, examples?: Readonly<Record<string, unknown>>): JsonSchema => ({
  'application/json': {
    schema,
    ...(examples === undefined ? {} : { examples: mapValues(examples, (value) => ({ value })) }),
  },
});
const answer = (description: string, content?: JsonSchema, headers?: JsonSchema): JsonSchema => ({
  description,
  ...(content === undefined ? {} : { content }),
  ...(headers === undefined ? {} : { headers }),
});

export function openApiDocument(service: DescribedService): JsonSchema {
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Lanekeeper task dispatch',
      version: interfaceVersion,
      summary: 'Queues freight portal work as tasks and returns results with evidence.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: service.baseUrl }],
    security: [{ key: [] }],
    tags: [{ name: 'tasks' }, { name: 'evidence' }, { name: 'deliveries' }, { name: 'service' }],
    paths: paths(service),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key of a sender, lk_dispatch_…' },
        capability: {
          type: 'apiKey',
          in: 'query',
          name: 'k',
          description: 'The capability in the links of a task record.',
        },
      },
      schemas: { ...inputSchemas(), ...recordSchemas },
    },
  };
}

function paths(service: DescribedService): JsonSchema {
  return {
    '/api/tasks': { post: postTasks(service), get: listTasks() },
    '/api/tasks/{id}': {
      get: operation('getTask', 'tasks', 'Get one task', {
        parameters: [idParameter],
        responses: { 200: answer('The task.', json(ref('TaskRecord'))), ...errors(...keyErrors, 'not_found') },
      }),
    },
    '/hooks/inbound/{sender_id}': { post: inboundWebhook(service) },
    '/api/playbooks': {
      get: operation('listPlaybooks', 'service', 'Portals the service can work on', {
        security: [],
        responses: { 200: answer('The playbooks.', json(ref('PlaybookList'))), ...errors() },
      }),
    },
    '/api/openapi.json': {
      get: operation('getDescription', 'service', 'This description', {
        responses: { 200: answer('OpenAPI 3.1.', json({ type: 'object' })), ...errors(...keyErrors) },
      }),
    },
    '/api/deliveries': {
      get: operation('listDeliveries', 'deliveries', 'Deliveries of results, newest first', {
        parameters: [
          query('task_id', 'Only those of one task.', { type: 'string' }),
          query('status', 'Only those in this state.', { enum: ['pending', 'retrying', 'delivered', 'failed'] }),
          ...pageParameters,
        ],
        responses: { 200: answer('A page.', json(ref('DeliveryList'))), ...errors(...keyErrors, 'invalid_query') },
      }),
    },
    '/api/deliveries/{id}/retry': {
      post: operation('retryDelivery', 'deliveries', 'Send one delivery again', {
        parameters: [
          { ...idParameter, description: 'Id of the delivery.', example: 'dl_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55' },
        ],
        responses: {
          202: answer('Queued.', json({ type: 'object' })),
          ...errors(...keyErrors, 'not_allowed', 'not_found'),
        },
      }),
    },
    '/api/deliveries/recover': {
      post: operation('recoverDeliveries', 'deliveries', 'Send all deliveries again that failed since a time', {
        requestBody: {
          required: true,
          content: json(ref('RecoverInput'), { since: { since: '2026-11-20T08:00:00Z' } }),
        },
        responses: {
          202: answer(
            'Queued.',
            json({ type: 'object', required: ['queued'], properties: { queued: { type: 'integer' } } }),
          ),
          ...errors(...keyErrors, 'not_allowed', 'bad_json', 'too_large', 'unsupported_media_type', 'invalid_query'),
        },
      }),
    },
    '/tasks/{id}': page('getResultPage', 'Result page of a task, for people', 'text/html', []),
    '/evidence/{id}/{file}': page('getEvidenceFile', 'A file of the evidence pack, such as manifest.json', '*/*', [
      { name: 'file', in: 'path', required: true, schema: { type: 'string' }, example: 'manifest.json' },
    ]),
    '/.well-known/evidence-keys.json': open(
      'getEvidenceKeys',
      'Public keys that verify evidence packs',
      'application/json',
    ),
    '/static/result-page.css': open('getResultStyle', 'Style of the result page', 'text/css'),
    '/healthz': open('getHealth', 'Whether the process runs', 'application/json'),
    '/readyz': {
      get: operation('getReadiness', 'service', 'Whether database, migrations and engine are ready', {
        security: [],
        responses: { 200: answer('Ready.', json({ type: 'object' })), ...errors() },
      }),
    },
    '/metrics': open('getMetrics', 'Prometheus metrics', 'text/plain'),
  };
}

const bodyRules = `The body is at most ${bodyLimit.toLocaleString('en-US')} bytes and ${depthLimit} levels deep; a batch has at most ${batchLimit} tasks.`;
const taskErrors = [
  ...(['bad_json', 'too_large', 'unsupported_media_type'] as const),
  ...(['invalid_task', 'no_capability', 'invalid_batch', 'all_rejected'] as const),
] as const satisfies readonly ErrorCode[];

function postTasks(service: DescribedService): JsonSchema {
  return operation('queueTasks', 'tasks', 'Queue one task, a batch, or the rows of a CSV file', {
    description: `${bodyRules} A CSV file is UTF-8 with a header row and at most ${batchLimit} rows; its report has the line of each row. With Accept: text/csv the report comes as CSV.`,
    requestBody: {
      required: true,
      content: {
        ...json({ oneOf: [ref('TaskInput'), ref('Batch')] }, requestExamples),
        'text/csv': { schema: { type: 'string' }, examples: { pull_pod: { value: csvTemplate('pull_pod') } } },
      },
    },
    responses: { ...taken(service, { csv: true }), ...errors(...keyErrors, 'not_allowed', 'bad_csv', ...taskErrors) },
  });
}

function inboundWebhook(service: DescribedService): JsonSchema {
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

function listTasks(): JsonSchema {
  return operation('listTasks', 'tasks', 'List the caller’s tasks, newest first', {
    parameters: [
      query('status', 'Only tasks in this state.', ref('Status')),
      query('task_type', 'Only tasks of this type.', ref('TaskType')),
      query('client_ref', 'Only tasks with this reference.', { type: 'string' }),
      ...pageParameters,
    ],
    responses: { 200: answer('A page.', json(ref('TaskList'))), ...errors(...keyErrors, 'invalid_query') },
  });
}

const idParameter: JsonSchema = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'Id of the task.',
  example: 'tsk_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c54',
};
const query = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'query',
  description,
  schema,
});
const pageParameters = [
  query('limit', 'Size of a page.', {
    type: 'integer',
    minimum: 1,
    maximum: listLimit.max,
    default: listLimit.default,
  }),
  query('cursor', 'The next_cursor of an earlier answer.', { type: 'string' }),
];

function operation(operationId: string, tag: string, summary: string, rest: JsonSchema): JsonSchema {
  return { operationId, tags: [tag], summary, ...rest };
}

function page(operationId: string, summary: string, mediaType: string, parameters: readonly JsonSchema[]): JsonSchema {
  return {
    get: operation(operationId, 'evidence', summary, {
      security: [{ key: [] }, { capability: [] }],
      parameters: [idParameter, ...parameters],
      responses: { 200: answer('As it stands now.', { [mediaType]: {} }), ...errors('not_found') },
    }),
  };
}

function open(operationId: string, summary: string, mediaType: string): JsonSchema {
  return {
    get: operation(operationId, 'service', summary, {
      security: [],
      responses: { 200: answer('As it stands now.', { [mediaType]: {} }) },
    }),
  };
}

const keyErrors = ['unauthorized', 'rate_limited'] as const satisfies readonly ErrorCode[];

/** Error answers by status; `internal` and `unavailable` can come from anywhere. */
function errors(...codes: readonly ErrorCode[]): JsonSchema {
  const all = [...new Set<ErrorCode>([...codes, 'internal', 'unavailable'])];
  const byStatus = [...new Set(all.map((code) => statusOfCode[code]))];
  return Object.fromEntries(
    byStatus.map((status) => [status, errorAnswer(all.filter((code) => statusOfCode[code] === status))]),
  );
}

function errorAnswer(codes: readonly ErrorCode[]): JsonSchema {
  const schema = codes.includes('all_rejected') ? { anyOf: [ref('Error'), ref('RejectedBatch')] } : ref('Error');
  return answer(`Code ${codes.join(' or ')}.`, json(schema, errorExamples(codes)));
}

const exampleSentences: Partial<Record<ErrorCode, string>> = {
  bad_json: 'the body must be JSON; it ends too early',
  bad_csv: 'the file must be UTF-8; in Excel, save it as "CSV UTF-8"',
  unauthorized: 'a valid API key is needed: Authorization: Bearer <key>',
  not_allowed: 'this key may not submit tasks',
  not_found: 'there is no such task',
  too_large: 'the body must be at most 1,000,000 bytes',
  unsupported_media_type: 'Content-Type must be application/json',
  invalid_task: 'params.pro must be exactly 10 digits',
  invalid_batch: 'tasks must not be empty',
  invalid_query: 'limit must be a whole number from 1 to 200',
  no_capability: 'no portal here can do answer_claim yet',
  rate_limited: 'this key may send 6,000 requests a minute',
  internal: 'something went wrong here; the request id finds it in the log',
  unavailable: 'the service cannot take this right now; try again shortly',
};

function errorExamples(codes: readonly ErrorCode[]): Record<string, unknown> {
  const known = codes.filter((code) => exampleSentences[code] !== undefined);
  return Object.fromEntries(known.map((code) => [code, { error: exampleSentences[code], code }]));
}

/** `pull_pod` → `PullPodInput`. */
const inputName = (type: TaskType): string =>
  `${type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Input`;

function inputSchemas(): JsonSchema {
  return {
    ...Object.fromEntries(taskTypes.map((type) => [inputName(type), taskInputSchemas[type]])),
    TaskInput: {
      oneOf: taskTypes.map((type) => ref(inputName(type))),
      discriminator: {
        propertyName: 'task_type',
        mapping: Object.fromEntries(taskTypes.map((type) => [type, `#/components/schemas/${inputName(type)}`])),
      },
    },
    Batch: {
      type: 'object',
      additionalProperties: false,
      required: ['tasks'],
      properties: { tasks: { type: 'array', minItems: 1, maxItems: batchLimit, items: ref('TaskInput') } },
    },
  };
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

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

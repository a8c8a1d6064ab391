/** The OpenAPI 3.1 description of the dispatch API, made from the schemas and tables that the API itself runs on. */
import { batchLimit } from '../../domain/dispatch/batch.ts';
import { taskInputSchemas } from '../../domain/dispatch/task-schemas.ts';
import type { JsonSchema } from '../../domain/dispatch/task-schemas.ts';
import { taskEvents } from '../../domain/dispatch/task-event.ts';
import { taskTypes } from '../../domain/dispatch/task.ts';
import type { TaskType } from '../../domain/dispatch/task.ts';
import { withPortablePatterns } from '../../domain/portable-pattern.ts';
import { callMcp, inboundWebhook, postTasks } from './openapi-intake.ts';
import { answer, errors, json, keyErrors, operation, ref } from './openapi-parts.ts';
import type { DescribedService } from './openapi-parts.ts';
import { endpointPaths } from './openapi-endpoint.ts';
import { sentWebhooks, taskEventSchema } from './openapi-webhooks.ts';
import { recordSchemas } from './record-schemas.ts';
import { listLimit } from './task-query.ts';

/** The version of the interface, not of the software (document 1 §9). */
export const interfaceVersion = '0.1.0';

export function openApiDocument(service: DescribedService): JsonSchema {
  return withPortablePatterns({
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
    webhooks: sentWebhooks(service),
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
      schemas: { ...inputSchemas(), ...recordSchemas, TaskEvent: taskEventSchema },
    },
  });
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
    '/api/tasks/{id}/again': {
      post: operation('runTaskAgain', 'tasks', 'Run the work of a task again, as a new task', {
        description:
          'For tasks that ended failed, rejected or escalated and wrote nothing. However often it is asked for, there is one new task: 201 with it, 200 when it was there already.',
        parameters: [idParameter],
        responses: {
          201: answer('The new task.', json(ref('TaskRecord'))),
          200: answer('The task that was made for it before.', json(ref('TaskRecord'))),
          ...errors(...keyErrors, 'not_found', 'not_repeatable', 'invalid_task', 'no_capability'),
        },
      }),
    },
    '/api/tasks/{id}/cancel': {
      post: operation('cancelTask', 'tasks', 'Stop a task that has not ended', {
        description:
          'The step under way ends first; then the task ends escalated, for a person to take over. What was written to a portal stays written.',
        parameters: [idParameter],
        responses: {
          202: answer('It is being stopped; the task as it is now.', json(ref('TaskRecord'))),
          ...errors(...keyErrors, 'not_found', 'task_ended'),
        },
      }),
    },
    '/api/tasks/{id}/approvals/{approval_id}': {
      post: operation(
        'decideApproval',
        'tasks',
        'Approve or refuse what a task waits for; needs a key with the scope approve',
        {
          parameters: [
            idParameter,
            {
              name: 'approval_id',
              in: 'path',
              required: true,
              schema: { type: 'string' },
              description: 'Id of the approval, from the record.',
              example: 'apr_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55',
            },
          ],
          requestBody: {
            required: true,
            content: json(ref('DecisionInput'), {
              approve: { decision: 'approve', note: 'Class checked against the inspection.' },
              refuse: { decision: 'refuse', note: 'The inspection is of another shipment.' },
            }),
          },
          responses: {
            200: answer('The task as it is now.', json(ref('TaskRecord'))),
            ...errors(
              ...keyErrors,
              'not_allowed',
              'not_found',
              'already_decided',
              'invalid_decision',
              'bad_json',
              'too_large',
              'unsupported_media_type',
            ),
          },
        },
      ),
    },
    '/api/tasks/{id}/revoke-links': {
      post: operation('revokeTaskLinks', 'tasks', 'End every link to the result page and evidence of a task', {
        description:
          'Links that were given away, in records, webhooks and mails, answer 404 from here on. The record has new ones. ' +
          'Needs a key with the scope submit.',
        parameters: [idParameter],
        responses: {
          200: answer('The task, with its new links.', json(ref('TaskRecord'))),
          ...errors(...keyErrors, 'not_allowed', 'not_found'),
        },
      }),
    },
    '/hooks/inbound/{sender_id}': { post: inboundWebhook(service) },
    '/mcp': { post: callMcp(service) },
    '/api/playbooks': {
      get: operation('listPlaybooks', 'service', 'Portals the service can work on', {
        description: 'Without a key all of the deployment; with one those that the sender works with.',
        security: [{}, { key: [] }],
        responses: { 200: answer('The playbooks.', json(ref('PlaybookList'))), ...errors('rate_limited') },
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
          query('event', 'Only those of this event.', { enum: [...taskEvents, 'ping'] }),
          query('since', 'Only those made at or after this time.', { type: 'string', format: 'date-time' }),
          query('until', 'Only those made before this time.', { type: 'string', format: 'date-time' }),
          query('key', 'Only those of tasks that the key with this id submitted.', {
            type: 'string',
            minLength: 1,
            maxLength: 100,
          }),
          query('endpoint', 'Only those to this URL, or to this origin (scheme, host and port).', {
            type: 'string',
            minLength: 1,
            maxLength: 2048,
          }),
          ...pageParameters,
        ],
        responses: { 200: answer('A page.', json(ref('DeliveryList'))), ...errors(...keyErrors, 'invalid_query') },
      }),
    },
    '/api/deliveries/{id}': {
      get: operation('getDelivery', 'deliveries', 'One delivery with its attempts', {
        parameters: [deliveryId],
        responses: {
          200: answer('The delivery.', json(ref('Delivery'))),
          ...errors(...keyErrors, 'not_allowed', 'not_found', 'invalid_query'),
        },
      }),
    },
    ...endpointPaths,
    '/api/deliveries/{id}/retry': {
      post: operation('retryDelivery', 'deliveries', 'Send one delivery again', {
        parameters: [deliveryId],
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

function listTasks(): JsonSchema {
  return operation('listTasks', 'tasks', 'List the caller’s tasks, newest first', {
    parameters: [
      query('status', 'Only tasks in this state.', ref('Status')),
      query('task_type', 'Only tasks of this type.', ref('TaskType')),
      query('outcome_reason', 'Only tasks that ended for this reason.', ref('OutcomeReason')),
      query('client_ref', 'Only tasks with this reference.', { type: 'string', minLength: 1, maxLength: 255 }),
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
const deliveryId: JsonSchema = {
  ...idParameter,
  description: 'Id of the delivery.',
  example: 'dl_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55',
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
  query('cursor', 'The next_cursor of an earlier answer.', { type: 'string', minLength: 1 }),
];

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

/** `pull_pod` → `PullPodInput`. */
const inputName = (type: TaskType): string =>
  `${type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Input`;

function inputSchemas(): JsonSchema {
  return {
    ...Object.fromEntries(taskTypes.map((type) => [inputName(type), taskInputSchemas[type]])),
    // No discriminator: each type's task_type is a constant already, and generators of clients stumble over both.
    TaskInput: { oneOf: taskTypes.map((type) => ref(inputName(type))) },
    Batch: {
      type: 'object',
      additionalProperties: false,
      required: ['tasks'],
      properties: { tasks: { type: 'array', minItems: 1, maxItems: batchLimit, items: ref('TaskInput') } },
    },
  };
}

/** The OpenAPI 3.1 description of the dispatch API, made from the schemas and tables that the API itself runs on. */
import { batchLimit } from '../../domain/dispatch/batch-report.ts';
import { taskEvents } from '../../domain/dispatch/task-record.ts';
import { taskInputSchemas } from '../../domain/dispatch/task-schemas.ts';
import { type TaskType, taskTypes } from '../../domain/dispatch/task.ts';
import { type JsonSchema, withPortablePatterns, withSingleTypes } from '../../domain/json-schema.ts';
import { type DescribedService, describedPaths } from '../http/api-route.ts';
import { ref, sentWebhook } from '../http/openapi-parts.ts';
import { recordSchemas } from './record-schemas.ts';
import { describedAccess, dispatchRoutes } from './routes.ts';

/** The version of the interface, not of the software (document 1 §9). */
const interfaceVersion = '0.1.0';

export function openApiDocument(service: DescribedService): JsonSchema {
  return withPortablePatterns(
    withSingleTypes(
      {
        openapi: '3.1.0',
        jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
        info: {
          title: 'Lanekeeper task dispatch',
          version: interfaceVersion,
          summary: 'Queues freight portal work as tasks and returns results with evidence.',
          description:
            'Submit tasks, follow them, decide on approvals, and manage the endpoint that their results are sent to.',
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: service.baseUrl }],
        security: [{ key: [] }],
        tags: [
          { name: 'tasks', description: 'Queue portal work, follow it, and decide on its approvals.' },
          { name: 'evidence', description: 'What was done, for people and auditors.' },
          { name: 'deliveries', description: 'Results sent by webhook, and where they are sent.' },
          { name: 'service', description: 'Portals, descriptions, health and metrics of the service.' },
        ],
        paths: describedPaths(dispatchRoutes, service, describedAccess),
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
      },
      'listed',
    ),
  );
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

// What the dispatch API sends, in its OpenAPI description: the events of tasks, to the callback address.

export const taskEventSchema: JsonSchema = {
  type: 'object',
  required: ['id', 'event', 'created_at', 'client', 'task'],
  properties: {
    id: { type: 'string', pattern: '^dl_', description: 'Of the delivery: the same for every attempt.' },
    event: { enum: taskEvents },
    created_at: { type: 'string', format: 'date-time', description: 'When it happened.' },
    client: { type: 'string', pattern: '^snd_', description: 'The sender of the task.' },
    task: ref('TaskRecord'),
  },
};

/** @returns the webhooks as OpenAPI 3.1 describes them */
function sentWebhooks({ headerName }: DescribedService): JsonSchema {
  const headers = {
    [`X-${headerName}-Event`]: 'The event.',
    [`X-${headerName}-Delivery`]: 'Id of the delivery, dl_…; webhook-id is the same.',
    [`X-${headerName}-Client`]: 'Id of the sender.',
    [`X-${headerName}-Timestamp`]: 'Unix seconds of this attempt; webhook-timestamp is the same.',
    [`X-${headerName}-Signature`]: 'sha256=<hex> over the timestamp, a full stop and the raw body.',
  };
  const described = ['taskEvent', 'tasks', 'An event of a task, to its callback_url'] as const;
  return { taskEvent: sentWebhook(described, headers, ref('TaskEvent')) };
}

/** What the dispatch API sends, in its OpenAPI description: the events of tasks, to the callback address. */
import { taskEvents } from '../../domain/dispatch/task-record.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import type { DescribedService } from '../http/api-route.ts';
import { answer, json, operation, ref } from '../http/openapi-parts.ts';

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
export function sentWebhooks({ headerName }: DescribedService): JsonSchema {
  const header = (name: string, description: string): JsonSchema => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    taskEvent: {
      post: operation('taskEvent', 'tasks', 'An event of a task, to its callback_url', {
        security: [],
        parameters: [
          header(`X-${headerName}-Event`, 'The event.'),
          header(`X-${headerName}-Delivery`, 'Id of the delivery, dl_…; webhook-id is the same.'),
          header(`X-${headerName}-Client`, 'Id of the sender.'),
          header(`X-${headerName}-Timestamp`, 'Unix seconds of this attempt; webhook-timestamp is the same.'),
          header(`X-${headerName}-Signature`, 'sha256=<hex> over the timestamp, a full stop and the raw body.'),
          header('webhook-id', 'Id of the delivery, as Standard Webhooks has it.'),
          header('webhook-timestamp', 'Unix seconds of this attempt.'),
          header('webhook-signature', 'v1,<base64> of Standard Webhooks; two during a rotation of the secret.'),
        ],
        requestBody: { required: true, content: json(ref('TaskEvent')) },
        responses: { '2XX': answer('Acknowledged. Anything else is tried again.') },
      }),
    },
  };
}

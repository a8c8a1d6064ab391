/** The webhooks in the OpenAPI description: the calls that manage them, and what they send. */
import { attemptErrors } from '../../domain/delivery/attempt.ts';
import { endpointStates } from '../../domain/delivery/health.ts';
import { hookEventTypes } from '../../domain/lanes/hook-event.ts';
import type { JsonSchema } from '../../domain/lanes/event-schema.ts';
import { answer, json, keyErrors, operation, ref } from '../http/openapi-parts.ts';
import type { describeErrors } from '../http/openapi-parts.ts';
import { webhookLogLimit, webhookLogStatuses } from './webhook-deliveries.ts';

const string: JsonSchema = { type: 'string' };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const integerOrNull: JsonSchema = { type: ['integer', 'null'] };

/** An object of which every member is always there. */
const whole = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const events: JsonSchema = { type: 'array', minItems: 1, uniqueItems: true, items: { enum: hookEventTypes } };
const hook = { id: { type: 'string', pattern: '^wh_' }, url: { type: 'string', format: 'uri' }, events };
const secret: JsonSchema = { type: 'string', pattern: '^whsec_', description: 'Shown this once.' };
const queued = { queued: { const: true } };

export const webhookExamples = {
  postWebhook: { url: 'https://receiver.example/hooks', events: hookEventTypes },
  recoverDeliveries: { since: '2026-11-20T08:00:00Z' },
};

export const webhookSchemas: Readonly<Record<string, JsonSchema>> = {
  Webhook: whole({ ...hook, created_at: time, health: ref('EndpointHealth') }),
  EndpointHealth: whole({
    state: { enum: endpointStates, description: '`idle`: nothing was sent to it yet.' },
    failing_since: { ...orNull(time), description: 'The first failure it has not recovered from.' },
    recovered_at: orNull(time),
    exhausted: { type: 'integer', minimum: 0, description: 'Deliveries that ran out of attempts since then.' },
    exhausted_since: orNull(time),
    last_success_at: orNull(time),
    last_failure_at: orNull(time),
    consecutive_failures: { type: 'integer', minimum: 0 },
    last_error: { ...orNull(string), description: 'An error of an attempt, or `http_` and the status of an answer.' },
    holding_since: {
      ...orNull(time),
      description: 'Since when new deliveries are held back, because it answers more slowly than they come.',
    },
  }),
  NewWebhook: whole({ ...hook, secret, created_at: time }),
  DeliveryAttempt: whole({
    id: { type: 'string', pattern: '^dl_' },
    webhook_id: string,
    event_id: string,
    type: { enum: [...hookEventTypes, 'ping'] },
    url: string,
    attempt: { type: 'integer', minimum: 1 },
    status: { enum: webhookLogStatuses },
    response_status: integerOrNull,
    error: { enum: [...Object.keys(attemptErrors), null] },
    duration_ms: integerOrNull,
    at: { ...time, description: 'When the attempt began; of one that is to come, when its delivery was queued.' },
    next_attempt_at: orNull(time),
  }),
  WebhookEvent: whole({
    id: { type: 'string', pattern: '^evt_', description: 'Of the event: the same for every webhook and attempt.' },
    type: { enum: [...hookEventTypes, 'ping'] },
    created_at: { ...time, description: 'When it was written down, by the clock on the wall.' },
    workspace: string,
    queue: orNull(string),
    step: orNull(string),
    at: { ...time, description: 'When it took effect, by the time of the events.' },
    data: {
      anyOf: [
        ref('LaneChange'),
        ref('Alert'),
        ref('SignoffRequest'),
        ref('UnauthorisedAct'),
        { type: 'object', maxProperties: 0 },
      ],
    },
  }),
};

type Errors = ReturnType<typeof describeErrors>;

const bodyErrors = ['bad_json', 'invalid_request', 'too_large', 'unsupported_media_type'] as const;
const inPath = (what: string, example: string): JsonSchema => ({
  name: 'id',
  in: 'path',
  required: true,
  description: `Id of the ${what}.`,
  schema: string,
  example,
});
const webhookId = inPath('webhook', 'wh_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55');
const deliveryId = inPath('delivery', 'dl_01997d1f-6f0a-8cc1-a0a4-3a1f6d2b9c55');

export function webhookPaths(errors: Errors, pageParameters: JsonSchema[]): JsonSchema {
  const query = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
    name,
    in: 'query',
    description,
    schema,
  });
  const changeErrors = errors(...keyErrors, 'not_allowed', 'not_found', 'invalid_request');
  return {
    '/v1/webhooks': {
      post: operation('postWebhook', 'webhooks', 'Make a webhook', {
        requestBody: {
          required: true,
          content: json(
            {
              type: 'object',
              required: ['url', 'events'],
              additionalProperties: false,
              properties: { url: { type: 'string', format: 'uri', maxLength: 2048 }, events },
            },
            { allEvents: webhookExamples.postWebhook },
          ),
        },
        responses: {
          201: answer('The webhook with its secret.', json(ref('NewWebhook'))),
          ...errors(...keyErrors, 'not_allowed', ...bodyErrors),
        },
      }),
      get: operation('listWebhooks', 'webhooks', 'The webhooks, oldest first', {
        responses: {
          200: answer('All of them.', json(whole({ webhooks: { type: 'array', items: ref('Webhook') } }))),
          ...errors(...keyErrors, 'not_allowed', 'invalid_request'),
        },
      }),
    },
    '/v1/webhooks/{id}': {
      delete: operation('deleteWebhook', 'webhooks', 'Stop a webhook; what waits for it is ended', {
        parameters: [webhookId],
        responses: { 204: answer('Nothing more is sent to it.'), ...changeErrors },
      }),
    },
    '/v1/webhooks/{id}/test': {
      post: operation('testWebhook', 'webhooks', 'Send a ping', {
        parameters: [webhookId],
        responses: {
          202: answer('It is on its way.', json(whole({ id: string, event_id: string, ...queued }))),
          ...changeErrors,
        },
      }),
    },
    '/v1/webhooks/{id}/rotate': {
      post: operation('rotateWebhookSecret', 'webhooks', 'Bring a new secret; both sign until the old one ends', {
        parameters: [webhookId],
        responses: {
          200: answer('The new secret.', json(whole({ id: string, secret, old_valid_until: time }))),
          ...changeErrors,
        },
      }),
    },
    '/v1/webhooks/deliveries': {
      get: operation('listDeliveries', 'webhooks', 'Every attempt, newest first; or what waits for its next one', {
        parameters: [
          query('webhook_id', 'Only to this webhook.', string),
          query('status', 'Only attempts that came to this; pending: what waits for one.', {
            enum: webhookLogStatuses,
          }),
          ...pageParameters,
        ],
        responses: {
          200: answer(
            'A page.',
            json(
              whole({
                deliveries: { type: 'array', maxItems: webhookLogLimit.max, items: ref('DeliveryAttempt') },
                next_cursor: { type: ['string', 'null'] },
              }),
            ),
          ),
          ...errors(...keyErrors, 'not_allowed', 'invalid_request'),
        },
      }),
    },
    '/v1/webhooks/deliveries/recover': {
      post: operation('recoverDeliveries', 'webhooks', 'Send all again that failed in a span of time', {
        requestBody: {
          required: true,
          content: json(
            {
              type: 'object',
              required: ['since'],
              additionalProperties: false,
              properties: { since: time, until: time },
            },
            { sinceYesterday: webhookExamples.recoverDeliveries },
          ),
        },
        responses: {
          202: answer('How many are on their way.', json(whole({ queued: { type: 'integer', minimum: 0 } }))),
          ...errors(...keyErrors, 'not_allowed', ...bodyErrors),
        },
      }),
    },
    '/v1/webhooks/deliveries/{id}/retry': {
      post: operation('retryDelivery', 'webhooks', 'Send one again, or make the next attempt of one that waits now', {
        parameters: [deliveryId],
        responses: { 202: answer('It is on its way.', json(whole({ id: string, ...queued }))), ...changeErrors },
      }),
    },
  };
}

/** What a webhook sends, as OpenAPI 3.1 describes it. */
export function sentWebhooks(headerName: string): JsonSchema {
  const header = (name: string, description: string): JsonSchema => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: string,
  });
  return {
    event: {
      post: operation('webhookEvent', 'webhooks', 'An event of the workspace', {
        security: [],
        parameters: [
          header(`${headerName}-Signature`, 't=<unix seconds>,v1=<hex>; two v1= during a rotation of the secret.'),
          header(`${headerName}-Event`, 'Type of the event.'),
          header(`${headerName}-Delivery`, 'Id of the delivery, dl_…; webhook-id is the same.'),
          header(`${headerName}-Webhook-Id`, 'Id of the webhook, wh_….'),
          header('webhook-id', 'Id of the delivery, as Standard Webhooks has it.'),
          header('webhook-timestamp', 'Unix seconds of this attempt.'),
          header('webhook-signature', 'v1,<base64> of Standard Webhooks; two during a rotation of the secret.'),
        ],
        requestBody: { required: true, content: json(ref('WebhookEvent')) },
        responses: { '2XX': answer('Acknowledged. Anything else is tried again.') },
      }),
    },
  };
}

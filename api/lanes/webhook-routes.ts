/** Routes that manage webhooks, and the log of their deliveries. */
import { permissions } from '../../commands/permissions.ts';
import { hookEventTypes } from '../../domain/lanes/hook-event.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { answer, checkedBodyErrors, json, ref } from '../http/openapi-parts.ts';
import { recoverSchema } from '../http/read-members.ts';
import type { LanesRoute } from './deps.ts';
import {
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  postDeliveryRecovery,
  postDeliveryRetry,
  postWebhook,
  postWebhookChange,
  postWebhookRotation,
  postWebhookTest,
  webhookLogLimit,
  webhookLogQuery,
} from './webhooks.ts';
import { webhookChangeRequest, webhookRequest } from './request-schemas.ts';
import { secret, whole } from './webhook-schemas.ts';

export const webhookExamples = {
  postWebhook: { url: 'https://receiver.example/hooks', events: hookEventTypes },
  changeWebhook: { url: 'https://receiver.example/hooks/lanes' },
  recoverDeliveries: { since: '2026-11-20T08:00:00Z' },
};

const string: JsonSchema = { type: 'string' };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const queued = { queued: { const: true } };
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

export const webhookRoutes: readonly LanesRoute[] = [
  {
    method: 'POST',
    path: '/v1/webhooks',
    needs: permissions.manageWebhooks.key,
    operation: 'postWebhook',
    tag: 'webhooks',
    summary: 'Make a webhook',
    query: {},
    body: json(webhookRequest, { allEvents: webhookExamples.postWebhook }),
    answers: { 201: answer('The webhook with its secret.', json(ref('NewWebhook'))) },
    errors: checkedBodyErrors,
    handle: postWebhook,
  },
  {
    method: 'GET',
    path: '/v1/webhooks',
    needs: 'read',
    operation: 'listWebhooks',
    tag: 'webhooks',
    summary: 'The webhooks, oldest first',
    query: {},
    answers: { 200: answer('All of them.', json(whole({ webhooks: { type: 'array', items: ref('Webhook') } }))) },
    errors: ['invalid_request'],
    handle: getWebhooks,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}',
    needs: permissions.manageWebhooks.key,
    operation: 'changeWebhook',
    tag: 'webhooks',
    summary: 'Change the address or the events; what is being tried goes to the new address too',
    parameters: [webhookId],
    query: {},
    body: json(webhookChangeRequest, { newAddress: webhookExamples.changeWebhook }),
    answers: { 200: answer('The webhook as it is now.', json(ref('Webhook'))) },
    errors: [...checkedBodyErrors, 'not_found'],
    handle: postWebhookChange,
  },
  {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    needs: permissions.manageWebhooks.key,
    operation: 'deleteWebhook',
    tag: 'webhooks',
    summary: 'Stop a webhook; what waits for it is ended',
    parameters: [webhookId],
    query: {},
    answers: { 204: answer('Nothing more is sent to it.') },
    errors: ['not_found', 'invalid_request'],
    handle: deleteWebhook,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    needs: permissions.manageWebhooks.key,
    operation: 'testWebhook',
    tag: 'webhooks',
    summary: 'Send a ping',
    parameters: [webhookId],
    query: {},
    answers: { 202: answer('It is on its way.', json(whole({ id: string, event_id: string, ...queued }))) },
    errors: ['not_found', 'invalid_request'],
    handle: postWebhookTest,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate',
    needs: permissions.manageWebhooks.key,
    operation: 'rotateWebhookSecret',
    tag: 'webhooks',
    summary: 'Bring a new secret; both sign until the old one ends',
    parameters: [webhookId],
    query: {},
    answers: { 200: answer('The new secret.', json(whole({ id: string, secret, old_valid_until: time }))) },
    errors: ['not_found', 'invalid_request'],
    handle: postWebhookRotation,
  },
  {
    method: 'GET',
    path: '/v1/webhooks/deliveries',
    needs: 'read',
    operation: 'listDeliveries',
    tag: 'webhooks',
    summary: 'Every attempt, newest first; or what waits for its next one',
    query: webhookLogQuery,
    answers: {
      200: answer(
        'A page.',
        json(
          whole({
            deliveries: { type: 'array', maxItems: webhookLogLimit.max, items: ref('DeliveryAttempt') },
            next_cursor: { type: ['string', 'null'] },
          }),
        ),
      ),
    },
    errors: ['invalid_request'],
    handle: getWebhookDeliveries,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/deliveries/recover',
    needs: permissions.manageWebhooks.key,
    operation: 'recoverDeliveries',
    repeatable: true,
    tag: 'webhooks',
    summary: 'Send all again that failed in a span of time',
    query: {},
    body: json(recoverSchema, { sinceYesterday: webhookExamples.recoverDeliveries }),
    answers: { 202: answer('How many are on their way.', json(whole({ queued: { type: 'integer', minimum: 0 } }))) },
    errors: checkedBodyErrors,
    handle: postDeliveryRecovery,
  },
  {
    method: 'POST',
    path: '/v1/webhooks/deliveries/{id}/retry',
    needs: permissions.manageWebhooks.key,
    operation: 'retryDelivery',
    tag: 'webhooks',
    summary: 'Send one again, or make the next attempt of one that waits now',
    parameters: [deliveryId],
    query: {},
    answers: { 202: answer('It is on its way.', json(whole({ id: string, ...queued }))) },
    errors: ['not_found', 'webhook_deleted'],
    handle: postDeliveryRetry,
  },
];

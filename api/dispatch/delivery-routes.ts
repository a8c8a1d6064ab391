/** Routes of results on their way out: deliveries, and the endpoint of the sender. */
import { permissions } from '../../commands/permissions.ts';
import type { ErrorCode } from '../http/errors.ts';
import { answer, json, ref } from '../http/openapi-parts.ts';
import {
  deliveryQuery,
  getDeliveries,
  getDelivery,
  getEndpoint,
  postEndpoint,
  postEndpointTest,
  postRecover,
  postRetry,
  postSecretRotation,
} from './deliveries.ts';
import type { DispatchRoute } from './deps.ts';
import { taskId } from './task-routes.ts';

const bodyErrors = ['bad_json', 'too_large', 'unsupported_media_type'] as const satisfies readonly ErrorCode[];
const deliveryId = {
  ...taskId,
  description: 'Id of the delivery.',
  example: 'dl_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55',
};

export const deliveryRoutes: readonly DispatchRoute[] = [
  {
    method: 'GET',
    path: '/api/deliveries',
    needs: 'read',
    operation: 'listDeliveries',
    tag: 'deliveries',
    summary: 'Deliveries of results, newest first',
    query: deliveryQuery,
    answers: { 200: answer('A page.', json(ref('DeliveryList'))) },
    errors: ['invalid_query'],
    handle: getDeliveries,
  },
  {
    method: 'GET',
    path: '/api/deliveries/{id}',
    needs: 'read',
    operation: 'getDelivery',
    tag: 'deliveries',
    summary: 'One delivery with its attempts',
    parameters: [deliveryId],
    answers: { 200: answer('The delivery.', json(ref('Delivery'))) },
    errors: ['not_found', 'invalid_query'],
    handle: getDelivery,
  },
  {
    method: 'GET',
    path: '/api/endpoint',
    needs: 'read',
    operation: 'getEndpoint',
    tag: 'deliveries',
    summary: 'Where results go by default',
    answers: { 200: answer('The endpoint.', json(ref('Endpoint'))) },
    errors: [],
    handle: getEndpoint,
  },
  {
    method: 'POST',
    path: '/api/endpoint',
    needs: permissions.changeEndpoint.key,
    operation: 'setEndpoint',
    repeatable: true,
    tag: 'deliveries',
    summary: 'Set where results go by default',
    description: 'For tasks without a callback_url of their own. Needs a key with the scope admin.',
    body: json(ref('EndpointInput'), { set: { callback_url: 'https://example.com/results' } }),
    answers: { 200: answer('The endpoint as it is now.', json(ref('Endpoint'))) },
    errors: [...bodyErrors, 'invalid_query'],
    handle: postEndpoint,
  },
  {
    method: 'POST',
    path: '/api/endpoint/test',
    needs: permissions.changeEndpoint.key,
    operation: 'testEndpoint',
    tag: 'deliveries',
    summary: 'Send a signed ping to the endpoint',
    description: 'One attempt; its delivery shows how it ended. Needs a key with the scope admin.',
    answers: { 202: answer('Queued.', json(ref('QueuedPing'))) },
    errors: ['invalid_query'],
    handle: postEndpointTest,
  },
  {
    method: 'POST',
    path: '/api/endpoint/rotate-secret',
    needs: permissions.changeEndpoint.key,
    operation: 'rotateEndpointSecret',
    tag: 'deliveries',
    summary: 'Create a new secret that signs results',
    description:
      'The new secret is shown once and signs from the stated time on; have the receiver accept both until then. Needs a key with the scope admin.',
    answers: { 200: answer('The new secret.', json(ref('RotatedSecret'))) },
    errors: [],
    handle: postSecretRotation,
  },
  {
    method: 'POST',
    path: '/api/deliveries/{id}/retry',
    needs: permissions.retryDelivery.key,
    operation: 'retryDelivery',
    tag: 'deliveries',
    summary: 'Send one delivery again',
    parameters: [deliveryId],
    answers: { 202: answer('Queued.', json({ type: 'object' })) },
    errors: ['not_found'],
    handle: postRetry,
  },
  {
    method: 'POST',
    path: '/api/deliveries/recover',
    needs: permissions.recoverDeliveries.key,
    operation: 'recoverDeliveries',
    repeatable: true,
    tag: 'deliveries',
    summary: 'Send all deliveries again that failed since a time',
    body: json(ref('RecoverInput'), { since: { since: '2026-11-20T08:00:00Z' } }),
    answers: {
      202: answer(
        'Queued.',
        json({ type: 'object', required: ['queued'], properties: { queued: { type: 'integer' } } }),
      ),
    },
    errors: [...bodyErrors, 'invalid_query'],
    handle: postRecover,
  },
];

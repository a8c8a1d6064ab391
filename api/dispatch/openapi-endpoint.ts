/** The OpenAPI description of the sender's endpoint: where results go, and how they are signed. */
import type { JsonSchema } from '../../domain/dispatch/task-schemas.ts';
import { answer, errors, json, keyErrors, operation, ref } from './openapi-parts.ts';

const bodyErrors = ['bad_json', 'too_large', 'unsupported_media_type'] as const;

export const endpointPaths: JsonSchema = {
  '/api/endpoint': {
    get: operation('getEndpoint', 'deliveries', 'Where results go by default', {
      responses: { 200: answer('The endpoint.', json(ref('Endpoint'))), ...errors(...keyErrors, 'not_allowed') },
    }),
    post: operation('setEndpoint', 'deliveries', 'Set where results go by default', {
      description: 'For tasks without a callback_url of their own. Needs a key with the scope admin.',
      requestBody: {
        required: true,
        content: json(ref('EndpointInput'), { set: { callback_url: 'https://example.com/results' } }),
      },
      responses: {
        200: answer('The endpoint as it is now.', json(ref('Endpoint'))),
        ...errors(...keyErrors, 'not_allowed', ...bodyErrors, 'invalid_query'),
      },
    }),
  },
  '/api/endpoint/test': {
    post: operation('testEndpoint', 'deliveries', 'Send a signed ping to the endpoint', {
      description: 'One attempt; its delivery shows how it ended. Needs a key with the scope admin.',
      responses: {
        202: answer('Queued.', json(ref('QueuedPing'))),
        ...errors(...keyErrors, 'not_allowed', 'invalid_query'),
      },
    }),
  },
  '/api/endpoint/rotate-secret': {
    post: operation('rotateEndpointSecret', 'deliveries', 'Create a new secret that signs results', {
      description:
        'The new secret is shown once and signs from the stated time on; have the receiver accept both until then. Needs a key with the scope admin.',
      responses: { 200: answer('The new secret.', json(ref('RotatedSecret'))), ...errors(...keyErrors, 'not_allowed') },
    }),
  },
};

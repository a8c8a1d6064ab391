/** The OpenAPI description of an MCP endpoint: JSON-RPC in, JSON-RPC out. */
import type { RouteDescription, DescribedService } from './api-route.ts';
import { answer, json } from './openapi-parts.ts';

export interface DescribedMcp {
  readonly tools: readonly string[];
  /** Parameters of tools/call, by the name of the example. */
  readonly examples: Readonly<Record<string, { readonly name: string; readonly arguments: unknown }>>;
}

type DescribedCall = RouteDescription & {
  readonly inDeployment: (service: DescribedService) => Partial<RouteDescription>;
};

export function callMcp({ tools, examples }: DescribedMcp): DescribedCall {
  const id = { type: ['string', 'number', 'null'] };
  const text = { type: 'string' };
  // A request's id is never null; an answer's is, where the request's could not be read.
  const asked = { type: ['string', 'integer'] };
  const message = { jsonrpc: { const: '2.0' }, id: asked, method: text, params: { type: 'object' } };
  const result = {
    jsonrpc: { const: '2.0' },
    id,
    result: { type: 'object' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: text },
    },
  };
  const calls = Object.entries(examples).map(([name, params]) => [
    name,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  ]);
  return {
    operation: 'callMcp',
    tag: 'service',
    summary: 'MCP endpoint (Streamable HTTP, stateless, JSON answers)',
    body: json(
      { type: 'object', required: ['jsonrpc', 'method'], properties: message },
      { list: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, ...Object.fromEntries(calls) },
    ),
    answers: {
      200: answer('The answer.', json({ type: 'object', required: ['jsonrpc'], properties: result })),
      202: answer('The notification was accepted.'),
      400: answer(
        'No JSON, no JSON-RPC, or a protocol that is not spoken here.',
        json({ type: 'object', properties: result }),
      ),
    },
    errors: ['not_allowed', 'too_large', 'unsupported_media_type'],
    inDeployment: ({ baseUrl }) => ({
      description: `Tools: ${tools.join(', ')}, for clients of the protocols up to 2025-11-25 and of 2026-07-28. Host and Origin must be names that ${baseUrl} goes by. Refusals of a tool are answers with isError.`,
    }),
  };
}

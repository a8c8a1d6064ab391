/** The OpenAPI description of an MCP endpoint: JSON-RPC in, JSON-RPC out. */
import type { JsonSchema } from '../../domain/dispatch/task-schemas.ts';
import type { ErrorCode } from './errors.ts';
import { answer, json, keyErrors, operation } from './openapi-parts.ts';

export interface DescribedMcp {
  readonly tools: readonly string[];
  readonly baseUrl: string;
  /** Parameters of tools/call, by the name of the example. */
  readonly examples: Readonly<Record<string, { readonly name: string; readonly arguments: unknown }>>;
  readonly errors: (...codes: readonly ErrorCode[]) => JsonSchema;
}

export function mcpOperation({ tools, baseUrl, examples, errors }: DescribedMcp): JsonSchema {
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
  return operation('callMcp', 'service', 'MCP endpoint (Streamable HTTP, stateless, JSON answers)', {
    description: `Tools: ${tools.join(', ')}, for clients of the protocols up to 2025-11-25 and of 2026-07-28. Host and Origin must be names that ${baseUrl} goes by. Refusals of a tool are answers with isError.`,
    requestBody: {
      required: true,
      content: json(
        { type: 'object', required: ['jsonrpc', 'method'], properties: message },
        { list: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, ...Object.fromEntries(calls) },
      ),
    },
    responses: {
      200: answer('The answer.', json({ type: 'object', required: ['jsonrpc'], properties: result })),
      202: answer('The notification was accepted.'),
      ...errors(...keyErrors, 'not_allowed', 'too_large', 'unsupported_media_type'),
      400: answer(
        'No JSON, no JSON-RPC, or a protocol that is not spoken here.',
        json({ type: 'object', properties: result }),
      ),
    },
  });
}

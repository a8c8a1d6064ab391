/**
 * The MCP endpoint of the service, with three tools more that the conformance suite calls by name: what it looks at
 * (text, tool errors, JSON Schema as it was written) is the endpoint's work, whatever the tool.
 */
import Koa from 'koa';
import type { DispatchDeps } from '../../../api/dispatch/deps.ts';
import { dispatchTools, mcpInstructions } from '../../../api/dispatch/mcp-tools.ts';
import { answerErrors } from '../../../api/http/answer-errors.ts';
import type { Caller } from '../../../api/http/bearer-key.ts';
import { ApiError } from '../../../api/http/errors.ts';
import { mcpEndpoint } from '../../../api/http/mcp.ts';
import type { McpTool } from '../../../api/http/mcp.ts';
import { openHttpServer } from '../../../api/http/server.ts';

const tool = (name: string, description: string, call: McpTool['call']): McpTool => ({
  name,
  title: name,
  description,
  inputSchema: { type: 'object', additionalProperties: false, properties: {} },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  call,
});

const referenceTools: readonly McpTool[] = [
  tool('test_simple_text', 'Answers a text.', async () => ({ text: 'This is a simple text response for testing.' })),
  tool('test_error_handling', 'Always refuses.', async () => {
    throw new ApiError('invalid_request', 'This tool intentionally returns an error for testing');
  }),
  {
    ...tool('json_schema_2020_12_tool', 'Has JSON Schema 2020-12 features.', async () => ({})),
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
      },
      properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
  },
];

/** Serves it without a key, which the suite cannot send, on a free port. */
export async function openReferenceEndpoint(
  deps: DispatchDeps,
  senderId: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const answer = mcpEndpoint({
    name: 'lanekeeper-dispatch',
    version: '0.0.0',
    instructions: mcpInstructions,
    tools: [...dispatchTools(deps), ...referenceTools],
    hosts: () => [],
    log: deps.log,
  });
  const caller: Caller = { keyId: 'key_test', ownerId: senderId, scopes: ['submit', 'read'], rateLimit: null };
  const app = new Koa();
  app.use(answerErrors(deps.log));
  app.use(async (ctx) => {
    if (ctx.method !== 'POST') {
      ctx.status = 405;
      return;
    }
    ctx.state['caller'] = caller;
    await answer(ctx);
  });
  const server = await openHttpServer({ host: '127.0.0.1', port: 0, handler: app.callback() });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(1000) };
}

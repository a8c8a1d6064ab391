/**
 * An MCP endpoint of a service, with three tools more that the conformance suite calls by name: what it looks at (text,
 * tool errors, JSON Schema as it was written) is the endpoint's work, whatever the tool.
 */
import Koa from 'koa';
import { answerErrors } from '../../../api/http/answer-errors.ts';
import { ApiError } from '../../../api/http/errors.ts';
import { mcpEndpoint } from '../../../api/http/mcp.ts';
import type { McpCaller, McpEndpoint, McpTool } from '../../../api/http/mcp.ts';
import { openHttpServer } from '../../../api/http/server.ts';

const tool = (name: string, description: string, call: McpTool<McpCaller>['call']): McpTool<McpCaller> => ({
  name,
  title: name,
  description,
  inputSchema: { type: 'object', additionalProperties: false, properties: {} },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  call,
});

const referenceTools: readonly McpTool<McpCaller>[] = [
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
export async function openReferenceEndpoint<C extends McpCaller>(
  endpoint: McpEndpoint<C>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const answer = mcpEndpoint({ ...endpoint, tools: [...endpoint.tools, ...referenceTools] });
  const app = new Koa();
  app.use(answerErrors(endpoint.log));
  app.use(async (ctx) => {
    if (ctx.method !== 'POST') {
      ctx.status = 405;
      return;
    }
    await answer(ctx);
  });
  const server = await openHttpServer({ host: '127.0.0.1', port: 0, handler: app.callback() });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(1000) };
}

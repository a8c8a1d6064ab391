/**
 * An MCP endpoint of a service, with the tools, documents and prompts more that the conformance suite asks for by name:
 * what it looks at (text, tool errors, JSON Schema as it was written, addresses, arguments) is the endpoint's work.
 */
import Koa from 'koa';
import { answerErrors } from '../../../api/http/answer-errors.ts';
import { ApiError } from '../../../api/http/errors.ts';
import { type McpCaller, mcpEndpoint, type McpEndpoint, type McpTool } from '../../../api/http/mcp.ts';
import type { McpDocuments } from '../../../api/http/mcp-documents.ts';
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

const about = (name: string) => ({ name, title: name, description: name });
const argument = (name: string) => ({ name, description: name, required: true });

/** Those of the service, with the ones of the suite in front. */
function withReference<C>(own: McpDocuments<C>): McpDocuments<C> {
  return {
    ...own,
    list: async (caller) => [{ uri: 'test://static-text', ...about('static text') }, ...(await own.list(caller))],
    templates: [{ uriTemplate: 'test://template/{id}/data', ...about('template') }, ...own.templates],
    read: async (caller, uri) => {
      const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
      if (id !== undefined) return { id, templateTest: true, data: `Data for ID: ${id}` };
      return uri === 'test://static-text' ? { text: 'This is the content.' } : own.read(caller, uri);
    },
    prompts: [
      { ...about('test_simple_prompt'), arguments: [], text: () => 'This is a simple prompt for testing.' },
      {
        ...about('test_prompt_with_arguments'),
        arguments: [argument('arg1'), argument('arg2')],
        text: ({ arg1 = '', arg2 = '' }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
      },
      ...own.prompts,
    ],
    suggest: async (caller, name, given) => (name === 'arg1' ? ['test'] : own.suggest(caller, name, given)),
  };
}

/** Serves it without a key, which the suite cannot send, on a free port. */
export async function openReferenceEndpoint<C extends McpCaller>(
  endpoint: McpEndpoint<C>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { documents } = endpoint;
  const answer = mcpEndpoint({
    ...endpoint,
    tools: [...endpoint.tools, ...referenceTools],
    ...(documents === undefined ? {} : { documents: withReference(documents) }),
  });
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

/**
 * An MCP endpoint over Streamable HTTP, stateless, with JSON answers (D22): a table of tools in, a handler out. The same
 * server answers the 2025 protocol and that of 2026 (docs/decisions/0016-one-mcp-package.md).
 */
import {
  type CallToolResult,
  ProtocolError,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
import type { ValidateFunction } from 'ajv';
import type { Context } from 'koa';
import { sentencesOf } from '../../commands/input/sentences.ts';
import { type JsonSchema, visibleJson } from '../../domain/json-schema.ts';
import type { Log } from '../../process/logging.ts';
import { isUnexpected, shownError } from './answer-errors.ts';
import { ApiError, findingsError } from './errors.ts';
import { parseExactJson } from './json-in-slices.ts';
import { type McpDocuments, documentAnswers, requireFirstPage } from './mcp-documents.ts';
import { bodyLimit, requireJson, readRawBody } from './read-body.ts';

/** Who calls a tool; a service hands its tools what it knows besides. */
export interface McpCaller {
  readonly keyId: string;
  readonly scopes: readonly string[];
}

/** @throws ApiError invalid_request with every finding */
export function requireFit(fits: ValidateFunction, args: unknown): void {
  if (!fits(args)) throw findingsError('invalid_request', sentencesOf(fits.errors ?? [], 'the arguments'));
}

export interface McpTool<C extends McpCaller> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /**
   * @param args whatever the caller gave, unchecked
   * @returns what fits the output schema
   * @throws ApiError whose sentences the caller gets as a tool error
   */
  call(caller: C, args: unknown): Promise<object>;
  /** An answer in sentences, for readers of text; they are before the answer itself. */
  say?(answer: object): string;
}

export interface McpEndpoint<C extends McpCaller> {
  /** How the server names itself to clients. */
  readonly name: string;
  readonly version: string;
  /** The instructions to the model about the whole server. */
  readonly instructions: string;
  readonly tools: readonly McpTool<C>[];
  readonly documents?: McpDocuments<C>;
  /** Who the key of a request belongs to; the route has checked it. */
  readonly callerOf: (ctx: Context) => C;
  /** Host names under which this endpoint may be addressed, beside those of this machine. */
  readonly hosts: () => readonly string[];
  readonly log: Log;
}

/** More messages in one body than any client sends; each could ask for a whole answer. */
const messageLimit = 100;
const modern = '2026-07-28';
const jsonRpc = { invalidParams: -32602, parseError: -32700, invalidRequest: -32600, noResource: -32002 } as const;
const capabilitiesOf = ({ documents }: { readonly documents?: unknown }): object =>
  documents === undefined ? { tools: {} } : { tools: {}, resources: {}, prompts: {}, completions: {} };

/** POST of an MCP endpoint; the route checks the key first. */
export function mcpEndpoint<C extends McpCaller>(endpoint: McpEndpoint<C>): (ctx: Context) => Promise<void> {
  const [answer2025, answer2026] = [answerer2025(endpoint), answerer2026(endpoint)];
  return async (ctx) => {
    requireKnownHost(ctx, endpoint.hosts());
    const message = await readMessage(ctx);
    if ('refusal' in message) {
      ctx.status = 400;
      ctx.body = { jsonrpc: '2.0', error: message.refusal, id: null };
      return;
    }
    const request = webRequest(ctx);
    const caller = endpoint.callerOf(ctx);
    const legacy = await isLegacyRequest(request, message.body);
    const ping = legacy || ctx.get('MCP-Protocol-Version') !== modern ? undefined : barePing(message.body);
    if (ping !== undefined) {
      ctx.body = { jsonrpc: '2.0', id: ping, result: { resultType: 'complete' } };
      return;
    }
    const answer = await (legacy ? answer2025 : answer2026)(caller, request, message.body);
    ctx.status = answer.status;
    answer.headers.forEach((value, name) => ctx.set(name, value));
    ctx.body = answer.status === 202 ? null : visibleJson(withPlainFaults(await answer.text()));
    ctx.status = answer.status;
  };
}

/**
 * The 2026 protocol has no ping; clients that grew up with one send it all the same, without what each request of that
 * protocol has to have, and end the connection when it fails. One that has it is answered as the protocol says.
 * @returns the id of such a ping
 */
function barePing(body: unknown): string | number | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { method, id, params } = body as Readonly<Record<'method' | 'id' | 'params', unknown>>;
  if (method !== 'ping' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const hasMeta = typeof params === 'object' && params !== null && '_meta' in params;
  return hasMeta ? undefined : id;
}

type Message = { readonly body: unknown } | { readonly refusal: { readonly code: number; readonly message: string } };

/** @throws ApiError unsupported_media_type, too_large; faults of the JSON are answered in JSON-RPC's own form */
async function readMessage(ctx: Context): Promise<Message> {
  requireJson(ctx);
  const bytes = await readRawBody(ctx, bodyLimit);
  try {
    const body = await parseExactJson(bytes);
    if (Array.isArray(body) && body.length > messageLimit)
      return { refusal: { code: jsonRpc.invalidRequest, message: `a body has at most ${messageLimit} messages` } };
    return { body };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { refusal: { code: jsonRpc.parseError, message: error.message } };
  }
}

/** The head alone; the body is handed on as it was parsed. */
function webRequest(ctx: Context): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(ctx.headers)) if (typeof value === 'string') headers.set(name, value);
  // Answers are always JSON, so a caller that does not say that it could take a stream as well is served too.
  headers.set('accept', 'application/json, text/event-stream');
  return new Request('http://localhost/mcp', { method: 'POST', headers });
}

type Answerer<C> = (caller: C, request: Request, body: unknown) => Promise<Response>;

function answerer2025<C extends McpCaller>(endpoint: McpEndpoint<C>): Answerer<C> {
  return async (caller, request, body) => {
    const server = serverFor(endpoint, caller, argumentsGiven(body), jsonRpc.noResource);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: body });
    } finally {
      await server.close();
    }
  };
}

function answerer2026<C extends McpCaller>(endpoint: McpEndpoint<C>): Answerer<C> {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { caller, given } = (authInfo?.extra ?? {}) as { readonly caller: C; readonly given: Given };
      // This protocol has no code of its own for a resource that is not there.
      return serverFor(endpoint, caller, given, jsonRpc.invalidParams);
    },
    // Auto is JSON here, because no tool says anything before its result. Nothing ever changes while a client
    // listens either, so there is nothing to subscribe to.
    { legacy: 'reject', responseMode: 'auto', maxSubscriptions: 0 },
  );
  return (caller, request, body) => {
    const extra = { caller, given: argumentsGiven(body) };
    const authInfo = { token: '', clientId: caller.keyId, scopes: [...caller.scopes], extra };
    return handler.fetch(request, { parsedBody: body, authInfo });
  };
}

/** @param noResource the code of the protocol for a resource that is not there */
function serverFor<C extends McpCaller>(endpoint: McpEndpoint<C>, caller: C, given: Given, noResource: number): Server {
  const { name, version, instructions, log } = endpoint;
  const server = new Server({ name, version }, { capabilities: capabilitiesOf(endpoint), instructions });
  const refuse = (code: 'invalid' | 'unknown', message: string): ProtocolError =>
    new ProtocolError(code === 'unknown' ? noResource : jsonRpc.invalidParams, message);
  server.setRequestHandler('tools/list', ({ params }) => {
    requireFirstPage(params, refuse);
    return { tools: listed(endpoint) as Tool[] };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = toolNamed(endpoint, params.name);
    if (!tool) throw refuse('invalid', unknownTool(params.name));
    return callTool(endpoint, tool, caller, given.get(mcpReq.id) ?? params.arguments);
  });
  if (endpoint.documents !== undefined) {
    const documents = documentAnswers(endpoint.documents, log, caller, refuse);
    server.setRequestHandler('resources/list', ({ params }) => documents.listResources(params));
    server.setRequestHandler('resources/templates/list', ({ params }) => documents.listTemplates(params));
    server.setRequestHandler('resources/read', ({ params }) => documents.readResource(params.uri));
    server.setRequestHandler('prompts/list', ({ params }) => documents.listPrompts(params));
    server.setRequestHandler('prompts/get', ({ params }) => documents.getPrompt(params.name, params.arguments));
    server.setRequestHandler('completion/complete', ({ params }) => documents.complete(params));
  }
  return server;
}

type Given = ReadonlyMap<unknown, object>;

/**
 * The arguments of each call by its id, as they came: the package copies them and loses a member named `__proto__` on
 * the way, which is to be refused like any other that is not known.
 */
function argumentsGiven(body: unknown): Given {
  const given = new Map<unknown, object>();
  const twice = new Set<unknown>();
  for (const message of (Array.isArray(body) ? body : [body]) as unknown[]) {
    const { id, params } = (message ?? {}) as { readonly id?: unknown; readonly params?: { arguments?: unknown } };
    const args: unknown = params?.arguments;
    if (typeof args !== 'object' || args === null) continue;
    if (given.has(id)) twice.add(id);
    given.set(id, args);
  }
  // An id that several calls share does not say whose call it is.
  for (const id of twice) given.delete(id);
  return given;
}

function listed({ tools }: { readonly tools: readonly McpTool<never>[] }): object[] {
  return tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: { title, ...annotations },
  }));
}

function toolNamed<C extends McpCaller>({ tools }: McpEndpoint<C>, name: string): McpTool<C> | undefined {
  return tools.find((tool) => tool.name === name);
}

function unknownTool(name: string): string {
  return `there is no tool ${JSON.stringify(name.slice(0, 100))}`;
}

/** A refusal is an answer of the tool, so that the model reads the sentences and can mend its call. */
async function callTool<C extends McpCaller>(
  { log }: McpEndpoint<C>,
  tool: McpTool<C>,
  caller: C,
  args: unknown,
): Promise<CallToolResult> {
  try {
    const answer = await tool.call(caller, args ?? {});
    const said = tool.say === undefined ? [] : [tool.say(answer)];
    return {
      content: [...said, JSON.stringify(answer)].map((text) => ({ type: 'text', text })),
      structuredContent: answer,
    };
  } catch (error) {
    const shown = shownError(error);
    if (isUnexpected(error)) log.error({ tool: tool.name, err: error }, 'tool failed');
    return { content: [{ type: 'text', text: (shown.extras.details ?? [shown.message]).join('\n') }], isError: true };
  }
}

/** Refuses requests that a foreign page lured a browser into sending here (DNS rebinding): Host and Origin (D22). */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Host must be one of ours; Origin, which only browsers send, must be too.
 * @param hosts names without ports, beside those of this machine
 * @throws ApiError not_allowed
 */
function requireKnownHost(ctx: Context, hosts: readonly string[]): void {
  const known = new Set([...thisMachine, ...hosts.map((host) => host.toLowerCase())]);
  if (!known.has(hostIn(`http://${ctx.get('Host')}`)))
    throw new ApiError('not_allowed', 'the Host header is not a known name of this service');
  const origin = ctx.get('Origin');
  if (origin !== '' && !known.has(hostIn(origin)))
    throw new ApiError('not_allowed', 'requests from this Origin are not accepted');
}

function hostIn(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}

// What is wrong with the parameters of a request, in sentences: the package prints the issues of its schema library instead.

interface AnsweredMessage {
  readonly error?: { readonly code: number; readonly message: string };
}
interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** @param answer the JSON of one message or of several; given back as it is where it holds no such error */
function withPlainFaults(answer: string): string {
  if (!answer.includes('"error":{')) return answer;
  const messages = JSON.parse(answer) as AnsweredMessage | readonly AnsweredMessage[];
  return JSON.stringify(Array.isArray(messages) ? messages.map(plain) : plain(messages as AnsweredMessage));
}

function plain(message: AnsweredMessage): AnsweredMessage {
  if (message.error === undefined) return message;
  const list = /(?:^|: )(\[\s*\{[^]*\])$/.exec(message.error.message)?.[1];
  const issues = list === undefined ? undefined : issuesIn(list);
  if (issues === undefined) return message;
  return { ...message, error: { code: jsonRpc.invalidParams, message: issues.map(sentence).join('; ') } };
}

function issuesIn(list: string): readonly Issue[] | undefined {
  try {
    const issues = JSON.parse(list) as readonly Partial<Issue>[];
    return issues.every(({ path, message }) => Array.isArray(path) && typeof message === 'string')
      ? (issues as readonly Issue[])
      : undefined;
  } catch {
    return undefined;
  }
}

const kinds: Readonly<Record<string, string>> = { record: 'an object', object: 'an object', array: 'an array' };

/** `params.name must be a string`, as everywhere in the API. */
function sentence({ path, message }: Issue): string {
  const [, kind, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  const member = path.join('.');
  if (kind === undefined) return `${member}: ${message}`;
  return received === 'undefined' ? `${member} is required` : `${member} must be ${kinds[kind] ?? `a ${kind}`}`;
}

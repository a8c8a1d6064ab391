/** Bodies and header fields that come by other ways than a key and JSON: MCP, signed webhooks, forms, cookies. */
import { Readable } from 'node:stream';
import Koa from 'koa';
import type { Context } from 'koa';
import { readForm } from '../../api/console/form.ts';
import { sentencesIn } from '../../domain/sentence.ts';
import { checkTaskInput } from '../../commands/dispatch/check-task-input.ts';
import { requireSignature } from '../../api/dispatch/inbound-webhook.ts';
import { findingsError } from '../../api/http/errors.ts';
import { mcpEndpoint } from '../../api/http/mcp.ts';
import { readRawBody } from '../../api/http/read-body.ts';
import { openLog } from '../../process/logging.ts';
import type { Queryable } from '../../store/database.ts';
import type { Parser } from './parser.ts';
import { cookieShapes, jsonShapes, queryShapes } from './shapes.ts';

/** A request as a socket brings it, 64 kB at a time. */
function contextOf(bytes: Buffer, given: Readonly<Record<string, string>>, chunked = false): Context {
  const lower = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const headers: Record<string, string> = { ...lower, ...(chunked ? {} : { 'content-length': String(bytes.length) }) };
  function* pieces(): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
  const socket = { remoteAddress: '192.0.2.1' };
  const req = Object.assign(Readable.from(pieces(), { objectMode: false }), { headers, socket });
  const set = (): void => {};
  return {
    req,
    headers,
    set,
    get: (name: string) => headers[name.toLowerCase()] ?? '',
  } as unknown as Context;
}

const rules = { allowLoopback: false };
const endpoint = mcpEndpoint({
  name: 'bench',
  version: '1',
  instructions: 'None.',
  tools: [
    {
      name: 'run_portal_task',
      title: 'Queue portal work',
      description: 'Queues it.',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      call: async (_caller, args) => {
        const checked = checkTaskInput(args, rules);
        if ('findings' in checked) throw findingsError('invalid_task', sentencesIn(checked.findings));
        return {};
      },
    },
  ],
  callerOf: () => ({ keyId: 'key', scopes: [] }),
  hosts: () => [],
  log: openLog('bench', 'silent'),
});

const latest = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const mcpShapes = (meta: object): Parser['shapes'] => {
  const call = (n: number, args: string): string =>
    `{"jsonrpc":"2.0","id":${n},"method":"tools/call","params":{"name":"run_portal_task","_meta":${JSON.stringify(meta)},"arguments":${args}}}`;
  return jsonShapes((value) => call(1, `{"task_type":"pull_pod","params":${value}}`), {
    member: (n) => call(n, `{"task_type":"pull_pod","params":{"pro":"${1_000_000_000 + n}"}}`),
    open: '[',
    close: ']',
  });
};
const headersOf2026 = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'run_portal_task',
};

const taskShapes = jsonShapes((value) => `{"task_type":"pull_pod","params":${value}}`, {
  member: (n) => `{"task_type":"pull_pod","params":{"pro":"${1_000_000_000 + n}"}}`,
  open: '{"tasks":[',
  close: ']}',
});
const noGenerations = { query: async () => ({ rows: [] }) } as unknown as Queryable;
const now = new Date();

const koa = new Koa();

/** @param tasksIn reads the JSON of tasks, once it is known who sends it */
export function httpParsers(tasksIn: (bytes: Buffer) => Promise<unknown>): readonly Parser[] {
  const mcp = (name: string, meta: object, headers: Readonly<Record<string, string>>): Parser => ({
    name,
    limit: 1_000_000,
    shapes: mcpShapes(meta),
    parse: async (bytes) => {
      const ctx = contextOf(bytes, { Host: 'localhost', 'Content-Type': 'application/json', ...headers });
      await endpoint(ctx);
      return [ctx.status, ctx.body];
    },
  });
  return [
    mcp('MCP body', {}, {}),
    mcp('MCP body, 2026', latest, headersOf2026),
    {
      name: 'signed webhook body',
      limit: 1_000_000,
      shapes: taskShapes,
      parse: async (bytes) => {
        const body = await readRawBody(contextOf(bytes, {}, true), 1_000_000);
        const headers = { 'x-bench-timestamp': [String(Math.floor(now.getTime() / 1000))], 'x-bench-signature': ['x'] };
        const signed = { senderId: 'snd_1', headers, body, now };
        await requireSignature(noGenerations, { headerName: 'Bench', deploymentSecret: 'secret' }, signed).catch(
          () => {},
        );
        return tasksIn(body);
      },
    },
    {
      name: 'form of the console',
      limit: 256_000,
      shapes: queryShapes,
      parse: (bytes) => readForm(contextOf(bytes, { 'Content-Type': 'application/x-www-form-urlencoded' })),
    },
    {
      name: 'cookies',
      limit: 16_000,
      shapes: cookieShapes,
      parse: async (bytes) => {
        const headers = { cookie: bytes.toString('latin1'), host: 'localhost' };
        const ctx = koa.createContext({ headers, socket: {}, url: '/' } as never, { setHeader: () => {} } as never);
        return ['lk_session', '__Host-lk_session', 'lk_visit'].map((name) => ctx.cookies.get(name));
      },
    },
  ];
}

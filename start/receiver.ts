/**
 * The trial receiver: takes the webhooks of the trial sender and workspace, verifies them as a customer would, and
 * lists them.
 * What it acknowledged is on disk first, because an acknowledged webhook is not sent again.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { refuse, refuseBrokenRequests } from '../process/refused-http.ts';
import type { RunningPart } from './supervisor.ts';

export interface ReceivedWebhook {
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw_body: string;
  /** Whether signature and time hold for one of the trial's secrets. */
  readonly verified: boolean;
  readonly event: string | null;
}

export interface Receiver {
  readonly url: string;
  readonly receivedUrl: string;
  readonly received: readonly ReceivedWebhook[];
  readonly part: RunningPart;
}

interface ReceiverOptions {
  readonly port: number;
  /** JSON lines; kept over restarts. */
  readonly file: string;
  /** The word in X-<word>-Signature and <word>-Signature. */
  readonly headerName: string;
  /** The signing secrets of the trial; asked at every webhook. */
  readonly secrets: () => readonly string[];
}

const bodyLimit = 1_048_576;
const kept = 1_000;
const toleranceSeconds = 300;

/** Listens on loopback. `POST /webhooks` takes one, `GET /received` lists the last thousand, oldest first. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const received = readEarlier(options.file);
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (request.headers.host === undefined) return refuse(response, 'bad_request');
    return void answer(request, response).catch(() => response.destroy());
  });
  refuseBrokenRequests(server);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (path === '/received' && request.method === 'GET') return reply(response, 200, received);
    if (path !== '/webhooks')
      return reply(response, 404, { error: 'there is only /webhooks and /received', code: 'not_found' });
    if (request.method !== 'POST')
      return reply(response, 405, { error: '/webhooks takes POST', code: 'method_not_allowed' });
    const raw = await readBody(request);
    if (raw === null) return reply(response, 413, { error: 'the body is larger than 1 MiB', code: 'too_large' });
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const word = options.headerName.toLowerCase();
    const signed = signatureIn(headers, word);
    const webhook: ReceivedWebhook = {
      at: new Date().toISOString(),
      headers,
      raw_body: raw.toString('utf8'),
      verified: isVerified(raw, signed.timestamp, signed.macs, options.secrets()),
      event: headers[`x-${word}-event`] ?? headers[`${word}-event`] ?? null,
    };
    appendFileSync(options.file, `${JSON.stringify(webhook)}\n`, { mode: 0o600 });
    received.push(webhook);
    if (received.length > kept) received.shift();
    return webhook.verified
      ? reply(response, 200, { ok: true })
      : reply(response, 401, { error: 'the signature is not valid', code: 'unauthorized' });
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const stop = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  };
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    receivedUrl: `http://127.0.0.1:${port}/received`,
    received,
    part: { ended: null, stop, kill: () => server.closeAllConnections() },
  };
}

/** The time and signatures of document 1 §6 (`sha256=<hex>`) or of document 2 §5.3 (`t=<seconds>,v1=<hex>,v1=<hex>`). */
function signatureIn(
  headers: Readonly<Record<string, string>>,
  word: string,
): { readonly timestamp: string | undefined; readonly macs: readonly string[] } {
  const lanes = headers[`${word}-signature`];
  if (lanes === undefined) {
    const [, mac] = /^sha256=(.*)$/.exec(headers[`x-${word}-signature`] ?? '') ?? [];
    return { timestamp: headers[`x-${word}-timestamp`], macs: mac === undefined ? [] : [mac] };
  }
  const parts = lanes.split(',').map((part) => part.split('='));
  const named = (name: string): string[] => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  return { timestamp: named('t')[0], macs: named('v1') };
}

/**
 * The check of both documents: the hex HMAC-SHA256 over timestamp, point, raw body; within 5 minutes.
 * @param macs signatures, of which one has to hold
 */
export function isVerified(
  raw: Buffer,
  timestamp: string | undefined,
  macs: readonly string[],
  secrets: readonly string[],
  nowSeconds = Date.now() / 1000,
): boolean {
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return false;
  return secrets.some((secret) => {
    const expected = Buffer.from(createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex'));
    return macs.some((mac) => {
      const given = Buffer.from(mac);
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  });
}

function readEarlier(file: string): ReceivedWebhook[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  // A kill in the middle of a write can leave half a last line; what comes next must not be joined to it.
  if (!text.endsWith('\n')) appendFileSync(file, '\n');
  return text
    .split('\n')
    .flatMap((line): ReceivedWebhook[] => {
      try {
        return line === '' ? [] : [JSON.parse(line) as ReceivedWebhook];
      } catch {
        return [];
      }
    })
    .slice(-kept);
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyLimit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

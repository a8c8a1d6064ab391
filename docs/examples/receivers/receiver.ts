// Receives Lanekeeper's webhooks with nothing but Node (22.18 or newer): WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Event {
  id: string;
  type: string;
  queue: string | null;
  step: string | null;
  at: string;
  data: object;
}

// During a rotation: both secrets, with a comma between them.
const secrets = (process.env['WEBHOOK_SECRET'] ?? '').split(',').filter((secret) => secret !== '');
if (secrets.length === 0) throw new Error('WEBHOOK_SECRET is not set');

/** Whether one signature of `t=<unix seconds>,v1=<hex>[,v1=<hex>]` was made with one of our secrets, lately. */
function holds(header: string, rawBody: Buffer): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const t = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(t) || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => Buffer.from(part.slice(3)));
  const expected = secrets.map((key) => createHmac('sha256', key).update(`${t}.`).update(rawBody).digest('hex'));
  return expected.some((hex) =>
    given.some((one) => one.length === hex.length && timingSafeEqual(one, Buffer.from(hex))),
  );
}

// In memory, to stay small. A real receiver keeps the ids for some days, in the transaction in which it does its work.
const handled = new Set<string>();
const newest = new Map<string, string>();

/** A delivery can arrive twice, and later ones before earlier ones: `id` shows the first, `at` the second. */
function take(event: Event): 'repeat' | 'outdated' | 'handled' {
  if (handled.has(event.id)) return 'repeat';
  handled.add(event.id);
  const subject = JSON.stringify([event.type, event.queue, event.step]);
  if (event.at < (newest.get(subject) ?? '')) return 'outdated';
  newest.set(subject, event.at);
  return 'handled';
}

async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>)
    if ((bytes += chunk.length) <= 1_000_000) chunks.push(chunk);
  if (bytes > 1_000_000) return 413;
  const rawBody = Buffer.concat(chunks); // before anything parses it
  if (!holds(String(request.headers['svc-signature'] ?? ''), rawBody)) return 401;
  const event = JSON.parse(rawBody.toString('utf8')) as Event;
  if (typeof event.id !== 'string' || typeof event.at !== 'string') return 400;
  console.log(`${take(event)} ${event.type} ${event.id}`);
  return 204;
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(400).end(),
  );
});
server.listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1', () => {
  const { address, port } = server.address() as AddressInfo;
  console.log(`listens on ${address}:${port}`);
});

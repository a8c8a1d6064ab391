/** Reads the body of an ingest request (D9, D53): up to 50 MB of JSON, of which no shape may bring the process down. */
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { unknownMember } from '../../commands/input/sentences.ts';
import { isExactly } from '../../domain/lanes/compare.ts';
import { openSlices } from '../../process/time-slices.ts';
import { openSlots, openSlotsByKey } from '../../process/waiting-queue.ts';
import { ApiError, findingsError } from '../http/errors.ts';
import { hasLongNumbers, parseJsonInSlices } from '../http/json-in-slices.ts';
import type { Reviver } from '../http/json-shape.ts';
import { oneOf, readQuery } from '../http/query.ts';
import { requireJsonType, awaitBody, readBodyOf } from '../http/read-body.ts';
import { workspaceOf } from './workspace-caller.ts';

export const ingestBodyLimit = 50_000_000;
export const eventsLimit = 20_000;

interface EventsBody {
  readonly events: readonly unknown[];
  readonly hold: boolean;
}

export const holdQuery = {
  close: oneOf(
    ['hold'],
    'Holds the events of this request, and keeps the weeks of the workspace open, until a call closes them or the hold ' +
      'expires (24 hours, a setting). Needs scope admin.',
  ),
};

/** @throws ApiError invalid_request for a parameter that is not known */
export function holdInQuery(querystring: string): boolean {
  return querystring !== '' && readQuery({ querystring }, holdQuery, 'invalid_request').close === 'hold';
}

/** @throws ApiError unsupported_media_type, too_large, bad_json, invalid_request */
export async function readEventsBody(request: IncomingMessage, querystring: string): Promise<EventsBody> {
  const holdByQuery = holdInQuery(querystring);
  requireJsonType(request.headers['content-type'] ?? '');
  const bytes = await readBodyOf(request, ingestBodyLimit);
  return eventsIn(await parseEvents(bytes), holdByQuery);
}

/** An array of events, or an object with `events` and perhaps `close`. */
function eventsIn(body: unknown, holdByQuery: boolean): EventsBody {
  if (Array.isArray(body)) return { events: withinLimit(body), hold: holdByQuery };
  if (typeof body !== 'object' || body === null)
    throw new ApiError('invalid_request', 'the body must be an array of events or an object with events');
  const { events, close, ...others } = body as Record<string, unknown>;
  const unknown = Object.keys(others).slice(0, 100);
  const findings = unknown.map((name) => unknownMember('', name, ['events', 'close']));
  if (events === undefined) findings.push('events is required');
  else if (!Array.isArray(events)) findings.push('events must be an array');
  if (close !== undefined && close !== 'hold') findings.push('close must be one of hold');
  if (findings.length > 0 || !Array.isArray(events))
    throw findingsError('invalid_request', findings.toSorted().slice(0, 100));
  return { events: withinLimit(events), hold: holdByQuery || close === 'hold' };
}

function withinLimit(events: readonly unknown[]): readonly unknown[] {
  if (events.length > eventsLimit)
    throw new ApiError('invalid_request', `events must have at most ${eventsLimit.toLocaleString('en-US')} members`);
  return events;
}

// * Numbers of outputs with more digits than JavaScript holds: parsed plainly, the account numbers 12345678901234567 and
// 12345678901234568 become one, and two different answers would agree. They are kept as text, which the rules of fields
// compare digit by digit (D45).

/** A number that lost digits. */
class Rounded {
  readonly value: number;
  readonly source: string;
  constructor(value: number, source: string) {
    this.value = value;
    this.source = source;
  }
}

/** @throws ApiError bad_json */
export async function parseEvents(bytes: Buffer): Promise<unknown> {
  if (!(await hasLongNumbers(bytes))) return parseJsonInSlices(bytes);
  let isRounded = false;
  const revive: Reviver = (_name, value, { source }) => {
    if (typeof value !== 'number' || source === undefined || source.length < 16 || isExactly(value, source))
      return value;
    isRounded = true;
    return new Rounded(value, source);
  };
  const body = await parseJsonInSlices(bytes, undefined, revive);
  return isRounded ? settled(body) : body;
}

/** The body with texts in outputs, and the numbers that were parsed everywhere else. */
async function settled(body: unknown): Promise<unknown> {
  if (body instanceof Rounded) return body.value;
  const pause = openSlices();
  const events: unknown = Array.isArray(body) ? body : (body as Record<string, unknown>)['events'];
  if (Array.isArray(events))
    for (const event of events as unknown[]) {
      settle(event, false);
      await pause();
    }
  settle(body, false, events === body ? undefined : events);
  return body;
}

/** @param done a member that is settled already */
function settle(holder: unknown, inOutputs: boolean, done?: unknown): void {
  if (typeof holder !== 'object' || holder === null || holder === done) return;
  for (const [name, value] of Object.entries(holder as Record<string, unknown>))
    if (value instanceof Rounded)
      // Assigned, a member __proto__ would become the prototype.
      Object.defineProperty(holder, name, { value: inOutputs ? value.source : value.value });
    else settle(value, inOutputs || name === 'outputs', done);
}

// * Lets few large requests in at a time: ten of fifty megabytes side by side would fill the memory of a small machine.
// A body takes a place only when it has arrived in full, and each workspace has places of its own to send it, so that
// slow senders hold up nobody else (D60).

/** Bodies up to this size go straight on. */
const smallBytes = 2_000_000;
/** Large bodies of one workspace that arrive or are worked on; its others wait unread. */
const ofOneWorkspace = 2;

/** Chunked bodies do not say how large they are. @param length the header field, empty where there is none */
export function isLarge(length: string): boolean {
  return length === '' || !(Number(length) <= smallBytes);
}

/** @param atOnce large ones that are checked and stored at once, of all workspaces */
export function largeBodiesInTurn(atOnce: number): Middleware {
  const all = openSlots(atOnce);
  const ofWorkspace = openSlotsByKey(ofOneWorkspace);
  return async (ctx, next) => {
    if (!isLarge(ctx.get('Content-Length'))) {
      await next();
      return;
    }
    await ofWorkspace(workspaceOf(ctx).id, async () => {
      await awaitBody(ctx.req, ingestBodyLimit);
      await all.use(next);
    });
  };
}

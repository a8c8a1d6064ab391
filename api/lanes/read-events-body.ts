/** Reads the body of an ingest request (D9, D53): up to 50 MB of JSON, of which no shape may bring the process down. */
import type { IncomingMessage } from 'node:http';
import { oneOf, readQuery } from '../http/query.ts';
import { ApiError, findingsError } from '../http/errors.ts';
import { depthLimit, requireJsonType } from '../http/json-body.ts';
import { parseJsonInTurns } from '../http/json-in-turns.ts';
import { readBodyOf } from '../http/raw-body.ts';
import { unknownMember } from '../http/sentences.ts';

export const ingestBodyLimit = 50_000_000;
export const eventsLimit = 20_000;

export interface EventsBody {
  readonly events: readonly unknown[];
  readonly hold: boolean;
}

const parameters = { close: oneOf(['hold']) };

/** @throws ApiError invalid_request for a parameter that is not known */
export function holdInQuery(querystring: string): boolean {
  return querystring !== '' && readQuery({ querystring }, parameters, 'invalid_request').close === 'hold';
}

/** @throws ApiError unsupported_media_type, too_large, bad_json, invalid_request */
export async function readEventsBody(request: IncomingMessage, querystring: string): Promise<EventsBody> {
  const holdByQuery = holdInQuery(querystring);
  requireJsonType(request.headers['content-type'] ?? '');
  const bytes = await readBodyOf(request, ingestBodyLimit);
  await requireSaneShape(bytes);
  return eventsIn(await parseJsonInTurns(bytes), holdByQuery);
}

/** An array of events, or an object with `events` and perhaps `close`. */
function eventsIn(body: unknown, holdByQuery: boolean): EventsBody {
  if (Array.isArray(body)) return { events: withinLimit(body), hold: holdByQuery };
  if (typeof body !== 'object' || body === null)
    throw new ApiError('invalid_request', 'the body must be an array of events or an object with events');
  const { events, close, ...others } = body as Record<string, unknown>;
  const findings = Object.keys(others).map((name) => unknownMember('', name, ['events', 'close']));
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

/**
 * Objects and lists in one body: far above what 20,000 events need, and far below what would fill the memory. Without
 * it 50 MB of `[[],[],…` become a gigabyte of objects.
 */
const containersLimit = 2_000_000;
/** Bodies below this are harmless whatever they hold. */
const looksAtFrom = 100_000;
const [quote, escape, openObject, openList, closeObject, closeList] = Buffer.from('"\\{[}]');

/** Bytes that are looked at before other requests get their turn: some 5 ms. */
const lookLength = 2_000_000;

/** Looks at the bytes before they are parsed. @throws ApiError bad_json */
export async function requireSaneShape(bytes: Buffer): Promise<void> {
  if (bytes.length < looksAtFrom) return;
  const shape: Shape = { depth: 0, containers: 0, inText: false };
  for (let at = 0; at < bytes.length;) {
    at = lookAt(bytes, at, Math.min(at + lookLength, bytes.length), shape);
    if (at < bytes.length) await new Promise(setImmediate);
  }
}

interface Shape {
  depth: number;
  containers: number;
  inText: boolean;
}

/** @returns where to go on: after an escape that is the byte behind `to` */
function lookAt(bytes: Buffer, from: number, to: number, shape: Shape): number {
  let { depth, containers, inText } = shape;
  let at = from;
  for (; at < to; at += 1) {
    const byte = bytes[at];
    if (inText) {
      if (byte === escape) at += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === openObject || byte === openList) {
      depth += 1;
      containers += 1;
      if (depth > depthLimit)
        throw new ApiError('bad_json', `the body must not be nested deeper than ${depthLimit} levels`);
      if (containers > containersLimit)
        throw new ApiError(
          'bad_json',
          `the body must not have more than ${containersLimit.toLocaleString('en-US')} objects and lists`,
        );
    } else if (byte === closeObject || byte === closeList) depth -= 1;
  }
  Object.assign(shape, { depth, containers, inText });
  return at;
}

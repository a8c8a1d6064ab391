/** Reads the body of an ingest request (D9, D53): up to 50 MB of JSON, of which no shape may bring the process down. */
import type { IncomingMessage } from 'node:http';
import { oneOf, readQuery } from '../http/query.ts';
import { ApiError, findingsError } from '../http/errors.ts';
import { requireJsonType } from '../http/json-body.ts';
import { readBodyOf } from '../http/raw-body.ts';
import { unknownMember } from '../../commands/input/sentences.ts';
import { parseEvents } from './exact-outputs.ts';

export const ingestBodyLimit = 50_000_000;
export const eventsLimit = 20_000;

export interface EventsBody {
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

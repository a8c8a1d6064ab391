/** POST /v1/events and /v1/events/csv: checks events, has the good ones stored and reviewed, reports the others. */
import type { Handler } from '../http/handler.ts';
import { keyActor } from '../../domain/actor.ts';
import type { Context } from 'koa';
import { otherFormat, readFlatCsv } from '../../domain/lanes/flat-csv.ts';
import type { LineErrors } from '../../domain/lanes/flat-csv.ts';
import { inSlices } from '../../process/time-slices.ts';
import { ApiError, findingsError, granted } from '../http/errors.ts';
import { csvHead, readCsvRecords } from '../../commands/input/csv-records.ts';
import { mediaTypeOf } from '../http/json-body.ts';
import { readRawBody } from '../http/raw-body.ts';
import { judgeBody } from '../http/refused-bodies.ts';
import { acceptEvents } from '../../commands/lanes/accept-events.ts';
import type { EventSender } from '../../commands/lanes/accept-events.ts';
import type { LanesDeps } from './deps.ts';
import { eventsLimit, holdInQuery, ingestBodyLimit, readEventsBody } from './read-events-body.ts';
import { workspaceOf } from './workspace-caller.ts';

export function postEvents(deps: LanesDeps): Handler {
  return async (ctx) => {
    const { events, hold } = await readEventsBody(ctx.req, ctx.querystring);
    const answer = granted(await acceptEvents(deps, senderOf(ctx), events, hold));
    judgeBody(ctx.req, answer.rejected.length / Math.max(1, events.length));
    ctx.body = answer;
  };
}

/** POST /v1/events/csv (D35) */
export function postEventsCsv(deps: LanesDeps): Handler {
  return async (ctx) => {
    const hold = holdInQuery(ctx.querystring);
    requireUtf8Csv(ctx);
    const bytes = await readRawBody(ctx, ingestBodyLimit);
    const other = otherFormat(csvHead(bytes));
    if (other !== undefined) throw findingsError('bad_csv', [other]);
    // The header, and one more than is taken.
    const records = await readCsvRecords(bytes, eventsLimit + 2);
    if ('finding' in records) throw findingsError('bad_csv', [records.finding]);
    const file = await inSlices(readFlatCsv(records, eventsLimit));
    if ('findings' in file) throw findingsError('invalid_request', file.findings.slice(0, 100));
    const events = file.events.map(({ event }) => event);
    const answer = granted(await acceptEvents(deps, senderOf(ctx), events, hold));
    const refused = answer.rejected.map(({ index, errors }): LineErrors => ({
      line: file.events[index]?.line ?? 0,
      errors,
    }));
    judgeBody(ctx.req, (answer.rejected.length + file.broken.length) / Math.max(1, records.length - 1));
    ctx.body = { ...answer, csv_errors: [...file.broken, ...refused].toSorted((a, b) => a.line - b.line) };
  };
}

/** A caller's key, with what it may send. */
export function senderOf(ctx: Context): EventSender {
  const workspace = workspaceOf(ctx);
  return { ...workspace, actor: keyActor(workspace.keyId) };
}

function requireUtf8Csv(ctx: Context): void {
  if (mediaTypeOf(ctx) !== 'text/csv') throw new ApiError('unsupported_media_type', 'Content-Type must be text/csv');
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(ctx.get('Content-Type'))?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new ApiError('unsupported_media_type', 'text/csv must be UTF-8');
}

/** POST /v1/events and /v1/events/csv: events as JSON or as a flat CSV file; and POST /v1/weeks/close. */
import type { Context } from 'koa';
import { csvHead, readCsvRecords } from '../../commands/input/csv-records.ts';
import { type EventSender, acceptEvents } from '../../commands/lanes/accept-events.ts';
import { futureSentence, timeLimit } from '../../commands/lanes/check-event.ts';
import { closeWeeks } from '../../commands/lanes/workspaces.ts';
import { permissions } from '../../commands/permissions.ts';
import { keyActor } from '../../domain/actor.ts';
import { exampleDefinition, exampleItems, exampleWork } from '../../domain/lanes/example-history.ts';
import { declaredDelimiter, sniffDelimiter } from '../../domain/csv.ts';
import {
  type FlatNumbers,
  type LineErrors,
  flatColumns,
  otherFormat,
  readFlatCsv,
} from '../../domain/lanes/flat-csv.ts';
import { instantForm, readInstant } from '../../domain/lanes/instant.ts';
import { inSlices } from '../../process/time-slices.ts';
import { ApiError, findingsError, granted } from '../http/errors.ts';
import type { Handler } from '../http/api-route.ts';
import { answer, bodyErrors, json, ref } from '../http/openapi-parts.ts';
import { mediaTypeOf, readJsonBody, readRawBody, requireUtf8 } from '../http/read-body.ts';
import { oneOf, readQuery } from '../http/query.ts';
import { readMembers } from '../http/read-members.ts';
import { judgeBody } from '../http/refused-bodies.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { eventsLimit, holdQuery, ingestBodyLimit, readEventsBody } from './read-events-body.ts';
import { closeWeeksRequest } from './request-schemas.ts';
import { type WorkspaceCaller, workspaceOf } from './workspace-caller.ts';

const [item] = exampleItems(1);
const csvRows = [
  'id,kind,at,queue,step,item,actor_kind,actor,role,output.amount,feature.format',
  'evt-1,step.done,2026-11-20T08:00:00Z,invoices,match,INV-000123,operator,dana,act,120.50,pdf',
];
export const eventExamples = {
  postEvents: { events: [exampleDefinition(), ...(item ? exampleWork(item, 'human_only', false) : [])] },
  closeWeeks: { through: '2026-01-12T00:00:00Z' },
  postEventsCsv: `${csvRows.join('\r\n')}\r\n`,
};

const csvQuery = {
  ...holdQuery,
  decimal: oneOf(
    ['comma', 'point'],
    'What parts the decimals of numbers in outputs and features: comma reads 1.234,50 as 1234.50, point 1,234.50. Without it they are as they are; in a file parted by semicolons, rows with a number that needs it are errors.',
  ),
};

export const eventRoutes: readonly LanesRoute[] = [
  // Small ones are answered before Koa (fast-path.ts).
  {
    method: 'POST',
    path: '/v1/events',
    needs: permissions.sendEvents.key,
    operation: 'postEvents',
    repeatable: true,
    tag: 'events',
    summary: `Send up to ${eventsLimit.toLocaleString('en-US')} events`,
    description:
      'Good events are stored, bad ones are listed in rejected, as are those that the key may not send: step.done of an agent needs the scope work, of an operator people or verdict. An id that is stored already is ignored, so a failed request can be sent again as it is.',
    query: holdQuery,
    body: json({ anyOf: [ref('EventsRequest'), ref('EventList')] }, { firstEvents: eventExamples.postEvents }),
    answers: { 200: answer('What came of them.', json(ref('IngestAnswer'))) },
    errors: bodyErrors,
    handle: (deps) => [deps.largeEvents, postEvents(deps)],
  },
  {
    method: 'POST',
    path: '/v1/events/csv',
    needs: permissions.sendEvents.key,
    operation: 'postEventsCsv',
    repeatable: true,
    tag: 'events',
    summary: 'Send events as a flat CSV file',
    description: `Columns ${flatColumns.join(', ')}, and any output.<name> and feature.<name>.`,
    query: csvQuery,
    body: {
      'text/csv': {
        schema: { type: 'string', minLength: 1 },
        examples: { row: { value: eventExamples.postEventsCsv } },
      },
    },
    answers: { 200: answer('What came of them, with errors by line.', json(ref('CsvAnswer'))) },
    errors: ['bad_csv', 'too_large', 'unsupported_media_type'],
    handle: (deps) => [deps.largeEvents, postEventsCsv(deps)],
  },
];

export const closeRoutes: readonly LanesRoute[] = [
  {
    method: 'POST',
    path: '/v1/weeks/close',
    needs: permissions.closeWeeks.key,
    operation: 'closeWeeks',
    repeatable: true,
    tag: 'events',
    summary: 'Close every week that ends at or before a time',
    body: json(closeWeeksRequest, { january: eventExamples.closeWeeks }),
    answers: { 200: answer('The weeks that were closed.', json(ref('CloseAnswer'))) },
    errors: bodyErrors,
    handle: postCloseWeeks,
  },
];

/** POST /v1/weeks/close: closes every week that ends at or before a time (D47, D52); closing again closes nothing. */
function postCloseWeeks(deps: LanesDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = workspaceOf(ctx);
    const through = readThrough(await readJsonBody(ctx), deps.now().getTime(), workspace);
    const answer = await closeWeeks(deps, workspace, through, keyActor(workspace.keyId));
    const { closed, lane_changes, alerts, signoff_requests, closed_week, week_number, held } = answer;
    ctx.body = { closed, lane_changes, alerts, signoff_requests, closed_week, week_number, held };
  };
}

/** @throws ApiError invalid_request with every finding */
function readThrough(body: unknown, now: number, caller: WorkspaceCaller): number {
  const { given, findings, accepted } = readMembers(body, closeWeeksRequest, {
    code: 'invalid_request',
    whole: 'the body must be an object with through',
    sorted: true,
  });
  const text = given.through;
  const limit = timeLimit(now, caller);
  const through = typeof text === 'string' ? readInstant(text) : undefined;
  if (text !== undefined && through === undefined) findings.push(`through must ${instantForm}`);
  if (through !== undefined && through > limit.latest) findings.push(futureSentence('through', limit));
  const taken = accepted();
  return through ?? Date.parse(taken.through);
}

// POST /v1/events and /v1/events/csv: checks events, has the good ones stored and reviewed, reports the others.

function postEvents(deps: LanesDeps): Handler {
  return async (ctx) => {
    const { events, hold } = await readEventsBody(ctx.req, ctx.querystring);
    const answer = granted(await acceptEvents(deps, senderOf(ctx), events, hold));
    judgeBody(ctx.req, answer.rejected.length / Math.max(1, events.length));
    ctx.body = answer;
  };
}

/** POST /v1/events/csv (D35) */
function postEventsCsv(deps: LanesDeps): Handler {
  return async (ctx) => {
    const { close, decimal } = readQuery(ctx, csvQuery, 'invalid_request');
    requireUtf8Csv(ctx);
    const bytes = await readRawBody(ctx, ingestBodyLimit);
    const head = csvHead(bytes);
    const other = otherFormat(head);
    if (other !== undefined) throw findingsError('bad_csv', [other]);
    // The header, and one more than is taken.
    const records = await readCsvRecords(bytes, eventsLimit + 2);
    if ('finding' in records) throw findingsError('bad_csv', [records.finding]);
    const file = await inSlices(readFlatCsv(records, eventsLimit, numbersOf(head, decimal)));
    if ('findings' in file) throw findingsError('invalid_request', file.findings.slice(0, 100));
    const events = file.events.map(({ event }) => event);
    const answer = granted(await acceptEvents(deps, senderOf(ctx), events, close === 'hold'));
    const refused = answer.rejected.map(({ index, errors }): LineErrors => ({
      line: file.events[index]?.line ?? 0,
      errors,
    }));
    judgeBody(ctx.req, (answer.rejected.length + file.broken.length) / Math.max(1, records.length - 1));
    ctx.body = { ...answer, csv_errors: [...file.broken, ...refused].toSorted((a, b) => a.line - b.line) };
  };
}

/** Sheets whose cells are parted by semicolons are of countries where the comma parts decimals, or may be. */
function numbersOf(head: string, decimal: FlatNumbers['decimal']): FlatNumbers | undefined {
  const delimiter = declaredDelimiter(head)?.delimiter ?? sniffDelimiter(head);
  return decimal === undefined && delimiter !== ';' ? undefined : { decimal };
}

/** A caller's key, with what it may send. */
function senderOf(ctx: Context): EventSender {
  const workspace = workspaceOf(ctx);
  return { ...workspace, actor: keyActor(workspace.keyId) };
}

function requireUtf8Csv(ctx: Context): void {
  if (mediaTypeOf(ctx) !== 'text/csv') throw new ApiError('unsupported_media_type', 'Content-Type must be text/csv');
  requireUtf8(ctx.get('Content-Type'));
}

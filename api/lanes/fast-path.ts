/**
 * POST /v1/route and small POST /v1/events without Koa: agents ask before every item, and the chain of middleware alone
 * takes longer than the answer (docs/lanes.md has the figures).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptEvents } from '../../commands/lanes/accept-events.ts';
import { keyActor } from '../../domain/actor.ts';
import { scopesOfEvents } from '../../domain/key-scopes.ts';
import { nameRequest } from '../../process/tracing.ts';
import { isUnexpected, shownError } from '../http/answer-errors.ts';
import { granted, statusOfCode } from '../http/errors.ts';
import { parseJsonInSlices } from '../http/json-in-slices.ts';
import { oneOf, readQuery } from '../http/query.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import { bodyLimit, endsConnection, readBodyOf, requireJsonType } from '../http/read-body.ts';
import { judgeBody, paceBody } from '../http/refused-bodies.ts';
import { requestIdFor, securityHeaderFields } from '../http/service-app.ts';
import { answerRoute } from './answer-route.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { isLarge, readEventsBody } from './read-events-body.ts';
import { requireWorkspaceScope } from './workspace-caller.ts';
import { answer, bodyErrors, json, ref } from '../http/openapi-parts.ts';

const routePath = '/v1/route';
const routeQuery = {
  explain: oneOf(['true', 'false'], 'Adds the hash, every gate and the revision of the rules.'),
};

/** Answers POST /v1/route itself and hands everything else on. */
export function fastRoute(deps: LanesDeps, next: RawHandler): RawHandler {
  const answer = postRoute(deps);
  return (request, response) => (asksFor(request, routePath) ? answer(request, response) : next(request, response));
}

function postRoute(deps: LanesDeps): RawHandler {
  return leanAnswer(deps, routePath, (request) => answerToRoute(deps, request));
}

async function answerToRoute(deps: LanesDeps, request: IncomingMessage): Promise<object> {
  const authorization = request.headers.authorization ?? '';
  const caller = deps.callers.recent(authorization) ?? (await deps.callers.findOrRecall(authorization));
  requireWorkspaceScope(caller, 'route', ...scopesOfEvents.work);
  const querystring = queryIn(request);
  const explain = querystring !== '' && readQuery({ querystring }, routeQuery, 'invalid_request').explain === 'true';
  requireJsonType(request.headers['content-type'] ?? '');
  await paceBody(request, caller.id);
  const body = await parseJsonInSlices(await readBodyOf(request, bodyLimit));
  return answerRoute(deps, { caller, explain }, body);
}

// POST /v1/events without Koa, for bodies that say how long they are and are small: events come one by one all day.

const eventsPath = '/v1/events';

/** Takes small requests to POST /v1/events itself and hands everything else on, large ones to wait for their turn. */
export function fastEvents(deps: LanesDeps, takeToken: TakeToken, next: RawHandler): RawHandler {
  const answer = leanAnswer(deps, eventsPath, (request, headers) => answerToEvents(deps, takeToken, request, headers));
  return (request, response) =>
    asksFor(request, eventsPath) && !isLarge(request.headers['content-length'] ?? '')
      ? answer(request, response)
      : next(request, response);
}

async function answerToEvents(
  deps: LanesDeps,
  takeToken: TakeToken,
  request: IncomingMessage,
  headers: AnswerHeaders,
): Promise<object> {
  const authorization = request.headers.authorization ?? '';
  const caller = deps.callers.recent(authorization) ?? (await deps.callers.find(authorization));
  takeToken(headers, caller.keyId, null);
  requireWorkspaceScope(caller, ...scopesOfEvents.any);
  await paceBody(request, caller.id);
  const { events, hold } = await readEventsBody(request, queryIn(request));
  const answer = granted(await acceptEvents(deps, { ...caller, actor: keyActor(caller.keyId) }, events, hold));
  judgeBody(request, answer.rejected.length / Math.max(1, events.length));
  return answer;
}

// Answers of POST requests that come too often for Koa, whose chain of middleware takes as long as the work itself. The
// same errors, headers and measurements as everywhere else; only the log has a line for refusals and not for answers.

export type RawHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Header fields that go out with the answer, whatever it is; an answer may add to them. */
interface AnswerHeaders {
  set(fields: Readonly<Record<string, string>>): void;
}

const fixedHeaders = [
  'Content-Type',
  'application/json; charset=utf-8',
  ...Object.entries(securityHeaderFields).flat(),
  'X-Request-Id',
];

/** @param path the pattern of the route, as measurements and the log name it */
function leanAnswer(
  { metrics, log }: Pick<LanesDeps, 'metrics' | 'log'>,
  path: string,
  answer: (request: IncomingMessage, headers: AnswerHeaders) => Promise<object>,
): RawHandler {
  const good = metrics.requestSeconds.labels('POST', path, '200');
  return async (request, response) => {
    const began = performance.now();
    nameRequest(path, {});
    const id = requestIdFor((request.headers['x-request-id'] as string | undefined) ?? '');
    const fields: string[] = [];
    const headers: AnswerHeaders = {
      set: (more) => {
        for (const name in more) fields.push(name, more[name] ?? '');
      },
    };
    try {
      send(response, 200, id, await answer(request, headers), fields);
      judgeBody(request, 0);
      good.observe((performance.now() - began) / 1000);
    } catch (error) {
      if (endsConnection(request)) headers.set({ Connection: 'close' });
      const shown = shownError(error);
      const status = statusOfCode[shown.code];
      judgeBody(request, status < 500 ? 1 : 0);
      const { details, members, headers: own } = shown.extras;
      if (own) headers.set(own);
      const body = { error: shown.message, code: shown.code, ...(details ? { details } : {}), ...members };
      send(response, status, id, body, fields);
      metrics.requestSeconds.observe({ method: 'POST', route: path, status }, (performance.now() - began) / 1000);
      const facts = { request_id: id, method: 'POST', route: path, status };
      if (isUnexpected(error)) log.error({ ...facts, err: error }, 'request failed');
      else log.info({ ...facts, code: shown.code }, 'request');
    }
  };
}

/** Whether a request asks for this path, whatever its parameters. */
function asksFor(request: IncomingMessage, path: string): boolean {
  const url = request.url ?? '';
  return request.method === 'POST' && (url === path || url.startsWith(`${path}?`));
}

/** What is behind the question mark. */
function queryIn({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

function send(
  response: ServerResponse,
  status: number,
  requestId: string,
  body: object,
  more: readonly string[],
): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [...fixedHeaders, requestId, 'Content-Length', length, ...more]);
  response.end(text);
}

export const question = { queue: 'invoices', step: 'match', item: 'INV-000123', features: { format: 'pdf', lines: 3 } };
export const routeExamples = {
  postRoute: question,
  postRouteBatch: { items: [question, { ...question, item: 'INV-000124' }], at: '2026-11-20T08:00:00Z' },
};

export const routeRoutes: readonly LanesRoute[] = [
  // Answered before Koa (fast-path.ts); here for what that leaves, such as a slash at the end.
  {
    method: 'POST',
    path: routePath,
    needs: 'unlimited route',
    operation: 'postRoute',
    repeatable: true,
    tag: 'route',
    summary: 'Ask who may act on an item, or on up to 2,000',
    query: routeQuery,
    body: json(
      { anyOf: [ref('RouteRequest'), ref('RouteBatch')] },
      { one: routeExamples.postRoute, batch: routeExamples.postRouteBatch },
    ),
    answers: { 200: answer('The decision.', json({ anyOf: [ref('RouteAnswer'), ref('RouteAnswers')] })) },
    errors: ['not_found', ...bodyErrors],
    handle: (deps) => {
      const route = postRoute(deps);
      return async (ctx) => {
        ctx.respond = false;
        await route(ctx.req, ctx.res);
      };
    },
  },
];

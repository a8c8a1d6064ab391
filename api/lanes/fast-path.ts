/**
 * POST /v1/route and small POST /v1/events without Koa: agents ask before every item, and the chain of middleware alone
 * takes longer than the answer (docs/lanes.md has the figures).
 */
import type { IncomingMessage } from 'node:http';
import { acceptEvents } from '../../commands/lanes/accept-events.ts';
import { keyActor } from '../../domain/actor.ts';
import { scopesOfEvents } from '../../domain/key-scopes.ts';
import { granted } from '../http/errors.ts';
import { bodyLimit, requireJsonType } from '../http/json-body.ts';
import { parseJsonInSlices } from '../http/json-in-slices.ts';
import { oneOf, readQuery } from '../http/query.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import { readBodyOf } from '../http/raw-body.ts';
import { judgeBody, paceBody } from '../http/refused-bodies.ts';
import { answerRoute } from './answer-route.ts';
import type { LanesDeps } from './deps.ts';
import { type AnswerHeaders, type RawHandler, asksFor, leanAnswer, queryIn } from './raw-handler.ts';
import { isLarge, readEventsBody } from './read-events-body.ts';
import { requireWorkspaceScope } from './workspace-caller.ts';

export const routePath = '/v1/route';
export const routeQuery = {
  explain: oneOf(['true', 'false'], 'Adds the hash, every gate and the revision of the rules.'),
};

/** Answers POST /v1/route itself and hands everything else on. */
export function fastRoute(deps: LanesDeps, next: RawHandler): RawHandler {
  const answer = postRoute(deps);
  return (request, response) => (asksFor(request, routePath) ? answer(request, response) : next(request, response));
}

export function postRoute(deps: LanesDeps): RawHandler {
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

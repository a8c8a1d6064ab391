/**
 * POST /v1/route without Koa: agents ask before every item, and the chain of middleware alone takes longer than the
 * answer (docs/lanes.md has the figures).
 */
import type { IncomingMessage } from 'node:http';
import { scopesOfEvents } from '../../domain/key-scopes.ts';
import { bodyLimit, requireJsonType } from '../http/json-body.ts';
import { parseJsonInSlices } from '../http/json-in-slices.ts';
import { oneOf, readQuery } from '../http/query.ts';
import { readBodyOf } from '../http/raw-body.ts';
import { paceBody } from '../http/refused-bodies.ts';
import { answerRoute } from './answer-route.ts';
import type { LanesDeps } from './deps.ts';
import { asksFor, leanAnswer, queryIn } from './raw-handler.ts';
import type { RawHandler } from './raw-handler.ts';
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
  return leanAnswer(deps, routePath, (request) => answerTo(deps, request));
}

async function answerTo(deps: LanesDeps, request: IncomingMessage): Promise<object> {
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

/** POST /v1/events without Koa, for bodies that say how long they are and are small: events come one by one all day. */
import { keyActor } from '../../domain/actor.ts';
import type { IncomingMessage } from 'node:http';
import { scopesOfEvents } from '../../domain/key-scopes.ts';
import { acceptEvents } from '../../commands/lanes/accept-events.ts';
import { granted } from '../http/errors.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import { judgeBody, paceBody } from '../http/refused-bodies.ts';
import type { LanesDeps } from './deps.ts';
import { isLarge } from './large-bodies.ts';
import { asksFor, leanAnswer, queryIn } from './raw-handler.ts';
import type { AnswerHeaders, RawHandler } from './raw-handler.ts';
import { readEventsBody } from './read-events-body.ts';
import { requireWorkspaceScope } from './workspace-caller.ts';

const eventsPath = '/v1/events';

/** Takes small requests to POST /v1/events itself and hands everything else on, large ones to wait for their turn. */
export function fastEvents(deps: LanesDeps, takeToken: TakeToken, next: RawHandler): RawHandler {
  const answer = leanAnswer(deps, eventsPath, (request, headers) => answerTo(deps, takeToken, request, headers));
  return (request, response) =>
    asksFor(request, eventsPath) && !isLarge(request.headers['content-length'] ?? '')
      ? answer(request, response)
      : next(request, response);
}

async function answerTo(
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

/**
 * POST /v1/route without Koa: agents ask before every item, and the chain of middleware alone takes longer than the
 * answer (docs/lanes.md has the figures). The same keys, errors, headers and measurements as everywhere else; only the
 * log has a line for refusals and not for answers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { shownError } from '../http/answer-errors.ts';
import { statusOfCode } from '../http/errors.ts';
import { bodyLimit, parseJson, requireJsonType } from '../http/json-body.ts';
import { oneOf, readQuery } from '../http/query.ts';
import { readBodyOf } from '../http/raw-body.ts';
import { requestIdFor } from '../http/request-id.ts';
import { securityHeaderFields } from '../http/security-headers.ts';
import { answerRoute } from './answer-route.ts';
import type { LanesDeps } from './deps.ts';
import { requireWorkspaceScope } from './workspace-caller.ts';

export type RawHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export const routePath = '/v1/route';
const parameters = { explain: oneOf(['true', 'false']) };
const fixedHeaders = [
  'Content-Type',
  'application/json; charset=utf-8',
  ...Object.entries(securityHeaderFields).flat(),
  'X-Request-Id',
];

/** Answers POST /v1/route itself and hands everything else on. */
export function routeDoor(deps: LanesDeps, next: RawHandler): RawHandler {
  const answer = postRoute(deps);
  return (request, response) =>
    request.method === 'POST' && isRoute(request.url ?? '') ? answer(request, response) : next(request, response);
}

function isRoute(url: string): boolean {
  return url === routePath || url.startsWith(`${routePath}?`);
}

export function postRoute(deps: LanesDeps): RawHandler {
  const { metrics, log } = deps;
  const good = metrics.requestSeconds.labels('POST', routePath, '200');
  return async (request, response) => {
    const began = performance.now();
    const id = requestIdFor((request.headers['x-request-id'] as string | undefined) ?? '');
    try {
      const body = await answerTo(deps, request);
      send(response, 200, id, body);
      good.observe((performance.now() - began) / 1000);
    } catch (error) {
      const shown = shownError(error);
      const status = statusOfCode[shown.code];
      const { details } = shown.extras;
      send(
        response,
        status,
        id,
        { error: shown.message, code: shown.code, ...(details ? { details } : {}) },
        shown.extras.headers,
      );
      metrics.requestSeconds.observe({ method: 'POST', route: routePath, status }, (performance.now() - began) / 1000);
      const facts = { request_id: id, method: 'POST', route: routePath, status };
      if (shown === error) log.info({ ...facts, code: shown.code }, 'request');
      else log.error({ ...facts, err: error }, 'request failed');
    }
  };
}

async function answerTo(deps: LanesDeps, request: IncomingMessage): Promise<object> {
  const authorization = request.headers.authorization ?? '';
  const caller = deps.callers.recent(authorization) ?? (await deps.callers.findOrRecall(authorization));
  requireWorkspaceScope(caller, 'route');
  const explain = explainIn(request.url ?? '');
  requireJsonType(request.headers['content-type'] ?? '');
  const body = parseJson(await readBodyOf(request, bodyLimit));
  return answerRoute(deps, { caller, explain }, body);
}

function explainIn(url: string): boolean {
  const mark = url.indexOf('?');
  if (mark < 0) return false;
  return readQuery({ querystring: url.slice(mark + 1) }, parameters, 'invalid_request').explain === 'true';
}

function send(
  response: ServerResponse,
  status: number,
  requestId: string,
  body: object,
  more: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [...fixedHeaders, requestId, 'Content-Length', length, ...Object.entries(more).flat()]);
  response.end(text);
}

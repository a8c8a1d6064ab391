/**
 * Answers of POST requests that come too often for Koa, whose chain of middleware takes as long as the work itself. The
 * same errors, headers and measurements as everywhere else; only the log has a line for refusals and not for answers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnexpected, shownError } from '../http/answer-errors.ts';
import { statusOfCode } from '../http/errors.ts';
import { endsConnection } from '../http/raw-body.ts';
import { judgeBody } from '../http/refused-bodies.ts';
import { nameRequest } from '../../process/tracing.ts';
import { requestIdFor, securityHeaderFields } from '../http/service-app.ts';
import type { LanesDeps } from './deps.ts';

export type RawHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Header fields that go out with the answer, whatever it is; an answer may add to them. */
export interface AnswerHeaders {
  set(fields: Readonly<Record<string, string>>): void;
}

const fixedHeaders = [
  'Content-Type',
  'application/json; charset=utf-8',
  ...Object.entries(securityHeaderFields).flat(),
  'X-Request-Id',
];

/** @param path the pattern of the route, as measurements and the log name it */
export function leanAnswer(
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
export function asksFor(request: IncomingMessage, path: string): boolean {
  const url = request.url ?? '';
  return request.method === 'POST' && (url === path || url.startsWith(`${path}?`));
}

/** What is behind the question mark. */
export function queryIn({ url = '' }: IncomingMessage): string {
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

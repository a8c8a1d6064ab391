/**
 * GET /v1/routes, its stream and POST /v1/routes/answers: callers keep the route table in their own process, answer by
 * it, and report how often they did (docs/local-evaluation.md).
 */
import { PassThrough } from 'node:stream';
import type { HandlerOf } from '../http/api-route.ts';
import { type RouteTableView, routeTableView } from '../../domain/lanes/route.ts';
import { ApiError } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { answerTagged } from '../http/entity-tag.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { isAway } from '../http/answer-errors.ts';
import { type WorkspaceCaller, patienceMs, workspaceOf } from './workspace-caller.ts';
import { readMembers } from '../http/read-members.ts';
import { answersLimit, routeAnswerCounts } from './request-schemas.ts';
import { answer, bodyErrors, json, ref } from '../http/openapi-parts.ts';
import { withTimeout } from '../../process/running-time.ts';

type TableDeps = Pick<LanesDeps, 'routes' | 'routeCounter' | 'metrics'>;

/** How often a stream looks for a change, and how often it says that there was none. */
const lookEveryMs = 100;
const currentEveryMs = 1_000;
/** A stream ends after this and is opened again: a revoked key gets no more of it, and a stopping process waits for none. */
const streamMs = 55_000;

async function tableNow(deps: TableDeps, caller: WorkspaceCaller): Promise<RouteTableView | undefined> {
  try {
    const table = deps.routes.current(caller.no) ?? (await withTimeout(patienceMs, deps.routes.load(caller.no)));
    return routeTableView({ version: table.version, entries: table.entries.values() }, caller.auditSeed);
  } catch (error) {
    if (isAway(error)) return undefined;
    throw error;
  }
}

const getRouteTable: HandlerOf<TableDeps> = (deps) => async (ctx) => {
  const view = await tableNow(deps, workspaceOf(ctx));
  if (view === undefined)
    throw new ApiError('unavailable', 'the state of the lanes cannot be read right now; people act meanwhile', {
      headers: { 'Retry-After': '1' },
    });
  answerTagged(ctx, JSON.stringify(view));
};

/**
 * Server-sent events, with the milliseconds since the stream began as their ids: `table` with the whole table at first and after each change, `current`
 * with its version every second while it is the truth.
 */
const streamRouteTable: HandlerOf<TableDeps> = (deps) => async (ctx) => {
  const caller = workspaceOf(ctx);
  const stream = new PassThrough();
  ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  ctx.type = 'text/event-stream';
  ctx.body = stream;
  void follow(deps, caller, stream);
};

async function follow(deps: TableDeps, caller: WorkspaceCaller, stream: PassThrough): Promise<void> {
  const began = performance.now();
  const until = began + streamMs;
  let version: number | undefined;
  let saidAt = -Infinity;
  const say = (event: string, data: object): boolean =>
    // From the milliseconds, a caller that was stopped sees how old a line is that it reads only now.
    stream.write(`event: ${event}\nid: ${Math.round(performance.now() - began)}\ndata: ${JSON.stringify(data)}\n\n`);
  try {
    while (!stream.destroyed && performance.now() < until) {
      const seen = deps.routes.current(caller.no);
      const hasChanged = seen === undefined || seen.version !== version;
      const view = hasChanged ? await tableNow(deps, caller) : undefined;
      const now = performance.now();
      if (view !== undefined && view.version !== version) {
        // A caller that reads nothing is not filled up with tables: it opens another stream.
        if (!say('table', view) && stream.writableLength > 50_000_000) break;
        version = view.version;
        saidAt = now;
      } else if ((view !== undefined || !hasChanged) && now - saidAt >= currentEveryMs) {
        say('current', { version });
        saidAt = now;
      }
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    stream.end();
  } catch {
    // Anyone who reads sees the stream end, and asks again.
    stream.destroy();
  }
}

const decisions = ['human_only', 'propose', 'act_alone'] as const;

const postRouteAnswers: HandlerOf<TableDeps> = (deps) => async (ctx) => {
  const counts = countsIn(await readJsonBody(ctx));
  let all = 0;
  for (const decision of decisions) {
    const count = counts[decision] ?? 0;
    all += count;
    if (count > 0) deps.metrics.routesAnswered.inc({ decision }, count);
  }
  if (all > 0) deps.routeCounter.add(workspaceOf(ctx), all);
  ctx.status = 204;
};

function countsIn(body: unknown): Partial<Record<(typeof decisions)[number], number>> {
  const whole = 'the body must be an object with the number of answers by decision';
  const { given, findings, accepted } = readMembers(body, routeAnswerCounts, { code: 'invalid_request', whole });
  findings.push(
    ...decisions
      .filter((name) => given[name] !== undefined && !isCount(given[name]))
      .map((name) => `${name} must be a whole number from 0 to ${answersLimit.toLocaleString('en-US')}`),
  );
  return accepted();
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= answersLimit;
}

export const localEvaluationRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/routes',
    needs: 'route',
    operation: 'getRouteTable',
    tag: 'lanes',
    summary: 'The route table, to answer route questions in the caller’s process',
    answers: {
      200: answer('The table; with an ETag.', json(ref('RouteTable'))),
      304: answer('The caller has it.'),
    },
    errors: ['unavailable'],
    handle: getRouteTable,
  },
  {
    method: 'GET',
    path: '/v1/routes/stream',
    needs: 'route',
    operation: 'streamRouteTable',
    tag: 'lanes',
    summary: 'The route table as server-sent events: at once, and after each change',
    answers: {
      200: answer(
        'Events `table` (a RouteTable) and, every second, `current` (`{version}`). It ends after a minute; open it again.',
        { 'text/event-stream': {} },
      ),
    },
    errors: [],
    handle: streamRouteTable,
  },
  {
    method: 'POST',
    path: '/v1/routes/answers',
    needs: 'route',
    operation: 'reportRouteAnswers',
    tag: 'lanes',
    summary: 'Report how many questions were answered by the table',
    body: json(ref('RouteAnswerCounts'), { aMinute: { act_alone: 940, propose: 60 } }),
    answers: { 204: answer('They are counted.') },
    errors: bodyErrors,
    handle: postRouteAnswers,
  },
];

/** The settler, and the queue of what waits to be settled: schemas, and what the routes do. */
import { type SettlerDeps, runSettler, settlerState } from '../../commands/lanes/settler.ts';
import { keyActor } from '../../domain/actor.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { runLimit } from '../../domain/lanes/settler/policy.ts';
import { itemOutcomes, runEndings } from '../../domain/lanes/settler/run.ts';
import { pageOf } from '../../store/cursor.ts';
import { granted } from '../http/errors.ts';
import type { HandlerOf } from '../http/api-route.ts';
import {
  ref,
  answer,
  bodyErrors,
  json,
  csv,
  count,
  flag,
  nullable,
  string,
  text,
  time,
  whole,
} from '../http/openapi-parts.ts';
import { readQuery, cursor, nextCursor, pageSize } from '../http/query.ts';
import { readJsonBody } from '../http/read-body.ts';
import { readMembers } from '../http/read-members.ts';
import type { LanesRoute, LanesDeps } from './deps.ts';
import { settlerRunRequest } from './request-schemas.ts';
import { workspaceOf } from './workspace-caller.ts';
import { permissions } from '../../commands/permissions.ts';
import { type WaitingView, waitingColumns } from '../../domain/lanes/table-csv.ts';
import {
  type WaitingDisagreement,
  countWaiting,
  readSettleQueue,
  settleCursor,
  settleCursorAfter,
} from '../../store/lanes/disagreements.ts';
import { answerCounted } from './ledger.ts';

const dollars: JsonSchema = { type: 'string', pattern: '^[0-9]+\\.[0-9]{2}$', examples: ['0.13'] };
const limit: JsonSchema = { type: 'integer', minimum: 1, maximum: runLimit.max };

export const settlerSchemas: Readonly<Record<string, JsonSchema>> = {
  Settler: whole({
    enabled: { ...flag, description: 'Whether a run can be asked for now.' },
    reason: { ...text, description: 'Why not, as a sentence.' },
    model: text,
    spent_today_usd: { ...dollars, description: 'Booked on this UTC day, rounded up.' },
    cap_usd: dollars,
    killed: flag,
    last_run: nullable(ref('SettlerRun')),
  }),
  SettlerRun: whole({
    id: string,
    requested_by: string,
    model: string,
    limit,
    found: { ...count, description: 'Items that waited for it at its start.' },
    started_at: time,
    finished_at: nullable(time),
    ending: { enum: [...runEndings, null], description: 'Null while it runs.' },
    ending_reason: text,
    ...Object.fromEntries(itemOutcomes.map((fate) => [fate, count])),
    spent_usd: dollars,
    agreement: {
      ...whole({ asked: count, answered: count, agreed: count, rate: { type: ['number', 'null'] } }),
      description: 'Verdicts of all runs that were kept back, and what people decided without seeing them.',
    },
  }),
};

const settlerRunAnswer = (status: 'started' | 'running'): JsonSchema =>
  whole({ run_id: status === 'started' ? string : text, status: { const: status }, limit });

/** GET /v1/settler and POST /v1/settler/run (D41): the state of the settler, and a run of it. */
const getSettler: HandlerOf<SettlerDeps> = (deps) => async (ctx) => {
  ctx.body = await settlerState(deps, workspaceOf(ctx));
};

const postSettlerRun: HandlerOf<SettlerDeps> = (deps) => async (ctx) => {
  const workspace = workspaceOf(ctx);
  const limit = limitIn(await readJsonBody(ctx));
  const request = { limit, requestedBy: workspace.keyId, actor: keyActor(workspace.keyId) };
  const asked = granted(await runSettler(deps, workspace, request));
  ctx.status = asked.status === 'started' ? 202 : 200;
  ctx.body = asked;
};

/** @throws ApiError invalid_request with every finding */
function limitIn(body: unknown): number {
  const whole = 'the body must be an object with limit';
  const { given, findings, accepted } = readMembers(body, settlerRunRequest, { code: 'invalid_request', whole });
  const { limit = runLimit.default } = given;
  const fits = typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= runLimit.max;
  if (!fits) findings.push(`limit must be a whole number from 1 to ${runLimit.max}`);
  return accepted().limit ?? runLimit.default;
}

export const settlerRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/settler',
    needs: 'read',
    operation: 'getSettler',
    tag: 'settler',
    summary: 'State of the settler',
    answers: { 200: answer('Its switches, its money and its newest run.', json(ref('Settler'))) },
    errors: [],
    handle: getSettler,
  },
  {
    method: 'POST',
    path: '/v1/settler/run',
    needs: permissions.runSettler.key,
    operation: 'runSettler',
    tag: 'settler',
    summary: 'Run the settler once',
    description:
      'The run continues after the response, as the workflow settle:<workspace>; GET /v1/settler shows its progress. One runs at a time.',
    body: json(settlerRunRequest, { twenty: { limit: 20 } }),
    answers: {
      202: answer('It was started.', json(settlerRunAnswer('started'))),
      200: answer('One runs already.', json(settlerRunAnswer('running'))),
    },
    errors: ['settler_off', ...bodyErrors],
    handle: postSettlerRun,
  },
];

export const settleLimit = { default: 50, max: 500 } as const;

const settleQueueQuery = {
  limit: pageSize(settleLimit),
  cursor: cursor('settle queue', (text) => settleCursor.decode(text)),
};

const getSettleQueue: HandlerOf<Pick<LanesDeps, 'pool'>> =
  ({ pool }) =>
  async (ctx) => {
    const { no } = workspaceOf(ctx);
    const { limit = settleLimit.default, cursor: after } = readQuery(ctx, settleQueueQuery, 'invalid_request');
    const [rows, total] = await Promise.all([readSettleQueue(pool, no, { limit, after }), countWaiting(pool, no)]);
    const { page, next } = pageOf(rows, limit, settleCursorAfter);
    const items = page.map(presentWaiting);
    answerCounted(ctx, { items, total, next: nextCursor(ctx, settleQueueQuery, next) }, waitingColumns);
  };

const severityNames = ['minor', 'minor', 'material', 'critical'] as const;

function presentWaiting({ queue, step, item, week, severity, since, found }: WaitingDisagreement): WaitingView {
  return {
    queue,
    step,
    item,
    week,
    severity: severityNames[severity] ?? 'material',
    operator: found?.operator ?? null,
    agent: found?.agent ?? null,
    fields: found?.fields ?? [],
    waiting_since: since.toISOString(),
  };
}

export const settleQueueRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/settle-queue',
    needs: 'read',
    operation: 'listSettleQueue',
    tag: 'lanes',
    summary: 'Disagreements that wait, most severe first, then oldest; also as text/csv',
    query: settleQueueQuery,
    answers: { 200: answer('A page.', { ...json(ref('SettleQueue')), ...csv }) },
    errors: [],
    handle: getSettleQueue,
  },
];

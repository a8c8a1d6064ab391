/** GET /v1/settler and POST /v1/settler/run (D41): how the settler stands, and a run of it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'koa';
import { runLimit } from '../../domain/lanes/settler/policy.ts';
import { showSettler } from '../../domain/lanes/settler/shown.ts';
import type { SettlerModelName, ShownSettler } from '../../domain/lanes/settler/shown.ts';
import { newId } from '../../process/ids.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { auditSettlerRun } from '../../store/lanes/audit-acts.ts';
import { readSettler } from '../../store/lanes/read-settler.ts';
import { ApiError, findingsError } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { readQuery } from '../http/query.ts';
import { unknownMember } from '../http/sentences.ts';
import type { LanesDeps } from './deps.ts';
import { keyActor, workspaceOf } from './workspace-caller.ts';

export type SettlerDeps = Pick<LanesDeps, 'pool' | 'settings' | 'startSettle' | 'now'>;

export function getSettler(deps: SettlerDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    ctx.body = await settlerState(deps, workspaceOf(ctx));
  };
}

export function postSettlerRun(deps: SettlerDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const workspace = workspaceOf(ctx);
    const limit = limitIn(await readJsonBody(ctx));
    const asked = await runSettler(deps, workspace, {
      limit,
      requestedBy: workspace.keyId,
      actor: keyActor(workspace),
    });
    if ('off' in asked) throw new ApiError('settler_off', asked.off);
    ctx.status = asked.status === 'started' ? 202 : 200;
    ctx.body = asked;
  };
}

/** How the settler of a workspace stands; the console shows the same. */
export async function settlerState(
  { pool, settings, now }: Pick<SettlerDeps, 'pool' | 'settings' | 'now'>,
  { no }: Pick<WorkspaceRef, 'no'>,
): Promise<ShownSettler> {
  return showSettler(await readSettler(pool, no, now()), modelName(settings));
}

export type AskedRun =
  | { readonly run_id: string; readonly status: 'started'; readonly limit: number }
  /** One was under way already; `run_id` is null while it has not opened. */
  | { readonly run_id: string | null; readonly status: 'running'; readonly limit: number }
  /** Why the settler does not run, as a sentence. */
  | { readonly off: string };

/**
 * Starts a run, unless the settler is off or runs already; the console does the same.
 * @param asked `actor`: who acts, for the audit log; as `requestedBy` where left out
 * @throws ApiError unavailable
 */
export async function runSettler(
  deps: SettlerDeps,
  workspace: WorkspaceRef,
  {
    limit,
    requestedBy,
    actor = requestedBy,
  }: { readonly limit: number; readonly requestedBy: string; readonly actor?: string },
): Promise<AskedRun> {
  const { reason } = await settlerState(deps, workspace);
  if (reason !== null) return { off: reason };
  const run = { workspace: { no: workspace.no, id: workspace.id }, runId: newId('settlerRun'), limit, requestedBy };
  for (let look = 1; ; look += 1) {
    if (await deps.startSettle(run).catch(engineAway)) {
      await auditSettlerRun(deps.pool, run, actor);
      return { run_id: run.runId, status: 'started', limit };
    }
    const { last_run: running } = await settlerState(deps, workspace);
    if (running !== null && running.ending === null)
      return { run_id: running.id, status: 'running', limit: running.limit };
    // A run is about to open, or has told its end and is about to be over.
    if (look === mostLooks) return { run_id: null, status: 'running', limit };
    await delay(betweenLooksMs);
  }
}

const mostLooks = 10;
const betweenLooksMs = 200;

function engineAway(cause: unknown): never {
  const error = new ApiError('unavailable', 'Temporal did not accept the run; try again shortly', {
    headers: { 'Retry-After': '2' },
  });
  throw Object.assign(error, { cause });
}

function modelName({ SETTLER_API_KEY, SETTLER_MODEL }: LanesDeps['settings']): SettlerModelName {
  return { hasCredential: SETTLER_API_KEY !== '', model: SETTLER_MODEL };
}

/** @throws ApiError invalid_request with every finding */
function limitIn(body: unknown): number {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw findingsError('invalid_request', ['the body must be an object with limit']);
  const { limit = runLimit.default, ...others } = body as Record<string, unknown>;
  const findings = Object.keys(others).map((name) => unknownMember('', name, ['limit']));
  const fits = typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= runLimit.max;
  if (!fits) findings.push(`limit must be a whole number from 1 to ${runLimit.max}`);
  if (findings.length > 0 || !fits) throw findingsError('invalid_request', findings);
  return limit;
}

/** GET /v1/settler and POST /v1/settler/run (D41): how the settler stands, and a run of it. */
import type { Context } from 'koa';
import { runSettler, settlerState } from '../../commands/lanes/settler.ts';
import type { SettlerDeps } from '../../commands/lanes/settler.ts';
import { runLimit } from '../../domain/lanes/settler/policy.ts';
import { findingsError, granted } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { readQuery } from '../http/query.ts';
import { unknownMember } from '../../commands/input/sentences.ts';
import { keyActor, workspaceOf } from './workspace-caller.ts';

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
    const request = { limit, requestedBy: workspace.keyId, actor: keyActor(workspace) };
    const asked = granted(await runSettler(deps, workspace, request));
    ctx.status = asked.status === 'started' ? 202 : 200;
    ctx.body = asked;
  };
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

/** POST /v1/weeks/close: closes every week that ends at or before a time (D47, D52); closing again closes nothing. */
import type { Context } from 'koa';
import { instantWords, readInstant } from '../../domain/lanes/instant.ts';
import { findingsError } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { readQuery } from '../http/query.ts';
import { unknownMember } from '../../commands/input/sentences.ts';
import { futureSentence, latestTime } from '../../commands/lanes/check-event.ts';
import type { LanesDeps } from './deps.ts';
import { closeWeeks } from '../../commands/lanes/workspaces.ts';
import { keyActor, workspaceOf } from './workspace-caller.ts';
import type { WorkspaceCaller } from './workspace-caller.ts';

export function postCloseWeeks(deps: LanesDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const workspace = workspaceOf(ctx);
    const through = readThrough(await readJsonBody(ctx), deps.now().getTime(), workspace);
    const answer = await closeWeeks(deps, workspace, through, keyActor(workspace));
    const { closed, lane_changes, alerts, signoff_requests, closed_week, week_number, held } = answer;
    ctx.body = { closed, lane_changes, alerts, signoff_requests, closed_week, week_number, held };
  };
}

/** @throws ApiError invalid_request with every finding */
function readThrough(body: unknown, now: number, { simulation }: WorkspaceCaller): number {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw findingsError('invalid_request', ['the body must be an object with through']);
  const { through: text, ...others } = body as Record<string, unknown>;
  const findings = Object.keys(others).map((name) => unknownMember('', name, ['through']));
  const through = typeof text === 'string' ? readInstant(text) : undefined;
  if (text === undefined) findings.push('through is required');
  else if (through === undefined) findings.push(`through must ${instantWords}`);
  else if (through > latestTime(now, simulation)) findings.push(futureSentence('through'));
  if (findings.length > 0 || through === undefined)
    throw findingsError('invalid_request', findings.toSorted().slice(0, 100));
  return through;
}

/** GET, POST and DELETE of /v1/pins (D74): a step, a queue or the whole workspace stays at a lane or below it. */
import type { Context } from 'koa';
import { eventLimits } from '../../domain/lanes/event-schema.ts';
import { instantWords, readInstant } from '../../domain/lanes/instant.ts';
import { pinView } from '../../domain/lanes/pin.ts';
import type { Pin, PinChange, PinnedLane } from '../../domain/lanes/pin.ts';
import { newId } from '../../process/ids.ts';
import { readKeyLabel, readKeyPerson } from '../../store/keys.ts';
import type { RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { readIdlePin, readPins } from '../../store/lanes/pins.ts';
import { ApiError, findingsError, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { readQuery } from '../http/query.ts';
import { unknownMember } from '../http/sentences.ts';
import type { LanesDeps } from './deps.ts';
import { submitted } from './submit.ts';
import { actorOf } from './webhooks.ts';
import { workspaceOf } from './workspace-caller.ts';
import type { WorkspaceCaller } from './workspace-caller.ts';

type Handler = (ctx: Context) => Promise<void>;

/** More are a sign of somebody who should set rules. */
const pinsPerWorkspace = 1_000;
const reasonLimit = 500;
const members = ['queue', 'step', 'lane', 'reason', 'until'];

export function getPins({ pool }: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    ctx.body = { pins: (await readPins(pool, workspaceOf(ctx).no)).map(pinView) };
  };
}

export function postPin(deps: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const workspace = workspaceOf(ctx);
    const wanted = pinIn(await readJsonBody(ctx));
    const set = await setPin(deps, workspace, wanted, { by: await nameOf(deps, workspace), actor: actorOf(ctx) });
    ctx.status = 201;
    ctx.body = { ...pinView(set.pin), lane_changes: set.answer.lane_changes };
  };
}

export function deletePin(deps: LanesDeps): Handler {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const { id } = ctx['params'] as { readonly id: string };
    const workspace = workspaceOf(ctx);
    const by = await nameOf(deps, workspace);
    if (!(await removePin(deps, workspace, id, { by, actor: actorOf(ctx) }))) throw notFound('pin');
    ctx.status = 204;
  };
}

/** What somebody asks for. */
export type WantedPin = Pick<Pin, 'queue' | 'step' | 'lane' | 'reason' | 'until'>;

/** Who pins: the name that stands in the lane change, and the actor of the audit log. */
interface Pinning {
  readonly by: string;
  readonly actor: string;
}

type PinDeps = Pick<LanesDeps, 'pool' | 'ingest' | 'routes' | 'now'>;

/** @throws ApiError invalid_request, unavailable */
export async function setPin(
  deps: PinDeps,
  workspace: WorkspaceRef,
  wanted: WantedPin,
  { by, actor }: Pinning,
): Promise<{ readonly pin: Pin; readonly answer: RecordAnswer }> {
  if ((await readPins(deps.pool, workspace.no)).length >= pinsPerWorkspace)
    throw new ApiError('invalid_request', `a workspace has at most ${pinsPerWorkspace} pins; remove one first`);
  const idle = await readIdlePin(deps.pool, workspace.no, wanted);
  if (idle !== undefined) throw new ApiError('invalid_request', idle);
  const pin: Pin = { id: newId('pin'), ...wanted, by, at: deps.now().getTime() };
  return { pin, answer: await submitPin(deps, workspace, { add: pin }, actor) };
}

/** @returns false where there is no such pin */
export async function removePin(
  deps: PinDeps,
  workspace: WorkspaceRef,
  id: string,
  { by, actor }: Pinning,
): Promise<boolean> {
  if (!(await readPins(deps.pool, workspace.no)).some((pin) => pin.id === id)) return false;
  await submitPin(deps, workspace, { remove: id, by }, actor);
  return true;
}

const submitPin = (deps: PinDeps, workspace: WorkspaceRef, pin: PinChange, actor: string): Promise<RecordAnswer> =>
  submitted(deps, workspace, { kind: 'pin', pin, actor });

/** A pin names a person: whose key it is, else what the key is called. */
async function nameOf({ pool }: PinDeps, { keyId }: WorkspaceCaller): Promise<string> {
  return (await readKeyPerson(pool, keyId))?.email ?? ((await readKeyLabel(pool, keyId)) || keyId);
}

/** @throws ApiError invalid_request with every finding */
function pinIn(body: unknown): WantedPin {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw findingsError('invalid_request', ['the body must be an object with lane and reason']);
  const given = body as Record<string, unknown>;
  const { queue = null, step = null, lane, reason, until = null } = given;
  const findings = Object.keys(given)
    .filter((name) => !members.includes(name))
    .map((name) => unknownMember('', name, members));
  findings.push(...pinFindings({ queue, step, lane, reason }));
  const at = typeof until === 'string' ? readInstant(until) : null;
  if (at === undefined || (until !== null && typeof until !== 'string')) findings.push(`until must ${instantWords}`);
  if (findings.length > 0) throw findingsError('invalid_request', findings.slice(0, 100));
  return {
    queue: queue as string | null,
    step: step as string | null,
    lane: lane as PinnedLane,
    reason: (reason as string).trim(),
    until: at ?? null,
  };
}

/** What is wrong with a pin, as sentences; the console asks too. */
export function pinFindings(given: {
  readonly queue: unknown;
  readonly step: unknown;
  readonly lane: unknown;
  readonly reason: unknown;
}): string[] {
  const { queue, step, lane, reason } = given;
  const findings: string[] = [];
  const isName = (value: unknown): boolean =>
    value === null || (typeof value === 'string' && isShort(value, eventLimits.id));
  if (!isName(queue)) findings.push(`queue must be the id of a queue`);
  if (!isName(step)) findings.push(`step must be the id of a step`);
  if (step !== null && queue === null) findings.push('step needs its queue');
  if (lane !== 'shadow' && lane !== 'assist') findings.push('lane must be one of shadow, assist');
  if (typeof reason !== 'string' || reason.trim() === '' || !isShort(reason, reasonLimit))
    findings.push(`reason must be 1 to ${reasonLimit} printable characters`);
  return findings;
}

const isShort = (text: string, most: number): boolean =>
  text.length >= 1 && text.length <= most && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);

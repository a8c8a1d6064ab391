/** GET, POST and DELETE of /v1/pins (D74): a step, a queue or the whole workspace stays at a lane or below it. */
import type { Handler } from '../http/api-route.ts';
import { pinFindings, removePin, setPin } from '../../commands/lanes/pins.ts';
import { sentencesIn } from '../../domain/sentence.ts';
import { instantForm, readInstant } from '../../domain/lanes/instant.ts';
import { listedPin, pinStates, type WantedPin } from '../../domain/lanes/pin.ts';
import { readKeyLabel, readKeyPerson } from '../../store/keys.ts';
import { listPins } from '../../store/lanes/pins.ts';
import { granted, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { oneOf, readQuery } from '../http/query.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { actorOf, workspaceOf, type WorkspaceCaller } from './workspace-caller.ts';
import { readMembers } from '../http/read-members.ts';
import { pinRequest } from './request-schemas.ts';
import { permissions } from '../../commands/permissions.ts';
import { answer, bodyErrors, json, ref } from '../http/openapi-parts.ts';

const pinFilter = {
  state: oneOf(pinStates, 'Only pins in this state: `ended` are those whose `until` the data clock has passed.'),
};

function getPins({ pool }: LanesDeps): Handler {
  return async (ctx) => {
    const { state } = readQuery(ctx, pinFilter, 'invalid_request');
    ctx.body = { pins: await listPins(pool, workspaceOf(ctx).no, state) };
  };
}

function postPin(deps: LanesDeps): Handler {
  return async (ctx) => {
    const workspace = workspaceOf(ctx);
    const wanted = pinIn(await readJsonBody(ctx));
    const by = await nameOf(deps, workspace);
    const set = granted(await setPin(deps, workspace, wanted, { by, actor: actorOf(ctx) }));
    ctx.status = 201;
    const { lane_changes, held } = set.answer;
    // One that has ended cannot be set.
    ctx.body = { ...listedPin(set.pin, null), lane_changes, held };
  };
}

function deletePin(deps: LanesDeps): Handler {
  return async (ctx) => {
    const { id } = ctx['params'] as { readonly id: string };
    const workspace = workspaceOf(ctx);
    const by = await nameOf(deps, workspace);
    if (!(await removePin(deps, workspace, id, { by, actor: actorOf(ctx) }))) throw notFound('pin');
    ctx.status = 204;
  };
}

/** A pin names a person: whose key it is, else what the key is called. */
async function nameOf({ pool }: Pick<LanesDeps, 'pool'>, { keyId }: WorkspaceCaller): Promise<string> {
  return (await readKeyPerson(pool, keyId))?.email ?? ((await readKeyLabel(pool, keyId)) || keyId);
}

/** @throws ApiError invalid_request with every finding */
function pinIn(body: unknown): WantedPin {
  const whole = 'the body must be an object with lane and reason';
  const { given, findings, accepted } = readMembers(body, pinRequest, { code: 'invalid_request', whole });
  const { queue = null, step = null, lane, reason, until = null } = given;
  const missing = new Set(pinRequest.required.filter((name) => given[name] === undefined).map(String));
  findings.push(...sentencesIn(pinFindings({ queue, step, lane, reason }).filter(({ path }) => !missing.has(path))));
  const at = typeof until === 'string' ? readInstant(until) : null;
  if (at === undefined || (until !== null && typeof until !== 'string')) findings.push(`until must ${instantForm}`);
  const read = accepted();
  return {
    queue: read.queue ?? null,
    step: read.step ?? null,
    lane: read.lane,
    reason: read.reason.trim(),
    until: at ?? null,
  };
}

export const pinRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/pins',
    needs: 'read',
    operation: 'listPins',
    tag: 'lanes',
    summary: 'The pins of the workspace, oldest first',
    query: pinFilter,
    answers: {
      200: answer('Those that match, ended ones included unless `state` leaves them out.', json(ref('PinList'))),
    },
    errors: [],
    handle: getPins,
  },
  {
    method: 'POST',
    path: '/v1/pins',
    needs: permissions.changePins.key,
    operation: 'setPin',
    tag: 'lanes',
    summary: 'Keep a step, a queue or the workspace at a lane or below it, at once',
    body: json(ref('PinRequest'), { killSwitch: { lane: 'shadow', reason: 'stop everything' } }),
    answers: { 201: answer('The pin, and what it moved.', json(ref('SetPin'))) },
    errors: [...bodyErrors, 'not_found'],
    handle: postPin,
  },
  {
    method: 'DELETE',
    path: '/v1/pins/{id}',
    needs: permissions.changePins.key,
    operation: 'removePin',
    tag: 'lanes',
    summary: 'Remove a pin; nothing is promoted by it',
    parameters: [{ name: 'id', in: 'path', required: true, description: 'Id of the pin.', schema: { type: 'string' } }],
    answers: { 204: answer('It holds nothing any more.') },
    errors: ['not_found'],
    handle: deletePin,
  },
];

/** The sender's endpoint, served by itself: where results go by default, a test ping, and the secret that signs. */
import type { Handler } from '../http/handler.ts';
import { keyActor } from '../../domain/actor.ts';
import type { Context } from 'koa';
import { callbackFinding, rotateSenderSecret, setCallbackUrl, testEndpoint } from '../../commands/dispatch/senders.ts';
import { readSender } from '../../store/senders.ts';
import { callerOf } from '../http/bearer-key.ts';
import { granted, notFound, refusalError } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { readQuery } from '../http/query.ts';
import { readMembers } from '../http/read-members.ts';
import { endpointInput } from './request-schemas.ts';
import type { DispatchDeps } from './deps.ts';

const actorOf = (ctx: Context): string => keyActor(callerOf(ctx).keyId);

/** GET /api/endpoint */
export function getEndpoint({ pool }: Pick<DispatchDeps, 'pool'>): Handler {
  return async (ctx) => {
    readQuery(ctx, {});
    const sender = await readSender(pool, callerOf(ctx).ownerId);
    if (sender === undefined) throw notFound('sender');
    ctx.body = { callback_url: sender.callbackUrl };
  };
}

/** POST /api/endpoint */
export function postEndpoint(deps: Pick<DispatchDeps, 'pool' | 'settings'>): Handler {
  return async (ctx) => {
    readQuery(ctx, {});
    const url = callbackUrlIn(await readJsonBody(ctx), deps);
    const refused = await setCallbackUrl(deps, callerOf(ctx).ownerId, url, actorOf(ctx));
    if (refused !== undefined) throw refusalError(refused);
    ctx.body = { callback_url: url };
  };
}

/** POST /api/endpoint/test */
export function postEndpointTest(deps: Pick<DispatchDeps, 'pool' | 'wakeStarts'>): Handler {
  return async (ctx) => {
    readQuery(ctx, {});
    const sent = granted(await testEndpoint(deps, callerOf(ctx).ownerId, actorOf(ctx)));
    ctx.status = 202;
    ctx.body = { ...sent, queued: true };
  };
}

/** POST /api/endpoint/rotate-secret: as the admin command does it, with the same grace. */
export function postSecretRotation(
  deps: Pick<DispatchDeps, 'pool' | 'settings' | 'deploymentSecret' | 'now'>,
): Handler {
  return async (ctx) => {
    readQuery(ctx, {});
    const rotation = { senderId: callerOf(ctx).ownerId, purpose: 'outbound', actor: actorOf(ctx) } as const;
    const rotated = await rotateSenderSecret(deps, rotation);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      secret: rotated.secret,
      signs_from: rotated.validFrom.toISOString(),
      old_valid_until: rotated.oldValidUntil.toISOString(),
    };
  };
}

/** @throws ApiError with every finding */
function callbackUrlIn(body: unknown, deps: Pick<DispatchDeps, 'settings'>): string | null {
  const whole = 'the body must be an object with callback_url';
  const { given, findings, accepted } = readMembers(body, endpointInput, {
    code: 'invalid_query',
    whole,
    sorted: true,
  });
  const { callback_url: url } = given;
  if (url === undefined) findings.push('callback_url is required');
  else if (url !== null && (typeof url !== 'string' || url === '' || url.length > 2048))
    findings.push('callback_url must be text of 1 to 2,048 characters, or null');
  else if (typeof url === 'string') {
    const finding = callbackFinding(deps, url);
    if (finding !== undefined) findings.push(finding);
  }
  return accepted().callback_url;
}

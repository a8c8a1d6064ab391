/** The sender's endpoint, served by itself: where results go by default, a test ping, and the secret that signs. */
import type { Context } from 'koa';
import { judgeCallbackUrl } from '../../process/outbound/address.ts';
import { signingSecret } from '../../process/secrets.ts';
import { pingSender } from '../../store/ping-sender.ts';
import { rotateSecret } from '../../store/secret-generations.ts';
import { readSender, setCallbackUrl } from '../../store/senders.ts';
import { callerOf } from '../http/bearer-key.ts';
import { ApiError, findingsError, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { readQuery } from '../http/query.ts';
import { unknownMember } from '../../commands/input/sentences.ts';
import type { DispatchDeps } from './deps.ts';

type Handler = (ctx: Context) => Promise<void>;

const actorOf = (ctx: Context): string => `key:${callerOf(ctx).keyId}`;

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
export function postEndpoint({ pool, settings }: Pick<DispatchDeps, 'pool' | 'settings'>): Handler {
  return async (ctx) => {
    readQuery(ctx, {});
    const url = callbackUrlIn(await readJsonBody(ctx), settings.DISPATCH_ALLOW_LOOPBACK);
    await setCallbackUrl(pool, callerOf(ctx).ownerId, url, actorOf(ctx));
    ctx.body = { callback_url: url };
  };
}

/** POST /api/endpoint/test */
export function postEndpointTest({ pool, wakeStarts }: Pick<DispatchDeps, 'pool' | 'wakeStarts'>): Handler {
  return async (ctx) => {
    readQuery(ctx, {});
    const sent = await pingSender(pool, callerOf(ctx).ownerId, actorOf(ctx));
    if (sent === undefined) throw new ApiError('invalid_query', 'callback_url is not set; set it first');
    wakeStarts();
    ctx.status = 202;
    ctx.body = { ...sent, queued: true };
  };
}

/** POST /api/endpoint/rotate-secret: as the admin command does it, with the same grace. */
export function postSecretRotation({
  pool,
  settings,
  deploymentSecret,
  now,
}: Pick<DispatchDeps, 'pool' | 'settings' | 'deploymentSecret' | 'now'>): Handler {
  return async (ctx) => {
    readQuery(ctx, {});
    const owner = { ownerKind: 'sender', ownerId: callerOf(ctx).ownerId, purpose: 'outbound' } as const;
    const rotated = await rotateSecret(pool, {
      ...owner,
      deploymentSecret,
      graceMs: settings.DELIVERY_SECRET_GRACE_MS,
      now: now(),
      actor: actorOf(ctx),
    });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      secret: signingSecret(deploymentSecret, { ...owner, generation: rotated.generation }),
      signs_from: rotated.validFrom.toISOString(),
      old_valid_until: rotated.oldValidUntil.toISOString(),
    };
  };
}

/** @throws ApiError with every finding */
function callbackUrlIn(body: unknown, allowLoopback: boolean): string | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_query', 'the body must be an object with callback_url');
  const { callback_url: url, ...others } = body as Record<string, unknown>;
  const findings = Object.keys(others).map((name) => unknownMember('', name, ['callback_url']));
  if (url === undefined) findings.push('callback_url is required');
  else if (url !== null && (typeof url !== 'string' || url === '' || url.length > 2048))
    findings.push('callback_url must be text of 1 to 2,048 characters, or null');
  else if (typeof url === 'string') {
    const judged = judgeCallbackUrl(url, { allowLoopback });
    if (!judged.ok) findings.push(judged.sentence);
  }
  if (findings.length > 0) throw findingsError('invalid_query', findings.toSorted().slice(0, 100));
  return url as string | null;
}

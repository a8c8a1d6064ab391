/**
 * The codec server of the Temporal UI: shows payloads in the clear to admins who are signed in to the console. The UI's
 * page asks with the console's cookie, so both are at one site; any other page's requests are refused by their origin.
 */
import type { Router } from '@koa/router';
import type { Payload } from '@temporalio/common';
import type { Context } from 'koa';
import { payloadCodec } from '../../temporal/data-converter.ts';
import { shownError } from '../http/answer-errors.ts';
import { ApiError, statusOfCode } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { openState, type ConsoleDeps, accessFor } from './route.ts';
import { openSession } from './session.ts';

const path = '/console/codec/decode';
/** A page of a history that carries the longest tasks. */
const bodyLimit = 8_000_000;

/** Mounts it where TEMPORAL_UI_URL is set; without one there is nobody to ask. */
export function mountPayloadCodec(router: Router, deps: ConsoleDeps): void {
  if (deps.settings.TEMPORAL_UI_URL === '') return;
  const ui = new URL(deps.settings.TEMPORAL_UI_URL).origin;
  const codec = payloadCodec({ encrypted: false, deploymentSecret: deps.deploymentSecret });

  router.options(path, (ctx) => {
    if (!comesFrom(ui, ctx)) return;
    ctx.set('Access-Control-Allow-Methods', 'POST');
    ctx.set('Access-Control-Allow-Headers', 'content-type, x-namespace, authorization');
    ctx.set('Access-Control-Max-Age', '600');
    ctx.status = 204;
  });
  router.post(path, async (given) => {
    const ctx = given as unknown as Context;
    try {
      if (!comesFrom(ui, ctx)) throw new ApiError('not_allowed', 'only the Temporal UI of this deployment may ask');
      await requireAdmin(ctx, deps);
      const payloads = payloadsOf(await readJsonBody(ctx, bodyLimit));
      ctx.body = { payloads: (await codec.decode(payloads).catch(refuse)).map(toJson) };
    } catch (error) {
      const { code, message } = shownError(error);
      ctx.status = statusOfCode[code];
      ctx.body = { error: message, code };
    }
  });
}

/** Allows this page, and no other, to read the answer (CORS). */
function comesFrom(ui: string, ctx: Context): boolean {
  ctx.vary('Origin');
  if (ctx.get('Origin') !== ui) return false;
  ctx.set('Access-Control-Allow-Origin', ui);
  ctx.set('Access-Control-Allow-Credentials', 'true');
  return true;
}

async function requireAdmin(ctx: Context, deps: ConsoleDeps): Promise<void> {
  // The UI asks by itself, again and again: no act of the person, which would keep the session alive.
  ctx.req.headers['x-poll'] = '1';
  const state = openState(ctx, deps);
  await openSession(ctx);
  if (state.person === null) throw new ApiError('unauthorized', 'sign in to the console in this browser first');
  if (accessFor('administrate', state.person) !== 'granted' || state.mustEnrol)
    throw new ApiError('not_allowed', 'only admins may read payloads in the clear');
}

/** @throws ApiError bad_request for what is no list of payloads as Temporal writes them in JSON */
function payloadsOf(body: unknown): Payload[] {
  const { payloads } = (typeof body === 'object' && body !== null ? body : {}) as { payloads?: unknown };
  if (!Array.isArray(payloads)) throw new ApiError('bad_request', 'payloads must be a list');
  return payloads.map((payload: unknown) => {
    const { metadata, data } = (typeof payload === 'object' && payload !== null ? payload : {}) as Partial<JsonPayload>;
    const names = Object.entries(metadata ?? {});
    if (names.some(([, value]) => typeof value !== 'string') || (data !== undefined && typeof data !== 'string'))
      throw new ApiError('bad_request', 'metadata and data of a payload must be base64');
    return {
      metadata: Object.fromEntries(names.map(([name, value]) => [name, Buffer.from(value, 'base64')])),
      data: Buffer.from(data ?? '', 'base64'),
    };
  });
}

interface JsonPayload {
  readonly metadata: Readonly<Record<string, string>>;
  readonly data: string;
}

function toJson({ metadata, data }: Payload): JsonPayload {
  const names = Object.entries(metadata ?? {});
  return {
    metadata: Object.fromEntries(names.map(([name, value]) => [name, Buffer.from(value).toString('base64')])),
    data: Buffer.from(data ?? []).toString('base64'),
  };
}

function refuse(): never {
  throw new ApiError(
    'bad_request',
    'a payload was changed, or encrypted with a deployment secret that is not available',
  );
}

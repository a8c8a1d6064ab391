/** POST /hooks/inbound/{sender_id}: tasks from a sender that signs instead of holding a key (document 1 §4, D58). */
import type { Context } from 'koa';
import { readSender } from '../../store/senders.ts';
import { bodyLimit, requireJson } from '../http/json-body.ts';
import { parseJsonInTurns } from '../http/json-in-turns.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import { paceBody } from '../http/refused-bodies.ts';
import { readUnknownBody } from '../http/unknown-bodies.ts';
import { answerTasks } from './answer-tasks.ts';
import type { DispatchDeps } from './deps.ts';
import { requireSignature } from './inbound-signature.ts';

/** @param takeToken keeps each sender within its rate; taken only for signed requests, so nobody spends another's */
export function postInboundWebhook(deps: DispatchDeps, takeToken: TakeToken): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { sender_id: senderId } = ctx['params'] as { sender_id: string };
    const body = await readUnknownBody(ctx, bodyLimit);
    await requireSignature(
      deps.pool,
      { headerName: deps.settings.HEADER_NAME, deploymentSecret: deps.deploymentSecret },
      { senderId, headers: ctx.req.headersDistinct, body, now: deps.now() },
    );
    takeToken(ctx, senderId, (await readSender(deps.pool, senderId))?.rateLimit ?? null);
    requireJson(ctx);
    await paceBody(ctx.req, senderId);
    await answerTasks(deps, ctx, { senderId, keyId: null, channel: 'webhook' }, await parseJsonInTurns(body));
  };
}

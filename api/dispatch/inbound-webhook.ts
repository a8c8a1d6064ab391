/** POST /hooks/inbound/{sender_id}: tasks from a sender that signs instead of holding a key (document 1 §4, D58). */
import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import { type DeploymentSecret, currentSecretId } from '../../process/deployment-secret.ts';
import { isId } from '../../process/ids.ts';
import { equalConstantTime, signingSecret } from '../../process/secrets.ts';
import type { Queryable } from '../../store/database.ts';
import { type GenerationInForce, generationsInForce } from '../../store/secret-generations.ts';
import { readSender } from '../../store/senders.ts';
import { ApiError } from '../http/errors.ts';
import { bodyLimit, requireJson } from '../http/read-body.ts';
import { parseExactJson } from '../http/json-in-slices.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import { paceBody, readUnknownBody } from '../http/refused-bodies.ts';
import type { DispatchDeps, DispatchRoute } from './deps.ts';
import { answerTasks, acceptedTasks, bodyRules, taskErrors, tasksBody } from './tasks.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { inPath } from '../http/openapi-parts.ts';
import type { DescribedService } from '../http/api-route.ts';

/** @param takeToken keeps each sender within its rate; taken only for signed requests, so nobody spends another's */
function postInboundWebhook(deps: DispatchDeps, takeToken: TakeToken): (ctx: Context) => Promise<void> {
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
    await answerTasks(deps, ctx, { senderId, keyId: null, channel: 'webhook' }, await parseExactJson(body));
  };
}

// Whether an inbound webhook was signed by its sender (document 1 §5.3, D5).

/** How far a timestamp may be off, before or after. */
const toleranceSeconds = 300;
/** Secrets tried for every request, so that an unknown sender, a known one and a rotation cost the same. */
const secretsTried = 2;
interface SignedRequest {
  readonly senderId: string;
  /** Every header of the request by lower-case name, each with all its values. */
  readonly headers: NodeJS.Dict<string[]>;
  /** The bytes as they came. */
  readonly body: Buffer;
  readonly now: Date;
}

interface SignatureRules {
  /** The word in the names of our headers. */
  readonly headerName: string;
  readonly deploymentSecret: DeploymentSecret;
}

/**
 * @throws ApiError unauthorized. What it says never depends on whether the sender exists.
 */
export async function requireSignature(q: Queryable, rules: SignatureRules, request: SignedRequest): Promise<void> {
  const name = `X-${rules.headerName}`;
  const timestamp = single(request.headers, `${name}-Timestamp`);
  const signature = single(request.headers, `${name}-Signature`);
  if (!/^sha256=[0-9a-f]{64}$/.test(signature))
    throw refusal(`${name}-Signature must be sha256= and 64 hexadecimal digits in lower case`);
  const nowSeconds = Math.floor(request.now.getTime() / 1000);
  if (!/^\d{1,12}$/.test(timestamp)) throw refusal(`${name}-Timestamp must be a time in unix seconds`);
  if (Math.abs(Number(timestamp) - nowSeconds) > toleranceSeconds)
    throw refusal(`${name}-Timestamp must be within 5 minutes of the time here, which is ${nowSeconds}`);
  const known = isId('sender', request.senderId);
  const generations = await generationsInForce(q, 'sender', known ? request.senderId : 'snd_', 'inbound', request.now);
  const currentId = currentSecretId(rules.deploymentSecret);
  let good = false;
  for (let turn = 0; turn < Math.max(secretsTried, generations.length); turn += 1) {
    const generation = generations[turn];
    const expected = sign(
      rules.deploymentSecret,
      request,
      timestamp,
      generation ?? { generation: 1, secretId: currentId },
    );
    const equal = equalConstantTime(signature, expected);
    good = (equal && generation !== undefined) || good;
  }
  if (!good)
    throw refusal(
      `${name}-Signature does not fit this sender, timestamp and body: it is the HMAC-SHA256 of the timestamp, a full stop and the body as it is sent, and its key is the whole secret as text, whsec_ included`,
    );
}

function sign(
  deploymentSecret: DeploymentSecret,
  request: SignedRequest,
  timestamp: string,
  of: GenerationInForce,
): string {
  const secret = signingSecret(deploymentSecret, {
    ownerKind: 'sender',
    ownerId: request.senderId,
    purpose: 'inbound',
    ...of,
  });
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(request.body).digest('hex')}`;
}

/** A header that comes twice could be read in two ways, so it is refused. */
function single(headers: NodeJS.Dict<string[]>, name: string): string {
  const [value, ...more] = headers[name.toLowerCase()] ?? [];
  if (value !== undefined && more.length === 0) return value;
  const other = otherSchemes.find(([header]) => headers[header] !== undefined);
  const hint = other === undefined ? '' : `; ${other[0]}, as ${other[1]} signs, is not read here`;
  throw refusal(`exactly one ${name} is needed${hint}`);
}

/** How ready libraries sign: who uses one hears why it does not count. */
const otherSchemes: readonly (readonly [header: string, whose: string])[] = [
  ['webhook-signature', 'Standard Webhooks'],
  ['svix-signature', 'Svix'],
  ['stripe-signature', 'Stripe'],
  ['x-hub-signature-256', 'GitHub'],
  ['x-hub-signature', 'GitHub'],
  ['x-signature', 'another scheme'],
];

function refusal(sentence: string): ApiError {
  return new ApiError('unauthorized', sentence);
}

export const inboundWebhookRoutes: readonly DispatchRoute[] = [
  {
    method: 'POST',
    path: '/hooks/inbound/{sender_id}',
    needs: 'signature',
    operation: 'receiveWebhook',
    repeatable: true,
    tag: 'tasks',
    summary: 'Queue one task or a batch, signed by the sender',
    description: `${bodyRules} The same request sent again within five minutes is answered with the first task.`,
    query: null,
    body: tasksBody,
    answers: {},
    inDeployment: (service) => ({ parameters: signatureHeaders(service), answers: acceptedTasks(service) }),
    errors: taskErrors,
    handle: (deps) => postInboundWebhook(deps, deps.takeToken),
  },
];

function signatureHeaders({ headerName }: DescribedService): readonly JsonSchema[] {
  const header = (name: string, description: string, schema: JsonSchema, example: string): JsonSchema => ({
    name: `X-${headerName}-${name}`,
    in: 'header',
    required: true,
    description,
    schema,
    example,
  });
  return [
    inPath('sender_id', 'Id of the sender.', 'snd_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c50'),
    header('Timestamp', 'Unix seconds, at most 300 off.', { type: 'string', pattern: '^[0-9]{1,12}$' }, '1795262400'),
    header(
      'Signature',
      'sha256= and the lower-case hex of HMAC-SHA256, keyed with the inbound secret, over timestamp, point and raw body.',
      { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
      `sha256=${'0'.repeat(64)}`,
    ),
  ];
}

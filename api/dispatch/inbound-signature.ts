/** Whether an inbound webhook was signed by its sender (document 1 §5.3, D5). */
import { currentSecretId } from '../../process/deployment-secret.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { createHmac } from 'node:crypto';
import { equalConstantTime, signingSecret } from '../../process/secrets.ts';
import type { Queryable } from '../../store/database.ts';
import type { GenerationInForce } from '../../store/secret-generations.ts';
import { generationsInForce } from '../../store/secret-generations.ts';
import { ApiError } from '../http/errors.ts';
import { isId } from '../../process/ids.ts';

/** How far a timestamp may be off, before or after. */
export const toleranceSeconds = 300;
/** Secrets tried for every request, so that an unknown sender, a known one and a rotation cost the same. */
const secretsTried = 2;
export interface SignedRequest {
  readonly senderId: string;
  /** Every header of the request by lower-case name, each with all its values. */
  readonly headers: NodeJS.Dict<string[]>;
  /** The bytes as they came. */
  readonly body: Buffer;
  readonly now: Date;
}

export interface SignatureRules {
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
  if (!good) throw refusal(`${name}-Signature does not fit this sender, timestamp and body`);
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
  if (value === undefined || more.length > 0) throw refusal(`exactly one ${name} is needed`);
  return value;
}

function refusal(sentence: string): ApiError {
  return new ApiError('unauthorized', sentence);
}

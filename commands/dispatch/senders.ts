/** Senders (D5, D7): make one, where its results go, which playbooks do its work, and the secret that signs. */
import { checkName, checkPlaybooks } from '../../domain/administration/input.ts';
import { checkCallbackUrl } from '../../process/outbound/address-guard.ts';
import { signingSecret } from '../../process/secrets.ts';
import {
  createSender as storeSender,
  pingSender,
  setCallbackUrl as storeCallbackUrl,
  setPortals,
} from '../../store/senders.ts';
import { type SecretPurpose, rotateSecret, rotateSeenSecret } from '../../store/secret-generations.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { DispatchCommands } from './deps.ts';

type UrlDeps = Pick<DispatchCommands, 'pool' | 'settings'>;

/** @param field what the caller calls the URL */
export async function createSender(
  deps: UrlDeps & Pick<DispatchCommands, 'deploymentSecret'>,
  {
    name,
    callbackUrl,
    actor,
  }: { readonly name: string; readonly callbackUrl: string | undefined; readonly actor: string },
  field: string,
): Promise<Awaited<ReturnType<typeof storeSender>> | Refusal> {
  const judged = checkName(name, 'A name');
  const finding = callbackUrl === undefined ? undefined : callbackFinding(deps, callbackUrl, field);
  const [first, ...others] = [...(judged.ok ? [] : [judged.sentence]), ...(finding === undefined ? [] : [finding])];
  if (first !== undefined) return { refused: 'invalid_request', findings: [first, ...others] };
  return storeSender(deps.pool, deps.deploymentSecret, {
    name,
    actor,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  });
}

/** @param url null: results go only where a task says */
export async function setCallbackUrl(
  deps: UrlDeps,
  senderId: string,
  url: string | null,
  actor: string,
  field?: string,
): Promise<Refusal | undefined> {
  const finding = url === null ? undefined : callbackFinding(deps, url, field);
  if (finding !== undefined) return refusal('invalid_request', finding);
  await storeCallbackUrl(deps.pool, senderId, url, actor);
  return undefined;
}

/** What is wrong with an address for results, if anything. */
export function callbackFinding(
  { settings }: Pick<UrlDeps, 'settings'>,
  url: string,
  field?: string,
): string | undefined {
  const judged = checkCallbackUrl(url, { allowLoopback: settings.DISPATCH_ALLOW_LOOPBACK }, field);
  return judged.ok ? undefined : judged.sentence;
}

/** @param known ids of the playbooks of this deployment */
export async function setPlaybooks(
  { pool }: Pick<DispatchCommands, 'pool'>,
  senderId: string,
  wanted: readonly string[],
  known: readonly string[],
  actor: string,
): Promise<Refusal | undefined> {
  const judged = checkPlaybooks(wanted, known);
  if (!judged.ok) return refusal('invalid_request', judged.sentence);
  await setPortals(pool, senderId, judged.value, actor);
  return undefined;
}

/** A test delivery to where the sender's results go. */
export async function testEndpoint(
  { pool, wakeStarts }: Pick<DispatchCommands, 'pool' | 'wakeStarts'>,
  senderId: string,
  actor: string,
): Promise<{ readonly id: string; readonly url: string } | Refusal> {
  const sent = await pingSender(pool, senderId, actor);
  if (sent === undefined) return refusal('no_endpoint', 'callback_url is not set; set it first');
  wakeStarts();
  return sent;
}

interface Rotation {
  readonly senderId: string;
  readonly purpose: SecretPurpose;
  /** How long the old secret stays valid; left out, as the settings say. */
  readonly graceMs?: number;
  readonly actor: string;
}

export interface RotatedSecret {
  readonly generation: number;
  readonly secret: string;
  readonly validFrom: Date;
  readonly oldValidUntil: Date;
}

type RotationDeps = Pick<DispatchCommands, 'pool' | 'settings' | 'deploymentSecret' | 'now'>;

export async function rotateSenderSecret(deps: RotationDeps, rotation: Rotation): Promise<RotatedSecret> {
  const asked = rotationOf(deps, rotation);
  return withSecret(deps, rotation, await rotateSecret(deps.pool, asked));
}

/**
 * As a page asks, which showed the newest generation.
 * @param seen that generation @returns undefined where it is not the newest any more
 */
export async function rotateSeenSenderSecret(
  deps: RotationDeps,
  rotation: Rotation,
  seen: number,
): Promise<RotatedSecret | undefined> {
  const rotated = await rotateSeenSecret(deps.pool, rotationOf(deps, rotation), seen);
  return rotated === undefined ? undefined : withSecret(deps, rotation, rotated);
}

function rotationOf(
  { settings, deploymentSecret, now }: RotationDeps,
  { senderId, purpose, graceMs = settings.DELIVERY_SECRET_GRACE_MS, actor }: Rotation,
): Parameters<typeof rotateSecret>[1] {
  return { ownerKind: 'sender', ownerId: senderId, purpose, deploymentSecret, graceMs, now: now(), actor };
}

function withSecret(
  { deploymentSecret }: RotationDeps,
  { senderId, purpose }: Rotation,
  { generation, validFrom, oldValidUntil }: Awaited<ReturnType<typeof rotateSecret>>,
): RotatedSecret {
  const named = { ownerKind: 'sender', ownerId: senderId, purpose, generation } as const;
  return { generation, validFrom, oldValidUntil, secret: signingSecret(deploymentSecret, named) };
}

/** Capability links (D19): anyone who holds one may read one task's result page and evidence until it expires. */
import { createHmac } from 'node:crypto';
import type { TaskLinks } from '../domain/dispatch/present-task.ts';
import { type DeploymentSecret, secretsAtHand } from './deployment-secret.ts';
import { deriveBytes, equalConstantTime } from './secrets.ts';

const daySeconds = 86_400;
/** Expiry is rounded up to a full hour, so that a record read again shows the same links. */
const roundSeconds = 3_600;
const tokenPattern = /^(\d{10,12})(?:-([1-9]\d{0,8}))?\.([A-Za-z0-9_-]{43})$/;

interface LinkSettings {
  /** Public address of the dispatch API. */
  readonly baseUrl: string;
  readonly deploymentSecret: DeploymentSecret;
  readonly linkDays: number;
  readonly now: Date;
}

/**
 * `<expiry in unix seconds>.<HMAC-SHA256 over task id and expiry, base64url>`. Once links of the task were revoked,
 * `-<generation>` follows the expiry, and the MAC is over it too.
 * @param generation how often the links of the task were revoked
 */
export function capabilityToken(
  { deploymentSecret, linkDays, now }: Omit<LinkSettings, 'baseUrl'>,
  taskId: string,
  generation = 0,
): string {
  const end = now.getTime() / 1000 + linkDays * daySeconds;
  const expiry = String(Math.ceil(end / roundSeconds) * roundSeconds);
  const span = generation === 0 ? expiry : `${expiry}-${generation}`;
  return `${span}.${macsOf(deploymentSecret, taskId, span)[0]}`;
}

/** Whether a token was made here for exactly this task, has not expired and was not revoked. */
export function capabilityHolds(
  deploymentSecret: DeploymentSecret,
  taskId: string,
  token: string,
  now: Date,
  generation = 0,
): boolean {
  return capabilityGeneration(deploymentSecret, taskId, token, now) === generation;
}

/** The generation of a token that was made here for this task and has not expired; the task says whether it is in force. */
export function capabilityGeneration(
  deploymentSecret: DeploymentSecret,
  taskId: string,
  token: string,
  now: Date,
): number | undefined {
  const [, expiry, generation, mac] = tokenPattern.exec(token) ?? [];
  if (expiry === undefined || mac === undefined) return undefined;
  const span = generation === undefined ? expiry : `${expiry}-${generation}`;
  // The MAC first: a forged token learns nothing of the clock.
  const macs = macsOf(deploymentSecret, taskId, span);
  if (!macs.some((known) => equalConstantTime(mac, known))) return undefined;
  return now.getTime() < Number(expiry) * 1000 ? Number(generation ?? 0) : undefined;
}

/** The addresses that a task's record shows, each with its capability. */
export function taskLinks(
  settings: LinkSettings,
  task: {
    readonly taskId: string;
    readonly manifestFile: string | null;
    readonly podFile: string | null;
    readonly linkGeneration?: number;
  },
): TaskLinks {
  const base = settings.baseUrl.replace(/\/+$/, '');
  const query = `?k=${capabilityToken(settings, task.taskId, task.linkGeneration)}`;
  const fileUrl = (file: string | null): string | null =>
    file === null ? null : `${base}/evidence/${task.taskId}/${file}${query}`;
  return {
    resultUrl: `${base}/tasks/${task.taskId}${query}`,
    manifestUrl: fileUrl(task.manifestFile),
    podUrl: fileUrl(task.podFile),
  };
}

/** Each record that is shown needs this key: derived once for each of the one or two secrets of a process. */
const derived = new Map<string, Buffer>();

/** With each secret that is in use, the current one first. */
function macsOf(deploymentSecret: DeploymentSecret, taskId: string, span: string): string[] {
  return secretsAtHand(deploymentSecret).map((secret) => {
    const name = { ownerKind: 'deployment', ownerId: '', purpose: 'capability', generation: 1 } as const;
    const key = derived.get(secret) ?? deriveBytes(secret, name);
    derived.set(secret, key);
    return createHmac('sha256', key).update(`${taskId}\n${span}`).digest('base64url');
  });
}

/** Capability links (D19): whoever holds one may read one task's result page and evidence until it expires. */
import { createHmac } from 'node:crypto';
import type { TaskLinks } from '../domain/dispatch/present-task.ts';
import { deriveBytes, equalConstantTime } from './secrets.ts';

const daySeconds = 86_400;
/** Expiry is rounded up to a full hour, so that a record read again shows the same links. */
const roundSeconds = 3_600;
const tokenPattern = /^(\d{10,12})\.([A-Za-z0-9_-]{43})$/;

export interface LinkSettings {
  /** Public address of the dispatch API. */
  readonly baseUrl: string;
  readonly deploymentSecret: string;
  readonly linkDays: number;
  readonly now: Date;
}

/** `<expiry in unix seconds>.<HMAC-SHA256 over task id and expiry, base64url>`. */
export function capabilityToken(
  { deploymentSecret, linkDays, now }: Omit<LinkSettings, 'baseUrl'>,
  taskId: string,
): string {
  const end = now.getTime() / 1000 + linkDays * daySeconds;
  const expiry = String(Math.ceil(end / roundSeconds) * roundSeconds);
  return `${expiry}.${macOf(deploymentSecret, taskId, expiry)}`;
}

/** Whether a token was made here for exactly this task and has not expired. */
export function capabilityHolds(deploymentSecret: string, taskId: string, token: string, now: Date): boolean {
  const [, expiry, mac] = tokenPattern.exec(token) ?? [];
  if (expiry === undefined || mac === undefined) return false;
  // The mac first: a forged token learns nothing of the clock.
  return equalConstantTime(mac, macOf(deploymentSecret, taskId, expiry)) && now.getTime() < Number(expiry) * 1000;
}

/** The addresses that a task's record shows, each with its capability. */
export function taskLinks(
  settings: LinkSettings,
  task: { readonly taskId: string; readonly manifestFile: string | null; readonly podFile: string | null },
): TaskLinks {
  const base = settings.baseUrl.replace(/\/+$/, '');
  const query = `?k=${capabilityToken(settings, task.taskId)}`;
  const fileUrl = (file: string | null): string | null =>
    file === null ? null : `${base}/evidence/${task.taskId}/${file}${query}`;
  return {
    resultUrl: `${base}/tasks/${task.taskId}${query}`,
    manifestUrl: fileUrl(task.manifestFile),
    podUrl: fileUrl(task.podFile),
  };
}

/** A process has one deployment secret, and each record that it shows needs this key: derived once. */
let derived: { readonly from: string; readonly key: Buffer } | undefined;

function macOf(deploymentSecret: string, taskId: string, expiry: string): string {
  if (derived?.from !== deploymentSecret) {
    const name = { ownerKind: 'deployment', ownerId: '', purpose: 'capability', generation: 1 } as const;
    derived = { from: deploymentSecret, key: deriveBytes(deploymentSecret, name) };
  }
  return createHmac('sha256', derived.key).update(`${taskId}\n${expiry}`).digest('base64url');
}

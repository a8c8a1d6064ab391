/**
 * Who may see the result page and the evidence of a task: its owner, who holds its capability link, and every person
 * who is signed in to the console (D19).
 */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Context } from 'koa';
import { capabilityGeneration, capabilityHolds, capabilityToken } from '../../process/capability.ts';
import type { Settings } from '../../process/settings.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { Pool } from '../../store/database.ts';
import { readTask, type TaskRow } from '../../store/tasks.ts';
import type { CallerReader } from '../http/bearer-key.ts';
import { notFound } from '../http/errors.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import { isId } from '../../process/ids.ts';

export interface EvidenceDeps {
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly settings: Pick<Settings, 'EVIDENCE_LINK_DAYS' | 'EVIDENCE_KEY_GENERATION'>;
  readonly deploymentSecret: DeploymentSecret;
  readonly now: () => Date;
  /** The sender whose key, with the scope to read, a request carries. */
  readonly ownerOf: (ctx: Context) => Promise<{ readonly senderId: string } | undefined>;
  /** Whether the browser has a session of a person, whatever the role. */
  readonly isSignedIn: (ctx: Context) => Promise<boolean>;
}

/** Keys open evidence at the same rate as everything else, and only with the scope to read. */
export function ownerReader(read: CallerReader, takeToken: TakeToken): EvidenceDeps['ownerOf'] {
  return async (ctx) => {
    const caller = await read(ctx);
    if (!caller?.scopes.includes('read')) return undefined;
    takeToken(ctx, caller.keyId, caller.rateLimit);
    ctx.state['caller'] = caller;
    return { senderId: caller.ownerId };
  };
}

/**
 * The task that a request may see.
 * @throws ApiError not_found, also where the task exists but is not the caller's to see
 */
export async function visibleTask(deps: EvidenceDeps, ctx: Context): Promise<TaskRow> {
  const { id = '' } = ctx['params'] as { id?: string };
  if (!isId('task', id)) throw notFound('task');
  const token = tokenOf(ctx);
  const generation =
    token === undefined ? undefined : capabilityGeneration(deps.deploymentSecret, id, token, deps.now());
  if (generation !== undefined) {
    const linked = await readTask(deps.pool, id);
    if (linked?.linkGeneration === generation) return linked;
  }
  const opened = await deps.isSignedIn(ctx);
  const owner = opened ? undefined : await deps.ownerOf(ctx);
  if (!opened && owner === undefined) throw notFound('task');
  const task = await readTask(deps.pool, id, owner?.senderId);
  if (task === undefined) throw notFound('task');
  return task;
}

/**
 * The token for links on a page: the one that opened it, so that no link outlives it, or the owner's own. Null for a
 * person who is signed in: the session opens the links, and ends them.
 */
export async function linkToken(
  deps: EvidenceDeps,
  ctx: Context,
  { id: taskId, linkGeneration }: TaskRow,
): Promise<string | null> {
  const token = tokenOf(ctx);
  if (token !== undefined && capabilityHolds(deps.deploymentSecret, taskId, token, deps.now(), linkGeneration))
    return token;
  if (await deps.isSignedIn(ctx)) return null;
  const { deploymentSecret, settings, now } = deps;
  return capabilityToken(
    { deploymentSecret, linkDays: settings.EVIDENCE_LINK_DAYS, now: now() },
    taskId,
    linkGeneration,
  );
}

function tokenOf(ctx: Context): string | undefined {
  const { k } = ctx.query;
  return typeof k === 'string' ? k : undefined;
}

/**
 * Who may see the result page and the evidence of a task: its owner, who holds its capability link, and every person
 * who is signed in to the console (D19).
 */
import type { Context } from 'koa';
import type { HandlerOf } from '../http/api-route.ts';
import { isPackFileName } from '../../domain/dispatch/evidence/manifest.ts';
import { capabilityGeneration, capabilityHolds, capabilityToken } from '../../process/task-links.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { evidenceKeys, publishKeys, sha256 } from '../../process/evidence-crypto.ts';
import { isId } from '../../process/ids.ts';
import type { Settings } from '../../process/settings.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { Pool } from '../../store/database.ts';
import { readFile } from '../../store/evidence.ts';
import { type TaskRow, readTask } from '../../store/tasks.ts';
import type { CallerReader } from '../http/bearer-key.ts';
import { hasEntity } from '../http/entity-tag.ts';
import { notFound } from '../http/errors.ts';
import type { TakeToken } from '../http/rate-limit.ts';

export interface EvidenceDeps {
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly settings: Pick<Settings, 'EVIDENCE_LINK_DAYS' | 'EVIDENCE_KEY_GENERATION' | 'EVIDENCE_TIME_STAMP_CA'>;
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

// GET of the files of an evidence pack, and of the public keys that verify packs (D19).

/** Types a browser shows; everything else is offered as a download. */
const shown: Readonly<Record<string, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/x-ndjson': 'application/x-ndjson; charset=utf-8',
  'text/plain': 'text/plain; charset=utf-8',
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
  'application/pdf': 'application/pdf',
};
/** For the description. Generated clients read the first form that they know. */
export const evidenceContent: Readonly<Record<string, object>> = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
  ...Object.fromEntries(Object.keys(shown).map((type) => [type, {}])),
};
const sandbox = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** A browser shows no PDF inside a sandbox. */
const unsandboxed = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** GET /evidence/{id}/{file}: the bytes as they are stored now, whether they still verify or not. */
export const getEvidenceFile: HandlerOf<EvidenceDeps> = (deps) => async (ctx) => {
  const task = await visibleTask(deps, ctx);
  const { file = '' } = ctx['params'] as { file?: string };
  const row = isPackFileName(file) ? await readFile(deps.pool, task.id, file) : undefined;
  const bytes = row && (await deps.blobs.get(row.blobKey));
  if (row === undefined || bytes === undefined) throw notFound('file');
  // A recorded charset is the one below, or the file is offered as a download.
  const essence = row.mediaType.replace(/; *charset=utf-8$/i, '');
  const type = shown[essence];
  ctx.set({
    'Content-Type': type ?? 'application/octet-stream',
    'Content-Disposition': `${type === undefined ? 'attachment' : 'inline'}; filename="${row.file}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': essence === 'application/pdf' ? unsandboxed : sandbox,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'private, no-cache',
    // Of the bytes, not of the row: a changed file must not be taken for the one a browser has kept.
    ETag: `"${sha256(bytes)}"`,
  });
  ctx.status = 200;
  if (hasEntity(ctx)) ctx.status = 304;
  else ctx.body = bytes;
};

/** GET /.well-known/evidence-keys.json: every key that may have signed a pack of this deployment, newest first. */
export const getEvidenceKeys: HandlerOf<Pick<EvidenceDeps, 'deploymentSecret' | 'settings'>> =
  (deps) => async (ctx) => {
    ctx.set({ 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' });
    ctx.body = publishKeys(evidenceKeys(deps.deploymentSecret, deps.settings.EVIDENCE_KEY_GENERATION));
  };

/** GET of the files of an evidence pack, and of the public keys that verify packs (D19). */
import type { Context } from 'koa';
import { isPackFileName } from '../../domain/dispatch/evidence/pack-files.ts';
import { evidenceKeys, publishKeys, sha256 } from '../../process/evidence-crypto.ts';
import { readFile } from '../../store/evidence.ts';
import { hasEntity } from '../http/entity-tag.ts';
import { notFound } from '../http/errors.ts';
import { visibleTask, type EvidenceDeps } from './evidence-access.ts';

type Handler = (ctx: Context) => Promise<void>;

/** Types a browser shows; everything else is offered as a download. */
const shown: Readonly<Record<string, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/x-ndjson': 'application/x-ndjson; charset=utf-8',
  'text/plain': 'text/plain; charset=utf-8',
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
  'application/pdf': 'application/pdf',
};
const sandbox = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** A browser shows no PDF inside a sandbox. */
const unsandboxed = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** GET /evidence/{id}/{file}: the bytes as they are stored now, whether they still verify or not. */
export function getEvidenceFile(deps: EvidenceDeps): Handler {
  return async (ctx) => {
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
}

/** GET /.well-known/evidence-keys.json: every key that may have signed a pack of this deployment, newest first. */
export function getEvidenceKeys(deps: Pick<EvidenceDeps, 'deploymentSecret' | 'settings'>): Handler {
  return async (ctx) => {
    ctx.set({ 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' });
    ctx.body = publishKeys(evidenceKeys(deps.deploymentSecret, deps.settings.EVIDENCE_KEY_GENERATION));
  };
}

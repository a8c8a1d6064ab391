/** GET /console/tasks/:id/evidence.zip: every file of a task's pack and the public keys, to be verified anywhere. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { ZipFile } from 'yazl';
import { evidenceKeys, publishKeys } from '../../../process/evidence-crypto.ts';
import { readFiles } from '../../../store/evidence.ts';
import { notFound } from '../../http/errors.ts';
import type { DispatchConsoleDeps } from '../dispatch-deps.ts';
import { taskOf } from './task-page.ts';

/** Kinds that are compressed already. */
const dense = /^(?:image\/|application\/pdf)/;

export function getEvidenceArchive(deps: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const task = await taskOf(deps, ctx);
    const files = await readFiles(deps.pool, task.id);
    if (files.length === 0) throw notFound('evidence');
    const zip = new ZipFile();
    const mtime = task.finishedAt ?? task.updatedAt;
    for (const { file, blobKey, mediaType } of files)
      zip.addReadStreamLazy(file, { mtime, compress: !dense.test(mediaType) }, (answer) => {
        deps.blobs.get(blobKey).then(
          // A file that is gone shows as an error of verification, not as an archive that breaks off.
          (bytes) => answer(null, Readable.from(bytes === undefined ? [] : [bytes])),
          (error: unknown) => answer(error, Readable.from([])),
        );
      });
    const keys = publishKeys(evidenceKeys(deps.deploymentSecret, deps.settings.EVIDENCE_KEY_GENERATION));
    zip.addBuffer(Buffer.from(`${JSON.stringify(keys, null, 2)}\n`), 'evidence-keys.json', { mtime });
    zip.end();
    const output = zip.outputStream as Readable;
    zip.on('error', (error: Error) => output.destroy(error));
    ctx.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="evidence-${task.id}.zip"`,
      'Cache-Control': 'private, no-store',
    });
    ctx.status = 200;
    ctx.body = output;
  };
}

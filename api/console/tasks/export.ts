/** GET /console/tasks/export.csv: the tasks that the filters of the list find. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { ZipFile } from 'yazl';
import { evidenceKeys, publishKeys } from '../../../process/evidence-crypto.ts';
import { decodeCursor } from '../../../store/cursor.ts';
import { readFiles } from '../../../store/evidence.ts';
import { type FoundTask, searchTasks } from '../../../store/task-search.ts';
import { notFound } from '../../http/errors.ts';
import { type ExportColumn, exportPage, readAllPages, sendExport } from '../csv-export.ts';
import type { DispatchConsoleDeps } from '../deps.ts';
import { person } from '../page.ts';
import { readTaskFilter, searchOf } from './task-filter.ts';
import { taskOf } from './task-page.ts';

const columns: readonly ExportColumn<FoundTask>[] = [
  ['pro', ({ params }) => params.pro],
  ['invoice_number', ({ params }) => params.invoice_number],
  ['claim_id', ({ params }) => params.claim_id],
  ['dispute_id', ({ params }) => params.dispute_id],
  ['task_type', ({ taskType }) => taskType],
  ['status', ({ status }) => status],
  ['outcome_reason', ({ outcomeReason }) => outcomeReason],
  ['summary', ({ summary }) => summary],
  ['client_ref', ({ clientRef }) => clientRef],
  ['confirmation_number', ({ confirmationNumber }) => confirmationNumber],
  ['sender', ({ senderName }) => senderName],
  ['channel', ({ channel }) => channel],
  ['requested_by', ({ requestedBy }) => requestedBy?.email ?? requestedBy?.name],
  ['portal', ({ portal }) => portal],
  ['owner', ({ ownerName }) => ownerName],
  ['done_at', ({ handledAt }) => handledAt],
  ['created_at', ({ createdAt }) => createdAt],
  ['finished_at', ({ finishedAt }) => finishedAt],
  ['id', ({ id }) => id],
];

export function getTaskExport({ pool }: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const search = searchOf({ ...readTaskFilter(ctx), cursor: '' }, person(ctx).personId);
    const rows = await readAllPages<FoundTask, string>(async (cursor) => {
      const after = cursor === null ? undefined : decodeCursor(cursor);
      const found = await searchTasks(pool, {
        ...search,
        limit: exportPage,
        ...(after === undefined ? {} : { after }),
      });
      return { rows: found.tasks, next: found.next };
    });
    sendExport(ctx, 'tasks', rows, columns);
  };
}

// GET /console/tasks/:id/evidence.zip: every file of a task's pack and the public keys, to be verified anywhere.

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

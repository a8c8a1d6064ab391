/** Tasks out of a CSV file by page: sent, shown with every finding, taken, reported (D20). */
import type { Handler } from '../../http/handler.ts';
import type { Context } from 'koa';
import { importLimit } from '../../../domain/dispatch/csv/rows.ts';
import { csvTemplate } from '../../../domain/dispatch/csv/template.ts';
import { taskTypes } from '../../../domain/dispatch/task.ts';
import { isId, newId } from '../../../process/ids.ts';
import { inTransaction } from '../../../store/database.ts';
import { listSenders, readSender } from '../../../store/senders.ts';
import { type TaskUpload, type UploadCounts, addUpload, readUpload, reportUpload } from '../../../store/task-intake.ts';
import { auditTaskImport, importCounts } from '../../../commands/dispatch/request-task.ts';
import {
  type CsvFile,
  type ForeseenLine,
  type ValidatedLine,
  foreseeLines,
  validateLines,
  readCsv,
  reportCsv,
  storeManyLines,
} from '../../../commands/dispatch/import-csv.ts';
import type { TaskOrigin } from '../../../commands/dispatch/accept-tasks.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import type { DispatchConsoleDeps } from '../deps.ts';
import { actorOf, person, redirect, sendPage } from '../page.ts';
import { importBody, previewBody, reportBody } from './import-view.ts';
import { askedByPerson } from './read-task-form.ts';
import { readSentFile } from './read-upload.ts';

const crumbs = [{ text: 'Tasks', href: '/console/tasks' }];

/** GET /console/tasks/import */
export function getImport(deps: DispatchConsoleDeps): Handler {
  return (ctx) => showImport(deps, ctx, []);
}

async function showImport(deps: DispatchConsoleDeps, ctx: Context, findings: readonly string[]): Promise<void> {
  const senders = await listSenders(deps.pool);
  sendPage(deps, ctx, {
    title: 'Import CSV',
    section: 'tasks',
    crumbs,
    ...(findings.length > 0 ? { status: 422 } : {}),
    body: importBody(ctx, { senders, findings, limit: importLimit }),
  });
}

/** POST /console/tasks/import: keeps the file; no task is stored yet. */
export function postImport(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const sent = await readSentFile(ctx);
    const sender = await readSender(deps.pool, sent.senderId);
    if (sender === undefined) return showImport(deps, ctx, ['sender must be chosen']);
    if (sent.content.length === 0) return showImport(deps, ctx, ['choose a file, or paste its text']);
    const file = await readCsv(sent.content, importLimit);
    if ('code' in file) return showImport(deps, ctx, file.findings.slice(0, 100));
    const id = newId('upload');
    await addUpload(deps.pool, {
      id,
      senderId: sender.id,
      actor: actorOf(ctx),
      fileName: sent.fileName,
      content: sent.content,
    });
    redirect(ctx, `/console/tasks/import/${id}`);
  };
}

/** GET /console/tasks/import/:upload: what would become of each row, or what happened to it. */
export function getUpload(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const upload = await uploadOf(deps, ctx);
    const sender = await readSender(deps.pool, upload.senderId);
    const { foreseen } = await judge(deps, ctx, upload);
    const page = { upload, senderName: sender?.name ?? upload.senderId, lines: foreseen };
    const { counts } = upload;
    sendPage(deps, ctx, {
      title: upload.fileName,
      section: 'tasks',
      crumbs: [...crumbs, { text: 'Import CSV', href: '/console/tasks/import' }],
      body:
        counts === null
          ? previewBody(ctx, { ...page, counts: importCounts(foreseen) })
          : reportBody({ ...page, counts }),
    });
  };
}

/** POST /console/tasks/import/:upload: takes the rows; those that were refused are left out. */
export function postUpload(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const upload = await uploadOf(deps, ctx);
    const address = `/console/tasks/import/${upload.id}`;
    if (upload.takenAt !== null)
      return redirect(ctx, address, 'This file was imported before; nothing new was queued.');
    const { file, judged, origin } = await judge(deps, ctx, upload);
    const results = await storeManyLines(deps, origin, judged);
    const counts = importCounts(results);
    await inTransaction(deps.pool, async (q) => {
      if (!(await reportUpload(q, upload.id, reportCsv(file, results), counts))) return;
      const { id: uploadId, senderId, fileName } = upload;
      await auditTaskImport(q, { actor: actorOf(ctx), uploadId, senderId, fileName, counts });
    });
    redirect(ctx, address, noticeOf(counts));
  };
}

function noticeOf({ accepted, duplicates, rejected }: UploadCounts): string {
  const tasks = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`;
  return `${tasks(accepted)} queued, ${duplicates} ${duplicates === 1 ? 'duplicate' : 'duplicates'}, ${rejected} rejected.`;
}

/** GET /console/tasks/import/:upload/report.csv: the rows with what happened to each, or would. */
export function getReport(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const upload = await uploadOf(deps, ctx);
    if (upload.report === null) {
      const { file, foreseen } = await judge(deps, ctx, upload);
      sendCsv(ctx, 'preview.csv', reportCsv(file, foreseen));
    } else sendCsv(ctx, 'report.csv', upload.report);
  };
}

/** GET /console/tasks/import/template/:type.csv: a file to start from. */
export function getTemplate(): Handler {
  return async (ctx) => {
    const { type: name = '' } = ctx['params'] as { type?: string };
    const type = taskTypes.find((known) => `${known}.csv` === name);
    if (type === undefined) throw notFound('template');
    sendCsv(ctx, name, csvTemplate(type));
  };
}

function sendCsv(ctx: Context, name: string, text: string): void {
  ctx.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'private, no-store',
  });
  ctx.status = 200;
  ctx.body = text;
}

/** The file in the path; another person's is as if it were not there. @throws ApiError not_found */
async function uploadOf({ pool }: DispatchConsoleDeps, ctx: Context): Promise<TaskUpload> {
  const { upload: id = '' } = ctx['params'] as { upload?: string };
  const upload = isId('upload', id) ? await readUpload(pool, id, actorOf(ctx)) : undefined;
  if (upload === undefined) throw notFound('file; files are kept for a day');
  return upload;
}

interface Judgement {
  readonly file: CsvFile;
  readonly origin: TaskOrigin;
  readonly judged: readonly ValidatedLine[];
  readonly foreseen: readonly ForeseenLine[];
}

async function judge(deps: DispatchConsoleDeps, ctx: Context, upload: TaskUpload): Promise<Judgement> {
  const file = await readCsv(upload.content, importLimit);
  // It could be read when it came; only a newer version may see it otherwise.
  if ('code' in file) throw new ApiError(file.code, file.findings[0] ?? 'the file cannot be read');
  const origin: TaskOrigin = { senderId: upload.senderId, keyId: null, channel: 'csv' };
  const asker = askedByPerson(person(ctx));
  const judged = await validateLines(deps, origin, file.rows, (input) => ({ ...input, requested_by: asker }));
  return { file, origin, judged, foreseen: await foreseeLines(deps.pool, origin, judged) };
}

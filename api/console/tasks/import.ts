/** Tasks out of a CSV file by page: sent, shown with every finding, taken, reported (D20). */
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'koa';
import type { Handler, HandlerOf } from '../../http/api-route.ts';
import type { TaskOrigin } from '../../../commands/dispatch/accept-tasks.ts';
import {
  foreseeLines,
  readCsv,
  reportCsv,
  storeManyLines,
  validateLines,
} from '../../../commands/dispatch/import-tasks.ts';
import type { CsvFile, ForeseenLine, ValidatedLine } from '../../../commands/dispatch/import-tasks.ts';
import { auditTaskImport, importCounts } from '../../../commands/dispatch/request-task.ts';
import { csvTemplate } from '../../../domain/dispatch/csv/columns.ts';
import { importLimit } from '../../../domain/dispatch/csv/rows.ts';
import { taskTypes } from '../../../domain/dispatch/task.ts';
import { isId, newId } from '../../../process/ids.ts';
import { openSlices } from '../../../process/time-slices.ts';
import { inTransaction } from '../../../store/database.ts';
import { listSenders, readSender } from '../../../store/senders.ts';
import {
  type TaskUpload,
  type UploadCounts,
  addUpload,
  readUpload,
  reportUpload,
} from '../../../store/idempotency-keys.ts';
import { unlessRefused } from '../../http/broken-request.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { mediaTypeOf } from '../../http/read-body.ts';
import type { DispatchConsoleDeps, FormFinding } from '../route.ts';
import { actorOf, person, redirect, sendPage } from '../page.ts';
import { importBody, previewBody, reportBody } from './import-view.ts';
import { askedByPerson } from './task-form.ts';
import { sendFile } from '../csv-export.ts';

const crumbs = [{ text: 'Tasks', href: '/console/tasks' }];

/** GET /console/tasks/import */
export function getImport(deps: DispatchConsoleDeps): Handler {
  return (ctx) => showImport(deps, ctx, []);
}

async function showImport(deps: DispatchConsoleDeps, ctx: Context, findings: readonly FormFinding[]): Promise<void> {
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
export const postImport: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const sent = await readSentFile(ctx);
  const sender = await readSender(deps.pool, sent.senderId);
  if (sender === undefined) return showImport(deps, ctx, [{ field: 'sender', sentence: 'sender must be chosen' }]);
  if (sent.content.length === 0)
    return showImport(deps, ctx, [{ field: 'file', sentence: 'choose a file, or paste its text' }]);
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

/** GET /console/tasks/import/:upload: what would become of each row, or what happened to it. */
export const getUpload: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
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
      counts === null ? previewBody(ctx, { ...page, counts: importCounts(foreseen) }) : reportBody({ ...page, counts }),
  });
};

/** POST /console/tasks/import/:upload: takes the rows; those that were refused are left out. */
export const postUpload: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const upload = await uploadOf(deps, ctx);
  const address = `/console/tasks/import/${upload.id}`;
  if (upload.takenAt !== null) return redirect(ctx, address, 'This file was imported before; nothing new was queued.');
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

function noticeOf({ accepted, duplicates, rejected }: UploadCounts): string {
  const tasks = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`;
  return `${tasks(accepted)} queued, ${duplicates} ${duplicates === 1 ? 'duplicate' : 'duplicates'}, ${rejected} rejected.`;
}

/** GET /console/tasks/import/:upload/report.csv: the rows with what happened to each, or would. */
export const getReport: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const upload = await uploadOf(deps, ctx);
  if (upload.report === null) {
    const { file, foreseen } = await judge(deps, ctx, upload);
    sendFile(ctx, 'preview.csv', 'text/csv; charset=utf-8', reportCsv(file, foreseen));
  } else sendFile(ctx, 'report.csv', 'text/csv; charset=utf-8', upload.report);
};

/** GET /console/tasks/import/template/:type.csv: a file to start from. */
export function getTemplate(): Handler {
  return async (ctx) => {
    const { type: name = '' } = ctx['params'] as { type?: string };
    const type = taskTypes.find((known) => `${known}.csv` === name);
    if (type === undefined) throw notFound('template');
    sendFile(ctx, name, 'text/csv; charset=utf-8', csvTemplate(type));
  };
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

// Reads the form that brings a CSV file: whose tasks, and the file or the text pasted in its place.

interface SentFile {
  readonly senderId: string;
  readonly fileName: string;
  /** Empty where neither a file nor a text was given. */
  readonly content: Buffer;
}

/** Five thousand rows with long instructions. */
const mostBytes = 10_000_000;
const longestName = 200;

/** @throws ApiError unsupported_media_type, too_large, bad_request */
export async function readSentFile(ctx: Context): Promise<SentFile> {
  if (mediaTypeOf(ctx) !== 'multipart/form-data')
    throw new ApiError('unsupported_media_type', 'this address accepts form submissions only');
  const fields = new Map<string, string>();
  const chunks: Buffer[] = [];
  let fileName = '';
  let tooLarge = false;
  const arrival = new Promise<void>((resolve, reject) => {
    const broken = (): void => reject(new ApiError('bad_request', 'the form is incomplete or malformed'));
    const reader = parserOf(ctx, broken);
    reader.on('field', (name: string, value: string, _nameCut: boolean, valueCut: boolean) => {
      tooLarge ||= valueCut;
      fields.set(name, value);
    });
    reader.on('file', (_name: string, stream: BusboyFileStream, name: string | undefined) => {
      fileName = plainName(name ?? '');
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => (tooLarge = true));
      stream.on('error', broken);
    });
    reader.on('finish', resolve);
    reader.on('error', broken);
    // What the form of ours never sends is not read to its end.
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) reader.on(limit, broken);
    feed(ctx, reader, broken).catch(broken);
  });
  await unlessRefused(ctx.req, arrival);
  if (tooLarge) throw new ApiError('too_large', `the file must be at most ${mostBytes.toLocaleString('en-US')} bytes`);
  const file = Buffer.concat(chunks);
  const pasted = fields.get('text') ?? '';
  return {
    senderId: fields.get('sender') ?? '',
    fileName: file.length > 0 && fileName !== '' ? fileName : 'pasted.csv',
    content: file.length > 0 ? file : Buffer.from(pasted.trim() === '' ? '' : pasted),
  };
}

/** In pieces: some bytes cost the parser a microsecond each, and others wait for the turn to end. */
const pieceBytes = 8_192;

async function feed(ctx: Context, reader: BusboyInstance, broken: () => void): Promise<void> {
  const pause = openSlices();
  let isOver = false;
  for (const end of ['error', 'partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    reader.on(end, () => (isOver = true));
  for await (const bytes of ctx.req.iterator({ destroyOnReturn: false })) {
    const chunk = bytes as Buffer;
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      if (isOver) return;
      reader.write(chunk.subarray(at, at + pieceBytes));
      await pause();
    }
  }
  if (ctx.req.readableAborted) broken();
  else reader.end();
}

function parserOf(ctx: Context, broken: () => void): BusboyInstance {
  try {
    return new Busboy({
      headers: ctx.req.headers as BusboyHeaders,
      limits: { files: 1, fileSize: mostBytes, fields: 10, fieldSize: mostBytes, parts: 12 },
    });
  } catch {
    // A content type without a boundary.
    broken();
    throw new ApiError('bad_request', 'the form is malformed');
  }
}

function plainName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cs}/\\]/gu, '').slice(0, longestName);
}

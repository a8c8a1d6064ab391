/** GET /console/tasks: all tasks, newest first, by filters in the address and by any of their numbers. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { HandlerOf } from '../../http/api-route.ts';
import { knownPlaybooks } from '../../../commands/dispatch/find-playbooks.ts';
import { stuckText } from '../../../commands/dispatch/find-stuck-tasks.ts';
import { permissions } from '../../../commands/permissions.ts';
import { queuedTooLongMs } from '../../../domain/dispatch/stuck.ts';
import { evidenceKeys, publishKeys } from '../../../process/evidence-crypto.ts';
import { decodeCursor } from '../../../store/cursor.ts';
import { readFiles } from '../../../store/evidence.ts';
import { listPeopleWhoMay } from '../../../store/people.ts';
import { readWaits } from '../../../store/portal-waits.ts';
import { listSenders } from '../../../store/senders.ts';
import { type FoundTask, countTasks, listOpenTasks, readLastEvents, searchTasks } from '../../../store/search.ts';
import { notFound } from '../../http/errors.ts';
import { type ExportColumn, exportPage, readAllPages, sendExport, sendFile } from '../csv-export.ts';
import { csrfField } from '../form.ts';
import { person, sendPage } from '../page.ts';
import { type DispatchConsoleDeps, may } from '../route.ts';
import { savedViewsOf, savedViewsPart } from '../saved-views.ts';
import { type ListedTask, listBody } from './list-view.ts';
import { listQuery, placeOf, readTaskFilter, searchOf } from './filter.ts';
import { taskOf } from './task-page.ts';

/** Of tasks that are stuck more than these are not shown: the cause is then one and the same. */
const stuckAtMost = 200;

export const getTaskList: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const filter = readTaskFilter(ctx);
  const search = searchOf(ctx, filter, placeOf(ctx));
  const mayAct = may(person(ctx), 'followUpTask');
  const now = deps.now();
  const [senders, people, total, saved, found, portals] = await Promise.all([
    listSenders(deps.pool),
    mayAct ? listPeopleWhoMay(deps.pool, permissions.followUpTask.person) : [],
    filter.stuck === '' ? countTasks(deps.pool, search) : null,
    savedViewsOf(deps, ctx, 'tasks'),
    filter.stuck === '' ? searchTasks(deps.pool, search) : openTasks(deps, now),
    knownPlaybooks(deps),
  ]);
  const withReasons = await withStuckReason(deps, found.tasks, now);
  const tasks = filter.stuck === '' ? withReasons : withReasons.filter(({ stuck }) => stuck !== null);
  sendPage(deps, ctx, {
    title: 'Tasks',
    section: 'tasks',
    body: listBody(ctx, {
      filter,
      savedViews: savedViewsPart(ctx, {
        list: 'tasks',
        query: listQuery(filter, { cursor: '', trail: '' }),
        saved,
      }),
      tasks,
      total: total ?? tasks.length,
      next: found.next,
      senders,
      portals,
      mayAct,
      people,
      csrf: csrfField(ctx),
      now,
    }),
  });
};

async function openTasks(
  { pool }: DispatchConsoleDeps,
  now: Date,
): Promise<{ readonly tasks: FoundTask[]; readonly next: null }> {
  return { tasks: await listOpenTasks(pool, new Date(now.getTime() - queuedTooLongMs), stuckAtMost), next: null };
}

async function withStuckReason(
  { pool }: DispatchConsoleDeps,
  tasks: readonly FoundTask[],
  now: Date,
): Promise<ListedTask[]> {
  const running = tasks.filter(({ status }) => status === 'running').map(({ id }) => id);
  const [last, waits] = await Promise.all([readLastEvents(pool, running), readWaits(pool, running)]);
  return tasks.map((task) => ({
    ...task,
    stuck: stuckText(task, { last: last.get(task.id), wait: waits.get(task.id) }, now),
  }));
}

// GET /console/tasks/export.csv: the tasks that the filters of the list find.

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

export const getTaskExport: HandlerOf<DispatchConsoleDeps> =
  ({ pool }) =>
  async (ctx) => {
    const search = searchOf(ctx, readTaskFilter(ctx));
    const rows = await readAllPages<FoundTask, string>(async (cursor) => {
      const after = cursor === null ? undefined : decodeCursor(cursor);
      const found = await searchTasks(pool, { ...search, limit: exportPage, after });
      return { rows: found.tasks, next: found.next };
    });
    sendExport(ctx, 'tasks', rows, columns);
  };

// GET /console/tasks/:id/evidence.zip: every file of a task's pack and the public keys, to be verified anywhere.

/** Kinds that are compressed already. */
const dense = /^(?:image\/|application\/pdf)/;

export const getEvidenceArchive: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
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
  sendFile(ctx, `evidence-${task.id}.zip`, 'application/zip', output);
};

/** The audits that were asked for and have not come: a page of those that wait, the oldest first, and all as CSV. */
import type { Context } from 'koa';
import { counted } from '../../../domain/lanes/sentences.ts';
import { pendingAuditColumns, tableCsv } from '../../../domain/lanes/table-csv.ts';
import { auditCursor, countPendingAudits, readPendingAudits } from '../../../store/lanes/pending-audits.ts';
import type { WaitingAudit } from '../../../store/lanes/pending-audits.ts';
import { readQueues } from '../../../store/lanes/read-board.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { pendingAuditView } from '../../lanes/pending-audits.ts';
import type { LanesConsoleDeps } from '../lanes-deps.ts';
import { sendPage, when } from '../page.ts';
import { pageLinks } from '../page-links.ts';
import { sendFile } from './evidence.ts';
import { addressOf, cursorFilter, textFilter } from './filters.ts';
import { laneBadge } from './lane-badge.ts';
import { queueFilters } from './queue-filters.ts';
import type { ChosenQueue } from './queue-filters.ts';
import { auditsPath, crumbsTo, stepPath, waitingIn, workspaceIn, workspaceTabs } from './workspace.ts';

type Handler = (deps: LanesConsoleDeps) => (ctx: Context) => Promise<void>;

const pageRows = 50;
/** A download ends here; the rest comes with the cursor of `GET /v1/pending-audits`. */
const fileRows = 50_000;

const chosenIn = (ctx: Context): ChosenQueue => ({ queue: textFilter(ctx, 'queue'), step: textFilter(ctx, 'step') });

export const getPendingAuditsPage: Handler = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const chosen = chosenIn(ctx);
  const after = auditCursor.decode(cursorFilter(ctx) ?? '');
  const [rows, total, queues, waiting] = await Promise.all([
    readPendingAudits(deps.pool, workspace.no, {
      limit: pageRows,
      ...chosen,
      ...(after === undefined ? {} : { after }),
    }),
    countPendingAudits(deps.pool, workspace.no, chosen),
    readQueues(deps.pool, workspace.no),
    waitingIn(deps, workspace),
  ]);
  const page = rows.slice(0, pageRows);
  const last = page.at(-1);
  const path = auditsPath(workspace);
  const more = rows.length > pageRows && last !== undefined;
  const next = more
    ? addressOf(path, { ...chosen, cursor: auditCursor.encode([last.since, last.stepNo, last.item]) })
    : null;
  sendPage(deps, ctx, {
    title: 'Audits that wait',
    section: 'lanes',
    crumbs: crumbsTo('lanes', workspace),
    body: html`<div class="page-head">
        <h1>Audits that wait</h1>
        <a class="button" href="${addressOf(`${path}.csv`, { ...chosen })}" download>Download CSV</a>
        <p>
          ${counted(total, 'act')} of agents that a person is to check, the oldest first. The result comes in as an
          event <code>audit.result</code>. When too many are overdue the step leaves Auto.
        </p>
      </div>
      ${workspaceTabs(workspace, waiting, 'audits')} ${queueFilters(path, queues, chosen)}
      ${auditsTable(workspace, page, deps.now())}
      ${pageLinks({ first: after === undefined ? null : addressOf(path, { ...chosen }), next })}`,
  });
};

export const getPendingAuditsFile: Handler = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const rows = await readPendingAudits(deps.pool, workspace.no, { limit: fileRows, ...chosenIn(ctx) });
  const text = tableCsv(pendingAuditColumns, rows.slice(0, fileRows).map(pendingAuditView));
  sendFile(ctx, 'pending-audits.csv', 'text/csv; charset=utf-8', text);
};

function auditsTable(workspace: WorkspaceRow, rows: readonly WaitingAudit[], now: Date): Content {
  return table({
    label: 'Table of audits that wait',
    rows,
    empty: 'No audit waits here.',
    columns: [
      { heading: 'Item', cell: ({ item }) => item },
      { heading: 'Step', cell: (row) => html`<a href="${stepPath(workspace, row)}">${row.queue} / ${row.step}</a>` },
      { heading: 'Lane', cell: ({ lane }) => laneBadge(lane) },
      { heading: 'Agent', cell: ({ agent }) => agent },
      { heading: 'Acted', cell: ({ since }) => when(since, now) },
      { heading: 'Due', cell: (row) => dueCell(row, now) },
    ],
  });
}

function dueCell({ due, overdue, required }: WaitingAudit, now: Date): Html {
  if (!required) return html`<span class="quiet">counts when it comes; its absence does not</span>`;
  return html`${when(due, now)}${overdue ? html` <span class="badge badge-bad">overdue</span>` : null}`;
}

/** The audits that were requested and have no result yet, the oldest first, who has them, and all as CSV. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { assignAudit } from '../../../commands/lanes/settle-disagreement.ts';
import { counted } from '../../../domain/lanes/sentences.ts';
import { pendingAuditColumns, tableCsv } from '../../../domain/lanes/table-csv.ts';
import { pageOf } from '../../../store/cursor.ts';
import {
  auditCursor,
  auditCursorAfter,
  countPendingAudits,
  readPendingAudits,
} from '../../../store/lanes/pending-audits.ts';
import type { AuditChoice, WaitingAudit } from '../../../store/lanes/pending-audits.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { granted } from '../../http/errors.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { pendingAuditQuery, pendingAuditView } from '../../lanes/pending-audits.ts';
import { type LanesConsoleDeps, may } from '../route.ts';
import { csrfField, field, formError } from '../form.ts';
import { actorOf, person, redirect, when } from '../page.ts';
import { addressOf, placeInList, listLinks, textFilter } from '../pagination.ts';
import { sendFile } from '../csv-export.ts';
import { laneBadge } from './lane-labels.ts';
import { offeredSteps, queueFilters, auditsPath, sendWorkspacePage, stepPath, workspaceIn } from './workspace.ts';

const pageRows = 50;
/** A download ends here; the rest comes with the cursor of `GET /v1/pending-audits`. */
const fileRows = 50_000;

type Chosen = { readonly [Name in keyof Required<AuditChoice>]: string | undefined };

const chosenIn = (ctx: Context): Chosen => ({
  queue: textFilter(ctx, 'queue'),
  step: textFilter(ctx, 'step'),
  person: textFilter(ctx, 'person'),
});

export const getPendingAuditsPage: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const chosen = chosenIn(ctx);
  const after = placeInList(ctx, (cursor) => auditCursor.decode(cursor));
  const [rows, total, offered] = await Promise.all([
    readPendingAudits(deps.pool, workspace.no, { limit: pageRows, ...chosen, after }),
    countPendingAudits(deps.pool, workspace.no, chosen),
    offeredSteps(deps, workspace),
  ]);
  const { page, next } = pageOf(rows, pageRows, auditCursorAfter);
  const path = auditsPath(workspace);
  await sendWorkspacePage(deps, ctx, workspace, {
    title: 'Pending audits',
    tab: 'audits',
    head: html`<a class="button" href="${addressOf(`${path}.csv`, { ...chosen })}" download>Download CSV</a>
      <p>
        ${counted(total, 'agent action')} for a person to audit, oldest first. Report each result as an
        <code>audit.result</code> event. If too many are overdue, the step leaves Auto.
      </p>`,
    body: html`${queueFilters(path, offered, chosen, personFilter(chosen))}
    ${auditsTable(ctx, workspace, { rows: page, isFiltered: Object.values(chosen).some((value) => value !== undefined) }, deps.now())}
    ${listLinks(ctx, (place) => addressOf(path, { ...chosen, ...place }), next)}`,
  });
};

export const getPendingAuditsFile: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const rows = await readPendingAudits(deps.pool, workspace.no, { limit: fileRows, ...chosenIn(ctx) });
  const text = tableCsv(pendingAuditColumns, rows.slice(0, fileRows).map(pendingAuditView));
  sendFile(ctx, 'pending-audits.csv', 'text/csv; charset=utf-8', text);
};

function personFilter(chosen: Chosen): Html {
  return html`<div>
    <label for="filter-person">Assigned to</label>
    <input id="filter-person" name="person" value="${chosen.person ?? ''}" maxlength="128" />
  </div>`;
}

/** POST …/audits/assign: take an audit, give it to somebody, or release it (no person). */
export const postAssignmentForm: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const to = field(ctx, 'person').trim() || null;
  const wanted = { queue: field(ctx, 'queue'), step: field(ctx, 'step'), item: field(ctx, 'item'), person: to };
  const { parse, must } = pendingAuditQuery.person;
  if (to !== null && parse(to) === undefined) throw formError(`the person must ${must}`, 'person');
  granted(await assignAudit(deps, workspace, wanted, actorOf(ctx)));
  redirect(ctx, auditsPath(workspace), to === null ? 'Audit released.' : `Audit assigned to ${to}.`);
};

function assignCell(ctx: Context, workspace: WorkspaceRow, row: WaitingAudit): Html {
  const free = row.person === null;
  return html`<form method="post" action="${auditsPath(workspace)}/assign">
    ${csrfField(ctx)}<input type="hidden" name="queue" value="${row.queue}" />
    <input type="hidden" name="step" value="${row.step}" /><input type="hidden" name="item" value="${row.item}" />
    ${
      free
        ? html`<input name="person" value="${person(ctx).email}" maxlength="128" aria-label="Person for ${row.item}" />`
        : null
    }
    <button class="button button-small">${free ? 'Assign' : 'Release'}</button>
  </form>`;
}

function auditsTable(
  ctx: Context,
  workspace: WorkspaceRow,
  { rows, isFiltered }: { readonly rows: readonly WaitingAudit[]; readonly isFiltered: boolean },
  now: Date,
): Content {
  const mayAssign = may(person(ctx), 'assignAudit');
  return table({
    label: 'Table of pending audits',
    list: 'page',
    rows,
    empty: isFiltered ? 'No pending audits match these filters.' : 'No audits pending.',
    columns: [
      { heading: 'Item', cell: ({ item }) => item },
      { heading: 'Step', cell: (row) => html`<a href="${stepPath(workspace, row)}">${row.queue} / ${row.step}</a>` },
      { heading: 'Lane', cell: ({ lane }) => laneBadge(lane) },
      { heading: 'Agent', cell: ({ agent }) => agent },
      { heading: 'Acted', cell: ({ since }) => when(since, now) },
      { heading: 'Due', cell: (row) => dueCell(row, now) },
      { heading: 'Assigned to', cell: (row) => row.person ?? html`<span class="quiet">nobody</span>` },
      {
        heading: 'Action',
        headingHidden: true,
        cell: (row) => (mayAssign ? assignCell(ctx, workspace, row) : null),
      },
    ],
  });
}

function dueCell({ due, overdue, required }: WaitingAudit, now: Date): Html {
  if (!required) return html`<span class="quiet">optional</span>`;
  return html`${when(due, now)}${overdue ? html` <span class="badge badge-bad">overdue</span>` : null}`;
}

/** The ledger of a workspace: a row a step and closed week, as a page and as CSV. */
import type { Context } from 'koa';
import type { HandlerOf } from '../../http/api-route.ts';
import type { LedgerRow } from '../../../domain/lanes/moves.ts';
import { gateSentence } from '../../../domain/lanes/review/gate.ts';
import { figure, percent, weekName } from '../../../domain/lanes/sentences.ts';
import { ledgerColumns, tableCsv } from '../../../domain/lanes/table-csv.ts';
import {
  countLedger,
  ledgerCountedAtMost,
  newestCursorAfter,
  newestPlaceIn,
  readNewestLedger,
} from '../../../store/lanes/lanes.ts';
import { pageOf } from '../../../store/cursor.ts';
import type { LedgerPlace, NewestFilter } from '../../../store/lanes/lanes.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import type { LanesConsoleDeps } from '../route.ts';
import { addressOf, placeInList, listLinks, listSummary, textFilter } from '../pagination.ts';
import { sendFile } from '../csv-export.ts';
import { gateName, laneBadge } from './lane-labels.ts';
import { type ChosenQueue, offeredSteps, queueFilters } from './workspace.ts';
import { ledgerPath, sendWorkspacePage, stepPath, workspaceIn } from './workspace.ts';

const pageRows = 60;
/** A download ends here; the rest comes with the cursor of `GET /v1/ledger`. */
const fileRows = 50_000;

export const getLedger: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const chosen = chosenIn(ctx);
  const after = placeInList(ctx, newestPlaceIn);
  const [rows, total, offered] = await Promise.all([
    readNewestLedger(deps.pool, workspace.no, filterOf(chosen, pageRows, after)),
    countLedger(deps.pool, workspace.no, filterOf(chosen, pageRows)),
    offeredSteps(deps, workspace),
  ]);
  const { page, next } = pageOf(rows, pageRows, newestCursorAfter);
  const path = ledgerPath(workspace);
  await sendWorkspacePage(deps, ctx, workspace, {
    title: 'Ledger',
    tab: 'ledger',
    head: html`<a class="button" href="${addressOf(`${path}.csv`, { ...chosen })}" download>Download CSV</a>
      <p>One row per step and closed week, as of the close, the newest week first. Rows are never changed.</p>`,
    body: html`${queueFilters(path, offered, chosen, weekFields(chosen))}
    ${total > 0 && listSummary({ total, countedAtMost: ledgerCountedAtMost, nouns: ['row', 'rows'] })}
    ${ledgerTable(
      workspace,
      page,
      Object.values(chosen).some((value) => value !== undefined),
    )}
    ${listLinks(ctx, (place) => addressOf(path, { ...chosen, ...place }), next)}`,
  });
};

export const getLedgerFile: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const rows = await readNewestLedger(deps.pool, workspace.no, filterOf(chosenIn(ctx), fileRows));
  sendFile(ctx, 'ledger.csv', 'text/csv; charset=utf-8', tableCsv(ledgerColumns, rows.slice(0, fileRows)));
};

/** Weeks as a browser sends them: `2026-W07`. */
interface Chosen extends ChosenQueue {
  readonly from: string | undefined;
  readonly until: string | undefined;
}

function chosenIn(ctx: Context): Chosen {
  const week = (name: string): string | undefined => {
    const given = textFilter(ctx, name);
    return given !== undefined && /^\d{4}-W\d{2}$/.test(given) ? given : undefined;
  };
  return { queue: textFilter(ctx, 'queue'), step: textFilter(ctx, 'step'), from: week('from'), until: week('until') };
}

function weekFields({ from = '', until = '' }: Chosen): Html {
  return html`<div>
      <label for="from">From week</label>
      <input id="from" name="from" type="week" value="${from}" placeholder="2026-W07" />
    </div>
    <div>
      <label for="until">To week</label>
      <input id="until" name="until" type="week" value="${until}" placeholder="2026-W26" />
    </div>`;
}

const weekNumber = (week: string): number => Number(week.replace('-W', ''));

function filterOf({ queue, step, from, until }: Chosen, limit: number, after?: LedgerPlace): NewestFilter {
  return {
    limit,
    ...(from === undefined ? {} : { from: weekNumber(from) }),
    ...(until === undefined ? {} : { until: weekNumber(until) }),
    queue,
    step,
    after,
  };
}

function ledgerTable(workspace: WorkspaceRow, rows: readonly LedgerRow[], isFiltered: boolean): Content {
  return table({
    label: 'Ledger',
    class: 'ledger',
    list: 'page',
    rows,
    empty: isFiltered
      ? html`<div class="empty">
          <p>No closed week matches these filters.</p>
          <p class="actions"><a class="button" href="${ledgerPath(workspace)}">Show all</a></p>
        </div>`
      : 'No week is closed yet.',
    columns: [
      { heading: 'Step', cell: (row) => html`<a href="${stepPath(workspace, row)}">${row.queue} / ${row.step}</a>` },
      { heading: 'Week', cell: ({ week }) => weekName(week), class: 'nowrap' },
      { heading: 'Lane', cell: ({ lane }) => laneBadge(lane) },
      { heading: 'Compared', cell: ({ compared }) => compared, number: true },
      { heading: 'Accuracy', cell: ({ accuracy }) => (accuracy === null ? '–' : percent(accuracy)), number: true },
      {
        heading: 'Lower bound',
        cell: ({ lower_bound: bound }) => (bound === null ? '–' : figure(bound)),
        number: true,
      },
      {
        heading: 'Audited, errors',
        cell: ({ audited, audit_errors: errors }) => (audited === 0 ? '–' : `${audited}, ${errors}`),
        number: true,
      },
      { heading: 'Decision', cell: decision },
    ],
  });
}

function decision({ decision: decided, rule, gates, lane }: LedgerRow): Html {
  if (decided === 'promote') return html`<span class="badge badge-ok">promoted</span>`;
  if (decided === 'demote')
    return html`<span class="badge badge-bad">demoted</span> <span class="quiet">${rule?.replaceAll('_', ' ')}</span>`;
  const failing = gates.filter(({ passed }) => !passed);
  const [first] = failing;
  if (first === undefined || lane === 'auto') return html`<span class="badge badge-muted">kept</span>`;
  const more = failing.length > 1 ? ` and ${failing.length - 1} more` : '';
  return html`<span class="badge badge-muted">kept</span>
    <span class="quiet" title="${gateSentence(first)}">by ${gateName(first).toLowerCase()}${more}</span>`;
}

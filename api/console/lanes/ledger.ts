/** The ledger of a workspace: a row a step and closed week, as a page and as CSV. */
import type { Context } from 'koa';
import type { LedgerRow } from '../../../domain/lanes/moves.ts';
import { figure, percent, weekName } from '../../../domain/lanes/sentences.ts';
import { ledgerColumns, tableCsv } from '../../../domain/lanes/table-csv.ts';
import { readQueues } from '../../../store/lanes/read-board.ts';
import { ledgerCursorAfter, ledgerPlaceIn, readLedger } from '../../../store/lanes/read-lanes.ts';
import type { LedgerFilter, LedgerPlace } from '../../../store/lanes/read-lanes.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import type { LanesConsoleDeps } from '../lanes-deps.ts';
import { sendPage } from '../page.ts';
import { pageLinks } from '../page-links.ts';
import { sendFile } from './evidence.ts';
import { addressOf, cursorFilter, textFilter } from './filters.ts';
import { gateName } from './gate-words.ts';
import { laneBadge } from './lane-badge.ts';
import { queueFilters } from './queue-filters.ts';
import type { ChosenQueue } from './queue-filters.ts';
import { crumbsTo, ledgerPath, stepPath, waitingIn, workspaceIn, workspaceTabs } from './workspace.ts';

const pageRows = 60;
/** A download ends here; the rest comes with the cursor of `GET /v1/ledger`. */
const fileRows = 50_000;

export function getLedger(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const chosen = chosenIn(ctx);
    const after = ledgerPlaceIn(cursorFilter(ctx) ?? '');
    const [rows, queues, waiting] = await Promise.all([
      readLedger(deps.pool, workspace.no, filterOf(chosen, pageRows, after)),
      readQueues(deps.pool, workspace.no),
      waitingIn(deps, workspace),
    ]);
    const page = rows.slice(0, pageRows);
    const last = page.at(-1);
    const path = ledgerPath(workspace);
    const more = rows.length > pageRows && last !== undefined;
    const next = more ? addressOf(path, { ...chosen, cursor: ledgerCursorAfter(last) }) : null;
    sendPage(deps, ctx, {
      title: 'Ledger',
      section: 'lanes',
      crumbs: crumbsTo('lanes', workspace),
      body: html`<div class="page-head">
          <h1>Ledger</h1>
          <a class="button" href="${addressOf(`${path}.csv`, { ...chosen })}" download>Download CSV</a>
          <p>One row per step and closed week, as of the close. Rows are never changed.</p>
        </div>
        ${workspaceTabs(workspace, waiting, 'ledger')} ${queueFilters(path, queues, chosen)}
        ${ledgerTable(workspace, page, chosen.queue !== undefined)}
        ${pageLinks({ first: after === undefined ? null : addressOf(path, { ...chosen }), next })}`,
    });
  };
}

export function getLedgerFile(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const rows = await readLedger(deps.pool, workspace.no, filterOf(chosenIn(ctx), fileRows));
    sendFile(ctx, 'ledger.csv', 'text/csv; charset=utf-8', tableCsv(ledgerColumns, rows.slice(0, fileRows)));
  };
}

const chosenIn = (ctx: Context): ChosenQueue => ({ queue: textFilter(ctx, 'queue'), step: textFilter(ctx, 'step') });

function filterOf({ queue, step }: ChosenQueue, limit: number, after?: LedgerPlace): LedgerFilter {
  return {
    limit,
    ...(queue === undefined ? {} : { queue }),
    ...(step === undefined ? {} : { step }),
    ...(after === undefined ? {} : { after }),
  };
}

function ledgerTable(workspace: WorkspaceRow, rows: readonly LedgerRow[], isFiltered: boolean): Content {
  return table({
    label: 'Ledger',
    class: 'ledger',
    rows,
    empty: `No closed week yet${isFiltered ? ' here' : ''}.`,
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
    <span class="quiet" title="${first.sentence}">by ${gateName(first).toLowerCase()}${more}</span>`;
}

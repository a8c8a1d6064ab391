/** How the board looks. */
import type { BoardEntry } from '../../../domain/lanes/board.ts';
import type { Lane } from '../../../domain/lanes/event.ts';
import { blockingGates, signoffView } from '../../../domain/lanes/lane-view.ts';
import { counted, figure, laneName, percent, weekName } from '../../../domain/lanes/sentences.ts';
import { boundOf } from '../../../domain/lanes/step-history.ts';
import { weekOf } from '../../../domain/lanes/week.ts';
import type { BoardStep, ReviewedWeek } from '../../../store/lanes/read-board.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import type { Content, Html } from '../../http/html.ts';
import { html } from '../../http/html.ts';
import { addressOf } from './filters.ts';
import { gateNames } from './gate-words.ts';
import { laneBadge, moneyBadge } from './lane-badge.ts';
import { spark } from './plots/spark.ts';
import type { WaitingCounts } from './workspace.ts';
import { boardPath, signoffsPath, stepPath, workspaceLine, workspaceTabs } from './workspace.ts';

export interface Board {
  readonly workspace: WorkspaceRow;
  readonly now: Date;
  readonly waiting: WaitingCounts;
  /** All steps of the chosen queue, or of all. */
  readonly entries: readonly BoardEntry[];
  readonly queues: readonly string[];
  readonly rows: readonly BoardStep[];
  readonly bounds: readonly ReviewedWeek[];
  readonly chosen: {
    readonly queue: string | undefined;
    readonly lane: Lane | undefined;
    readonly blocked: string | undefined;
  };
  readonly isFirstPage: boolean;
  readonly firstPage: string;
  readonly nextPage: string | null;
}

export function boardBody(board: Board): Html {
  const { workspace, now, waiting, rows, chosen } = board;
  const isFiltered = Object.values(chosen).some((value) => value !== undefined);
  return html`<div class="page-head">
      <h1>${workspace.name}</h1>
      ${workspaceLine(workspace, now)}
    </div>
    ${workspaceTabs(workspace, waiting, 'board')} ${laneTotals(board)} ${filters(board)}
    ${rows.length === 0 ? nothing(board, isFiltered) : table(board)} ${pages(board)}`;
}

function laneTotals({ workspace, entries, chosen }: Board): Html {
  const total = (lane: Lane): number => entries.filter((entry) => entry.lane === lane).length;
  return html`<div class="lane-totals">
    ${(['shadow', 'assist', 'auto'] as const).map(
      (lane) =>
        html`<a
          class="stat lane-total lane-total-${lane}"
          href="${addressOf(boardPath(workspace), { queue: chosen.queue, lane })}"
          ${chosen.lane === lane ? html`aria-current="true"` : null}
          ><strong>${total(lane)}</strong> <span>${laneName(lane)}</span></a
        >`,
    )}
  </div>`;
}

function filters({ workspace, queues, entries, chosen }: Board): Html {
  const option = (value: string, text: string, current: string | undefined): Html =>
    html`<option value="${value}" ${value === current ? html`selected` : null}>${text}</option>`;
  const blocking = new Set(entries.map(({ blockedBy }) => blockedBy));
  return html`<form class="filters" method="get" action="${boardPath(workspace)}">
    <div>
      <label for="filter-queue">Queue</label>
      <select id="filter-queue" name="queue">
        ${option('', 'All queues', chosen.queue)} ${queues.map((queue) => option(queue, queue, chosen.queue))}
      </select>
    </div>
    <div>
      <label for="filter-lane">Lane</label>
      <select id="filter-lane" name="lane">
        ${option('', 'All lanes', chosen.lane)}
        ${(['shadow', 'assist', 'auto'] as const).map((lane) => option(lane, laneName(lane), chosen.lane))}
      </select>
    </div>
    <div>
      <label for="filter-blocked">Blocked first by</label>
      <select id="filter-blocked" name="blocked">
        ${option('', 'Anything or nothing', chosen.blocked)}
        ${Object.entries(gateNames)
          .filter(([gate]) => blocking.has(gate) || gate === chosen.blocked)
          .map(([gate, name]) => option(gate, name, chosen.blocked))}
      </select>
    </div>
    <button class="button">Show</button>
  </form>`;
}

function nothing({ workspace, isFirstPage }: Board, isFiltered: boolean): Html {
  if (isFiltered || !isFirstPage)
    return html`<div class="empty">
      <p>No step fits. <a href="${boardPath(workspace)}">Show all steps</a></p>
    </div>`;
  return html`<div class="empty">
    <p>
      This workspace has no steps yet. They come with a <code>queue.defined</code> event to
      <code>POST /v1/events</code>.
    </p>
  </div>`;
}

/** Roles are said once more, because a phone lays the rows out as cards, and then some browsers forget the table. */
function table(board: Board): Html {
  const queues = [...new Set(board.rows.map(({ queue }) => queue))];
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="Steps">
    <table class="board" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Step</th>
          <th role="columnheader" scope="col">Lane</th>
          <th role="columnheader" scope="col">Bound and bar</th>
          <th role="columnheader" scope="col">What blocks</th>
        </tr>
      </thead>
      ${queues.map(
        (queue) =>
          html`<tbody role="rowgroup">
            <tr role="row">
              <th class="board-queue" role="rowheader" scope="rowgroup" colspan="4">
                <a href="${addressOf(boardPath(board.workspace), { queue })}">${queue}</a>
              </th>
            </tr>
            ${board.rows.filter((row) => row.queue === queue).map((row) => stepRow(board, row))}
          </tbody>`,
      )}
    </table>
  </div>`;
}

function stepRow({ workspace, bounds }: Board, row: BoardStep): Html {
  const { step, state } = row;
  const { definition, lane, since } = state;
  const sinceWeek = weekName(weekOf(since, workspace.timeZone).number);
  return html`<tr class="board-row" role="row">
    <th role="rowheader" scope="row">
      <a href="${stepPath(workspace, row)}">${definition.title}</a>
      <span class="board-step"><span class="mono">${step}</span> ${moneyBadge(definition.moneyMoving)}</span>
    </th>
    <td role="cell">${laneBadge(lane)} <span class="board-since">since ${sinceWeek}</span></td>
    <td class="board-bound" role="cell">${bound(row, bounds)}</td>
    <td class="board-blocks" role="cell">${blocks(workspace, row)}</td>
  </tr>`;
}

function bound({ no }: BoardStep, bounds: readonly ReviewedWeek[]): Content {
  const weeks = bounds.filter(({ stepNo }) => stepNo === no).map(({ gate }) => boundOf(gate === null ? [] : [gate]));
  const last = weeks.findLast((held) => held !== null);
  if (last === undefined || last === null) return html`<span class="quiet">no review yet</span>`;
  const name = last.kind === 'lower' ? 'lower bound' : 'upper bound of the audits';
  const value = last.value === null ? 'nothing compared' : figure(last.value, 3);
  const label = `${name} ${value}, bar ${figure(last.bar)}, over ${counted(weeks.length, 'closed week')}`;
  const points = weeks.map((held) => ({ value: held?.value ?? null, bar: held?.bar ?? null }));
  return html`${spark(points, label)}
    <span class="spark-figures">${last.kind} ${last.value === null ? '–' : value}, bar ${figure(last.bar)}</span>`;
}

function blocks(workspace: WorkspaceRow, { state }: BoardStep): Content {
  const { lane, gates, review, auditRate } = state;
  const waits = signoffView(state);
  const asks =
    waits === null
      ? null
      : html`<a class="badge badge-wait" href="${signoffsPath(workspace)}"
          >${waits.purpose === 'promote' ? 'sign-off' : 'acknowledgement'} waits</a
        > `;
  if (review === null || review.lane !== lane)
    return html`${asks}<span class="quiet">Not reviewed in this lane yet.</span>`;
  if (lane === 'auto') {
    const failing = gates.filter(({ passed }) => !passed);
    const [first] = failing;
    return first
      ? html`${asks}${first.sentence}${andMore(failing.length)}`
      : html`${asks}<span class="quiet">Acts alone; ${percent(auditRate)} audited.</span>`;
  }
  const blocking = blockingGates(state);
  const [first] = blocking;
  if (!first) return html`${asks}<span class="quiet">Nothing.</span>`;
  if (first.gate === 'signoff' && waits !== null)
    return html`${asks}<span class="quiet">Every other gate has passed.</span>`;
  return html`${asks}${first.sentence.replace(/^Blocked:? /, '').replace(/^./u, (letter) => letter.toUpperCase())}${andMore(blocking.length)}`;
}

const andMore = (all: number): Content => (all > 1 ? html` <span class="quiet">(and ${all - 1} more)</span>` : null);

function pages({ isFirstPage, firstPage, nextPage }: Board): Content {
  if (isFirstPage && nextPage === null) return null;
  return html`<nav class="actions" aria-label="Pages">
    ${isFirstPage ? null : html`<a class="button" href="${firstPage}">First page</a>`}
    ${nextPage === null ? null : html`<a class="button" href="${nextPage}" rel="next">Next page</a>`}
  </nav>`;
}

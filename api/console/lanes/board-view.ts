/** How the board looks. */
import { capitalised } from '../../../domain/sentence.ts';
import { gateSentence, holdOf } from '../../../domain/lanes/review/gate.ts';
import type { BoardEntry, BoardSearch } from '../../../domain/lanes/board.ts';
import type { Lane } from '../../../domain/lanes/event.ts';
import { count } from '../../../domain/lanes/figures.ts';
import { blockingGates, signoffView } from '../../../domain/lanes/lane-view.ts';
import { counted, figure, laneName, percent, weekName } from '../../../domain/lanes/sentences.ts';
import { boundOf } from '../../../domain/lanes/step-history.ts';
import { weekOf } from '../../../domain/lanes/week.ts';
import type { BoardStep, ReviewedWeek } from '../../../store/lanes/lanes.ts';
import type { SparedWork } from '../../../store/lanes/step-history.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { selectField } from '../form.ts';
import { addressOf, listSummary } from '../pagination.ts';
import { gateNames, laneBadge, moneyBadge } from './lane-labels.ts';
import { spark } from './plots/plot-figure.ts';
import { queueSelect } from './workspace.ts';
import { type WaitingCounts, boardPath, signoffsPath, stepPath, workspaceLine, workspaceTabs } from './workspace.ts';

interface Board {
  readonly workspace: WorkspaceRow;
  readonly now: Date;
  readonly waiting: WaitingCounts;
  /** All steps of the chosen queue, or of all, for the figures above the list. */
  readonly entries: readonly BoardEntry[];
  /** How many steps the filters find. */
  readonly total: number;
  readonly queues: readonly string[];
  /** Of this page, in its order. */
  readonly rows: readonly BoardStep[];
  readonly bounds: readonly ReviewedWeek[];
  readonly spared: readonly SparedWork[];
  readonly chosen: BoardSearch;
  readonly isFirstPage: boolean;
  /** To the other pages. */
  readonly links: Content;
}

export function boardBody(board: Board): Html {
  const { workspace, now, waiting, chosen, links } = board;
  const { order: _, ...filtered } = chosen;
  const isFiltered = Object.values(filtered).some((value) => value !== undefined);
  return html`<div class="page-head">
      <h1>${workspace.name}</h1>
      ${workspaceLine(workspace, now)}
    </div>
    ${workspaceTabs(workspace, waiting, 'board')} ${laneTotals(board)} ${filters(board)} ${summary(board)}
    ${stepTable(board, isFiltered)} ${links}`;
}

function summary({ workspace, total, chosen }: Board): Content {
  if (total === 0) return null;
  const file = addressOf(`${boardPath(workspace)}/board.csv`, { ...chosen });
  return listSummary({ total, countedAtMost: total, nouns: ['step', 'steps'], file });
}

const lanes = ['shadow', 'assist', 'auto'] as const;

function laneTotals({ workspace, entries, chosen }: Board): Html {
  const total = (lane: Lane): number => entries.filter((entry) => entry.lane === lane).length;
  return html`<div class="lane-totals">
    ${lanes.map(
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
  const blocking = new Set(entries.map(({ blockedBy }) => blockedBy));
  return html`<form class="filters" method="get" action="${boardPath(workspace)}">
    ${queueSelect(queues, chosen.queue)}
    ${selectField(
      {
        name: 'lane',
        label: 'Lane',
        value: chosen.lane,
        any: 'All lanes',
        options: lanes.map((lane) => ({ value: lane, text: laneName(lane) })),
      },
      'filter-',
    )}
    ${selectField(
      {
        name: 'blocked',
        label: 'Blocked first by',
        value: chosen.blocked,
        any: 'Any',
        options: Object.entries(gateNames)
          .filter(([gate]) => blocking.has(gate) || gate === chosen.blocked)
          .map(([value, text]) => ({ value, text })),
      },
      'filter-',
    )}
    <div>
      <label for="filter-step">Step</label>
      <input id="filter-step" name="step" value="${chosen.step ?? ''}" maxlength="128" autocomplete="off" />
    </div>
    ${selectField(
      {
        name: 'order',
        label: 'Order',
        value: chosen.order,
        any: 'By queue and step',
        options: [
          { value: 'lane', text: 'Auto first' },
          { value: 'moved', text: 'Last moved first' },
        ],
      },
      'filter-',
    )}
    <button class="button">Show</button>
  </form>`;
}

function nothing({ workspace, isFirstPage }: Board, isFiltered: boolean): Html {
  if (isFiltered || !isFirstPage)
    return html`<div class="empty">
      <p>No steps match. <a href="${boardPath(workspace)}">Show all steps</a></p>
    </div>`;
  return html`<div class="empty">
    <p>
      This workspace has no steps yet. Define them with a <code>queue.defined</code> event to
      <code>POST /v1/events</code>.
    </p>
  </div>`;
}

/** A phone lays the rows out as cards. */
function stepTable(board: Board, isFiltered: boolean): Content {
  const { workspace, rows, bounds, spared, chosen } = board;
  // In another order the steps of a queue do not follow one another.
  const isByName = chosen.order === undefined || chosen.order === 'name';
  return table({
    label: 'Steps',
    class: 'board',
    narrow: 'own',
    list: 'page',
    rows,
    empty: nothing(board, isFiltered),
    rowClass: () => 'board-row',
    groupOf: ({ queue }) => (isByName ? queue : null),
    groupHeading: (queue) => html`<a href="${addressOf(boardPath(workspace), { queue })}">${queue}</a>`,
    columns: [
      { heading: 'Step', cell: (row) => stepName(workspace, row, isByName) },
      { heading: 'Lane', cell: (row) => html`${laneSince(workspace, row.state)} ${sparedBy(row, spared)}` },
      { heading: 'Bound and bar', cell: (row) => bound(row, bounds), class: 'board-bound' },
      { heading: 'What blocks', cell: (row) => blocks(workspace, row), class: 'board-blocks' },
    ],
  });
}

function stepName(workspace: WorkspaceRow, row: BoardStep, isInGroup: boolean): Html {
  const { title, moneyMoving } = row.state.definition;
  return html`<a href="${stepPath(workspace, row)}">${title}</a>
    <span class="board-step"
      ><span class="mono">${isInGroup ? row.step : `${row.queue} / ${row.step}`}</span> ${moneyBadge(moneyMoving)}</span
    >`;
}

function laneSince(workspace: WorkspaceRow, { lane, since }: BoardStep['state']): Html {
  const sinceWeek = weekName(weekOf(since, workspace.timeZone).number);
  return html`${laneBadge(lane)} <span class="board-since">since ${sinceWeek}</span>`;
}

/** What agents did alone, with the time of people that it spared. */
function sparedBy({ no }: BoardStep, spared: readonly SparedWork[]): Content {
  const own = spared.find(({ stepNo }) => stepNo === no);
  if (own === undefined) return null;
  const { alone, meanMs } = own;
  const hours = meanMs === null ? '' : `, ${((alone * meanMs) / 3_600_000).toFixed(1)} h of people spared`;
  return html`<span class="board-since">${counted(alone, 'item')} done alone${hours}</span>`;
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
  const waitsFor =
    waits === null
      ? null
      : html`<a class="badge badge-wait" href="${signoffsPath(workspace)}"
          >${waits.purpose === 'promote' ? 'sign-off' : 'acknowledgement'} waits</a
        > `;
  const alone = Math.max(count(review?.long ?? [], 'unauthorised'), count(review?.latest ?? [], 'unauthorised'));
  const acted = alone === 0 ? null : html`<span class="badge badge-wait">${counted(alone, 'unauthorised act')}</span> `;
  const asks = html`${waitsFor}${acted}`;
  if (review === null || review.lane !== lane)
    return html`${asks}<span class="quiet">Not reviewed in this lane yet.</span>`;
  if (lane === 'auto') {
    const failing = gates.filter(({ passed }) => !passed);
    const [first] = failing;
    return first
      ? html`${asks}${gateSentence(first)}${andMore(failing.length)}`
      : html`${asks}<span class="quiet">Acts alone; ${percent(auditRate)} audited.</span>`;
  }
  const blocking = blockingGates(state);
  const [first] = blocking;
  if (!first) return html`${asks}<span class="quiet">Nothing.</span>`;
  if (first.gate === 'signoff' && waits !== null)
    return html`${asks}<span class="quiet">Every other gate has passed.</span>`;
  const { as, fact } = holdOf(first);
  return html`${asks}${as === 'blocked_by' ? 'By ' : ''}${as === 'blocked_by' ? fact : capitalised(fact)}.${andMore(blocking.length)}`;
}

const andMore = (all: number): Content => (all > 1 ? html` <span class="quiet">(and ${all - 1} more)</span>` : null);

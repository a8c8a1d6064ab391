/** The settle queue as a list. */
import type { HandlerOf } from '../../http/api-route.ts';
import { counted } from '../../../domain/lanes/sentences.ts';
import { pageOf } from '../../../store/cursor.ts';
import {
  countWaiting,
  listSettlements,
  readSettleQueue,
  settleCursorAfter,
} from '../../../store/lanes/disagreements.ts';
import type { Settlement, WaitingDisagreement } from '../../../store/lanes/disagreements.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type Content, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { type ExportColumn, exportLimit, sendExport } from '../csv-export.ts';
import type { LanesConsoleDeps } from '../route.ts';
import { severityBadge } from '../lanes/lane-labels.ts';
import { offeredSteps, queueFilters, sendWorkspacePage, settlePath, workspaceIn } from '../lanes/workspace.ts';
import { when } from '../page.ts';
import { addressOf, placeInList, listLinks, textFilter } from '../pagination.ts';
import { settlePlaceIn } from './disagreement.ts';

const pageRows = 50;
const severities = ['minor', 'minor', 'material', 'critical'] as const;

export const getSettleList: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const chosen = { queue: textFilter(ctx, 'queue'), step: textFilter(ctx, 'step') };
  const after = placeInList(ctx, settlePlaceIn);
  const [rows, total, offered] = await Promise.all([
    readSettleQueue(deps.pool, workspace.no, { limit: pageRows, ...chosen, after }),
    countWaiting(deps.pool, workspace.no, chosen),
    offeredSteps(deps, workspace),
  ]);
  const { page, next } = pageOf(rows, pageRows, settleCursorAfter);
  const path = `${settlePath(workspace)}/list`;
  await sendWorkspacePage(deps, ctx, workspace, {
    title: 'Pending disagreements',
    tab: 'settle',
    head: html`<p>
      ${counted(total, 'disagreement')}, the most severe first, then the oldest.
      <a href="${addressOf(settlePath(workspace), chosen)}">Review one at a time</a>
      or <a href="${settlePath(workspace)}/export.csv">export the settled ones (CSV)</a>.
    </p>`,
    body: html`${queueFilters(path, offered, chosen)}
    ${waitingTable(workspace, { rows: page, isFiltered: chosen.queue !== undefined || chosen.step !== undefined }, deps.now())}
    ${listLinks(ctx, (place) => addressOf(path, { ...chosen, ...place }), next)}`,
  });
};

function waitingTable(
  workspace: WorkspaceRow,
  { rows, isFiltered }: { readonly rows: readonly WaitingDisagreement[]; readonly isFiltered: boolean },
  now: Date,
): Content {
  return table({
    label: 'Table of pending disagreements',
    list: 'page',
    rows,
    empty: isFiltered ? 'No pending disagreements match these filters.' : 'No pending disagreements.',
    columns: [
      {
        heading: 'Item',
        cell: ({ queue, step, item }) =>
          html`<a href="${addressOf(settlePath(workspace), { queue, step, item })}">${item}</a>`,
      },
      { heading: 'Step', cell: ({ queue, step }) => `${queue} / ${step}` },
      { heading: 'Severity', cell: ({ severity }) => severityBadge(severities[severity] ?? 'material') },
      { heading: 'Differs', cell: ({ found }) => (found?.fields ?? []).map(({ name }) => name).join(', ') },
      { heading: 'Pending since', cell: ({ since }) => when(since, now) },
    ],
  });
}

// GET /console/settle/{workspace}/export.csv: what was settled, the newest first.

const exportColumns: readonly ExportColumn<Settlement>[] = [
  ['item', ({ item }) => item],
  ['queue', ({ queue }) => queue],
  ['step', ({ step }) => step],
  ['severity', ({ severity }) => severities[severity]],
  ['verdict', ({ verdict }) => verdict],
  ['by', ({ by }) => by],
  ['actor', ({ actor }) => actor],
  ['reason', ({ reason }) => reason],
  ['settled_at', ({ at }) => new Date(at)],
  ['disagreed_at', ({ since }) => since],
];

export const getSettlementExport: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  sendExport(ctx, 'settlements', await listSettlements(deps.pool, workspace.no, exportLimit), exportColumns);
};

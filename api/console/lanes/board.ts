/** The board of a workspace: every step with its lane, its bound against its bar, and what blocks. */
import type { Context } from 'koa';
import type { HandlerOf } from '../../http/api-route.ts';
import { boardEntries, boardOrders, boardPlaceOf, searchBoard } from '../../../domain/lanes/board.ts';
import type { BoardEntry, BoardPlace, BoardSearch } from '../../../domain/lanes/board.ts';
import type { Lane } from '../../../domain/lanes/event.ts';
import { cursorOf, pageOf } from '../../../store/cursor.ts';
import { readBoardSteps, readBounds } from '../../../store/lanes/lanes.ts';
import { readSparedWork } from '../../../store/lanes/step-history.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type ExportColumn, exportLimit, sendExport } from '../csv-export.ts';
import type { LanesConsoleDeps } from '../route.ts';
import { sendPage } from '../page.ts';
import { boardBody } from './board-view.ts';
import { addressOf, choiceFilter, placeInList, listLinks, textFilter } from '../pagination.ts';
import { gateNames } from './lane-labels.ts';
import { boardPath, waitingIn, workspaceIn } from './workspace.ts';

const lanes = ['shadow', 'assist', 'auto'] as const satisfies readonly Lane[];
const boardPage = 50;
/** Closed weeks in the small plot of a row. */
const plottedWeeks = 12;

export const getBoard: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const chosen = searchIn(ctx);
  const after = placeInList(ctx, placeIn);
  const [all, waiting] = await Promise.all([entriesOf(deps, workspace), waitingIn(deps, workspace)]);
  const inQueue = searchBoard(all, { queue: chosen.queue });
  const fitting = searchBoard(inQueue, chosen);
  const left = after === undefined ? fitting : searchBoard(fitting, { order: chosen.order }, after);
  const { page, next } = pageOf(left, boardPage, (last) => cursorAfter(boardPlaceOf(chosen.order, last)));
  const nos = page.map(({ no }) => no);
  const [rows, bounds, spared] = await Promise.all([
    readBoardSteps(deps.pool, workspace.no, nos),
    readBounds(deps.pool, workspace.no, nos, plottedWeeks),
    readSparedWork(deps.pool, workspace.no, nos),
  ]);
  const path = boardPath(workspace);
  sendPage(deps, ctx, {
    title: workspace.name,
    section: 'lanes',
    refreshSeconds: 30,
    crumbs: [{ text: 'Lanes', href: '/console/lanes' }],
    body: boardBody({
      workspace,
      now: deps.now(),
      waiting,
      entries: inQueue,
      total: fitting.length,
      queues: [...new Set(all.map((entry) => entry.queue))],
      rows: nos.flatMap((no) => rows.find((row) => row.no === no) ?? []),
      bounds,
      spared,
      chosen,
      isFirstPage: after === undefined,
      links: listLinks(ctx, (place) => addressOf(path, { ...chosen, ...place }), next),
    }),
  });
};

/** What route calls are answered from is in memory already: no query has to look through thousands of steps. */
async function entriesOf(deps: LanesConsoleDeps, workspace: WorkspaceRow): Promise<BoardEntry[]> {
  const { entries } = await deps.routes.load(workspace.no);
  return boardEntries(entries.values());
}

function searchIn(ctx: Context): BoardSearch {
  return {
    queue: textFilter(ctx, 'queue'),
    lane: choiceFilter(ctx, 'lane', lanes),
    blocked: choiceFilter(ctx, 'blocked', Object.keys(gateNames)),
    step: textFilter(ctx, 'step'),
    order: choiceFilter(ctx, 'order', boardOrders),
  };
}

/** GET /console/lanes/:workspace/board.csv: the steps that the filters of the board find. */
export const getBoardFile: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const found = searchBoard(await entriesOf(deps, workspace), searchIn(ctx));
  sendExport(ctx, 'board', found.slice(0, exportLimit), columns);
};

const columns: readonly ExportColumn<BoardEntry>[] = [
  ['queue', ({ queue }) => queue],
  ['step', ({ step }) => step],
  ['lane', ({ lane }) => lane],
  ['since', ({ since }) => new Date(since)],
  ['blocked_by', ({ blockedBy }) => blockedBy],
];

const boardCursor = cursorOf('text', 'text', 'text');

function cursorAfter({ rank, queue, step }: BoardPlace): string {
  return boardCursor.encode([String(rank), queue, step]);
}

function placeIn(cursor: string | undefined): BoardPlace | undefined {
  const [rank, queue, step] = boardCursor.decode(cursor ?? '') ?? [];
  if (queue === undefined || step === undefined || !/^-?\d{1,16}$/.test(rank ?? '')) return undefined;
  return { rank: Number(rank), queue, step };
}

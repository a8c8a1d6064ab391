/** The board of a workspace: every step with its lane, its bound against its bar, and what blocks. */
import type { Context } from 'koa';
import { boardEntries, byName } from '../../../domain/lanes/board.ts';
import type { Lane } from '../../../domain/lanes/event.ts';
import { cursorOf } from '../../../store/cursor.ts';
import { readBoardSteps, readBounds } from '../../../store/lanes/board.ts';
import { readSparedWork } from '../../../store/lanes/people-times.ts';
import type { LanesConsoleDeps } from '../deps.ts';
import { sendPage } from '../page.ts';
import { boardBody } from './board-view.ts';
import { addressOf, choiceFilter, cursorFilter, textFilter } from '../pagination.ts';
import { gateNames } from './lane-labels.ts';
import { boardPath, waitingIn, workspaceIn } from './workspace.ts';

const lanes = ['shadow', 'assist', 'auto'] as const satisfies readonly Lane[];
const boardPage = 50;
/** Closed weeks in the small plot of a row. */
const plottedWeeks = 12;

export function getBoard(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const queue = textFilter(ctx, 'queue');
    const lane = choiceFilter(ctx, 'lane', lanes);
    const blocked = choiceFilter(ctx, 'blocked', Object.keys(gateNames));
    const after = placeIn(cursorFilter(ctx));
    const chosen = { queue, lane, blocked };
    // What route calls are answered from is in memory already: no query has to look through thousands of steps.
    const [{ entries }, waiting] = await Promise.all([deps.routes.load(workspace.no), waitingIn(deps, workspace)]);
    const all = boardEntries(entries.values());
    const inQueue = queue === undefined ? all : all.filter((entry) => entry.queue === queue);
    const fitting = inQueue.filter(
      (entry) =>
        (lane === undefined || entry.lane === lane) &&
        (blocked === undefined || entry.blockedBy === blocked) &&
        (after === undefined || byName(entry, after) > 0),
    );
    const page = fitting.slice(0, boardPage);
    const last = page.at(-1);
    const nos = page.map(({ no }) => no);
    const [rows, bounds, spared] = await Promise.all([
      readBoardSteps(deps.pool, workspace.no, nos),
      readBounds(deps.pool, workspace.no, nos, plottedWeeks),
      readSparedWork(deps.pool, workspace.no, nos),
    ]);
    const path = boardPath(workspace);
    const more = fitting.length > boardPage && last !== undefined;
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
        queues: [...new Set(all.map((entry) => entry.queue))],
        rows: rows.toSorted(byName),
        bounds,
        spared,
        chosen,
        isFirstPage: after === undefined,
        firstPage: addressOf(path, chosen),
        nextPage: more ? addressOf(path, { ...chosen, cursor: boardCursor.encode([last.queue, last.step]) }) : null,
      }),
    });
  };
}

const boardCursor = cursorOf('text', 'text');

function placeIn(cursor: string | undefined): { queue: string; step: string } | undefined {
  const [queue, step] = boardCursor.decode(cursor ?? '') ?? [];
  return queue === undefined || step === undefined ? undefined : { queue, step };
}

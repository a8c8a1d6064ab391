/** The board of a workspace: every step with its lane, its bound against its bar, and what blocks. */
import type { Context } from 'koa';
import type { Lane } from '../../../domain/lanes/event.ts';
import { decodePlace, encodePlace } from '../../../store/cursor.ts';
import { countBoard, readBoard, readBounds, readQueues } from '../../../store/lanes/read-board.ts';
import type { BoardFilter } from '../../../store/lanes/read-board.ts';
import type { LanesConsoleDeps } from '../lanes-console.ts';
import { sendPage } from '../page.ts';
import { boardBody } from './board-view.ts';
import { addressOf, choiceFilter, cursorFilter, textFilter } from './filters.ts';
import { gateNames } from './gate-words.ts';
import { boardPath, waitingIn, workspaceIn } from './workspace.ts';

export const lanes = ['shadow', 'assist', 'auto'] as const satisfies readonly Lane[];
export const boardPage = 50;
/** Closed weeks in the small plot of a row. */
const plottedWeeks = 12;

export function getBoard(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const { pool } = deps;
    const { no } = workspace;
    const [queue, lane] = [textFilter(ctx, 'queue'), choiceFilter(ctx, 'lane', lanes)];
    const blockedBy = choiceFilter(ctx, 'blocked', Object.keys(gateNames));
    const after = placeIn(cursorFilter(ctx));
    const filter: BoardFilter = {
      limit: boardPage,
      ...(queue === undefined ? {} : { queue }),
      ...(lane === undefined ? {} : { lane }),
      ...(blockedBy === undefined ? {} : { blockedBy }),
      ...(after === undefined ? {} : { after }),
    };
    const [rows, counts, queues, waiting] = await Promise.all([
      readBoard(pool, no, filter),
      countBoard(pool, no, queue),
      readQueues(pool, no),
      waitingIn(deps, workspace),
    ]);
    const page = rows.slice(0, boardPage);
    const bounds = await readBounds(
      pool,
      no,
      page.map((row) => row.no),
      plottedWeeks,
    );
    const last = page.at(-1);
    const more = rows.length > boardPage && last !== undefined;
    const chosen = { queue, lane, blocked: blockedBy };
    const path = boardPath(workspace);
    sendPage(deps, ctx, {
      title: workspace.name,
      section: 'lanes',
      crumbs: [{ text: 'Lanes', href: '/console/lanes' }],
      body: boardBody({
        workspace,
        now: deps.now(),
        waiting,
        counts,
        queues,
        rows: page,
        bounds,
        chosen,
        isFirstPage: after === undefined,
        firstPage: addressOf(path, chosen),
        nextPage: more ? addressOf(path, { ...chosen, cursor: encodePlace([last.queue, last.step]) }) : null,
      }),
    });
  };
}

function placeIn(cursor: string | undefined): { queue: string; step: string } | undefined {
  const [queue, step] = (cursor === undefined ? undefined : decodePlace(cursor, ['string', 'string'])) ?? [];
  return typeof queue === 'string' && typeof step === 'string' ? { queue, step } : undefined;
}

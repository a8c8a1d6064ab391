/** The settle queue one at a time: the most severe and oldest disagreement, or the one that was asked for. */
import type { Context } from 'koa';
import type { StepDefinition, WireEvent } from '../../../domain/lanes/event.ts';
import {
  countVerdicts,
  readDisagreement,
  readEvents,
  readItemElsewhere,
} from '../../../store/lanes/read-disagreement.ts';
import { readReasons } from '../../../store/lanes/read-settlements.ts';
import type { Disagreement } from '../../../store/lanes/read-disagreement.ts';
import { countWaiting, readSettleQueue } from '../../../store/lanes/read-settle-queue.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { stepNamed } from '../../lanes/find-steps.ts';
import { notFound } from '../../http/errors.ts';
import { may } from '../access.ts';
import { csrfField } from '../csrf.ts';
import { cursorFilter, textFilter } from '../lanes/filters.ts';
import { crumbsTo, waitingIn, workspaceIn } from '../lanes/workspace.ts';
import type { LanesConsoleDeps } from '../lanes-deps.ts';
import { person, sendPage } from '../page.ts';
import { openEventsAhead } from './events-ahead.ts';
import { settlePlaceIn } from './queue-place.ts';
import type { QueuePlace } from './queue-place.ts';
import { settleBody } from './settle-view.ts';
import type { ShownDisagreement } from './shown-disagreement.ts';

/** Items after this one whose events are read along with its own. */
const itemsAhead = 20;

export function getSettle(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  const eventsOf = openEventsAhead((workspaceNo, ids, ahead) => readEvents(deps.pool, workspaceNo, ids, ahead));
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const place: QueuePlace = {
      queue: textFilter(ctx, 'queue'),
      step: textFilter(ctx, 'step'),
      cursor: cursorFilter(ctx),
    };
    const item = textFilter(ctx, 'item');
    const [[found, ...after], total, waiting] = await Promise.all([
      item === undefined ? next(deps, workspace, place) : asked(deps, workspace, place, item),
      countWaiting(deps.pool, workspace.no, place),
      waitingIn(deps, workspace),
    ]);
    const who = person(ctx);
    sendPage(deps, ctx, {
      title: found === undefined ? 'Disagreements' : `Review ${found.item}`,
      section: 'settle',
      crumbs: crumbsTo('settle', workspace),
      body: settleBody({
        workspace,
        waiting,
        total,
        place,
        shown:
          found === undefined
            ? null
            : await shownOf(deps, workspace, found, () =>
                eventsOf(workspace.no, eventIdsOf(found), after.flatMap(eventIdsOf)),
              ),
        isAskedFor: item !== undefined,
        mayDecide: may(who, 'approver'),
        csrf: csrfField(ctx),
        now: deps.now(),
      }),
    });
  };
}

async function next(
  { pool }: LanesConsoleDeps,
  { no }: WorkspaceRow,
  { queue, step, cursor }: QueuePlace,
): Promise<Disagreement[]> {
  const after = settlePlaceIn(cursor);
  const filter = { limit: itemsAhead, queue, step, ...(after === undefined ? {} : { after }) };
  return (await readSettleQueue(pool, no, filter)).map((waiting) => ({ ...waiting, settled: null }));
}

const eventIdsOf = ({ found }: Disagreement): string[] =>
  found === null ? [] : [found.agent.event_id, found.operator.event_id];

/** @throws ApiError not_found */
async function asked(
  { pool }: LanesConsoleDeps,
  { no }: WorkspaceRow,
  { queue, step }: QueuePlace,
  item: string,
): Promise<Disagreement[]> {
  const found =
    queue === undefined || step === undefined ? undefined : await readDisagreement(pool, no, { queue, step, item });
  if (found === undefined) throw notFound('disagreement');
  return [found];
}

async function shownOf(
  { pool }: LanesConsoleDeps,
  { no }: WorkspaceRow,
  disagreement: Disagreement,
  readItsEvents: () => Promise<readonly WireEvent[]>,
): Promise<ShownDisagreement> {
  const { queue, step, stepNo, item } = disagreement;
  const [row, events, elsewhere, verdicts, reasons] = await Promise.all([
    stepNamed(pool, no, { queue, step }),
    readItsEvents(),
    readItemElsewhere(pool, no, { queue, stepNo, item }),
    countVerdicts(pool, no, stepNo),
    readReasons(pool, no, queue),
  ]);
  const definition: StepDefinition = row.state.definition;
  return { disagreement, definition, events, elsewhere, verdicts, reasons };
}

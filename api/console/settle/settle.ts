/** The settle queue one at a time: the most severe and oldest disagreement, or the one that was asked for. */
import type { Context } from 'koa';
import type { HandlerOf } from '../../http/api-route.ts';
import { settle } from '../../../commands/lanes/settle-disagreement.ts';
import type { SettlementVerdict, Severity, StepDefinition, WireEvent } from '../../../domain/lanes/event.ts';
import { counted } from '../../../domain/lanes/sentences.ts';
import {
  type Disagreement,
  countVerdicts,
  countWaiting,
  readDisagreement,
  readEvents,
  readItemElsewhere,
  readReasons,
  readSettleQueue,
} from '../../../store/lanes/disagreements.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { stepNamed } from '../../lanes/lanes.ts';
import { csrfField, field, form } from '../form.ts';
import { addressOf, cursorFilter, ofAnotherList, textFilter } from '../pagination.ts';
import { verdictText } from '../lanes/lane-labels.ts';
import { crumbsTo, settlePath, waitingIn, workspaceIn } from '../lanes/workspace.ts';
import { actorOf, person, redirect, sendPage } from '../page.ts';
import { type LanesConsoleDeps, may } from '../route.ts';
import { settleBody } from './settle-view.ts';
import { type QueuePlace, type ShownDisagreement, settlePlaceIn } from './disagreement.ts';

/** Items after this one whose events are read along with its own. */
const itemsAhead = 20;

export function getSettle(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  const eventsOf = openEventsAhead((workspaceNo, ids, ahead) => readEvents(deps.pool, workspaceNo, ids, ahead));
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const place: QueuePlace = {
      queue: textFilter(ctx, 'queue'),
      step: textFilter(ctx, 'step'),
      cursor: knownPlace(cursorFilter(ctx)),
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
        mayDecide: may(who, 'settle'),
        csrf: csrfField(ctx),
        now: deps.now(),
      }),
    });
  };
}

/** @throws ApiError bad_request for a place that no link of ours has */
function knownPlace(cursor: string | undefined): string | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  if (settlePlaceIn(cursor) === undefined) throw ofAnotherList();
  return cursor;
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

// The events behind disagreements, kept for a while once they were read. The record of the log in which an event lies
// may hold 20,000 others and takes a third of a second to read; anyone who settles continues to items whose events lie in the
// same record, so theirs are read along.

/** @param ids of the events asked for @param ahead ids of further ones, where they lie in the same records */
type ReadEvents = (
  workspaceNo: number,
  ids: readonly string[],
  ahead: readonly string[],
) => Promise<readonly WireEvent[]>;

/** Events never change, so that what is kept holds for good; the oldest give way. */
export function openEventsAhead(read: ReadEvents, most = 100): ReadEvents {
  const kept = new Map<string, WireEvent>();
  const keyOf = (workspaceNo: number, id: string): string => `${workspaceNo}/${id}`;
  return async (workspaceNo, ids, ahead) => {
    const wanted = new Set(ids.map((id) => keyOf(workspaceNo, id)));
    const known = [...kept].flatMap(([key, event]) => (wanted.has(key) ? [event] : []));
    if (known.length === ids.length) return known;
    const found = await read(workspaceNo, ids, ahead);
    for (const event of found) kept.set(keyOf(workspaceNo, event.id), event);
    for (const key of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) kept.delete(key);
    return found.filter(({ id }) => ids.includes(id));
  };
}

/** The form by which a person says who was right about a disagreement. */
const verdicts = ['agent_right', 'operator_right', 'both_wrong'] as const satisfies readonly SettlementVerdict[];
const severities = ['minor', 'material', 'critical'] as const satisfies readonly Severity[];

/** POST /console/settle/:workspace */
export const postSettlement: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const verdict = verdicts.find((one) => one === field(ctx, 'verdict'));
  if (verdict === undefined) throw new ApiError('bad_request', `verdict must be one of ${verdicts.join(', ')}`);
  const severity = severities.find((one) => one === field(ctx, 'severity'));
  const place = { queue: raw(ctx, 'queue'), step: raw(ctx, 'step'), item: raw(ctx, 'item') };
  const next = addressOf(settlePath(workspace), {
    queue: optional(ctx, 'in_queue'),
    step: optional(ctx, 'in_step'),
    cursor: knownPlace(optional(ctx, 'cursor')),
  });
  const settlement = { verdict, severity, reason: field(ctx, 'reason') || undefined };
  const settled = await settle(deps, workspace, place, settlement, { by: person(ctx).email, actor: actorOf(ctx) });
  if (settled.kind === 'unknown') throw notFound('disagreement');
  if (settled.kind === 'rejected') throw new ApiError('invalid_request', settled.finding);
  if (settled.kind === 'too_late') redirect(ctx, next, tooLate(settled.now));
  else if (settled.kind === 'settled')
    redirect(ctx, next, `${place.item}: ${verdictText[verdict]}. ${left(settled.waiting)}`);
  else
    redirect(
      ctx,
      next,
      `${place.item}: stored. It takes effect at the next close: events of this workspace are held until then.`,
    );
};

function tooLate({ item, settled }: Disagreement): string {
  if (settled === null) return `${item} is already settled.`;
  return `${item} was settled before you: ${verdictText[settled.verdict]}, by ${settled.actor}. Your decision was not counted.`;
}

const left = (waiting: number): string =>
  waiting === 0 ? 'No disagreements are left.' : `${counted(waiting, 'disagreement')} left.`;

/** Ids of items may begin or end with a blank. */
const raw = (ctx: Context, name: string): string => form(ctx).get(name) ?? '';
const optional = (ctx: Context, name: string): string | undefined => form(ctx).get(name) ?? undefined;

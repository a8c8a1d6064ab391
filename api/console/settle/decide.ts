/** A person's decision about a disagreement: a settlement event by the same way into the log as any other. */
import type { Context } from 'koa';
import type { Severity, SettlementVerdict } from '../../../domain/lanes/event.ts';
import { settlementEvent } from '../../../domain/lanes/person-event.ts';
import { counted } from '../../../domain/lanes/sentences.ts';
import { sha256 } from '../../../store/lanes/hook-deliveries.ts';
import { readDisagreement } from '../../../store/lanes/read-disagreement.ts';
import type { Disagreement } from '../../../store/lanes/read-disagreement.ts';
import { takeEvents } from '../../lanes/take-events.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { field, form } from '../form.ts';
import { verdictWords } from '../lanes/disagreement-words.ts';
import { addressOf } from '../lanes/filters.ts';
import { settlePath, workspaceIn } from '../lanes/workspace.ts';
import type { LanesConsoleDeps } from '../lanes-deps.ts';
import { actorOf, person, redirect } from '../page.ts';

const verdicts = ['agent_right', 'operator_right', 'both_wrong'] as const satisfies readonly SettlementVerdict[];
const severities = ['minor', 'material', 'critical'] as const satisfies readonly Severity[];

/** POST /console/settle/:workspace */
export function postSettlement(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const { pool } = deps;
    const verdict = verdicts.find((one) => one === field(ctx, 'verdict'));
    if (verdict === undefined) throw new ApiError('bad_request', `verdict must be one of ${verdicts.join(', ')}`);
    const severity = severities.find((one) => one === field(ctx, 'severity'));
    const place = { queue: raw(ctx, 'queue'), step: raw(ctx, 'step'), item: raw(ctx, 'item') };
    const before = await readDisagreement(pool, workspace.no, place);
    if (before === undefined) throw notFound('disagreement');
    const next = addressOf(settlePath(workspace), {
      queue: optional(ctx, 'in_queue'),
      step: optional(ctx, 'in_step'),
      cursor: optional(ctx, 'cursor'),
    });
    if (before.settled?.by === 'person') {
      redirect(ctx, next, tooLate(before));
      return;
    }
    const clock = workspace.dataClock?.getTime() ?? before.since.getTime();
    const deciding = {
      by: person(ctx).email,
      nowMs: deps.now().getTime(),
      dataClockMs: clock,
      timeZone: workspace.timeZone,
    };
    const event = settlementEvent(
      place,
      { verdict, severity, reason: field(ctx, 'reason') || undefined },
      deciding,
      sha256,
    );
    const answer = await takeEvents(deps, { ...workspace, actor: actorOf(ctx) }, [event], false);
    const [rejected] = answer.rejected;
    if (rejected) throw new ApiError('invalid_request', rejected.errors[0] ?? 'the decision was refused');
    const after = (await readDisagreement(pool, workspace.no, place)) ?? before;
    const isOurs = answer.accepted === 1 && after.settled?.eventId === event.id;
    if (isOurs) redirect(ctx, next, `${place.item}: ${verdictWords[verdict]}. ${left(answer.waiting_settlement)}`);
    else if (after.settled !== null && after.settled.by === 'person') redirect(ctx, next, tooLate(after));
    else
      redirect(
        ctx,
        next,
        `${place.item}: stored. It takes effect at the next close: events of this workspace are held until then.`,
      );
  };
}

function tooLate({ item, settled }: Disagreement): string {
  if (settled === null) return `${item} is already settled.`;
  return `${item} was settled before you: ${verdictWords[settled.verdict]}, by ${settled.actor}. Your decision was not counted.`;
}

const left = (waiting: number): string =>
  waiting === 0 ? 'No disagreements are left.' : `${counted(waiting, 'disagreement')} left.`;

/** Ids of items may begin or end with a blank. */
const raw = (ctx: Context, name: string): string => form(ctx).get(name) ?? '';
const optional = (ctx: Context, name: string): string | undefined => form(ctx).get(name) ?? undefined;

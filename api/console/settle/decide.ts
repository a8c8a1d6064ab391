/** The form by which a person says who was right about a disagreement. */
import type { Context } from 'koa';
import { settle } from '../../../commands/lanes/settle.ts';
import type { Severity, SettlementVerdict } from '../../../domain/lanes/event.ts';
import { counted } from '../../../domain/lanes/sentences.ts';
import type { Disagreement } from '../../../store/lanes/read-disagreement.ts';
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
    const verdict = verdicts.find((one) => one === field(ctx, 'verdict'));
    if (verdict === undefined) throw new ApiError('bad_request', `verdict must be one of ${verdicts.join(', ')}`);
    const severity = severities.find((one) => one === field(ctx, 'severity'));
    const place = { queue: raw(ctx, 'queue'), step: raw(ctx, 'step'), item: raw(ctx, 'item') };
    const next = addressOf(settlePath(workspace), {
      queue: optional(ctx, 'in_queue'),
      step: optional(ctx, 'in_step'),
      cursor: optional(ctx, 'cursor'),
    });
    const settlement = { verdict, severity, reason: field(ctx, 'reason') || undefined };
    const settled = await settle(deps, workspace, place, settlement, { by: person(ctx).email, actor: actorOf(ctx) });
    if (settled.kind === 'unknown') throw notFound('disagreement');
    if (settled.kind === 'rejected') throw new ApiError('invalid_request', settled.finding);
    if (settled.kind === 'too_late') redirect(ctx, next, tooLate(settled.now));
    else if (settled.kind === 'settled')
      redirect(ctx, next, `${place.item}: ${verdictWords[verdict]}. ${left(settled.waiting)}`);
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

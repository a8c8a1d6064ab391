/** A person's answer to a sign-off request: the event of the request, by the same way into the log as any other. */
import type { Context } from 'koa';
import type { SignoffState } from '../../../domain/lanes/machine/records.ts';
import { signoffEvent } from '../../../domain/lanes/person-event.ts';
import type { SignoffVerdict } from '../../../domain/lanes/person-event.ts';
import { readSignoff } from '../../../store/lanes/read-signoffs.ts';
import type { ListedSignoff } from '../../../store/lanes/read-signoffs.ts';
import { takeEvents } from '../../lanes/take-events.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { field } from '../form.ts';
import type { LanesConsoleDeps } from '../lanes-deps.ts';
import { actorOf, person, redirect } from '../page.ts';
import { signoffsPath, workspaceIn } from './workspace.ts';

/** POST /console/lanes/:workspace/signoffs/:request */
export function postSignoff(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const verdict = verdictIn(ctx);
    const before = await requestIn(deps, ctx, workspace.no);
    const back = signoffsPath(workspace);
    const { request } = before;
    if (!isOpenFor(before, verdict)) {
      redirect(ctx, back, `${stepOf(before)}: ${pastSentence(before)} Your answer was not counted.`);
      return;
    }
    const clock = workspace.dataClock?.getTime() ?? Date.parse(request.at);
    const event = signoffEvent(request, verdict, {
      by: person(ctx).email,
      nowMs: deps.now().getTime(),
      dataClockMs: clock,
      timeZone: workspace.timeZone,
    });
    const answer = await takeEvents(
      deps,
      { ...workspace, actor: actorOf(ctx), note: field(ctx, 'note') },
      [event],
      false,
    );
    const after = await readSignoff(deps.pool, workspace.no, request.request_id);
    const [rejected] = answer.rejected;
    if (rejected) {
      if (after === undefined || after.state === before.state)
        throw new ApiError('invalid_request', rejected.errors[0] ?? 'the answer was rejected');
      // Somebody else was first.
      redirect(ctx, back, `${stepOf(after)}: ${pastSentence(after)} Your answer was not counted.`);
      return;
    }
    redirect(ctx, back, outcome(after ?? before, before.state, verdict, person(ctx).email));
  };
}

function verdictIn(ctx: Context): SignoffVerdict {
  const verdict = field(ctx, 'verdict');
  if (verdict !== 'approve' && verdict !== 'decline')
    throw new ApiError('bad_request', 'verdict must be one of approve, decline');
  return verdict;
}

/** @throws ApiError not_found */
async function requestIn({ pool }: LanesConsoleDeps, ctx: Context, workspaceNo: number): Promise<ListedSignoff> {
  const { request } = ctx['params'] as { readonly request: string };
  const found = /^sr_[0-9a-f]{1,64}$/.test(request) ? await readSignoff(pool, workspaceNo, request) : undefined;
  if (found === undefined) throw notFound('sign-off request');
  return found;
}

/** A decline after an approval withdraws it; an acknowledgement is given or not. */
function isOpenFor({ request, state }: ListedSignoff, verdict: SignoffVerdict): boolean {
  if (verdict === 'approve') return state === 'waiting';
  return request.purpose === 'promote' && (state === 'waiting' || state === 'approved' || state === 'used');
}

const stepOf = ({ request }: ListedSignoff): string => `${request.queue} / ${request.step}`;

function pastSentence({ state, changedBy }: ListedSignoff): string {
  const by = changedBy === null ? '' : ` by ${changedBy}`;
  if (state === 'void') return 'this request is void, because the step has moved or a newer request took its place.';
  if (state === 'waiting') return 'a critical error is acknowledged or left, not declined.';
  return `this request was ${state}${by} already.`;
}

function outcome(after: ListedSignoff, before: SignoffState, verdict: SignoffVerdict, email: string): string {
  const step = stepOf(after);
  if (after.state === before)
    return `${step}: your answer is stored and takes effect at the next close: events of this workspace are held until then.`;
  if (after.changedBy !== email || after.state === 'void') return `${step}: ${pastSentence(after)}`;
  if (verdict === 'decline') return `${step}: ${after.state}. It is not asked for again for four weeks.`;
  return after.request.purpose === 'acknowledge'
    ? `${step}: acknowledged. The step can be promoted again when its gates pass.`
    : `${step}: signed off. It takes effect at the next close at which the step still qualifies for Auto.`;
}

/** The form by which a person answers a sign-off request. */
import type { Context } from 'koa';
import { answerSignoff } from '../../../commands/lanes/answer-signoff.ts';
import type { SignoffState } from '../../../domain/lanes/machine/records.ts';
import type { SignoffVerdict } from '../../../domain/lanes/person-event.ts';
import type { ListedSignoff } from '../../../store/lanes/read-signoffs.ts';
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
    const { request } = ctx['params'] as { readonly request: string };
    const { email: by } = person(ctx);
    const said = { verdict, note: field(ctx, 'note') };
    const answered = await answerSignoff(deps, workspace, request, said, { by, actor: actorOf(ctx) });
    const back = signoffsPath(workspace);
    if (answered.kind === 'unknown') throw notFound('sign-off request');
    if (answered.kind === 'rejected') throw new ApiError('invalid_request', answered.finding);
    if (answered.kind === 'closed')
      redirect(ctx, back, `${stepOf(answered.now)}: ${pastSentence(answered.now)} Your answer was not counted.`);
    else redirect(ctx, back, outcome(answered.now, answered.before.state, verdict, by));
  };
}

function verdictIn(ctx: Context): SignoffVerdict {
  const verdict = field(ctx, 'verdict');
  if (verdict !== 'approve' && verdict !== 'decline')
    throw new ApiError('bad_request', 'verdict must be one of approve, decline');
  return verdict;
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

/** One approval: the page that a person decides on, and the decision itself (D17). */
import type { Context } from 'koa';
import { capitalised } from '../../../domain/capitalised.ts';
import { refusalOf } from '../../../domain/dispatch/approval.ts';
import type { Approval } from '../../../domain/dispatch/approval.ts';
import { problemOfNote } from '../../../domain/dispatch/decision-input.ts';
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { readApproval } from '../../../store/approvals.ts';
import { listWaiting, readShownApproval } from '../../../store/approvals-shown.ts';
import type { ShownApproval } from '../../../store/approvals-shown.ts';
import { readShownContents } from '../../../store/shown-contents.ts';
import { decideApproval } from '../../../commands/dispatch/decide-approval.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { ApiError, notFound, refusalError, statusOfCode } from '../../http/errors.ts';
import { may } from '../access.ts';
import type { DispatchConsoleDeps } from '../dispatch-deps.ts';
import { field } from '../form.ts';
import { actorOf, person, redirect, sendPage } from '../page.ts';
import type { SignedIn } from '../route.ts';
import { approvalBody } from './approval-view.ts';
import { isId } from '../../../process/ids.ts';

type Handler = (ctx: Context) => Promise<void>;

/** GET /console/approvals/:id: by the id of the approval, or of its task. */
export function getApproval(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const approval = await approvalOf(deps, ctx);
    const { id } = ctx['params'] as { id: string };
    if (id !== approval.id) return redirect(ctx, `/console/approvals/${approval.id}`);
    return show(deps, ctx, approval, null);
  };
}

/** POST /console/approvals/:id: handed to the task's workflow, which alone takes it. */
export function postDecision(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const approval = await approvalOf(deps, ctx);
    const decision = field(ctx, 'decision');
    const note = field(ctx, 'note').replace(/\r\n?/g, '\n');
    if (decision !== 'approve' && decision !== 'refuse')
      return show(deps, ctx, approval, new ApiError('invalid_decision', 'decision must be one of approve, refuse'));
    const finding = problemOfNote(note);
    if (finding !== undefined) return show(deps, ctx, approval, new ApiError('invalid_decision', finding));
    const actor = actorOf(ctx);
    const { email, personId } = person(ctx);
    const decided = await decideApproval(deps, approval.taskId, approval, {
      decision,
      note: note === '' ? null : note,
      decider: { by: actor, key_id: null, email, person_id: personId, may_approve: may(person(ctx), 'approver') },
    });
    if (!isRefused(decided)) return redirect(ctx, `/console/approvals/${approval.id}`, noticeOf(decided.status));
    // Somebody else may have been first: what is stored now says who.
    const now = (await readShownApproval(deps.pool, approval.id)) ?? approval;
    return show(deps, ctx, now, refusalError(decided));
  };
}

function noticeOf(status: string): string {
  if (status === 'approved')
    return 'Approved. The portal is read again; if nothing has changed, the correction is entered.';
  if (status === 'refused') return 'Refused. Nothing will be written.';
  return 'Your approval is recorded. A second approver is required.';
}

/** @throws ApiError not_found */
async function approvalOf({ pool }: DispatchConsoleDeps, ctx: Context): Promise<ShownApproval> {
  const { id = '' } = ctx['params'] as { id?: string };
  const approval = isId('approval', id) || isId('task', id) ? await readShownApproval(pool, id) : undefined;
  if (approval === undefined) throw notFound('approval');
  return approval;
}

async function show(
  deps: DispatchConsoleDeps,
  ctx: Context,
  approval: ShownApproval,
  refused: ApiError | null,
): Promise<void> {
  const [contents, rules, waiting] = await Promise.all([
    readShownContents(deps, approval.taskId, approval),
    readApproval(deps.pool, approval.taskId, approval.id),
    approval.status === 'pending' ? [] : listWaiting(deps.pool, 1),
  ]);
  if (rules === undefined) throw notFound('approval');
  const playbook = deps.playbooks.find(({ id }) => id === approval.portal);
  sendPage(deps, ctx, {
    title: taskTitle(approval),
    section: 'approvals',
    crumbs: [{ text: 'Approvals', href: '/console/approvals' }],
    ...(refused === null ? {} : { status: statusOfCode[refused.code] }),
    body: approvalBody(ctx, {
      title: taskTitle(approval),
      approval,
      playbook: playbook === undefined ? null : { name: playbook.name, version: playbook.version },
      contents,
      cannot: contents.differs !== null ? changedWords(approval) : whyNot(rules, person(ctx), deps.now()),
      refused: refused?.message ?? null,
      note: field(ctx, 'note'),
      nextId: waiting[0]?.id ?? null,
      now: deps.now(),
    }),
  });
}

function changedWords({ status }: ShownApproval): string | null {
  return status === 'pending'
    ? 'The change has been updated since approval was requested. Reload the page shortly.'
    : null;
}

/** Why this person cannot decide, by the rules that the workflow goes by; null where they can. */
function whyNot(approval: Approval, who: SignedIn, now: Date): string | null {
  if (approval.status !== 'pending') return null;
  if (!may(who, 'approver')) return 'Deciding needs the role approver.';
  const { email, personId } = who;
  // Named as the page names people: nothing is decided here.
  const decider = { by: email, keyId: null, email, personId, mayApprove: true };
  const refusal = refusalOf(approval, { id: '', decision: 'approve', note: null, at: now.toISOString(), decider });
  if (refusal === undefined) return null;
  if (refusal.code === 'not_allowed') return 'You asked for this task, so another person has to decide.';
  return `${capitalised(refusal.sentence)}.`;
}

/** One approval: the page that a person decides on, the decision itself (D17), and questions about it. */
import type { Context } from 'koa';
import { namesOf } from '../../../domain/actor.ts';
import { decideApproval } from '../../../commands/dispatch/decide-approval.ts';
import { answerQuestion, askRequester, delegateApproval } from '../../../commands/dispatch/discuss-approval.ts';
import { knownPlaybooks } from '../../../commands/dispatch/find-playbooks.ts';
import { permissions } from '../../../commands/permissions.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { problemOfNote, refusalToAsk, refusalToDelegate } from '../../../domain/dispatch/approval-input.ts';
import { runOf, type Approval, type Decider, refusalOf } from '../../../domain/dispatch/approval.ts';
import { presentApproval } from '../../../domain/dispatch/present-task.ts';
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import type { TaskType } from '../../../domain/dispatch/task.ts';
import { asSentence, capitalised } from '../../../domain/sentence.ts';
import { isId } from '../../../process/ids.ts';
import { type ShownApproval, listWaiting, readShownApproval } from '../../../store/approvals-shown.ts';
import { readApproval } from '../../../store/approvals.ts';
import { readShownContents } from '../../../store/bound-approval.ts';
import { listPeopleWhoMay, readPerson } from '../../../store/people.ts';
import { readApprovals } from '../../../store/tasks.ts';
import { ApiError, notFound, refusalError, statusOfCode } from '../../http/errors.ts';
import type { Handler, HandlerOf } from '../../http/api-route.ts';
import { field } from '../form.ts';
import { actorOf, person, redirect, sendPage } from '../page.ts';
import { type DispatchConsoleDeps, type SignedIn, may } from '../route.ts';
import { mayAnswer, showTask, taskOf } from '../tasks/task-page.ts';
import { amountText } from './approval-text.ts';
import { approvalBody } from './approval-view.ts';

/** GET /console/approvals/:id: by the id of the approval, or of its task. */
export function getApproval(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const approval = await approvalOf(deps, ctx);
    const { id } = ctx['params'] as { id: string };
    if (id !== approval.id) return redirect(ctx, `/console/approvals/${approval.id}`);
    return showApproval(deps, ctx, approval, null);
  };
}

/** POST /console/approvals/:id: handed to the task's workflow, which alone takes it. */
export function postDecision(deps: DispatchConsoleDeps): Handler {
  return async (ctx) => {
    const approval = await approvalOf(deps, ctx);
    const decision = field(ctx, 'decision');
    const note = field(ctx, 'note').replace(/\r\n?/g, '\n');
    if (decision !== 'approve' && decision !== 'refuse')
      return showApproval(
        deps,
        ctx,
        approval,
        new ApiError('invalid_decision', 'decision must be one of approve, refuse'),
      );
    const finding = problemOfNote(note);
    if (finding !== undefined) return showApproval(deps, ctx, approval, new ApiError('invalid_decision', finding));
    const actor = actorOf(ctx);
    const { email, personId, name } = person(ctx);
    const mayApprove = may(person(ctx), 'decideApproval');
    const decided = await decideApproval(deps, approval.taskId, approval, {
      decision,
      note: note === '' ? null : note,
      decider: { by: actor, key_id: null, email, person_id: personId, name, may_approve: mayApprove },
    });
    if (!isRefused(decided)) return goOn(deps, ctx, approval, decided.status);
    // Somebody else may have been first: what is stored now says who.
    const now = (await readShownApproval(deps.pool, approval.id)) ?? approval;
    return showApproval(deps, ctx, now, refusalError(decided));
  };
}

/** In a run of equal approvals on to the next of them, with a sentence on this one. */
async function goOn(deps: DispatchConsoleDeps, ctx: Context, approval: ShownApproval, status: string): Promise<void> {
  if (!isInRun(ctx)) return redirect(ctx, pageOf(ctx, approval.id), noticeOf(status, approval.taskType));
  const { next, others } = runOf(approval, await listWaiting(deps.pool, runAtMost));
  const amount = amountText(approval);
  const done = `${taskTitle(approval)}${amount === null ? '' : ` (${amount})`}`;
  const words = status === 'pending' ? 'Recorded, a second approver is required' : capitalised(status);
  const left = others.length === 0 ? 'No other one like it is pending.' : `${others.length} like it left.`;
  redirect(ctx, next === null ? '/console/approvals' : pageOf(ctx, next.id), `${words}: ${done}. ${left}`);
}

/** As many as the list shows. */
const runAtMost = 100;

/** Whether the person goes through equal approvals one after another: said by the address, and by its forms. */
function isInRun(ctx: Context): boolean {
  return ctx.query['run'] === '1' || field(ctx, 'run') === '1';
}

/** The address of an approval, in the run that the person is in. */
function pageOf(ctx: Context, approvalId: string): string {
  return `/console/approvals/${approvalId}${isInRun(ctx) ? '?run=1' : ''}`;
}

function noticeOf(status: string, type: TaskType): string {
  if (status === 'approved')
    return `Approved. The portal is read again; if nothing has changed, the ${enteredBy[type] ?? 'change'} is entered.`;
  if (status === 'refused') return 'Refused. Nothing will be written.';
  return 'Your approval is recorded. A second approver is required.';
}

/** What a task enters in a portal. */
const enteredBy: Partial<Record<TaskType, string>> = {
  tms_correction: 'correction',
  answer_claim: 'response',
  file_dispute: 'dispute',
  pod_to_dispute: 'dispute',
};

/** @throws ApiError not_found */
async function approvalOf({ pool }: DispatchConsoleDeps, ctx: Context): Promise<ShownApproval> {
  const { id = '' } = ctx['params'] as { id?: string };
  const approval = isId('approval', id) || isId('task', id) ? await readShownApproval(pool, id) : undefined;
  if (approval === undefined) throw notFound('approval');
  return approval;
}

/** @param refused why what was just sent was not accepted; `not` says what of it was not done */
async function showApproval(
  deps: DispatchConsoleDeps,
  ctx: Context,
  approval: ShownApproval,
  refused: ApiError | null,
  not = 'Your decision was not recorded',
): Promise<void> {
  const inRun = isInRun(ctx);
  const isPending = approval.status === 'pending';
  const [contents, rules, waiting, all, people] = await Promise.all([
    readShownContents(deps, approval.taskId, approval),
    readApproval(deps.pool, approval.taskId, approval.id),
    inRun ? listWaiting(deps.pool, runAtMost) : isPending ? [] : listWaiting(deps.pool, 1),
    readApprovals(deps.pool, [approval.taskId]),
    listPeopleWhoMay(deps.pool, permissions.decideApproval.person),
  ]);
  if (rules === undefined) throw notFound('approval');
  const run = inRun ? runOf(approval, waiting) : null;
  const who = person(ctx);
  const at = deps.now().toISOString();
  const me: Decider = {
    by: who.email,
    keyId: null,
    email: who.email,
    personId: who.personId,
    mayApprove: may(who, 'decideApproval'),
  };
  const playbook = (await knownPlaybooks(deps)).find(({ id }) => id === approval.portal);
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
      cannot: contents.differs !== null ? changedText(approval) : whyNot(rules, person(ctx), deps.now()),
      refused: refused && { not, why: refused.message },
      note: field(ctx, 'note'),
      me: who.email,
      nameOf: namesOf(people),
      nextId: (run === null ? waiting[0] : run.next)?.id ?? null,
      left: run === null ? null : run.others.length,
      questions: (all.get(approval.taskId) ?? []).map(presentApproval).flatMap(({ questions }) => questions),
      // Who decided already may still ask, and hand the second decision to somebody.
      delegates:
        isPending && may(who, 'decideApproval') && refusalToAsk(rules, at, me) === undefined
          ? people.filter(
              ({ id, email }) =>
                id !== who.personId &&
                email !== approval.delegatedTo &&
                refusalToDelegate(rules, at, {
                  by: me,
                  to: { by: email, keyId: null, email, personId: id, mayApprove: true },
                }) === undefined,
            )
          : null,
      now: deps.now(),
    }),
  });
}

function changedText({ status }: ShownApproval): string | null {
  return status === 'pending'
    ? 'The change has been updated since approval was requested. Reload the page shortly.'
    : null;
}

/** Why this person cannot decide, by the rules that the workflow goes by; null where they can. */
function whyNot(approval: Approval, who: SignedIn, now: Date): string | null {
  if (approval.status !== 'pending') return null;
  if (!may(who, 'decideApproval')) return `Deciding needs the role ${permissions.decideApproval.person}.`;
  const { email, personId } = who;
  // Named as the page names people: nothing is decided here.
  const decider = { by: email, keyId: null, email, personId, mayApprove: true };
  const refusal = refusalOf(approval, { id: '', decision: 'approve', note: null, at: now.toISOString(), decider });
  if (refusal === undefined) return null;
  if (refusal.code === 'not_allowed') return 'You asked for this task, so another person has to decide.';
  return asSentence(refusal.sentence);
}

// POST …/ask, …/delegate and the answer on the task's page: what people do about an approval besides deciding.

/** POST /console/approvals/:id/ask */
export const postQuestion: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const approval = await approvalOf(deps, ctx);
  const question = textIn(ctx, 'question');
  const refused = await askRequester(deps, await discussed(deps, approval), { question, asker: deciderIn(ctx) });
  if (refused !== undefined)
    return showApproval(deps, ctx, approval, refusalError(refused), 'Your question was not sent');
  redirect(ctx, pageOf(ctx, approval.id), 'Your question is on the task. The deadline keeps running.');
};

/** POST /console/approvals/:id/delegate */
export const postDelegation: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const approval = await approvalOf(deps, ctx);
  const to = await readPerson(deps.pool, field(ctx, 'person'));
  if (to === undefined) throw notFound('person');
  const refused = await delegateApproval(deps, await discussed(deps, approval), { by: deciderIn(ctx), to });
  if (refused !== undefined)
    return showApproval(deps, ctx, approval, refusalError(refused), 'The approval was not delegated');
  redirect(ctx, pageOf(ctx, approval.id), `Delegated to ${to.name} (${to.email}).`);
};

/** POST /console/tasks/:id/questions/:question: by the requester, or by anybody who may act on tasks. */
export const postRequesterAnswer: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  if (!(await mayAnswer(deps, ctx, task)))
    return showTask(deps, ctx, task, { status: 403, findings: ['only the requester or an approver answers'] });
  const { question: questionId = '' } = ctx['params'] as { question?: string };
  const refused = await answerQuestion(
    deps,
    { taskId: task.id, ownerId: task.senderId },
    { questionId, answer: textIn(ctx, 'text'), actor: actorOf(ctx) },
  );
  if (isRefused(refused)) {
    if (refused.refused === 'not_found') throw refusalError(refused);
    return showTask(deps, ctx, task, { status: statusOfCode[refused.refused], findings: refused.findings });
  }
  redirect(ctx, `/console/tasks/${task.id}`, 'Your answer is on the approval.');
};

async function discussed(
  { pool }: DispatchConsoleDeps,
  { id, taskId, senderId }: ShownApproval,
): Promise<Parameters<typeof askRequester>[1]> {
  const approval = await readApproval(pool, taskId, id);
  if (approval === undefined) throw notFound('approval');
  return { approval, taskId, ownerId: senderId };
}

function deciderIn(ctx: Context): Decider {
  const { email, personId } = person(ctx);
  return { by: actorOf(ctx), keyId: null, email, personId, mayApprove: may(person(ctx), 'decideApproval') };
}

const textIn = (ctx: Context, name: string): string => field(ctx, name).replace(/\r\n?/g, '\n');

/** GET /console/tasks/:id: one task with its evidence log, its proof, its approvals and what was sent of it. */
import { namesOf } from '../../../domain/actor.ts';
import { knownPlaybooks, portalNames } from '../../../commands/dispatch/find-playbooks.ts';
import { permissions } from '../../../commands/permissions.ts';
import { stuckText } from '../../../commands/dispatch/find-stuck-tasks.ts';
import { stampAuthorityHost, verifyStoredPack } from '../../../commands/dispatch/verify-evidence.ts';
import type { Context } from 'koa';
import { readChain } from '../../../domain/dispatch/evidence/chain.ts';
import { askedForIt } from '../../../domain/dispatch/approval-input.ts';
import { presentApproval } from '../../../domain/dispatch/present-task.ts';
import { isFinal } from '../../../domain/dispatch/task.ts';
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { sha256 } from '../../../process/evidence-crypto.ts';
import { readAudit } from '../../../store/audit-log.ts';
import { listDeliveries } from '../../../store/deliveries.ts';
import { readEvents, readFiles } from '../../../store/evidence.ts';
import { readKeyLabel, readKeyPerson } from '../../../store/keys.ts';
import { readFollowUp } from '../../../store/follow-ups.ts';
import { listPeopleWhoMay } from '../../../store/people.ts';
import { readIntents } from '../../../store/portal-intents.ts';
import { readWaits } from '../../../store/portal-waits.ts';
import { readSender } from '../../../store/senders.ts';
import { readShownContents } from '../../../store/bound-approval.ts';
import { openQuestion } from '../../../store/task-questions.ts';
import { readRetried } from '../../../store/idempotency-keys.ts';
import { type TaskRow, readApprovals, readTask, readTraceparent } from '../../../store/tasks.ts';
import { engineAddress } from '../../../temporal/engine-address.ts';
import { workflowUrl } from '../../../temporal/ui-links.ts';
import { notFound } from '../../http/errors.ts';
import { type DispatchConsoleDeps, type FormFinding, may } from '../route.ts';
import { openQuestions } from '../approvals/discussion-view.ts';
import { person, sendPage } from '../page.ts';
import { followUpCard } from './follow-up-view.ts';
import { actButtons, uncertainWrites } from './uncertain-write.ts';
import { questionCard, taskBody } from './task-view.ts';
import { isId } from '../../../process/ids.ts';

const refreshSeconds = 5;
/** A task sends a handful; who wants all of many reminders finds them among the deliveries. */
const deliveriesAtMost = 20;

export function getTaskPage(deps: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => showTask(deps, ctx, await taskOf(deps, ctx), null);
}

/** Why an act on the task was not taken. */
interface RefusedAct {
  readonly status: number;
  /** Parts of sentences, at their fields where they have one. */
  readonly findings: readonly FormFinding[];
}

/** @param refused the act that was just sent, with what was written in its form */
export async function showTask(
  deps: DispatchConsoleDeps,
  ctx: Context,
  task: TaskRow,
  refused: RefusedAct | null,
): Promise<void> {
  const { pool } = deps;
  const now = deps.now();
  const owner = { kind: 'sender', id: task.senderId } as const;
  const [
    links,
    files,
    allApprovals,
    sent,
    sender,
    keyLabel,
    intents,
    log,
    waits,
    retryOf,
    traceparent,
    followUp,
    people,
    question,
    playbooks,
  ] = await Promise.all([
    readEvents(pool, task.id),
    readFiles(pool, task.id),
    readApprovals(pool, [task.id]),
    listDeliveries(pool, owner, { subjectId: task.id, limit: deliveriesAtMost }),
    readSender(pool, task.senderId),
    task.submittedByKey === null ? null : readKeyLabel(pool, task.submittedByKey),
    readIntents(pool, task.id),
    readAudit(pool, task.id),
    readWaits(pool, [task.id]),
    readRetried(pool, task.id),
    readTraceparent(pool, task.id),
    readFollowUp(pool, task.id),
    listPeopleWhoMay(pool, permissions.followUpTask.person),
    isFinal(task.status) ? undefined : openQuestion(pool, task.id),
    knownPlaybooks(deps),
  ]);
  const { events } = readChain(
    links.map(({ line }) => line),
    sha256,
  );
  const approvals = allApprovals.get(task.id) ?? [];
  const shown = await Promise.all(
    approvals.map(async (approval) => [approval.id, await readShownContents(deps, task.id, approval)] as const),
  );
  const seal = await verifyStoredPack(deps, task, files);
  const last = events.at(-1);
  const pending = approvals.find(({ status }) => status === 'pending');
  const title = taskTitle(task);
  const mayAct = may(person(ctx), 'followUpTask');
  const stuck = stuckText(
    { ...task, approvalExpiresAt: pending?.expiresAt ?? null },
    { last: last && { event: last, at: new Date(last.at) }, wait: waits.get(task.id) },
    now,
  );
  sendPage(deps, ctx, {
    title,
    section: 'tasks',
    crumbs: [{ text: 'Tasks', href: '/console/tasks' }],
    ...(isFinal(task.status) ? {} : { refreshSeconds }),
    ...(refused === null ? {} : { status: refused.status }),
    body: taskBody({
      title,
      task,
      portalName: portalNames(playbooks),
      senderName: sender?.name ?? task.senderId,
      keyLabel,
      retryOf: retryOf ?? null,
      approvals: approvals.map(presentApproval),
      shown: new Map(shown),
      events,
      stepsBefore: stepsBefore(ctx),
      files,
      seal,
      deliveries: sent.deliveries,
      stuck,
      links: deps.linksOf(task),
      workflowUrl: workflowUrl({ url: deps.settings.TEMPORAL_UI_URL, namespace: engineAddress().namespace }, task.id),
      trace: shownTrace(traceparent, deps.settings.CONSOLE_TRACE_URL),
      findings: refused?.findings ?? [],
      acts: mayAct ? actButtons(ctx, task, { intents, seal, authority: stampAuthorityHost(deps.settings), now }) : null,
      question: [
        questionCard(ctx, question, { now, mayAnswer: mayAct }),
        pending === undefined
          ? null
          : openQuestions(
              ctx,
              task.id,
              approvals.map(presentApproval).flatMap(({ questions }) => questions),
              { now, mayAnswer: await mayAnswer(deps, ctx, task), nameOf: namesOf(people) },
            ),
      ],
      uncertain: uncertainWrites(ctx, {
        taskId: task.id,
        intents,
        log,
        portalName: portalNames(playbooks),
        maySettle: mayAct,
        now,
      }),
      followUp:
        followUp === undefined
          ? null
          : followUpCard(ctx, { taskId: task.id, followUp, isStuck: stuck !== null, log, people, mayAct, now }),
      now,
    }),
  });
}

/** @param pattern CONSOLE_TRACE_URL */
function shownTrace(traceparent: string | null, pattern: string): { id: string; url: string | null } | null {
  const [, id] = traceparent?.split('-') ?? [];
  return id === undefined ? null : { id, url: pattern === '' ? null : pattern.replaceAll('{trace_id}', id) };
}

/** Which part of a long evidence log; the newest where the address says nothing that makes sense. */
function stepsBefore(ctx: Context): number | null {
  const { before } = ctx.query;
  return typeof before === 'string' && /^\d{1,9}$/.test(before) ? Number(before) : null;
}

/** The task in the path. @throws ApiError not_found */
export async function taskOf({ pool }: DispatchConsoleDeps, ctx: Context): Promise<TaskRow> {
  const { id = '' } = ctx['params'] as { id?: string };
  const task = isId('task', id) ? await readTask(pool, id) : undefined;
  if (task === undefined) throw notFound('task');
  return task;
}

/** Whether this person may answer what approvers ask about a task. */
export async function mayAnswer({ pool }: DispatchConsoleDeps, ctx: Context, task: TaskRow): Promise<boolean> {
  const who = person(ctx);
  if (may(who, 'askRequester')) return true;
  const owner = task.submittedByKey === null ? undefined : await readKeyPerson(pool, task.submittedByKey);
  const requester = {
    keyId: task.submittedByKey,
    email: task.requestedBy?.email ?? null,
    personId: owner?.id ?? null,
  };
  return askedForIt(requester, who);
}

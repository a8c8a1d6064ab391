/** What a person does with a task as a whole: stops it while it is under way, asks for the work again when it has ended. */
import type { HandlerOf } from '../../http/api-route.ts';
import { askAgain } from '../../../commands/dispatch/request-task.ts';
import { cancelWork } from '../../../commands/dispatch/cancel-task.ts';
import { resolveWrite } from '../../../commands/dispatch/follow-up-task.ts';
import { refusedBecause } from '../../../commands/dispatch/accept-tasks.ts';
import { askTimeStamp, stampAuthorityHost, type AskedTimeStamp } from '../../../commands/dispatch/verify-evidence.ts';
import { isRefused, type Refusal } from '../../../commands/refusal.ts';
import type { WriteResolution } from '../../../domain/dispatch/writing/write-once.ts';
import { passInput } from '../../../store/live-views.ts';
import { revokeTaskLinks } from '../../../store/tasks.ts';
import { isAnswered, openQuestion } from '../../../store/task-questions.ts';
import { field, form, formError } from '../form.ts';
import type { DispatchConsoleDeps } from '../route.ts';
import { actorOf, person, redirect } from '../page.ts';
import { longestAnswer } from './task-view.ts';
import { askedByPerson } from './task-form.ts';
import { showTask, taskOf } from './task-page.ts';

/** POST /console/tasks/:id/cancel */
export const postCancel: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const cancelled = await cancelWork(deps, task, actorOf(ctx));
  if (cancelled.kind === 'ended') return showTask(deps, ctx, task, { status: 409, findings: ['the task has ended'] });
  if (cancelled.kind === 'engine_unavailable')
    return showTask(deps, ctx, task, { status: 503, findings: ['Temporal is not responding; try again shortly'] });
  if (cancelled.kind === 'not_started')
    return showTask(deps, ctx, task, { status: 409, findings: ['its work has not started yet; try again shortly'] });
  redirect(ctx, `/console/tasks/${task.id}`, 'Cancelling: the current step finishes, then the task ends as escalated.');
};

/** POST /console/tasks/:id/revoke-links */
export const postLinkRevocation: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  await revokeTaskLinks(deps.pool, task.id, actorOf(ctx));
  redirect(ctx, `/console/tasks/${task.id}`, 'All earlier links are revoked. The record has new ones.');
};

/** POST /console/tasks/:id/time-stamp */
export const postTimeStamp: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const authority = stampAuthorityHost(deps.settings);
  let asked: AskedTimeStamp | Refusal;
  try {
    asked = await askTimeStamp({ ...deps, authority }, task, actorOf(ctx));
  } catch (error) {
    deps.log.warn({ task_id: task.id, err: error }, 'the engine did not start asking for a time stamp');
    return showTask(deps, ctx, task, { status: 503, findings: ['Temporal is not responding; try again shortly'] });
  }
  if (isRefused(asked)) return showTask(deps, ctx, task, { status: 409, findings: asked.findings });
  redirect(
    ctx,
    `/console/tasks/${task.id}#proof`,
    asked.asked
      ? 'The authority is asked for a time stamp. It is added to the evidence when it has answered.'
      : 'The authority is being asked already.',
  );
};

/** POST /console/tasks/:id/again */
export const postAgain: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const requestedBy = askedByPerson(person(ctx));
  const asker = { actor: actorOf(ctx), requestedBy, keyId: null, channel: 'console' } as const;
  const result = await askAgain(deps, task, asker);
  if (result === null)
    return showTask(deps, ctx, task, {
      status: 409,
      findings: ['this task was completed, or has an uncertain write to resolve'],
    });
  if (result.kind === 'rejected') return showTask(deps, ctx, task, { status: 422, findings: refusedBecause(result) });
  redirect(
    ctx,
    `/console/tasks/${result.task.id}`,
    result.kind === 'new' ? 'The task is queued.' : 'It was already run again: here is that task.',
  );
};

/** POST /console/tasks/:id/write: a person's word on an uncertain write, by the rules of `admin write settle` (D25). */
export const postWriteResolution: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const found = field(ctx, 'found');
  if (found !== 'written' && found !== 'absent')
    return showTask(deps, ctx, task, {
      status: 422,
      findings: [{ field: 'found', sentence: 'choose whether the write is in the portal' }],
    });
  const number = field(ctx, 'number');
  const note = field(ctx, 'note').replace(/\r\n?/g, '\n');
  const word: WriteResolution = {
    state: found,
    number: number === '' ? null : number,
    note: note === '' ? null : note,
  };
  const order = { taskId: task.id, action: field(ctx, 'action'), word, actor: actorOf(ctx) };
  const settled = await resolveWrite(deps.pool, order);
  // Where somebody else was first, the page now says who.
  if (isRefused(settled)) {
    const status = settled.refused === 'not_found' ? 409 : 422;
    return showTask(deps, ctx, task, { status, findings: settled.findings });
  }
  redirect(
    ctx,
    `/console/tasks/${task.id}`,
    `Recorded. Other tasks can work on ${settled.scope} again; a repeated task checks the portal first.`,
  );
};

// POST /console/tasks/:id/answer: a person's answer on its way to the worker that waits for it.

/** A worker that waits has the answer in a moment. */
const takenWithinMs = 5_000;

export const postAnswer: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const answer = form(ctx).get('answer') ?? '';
  if (answer.trim() === '' || answer.length > longestAnswer)
    throw formError(`an answer has 1 to ${longestAnswer} characters`, 'answer');
  const question = await openQuestion(deps.pool, task.id);
  const path = `/console/tasks/${task.id}`;
  if (question === undefined) return redirect(ctx, path, 'The task does not wait for an answer any more.');
  const end = performance.now() + takenWithinMs;
  await passInput(deps.pool, deps.deploymentSecret, question.id, { answer, by: actorOf(ctx) });
  while (!(await isAnswered(deps.pool, question.id))) {
    if (performance.now() > end) return redirect(ctx, path, 'No worker took the answer. Send it again.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  redirect(ctx, path, 'The answer was typed into the page.');
};

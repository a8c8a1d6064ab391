/** What people do about a task that needs one of them: take, assign, comment, mark as done; on several at once from the list. */
import type { HandlerOf } from '../../http/api-route.ts';
import { permissions } from '../../../commands/permissions.ts';
import type { Context } from 'koa';
import { comment, finishFollowUp } from '../../../commands/dispatch/follow-up-task.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { type FollowUpResult, assignTasks, reopenTask } from '../../../store/follow-ups.ts';
import { type Person, listPeopleWhoMay } from '../../../store/people.ts';
import { readTask } from '../../../store/tasks.ts';
import type { Pool } from '../../../store/database.ts';
import { askAgain } from '../../../commands/dispatch/request-task.ts';
import { ApiError } from '../../http/errors.ts';
import type { DispatchConsoleDeps, FormFinding } from '../route.ts';
import { field, form } from '../form.ts';
import { actorOf, person, redirect } from '../page.ts';
import { askedByPerson } from './task-form.ts';
import { showTask, taskOf } from './task-page.ts';
import { isId } from '../../../process/ids.ts';

/** POST /console/tasks/:id/owner; `from` is the owner that the page showed, so that the second of two people is refused. */
export const postOwner: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const owner = await ownerIn(deps.pool, ctx);
  if (owner === undefined)
    return showTask(deps, ctx, task, {
      status: 422,
      findings: [{ field: 'owner', sentence: 'choose somebody who may act on tasks' }],
    });
  const from = field(ctx, 'from') || null;
  const result = await assignTasks(deps.pool, { taskIds: [task.id], owner, from, actor: actorOf(ctx) });
  const [other] = result.owned;
  if (other !== undefined)
    return showTask(deps, ctx, task, { status: 409, findings: [`it belongs to ${other.ownerName} by now`] });
  if (result.over.length > 0)
    return showTask(deps, ctx, task, { status: 409, findings: ['there is nothing to follow up any more'] });
  redirect(
    ctx,
    `/console/tasks/${task.id}`,
    owner === null ? 'Released.' : `Assigned to ${owner.name} (${owner.email}).`,
  );
};

/** POST /console/tasks/:id/comment */
export const postComment: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const refused = await comment(deps.pool, task.id, { note: noteIn(ctx), actor: actorOf(ctx) });
  if (refused !== undefined) return showTask(deps, ctx, task, { status: 422, findings: atNote(refused.findings) });
  redirect(ctx, `/console/tasks/${task.id}`, 'Comment added.');
};

const atNote = (findings: readonly string[]): readonly FormFinding[] =>
  findings.map((sentence) => ({ field: 'note', sentence }));

/** POST /console/tasks/:id/done */
export const postDone: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const done = await finishFollowUp(deps.pool, [task.id], { note: noteIn(ctx), actor: actorOf(ctx) });
  if (isRefused(done)) return showTask(deps, ctx, task, { status: 422, findings: atNote(done.findings) });
  if (done.changed.length === 0)
    return showTask(deps, ctx, task, { status: 409, findings: ['there is nothing to follow up any more'] });
  redirect(ctx, `/console/tasks/${task.id}`, 'Marked as done.');
};

/** POST /console/tasks/:id/reopen */
export const postReopen: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const reopened = await reopenTask(deps.pool, task.id, actorOf(ctx));
  if (!reopened) return showTask(deps, ctx, task, { status: 409, findings: ['it is open already'] });
  redirect(ctx, `/console/tasks/${task.id}`, 'Reopened.');
};

/** POST /console/tasks/selected: one act on the tasks that are ticked in the list. */
export const postSelected: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { pool } = deps;
  const ids = [...new Set(form(ctx).getAll('task'))].filter((id) => isId('task', id));
  const back = listIn(ctx);
  if (ids.length === 0) return redirect(ctx, back, 'Nothing was done: tick the tasks first.');
  const actor = actorOf(ctx);
  const act = field(ctx, 'act');
  if (act === 'take') {
    const { personId: id, email } = person(ctx);
    return redirect(
      ctx,
      back,
      summary(
        'taken',
        await assignTasks(pool, { taskIds: ids, owner: { id, email }, from: null, actor }),
        'yours already',
      ),
    );
  }
  if (act === 'assign') {
    const owner = await ownerIn(pool, ctx);
    if (owner === undefined || owner === null)
      return redirect(ctx, back, 'Nothing was done: choose whom to assign them to.');
    const result = await assignTasks(pool, { taskIds: ids, owner, actor });
    return redirect(ctx, back, summary(`assigned to ${owner.email}`, result, `with ${owner.email} already`));
  }
  if (act === 'done') {
    const done = await finishFollowUp(pool, ids, { note: noteIn(ctx), actor });
    if (isRefused(done)) return redirect(ctx, back, `Nothing was done: ${done.findings[0]}.`);
    return redirect(ctx, back, summary('marked as done', done));
  }
  if (act === 'again') return redirect(ctx, back, summary('queued again', await runAgain(deps, ctx, ids)));
  throw new ApiError('bad_request', 'act must be one of take, assign, done, again');
};

async function runAgain(deps: DispatchConsoleDeps, ctx: Context, ids: readonly string[]): Promise<FollowUpResult> {
  const requestedBy = askedByPerson(person(ctx));
  const asker = { actor: actorOf(ctx), requestedBy, keyId: null, channel: 'console' } as const;
  const changed: string[] = [];
  const over: string[] = [];
  for (const id of ids) {
    const task = await readTask(deps.pool, id);
    const result = task === undefined ? null : await askAgain(deps, task, asker);
    (result === null || result.kind === 'rejected' ? over : changed).push(id);
  }
  return { changed, already: [], owned: [], over };
}

/** What was done, and what was not and why. */
function summary(done: string, { changed, already, owned, over }: FollowUpResult, before = ''): string {
  const tasks = (n: number): string => `${n} ${n === 1 ? 'task' : 'tasks'}`;
  return [
    `${tasks(changed.length)} ${done}.`,
    ...(already.length === 0 ? [] : [`${tasks(already.length)} ${already.length === 1 ? 'was' : 'were'} ${before}.`]),
    ...(owned.length === 0
      ? []
      : [`${tasks(owned.length)} left with ${[...new Set(owned.map((one) => one.ownerName))].join(', ')}.`]),
    ...(over.length === 0
      ? []
      : [
          `${tasks(over.length)} left as ${over.length === 1 ? 'it is' : 'they are'}: this cannot be done with ${over.length === 1 ? 'it' : 'them'}.`,
        ]),
  ].join(' ');
}

const noteIn = (ctx: Context): string => field(ctx, 'note').replace(/\r\n?/g, '\n');

/** The person that the form names, null for nobody; undefined where there is no such person to own a task. */
async function ownerIn(pool: Pool, ctx: Context): Promise<Person | null | undefined> {
  const id = field(ctx, 'owner');
  if (id === '') return null;
  return (await listPeopleWhoMay(pool, permissions.followUpTask.person)).find((one) => one.id === id);
}

/** The list that the form was on: its filters, and no address of anything else. */
function listIn(ctx: Context): string {
  const query = field(ctx, 'list');
  return query === '' ? '/console/tasks' : `/console/tasks?${new URLSearchParams(query).toString()}`;
}

/** New tasks by form: which type, its form, and what happened to it. */
import type { HandlerOf } from '../../http/handler.ts';
import { type Finding, findingOf, sentencesIn } from '../../../domain/finding.ts';
import type { Context } from 'koa';
import { type TaskType, taskTypes } from '../../../domain/dispatch/task.ts';
import { typeText } from '../../../domain/dispatch/task-title.ts';
import { type SenderRow, listSenders } from '../../../store/senders.ts';
import { checkTaskInput } from '../../../commands/dispatch/check-task-input.ts';
import { requestTask } from '../../../commands/dispatch/request-task.ts';
import type { IntakeResult } from '../../../commands/dispatch/accept-tasks.ts';
import { notFound } from '../../http/errors.ts';
import type { DispatchConsoleDeps } from '../deps.ts';
import { field, form } from '../form.ts';
import { actorOf, exactTime, person, redirect, sendPage } from '../page.ts';
import { formOf } from './form-fields.ts';
import { chooseTypeBody, newTaskBody } from './new-task-view.ts';
import { type FormValues, findingsByField, inputOf, valuesOf } from './read-task-form.ts';

const crumbs = [{ text: 'Tasks', href: '/console/tasks' }];

/** GET /console/tasks/new */
export const getTypes: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  sendPage(deps, ctx, { title: 'New task', section: 'tasks', crumbs, body: chooseTypeBody() });
};

/** GET /console/tasks/new/:type */
export const getTaskForm: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const type = typeOf(ctx);
  const chosen = typeof ctx.query['sender'] === 'string' ? ctx.query['sender'] : '';
  showForm(deps, ctx, type, { senders: await listSenders(deps.pool), chosen, values: new Map(), findings: [] });
};

/** POST /console/tasks/new/:type: the same processor as every channel. */
export const postTaskForm: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const type = typeOf(ctx);
  const fields = formOf(type);
  const values = valuesOf(fields, form(ctx));
  const senders = await listSenders(deps.pool);
  const chosen = field(ctx, 'sender');
  const input = inputOf(type, fields, values, person(ctx));
  if (!senders.some(({ id }) => id === chosen)) {
    const checked = checkTaskInput(input, { allowLoopback: deps.settings.DISPATCH_ALLOW_LOOPBACK });
    const noSender = findingOf('sender', [{ member: 'sender' }, ' must be chosen']);
    const findings = [noSender, ...('findings' in checked ? checked.findings : [])];
    return showForm(deps, ctx, type, { senders, chosen, values, findings });
  }
  const result = await requestTask(deps, chosen, input, actorOf(ctx));
  if (result.kind === 'rejected')
    return showForm(deps, ctx, type, { senders, chosen, values, findings: result.findings });
  redirect(ctx, `/console/tasks/${result.task.id}`, noticeOf(result));
};

function noticeOf(result: Exclude<IntakeResult, { kind: 'rejected' }>): string {
  if (result.kind === 'new') return 'The task is queued.';
  const since = `Duplicate of a task created on ${exactTime(result.task.createdAt)}, shown here. Nothing new was queued.`;
  return result.differs ? `${since} The earlier request differs slightly.` : since;
}

interface Shown {
  readonly senders: readonly SenderRow[];
  readonly chosen: string;
  readonly values: FormValues;
  readonly findings: readonly Finding[];
}

function showForm(deps: DispatchConsoleDeps, ctx: Context, type: TaskType, shown: Shown): void {
  const fields = formOf(type);
  sendPage(deps, ctx, {
    title: typeText[type],
    section: 'tasks',
    crumbs: [...crumbs, { text: 'New task', href: '/console/tasks/new' }],
    ...(shown.findings.length > 0 ? { status: 422 } : {}),
    body: newTaskBody(ctx, {
      ...shown,
      type,
      form: fields,
      findings: sentencesIn(shown.findings),
      ...findingsByField(fields, shown.findings),
    }),
  });
}

function typeOf(ctx: Context): TaskType {
  const { type } = ctx['params'] as { type?: string };
  const found = taskTypes.find((known) => known === type);
  if (found === undefined) throw notFound('type of task');
  return found;
}

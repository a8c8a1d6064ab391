/** New tasks by form: which type, its form, and what happened to it. */
import type { Context } from 'koa';
import type { IntakeResult } from '../../../commands/dispatch/accept-tasks.ts';
import { checkTaskInput } from '../../../commands/dispatch/check-task-input.ts';
import { requestTask } from '../../../commands/dispatch/request-task.ts';
import { typeText } from '../../../domain/dispatch/task-title.ts';
import { type TaskType, taskTypes } from '../../../domain/dispatch/task.ts';
import { type Finding, findingOf, sentencesIn } from '../../../domain/sentence.ts';
import { type SenderRow, listSenders } from '../../../store/senders.ts';
import { notFound } from '../../http/errors.ts';
import type { HandlerOf } from '../../http/api-route.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import type { DispatchConsoleDeps } from '../route.ts';
import { csrfField, field, form } from '../form.ts';
import { actorOf, exactTime, person, redirect, sendPage } from '../page.ts';
import { type FormField, type TaskForm, formOf } from './task-form.ts';
import { type FormValues, findingsByField, inputOf, labelled, valuesOf } from './task-form.ts';

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
      ...findingsByField(fields, shown.findings, shown.values),
    }),
  });
}

function typeOf(ctx: Context): TaskType {
  const { type } = ctx['params'] as { type?: string };
  const found = taskTypes.find((known) => known === type);
  if (found === undefined) throw notFound('type of task');
  return found;
}

// The markup of new tasks: the types to choose from, and a form with its findings beside the fields.

const aboutType: Readonly<Record<TaskType, string>> = {
  pull_pod: 'Fetches the signed proof of delivery from the TMS.',
  pod_to_dispute:
    'Fetches the proof of delivery and attaches it to the open dispute, or files a dispute that it supports.',
  file_dispute: 'Disputes a short-paid invoice, with the proof attached. Stops where the facts do not support it.',
  answer_claim: 'Accepts, partly accepts or rejects a claim, based on the proof of delivery.',
  tms_correction: 'Keys a correction in the TMS. A net change over $250 needs approval.',
  portal_action: 'Logs a request the robot never performs; a person does it.',
};

function chooseTypeBody(): Html {
  return html`<div class="page-head">
      <h1>New task</h1>
      <p>Choose a task type. For many tasks, use <a href="/console/tasks/import">CSV import</a>.</p>
    </div>
    <ul class="types">
      ${taskTypes.map(
        (type) =>
          html`<li>
            <a href="/console/tasks/new/${type}"><strong>${typeText[type]}</strong><small>${aboutType[type]}</small></a>
          </li>`,
      )}
    </ul>`;
}

interface NewTask {
  readonly type: TaskType;
  readonly form: TaskForm;
  readonly senders: readonly SenderRow[];
  readonly chosen: string;
  readonly values: FormValues;
  readonly findings: readonly string[];
  readonly byField: ReadonlyMap<string, readonly string[]>;
  readonly others: readonly string[];
}

function newTaskBody(ctx: Context, page: NewTask): Html {
  const { type, form, senders, values } = page;
  if (senders.length === 0) return noSenders(typeText[type]);
  const moreOpen = form.more.some(({ name }) => page.byField.has(name) || (values.get(name) ?? '') !== '');
  return html`<div class="page-head">
      <h1>${typeText[type]}</h1>
      <p>${aboutType[type]}</p>
    </div>
    ${neverClicked(type)} ${errors(page)}
    <form class="card" method="post" action="/console/tasks/new/${type}" novalidate>
      ${csrfField(ctx)}
      <div class="fields">${senderField(page)} ${form.fields.map((field) => control(field, page))}</div>
      ${
        form.rules.length > 0 &&
        html`<ul class="hint">
          ${form.rules.map((rule) => html`<li>${labelled(form, rule)}</li>`)}
        </ul>`
      }
      <details ${moreOpen && html`open`}>
        <summary>Instruction, reference and delivery</summary>
        <div class="fields">${form.more.map((field) => control(field, page))}</div>
      </details>
      <p class="hint">You are recorded as the requester; where approval is needed, somebody else has to give it.</p>
      <p class="actions">
        <button class="button button-primary">
          ${type === 'portal_action' ? 'Record and escalate' : 'Queue the task'}
        </button>
        <a class="button button-quiet" href="/console/tasks/new">Another type</a>
      </p>
    </form>`;
}

function noSenders(title: string): Html {
  return html`<div class="page-head"><h1>${title}</h1></div>
    <div class="empty">
      <p>A task belongs to a sender, and there are no senders yet.</p>
      <p>An admin can create one under Administration, or with <code>npx lanekeeper sender create NAME</code>.</p>
    </div>`;
}

function neverClicked(type: TaskType): Content {
  if (type !== 'portal_action') return null;
  return html`<p class="notice notice-warn">
    <strong>Nothing will be clicked.</strong> Every action in this list is on the guard's never-click list. The task is
    recorded, stopped before any browser opens, and escalated to a person, who does it in the portal.
  </p>`;
}

/** The field that is to be corrected first has the focus. */
function firstWrong({ form, byField }: NewTask): string | undefined {
  return ['sender', ...[...form.fields, ...form.more].map(({ name }) => name)].find((name) => byField.has(name));
}

function errors({ findings, others, byField, form }: NewTask): Content {
  if (findings.length === 0) return null;
  const names = ['sender', ...[...form.fields, ...form.more].map(({ name }) => name)];
  return html`<div class="error-list" role="alert" tabindex="-1">
    <p><strong>Nothing was queued.</strong></p>
    <ul>
      ${others.map((finding) => html`<li>${finding}</li>`)}
      ${names.flatMap((name) =>
        (byField.get(name) ?? []).map((finding) => html`<li><a href="#${idOf(name)}">${finding}</a></li>`),
      )}
    </ul>
  </div>`;
}

function senderField(page: NewTask): Html {
  const { senders, chosen, byField } = page;
  const [finding] = byField.get('sender') ?? [];
  return html`<div class="field">
    <label for="sender">Sender</label>
    <select
      id="sender"
      name="sender"
      aria-describedby="sender-help${finding !== undefined && ' sender-error'}"
      ${finding !== undefined && html`aria-invalid="true"`}
      ${firstWrong(page) === 'sender' && html`autofocus`}
      required
    >
      ${senders.length > 1 && html`<option value="">Choose one</option>`}
      ${senders.map(({ id, name }) => html`<option value="${id}" ${id === chosen && html`selected`}>${name}</option>`)}
    </select>
    ${finding !== undefined && html`<p class="error" id="sender-error">${finding}</p>`}
    <small id="sender-help">The account the task runs under: its portals, limits and webhooks apply.</small>
  </div>`;
}

function control(field: FormField, page: NewTask): Html {
  const { values, byField } = page;
  const { name, label, help, required, shownFor } = field;
  const id = idOf(name);
  const found = byField.get(name) ?? [];
  const described = [help !== null && `${id}-help`, found.length > 0 && `${id}-error`].filter(Boolean).join(' ');
  const attributes = html`id="${id}" name="${name}" ${described !== '' && html`aria-describedby="${described}"`}
  ${found.length > 0 && html`aria-invalid="true"`} ${required && html`required`}
  ${firstWrong(page) === name && html`autofocus`}`;
  const wide = field.control === 'textarea' ? 'field field-wide' : 'field';
  const shown =
    shownFor !== null && html`data-shown-by="${shownFor.field}" data-shown-for="${shownFor.values.join(' ')}"`;
  return html`<div class="${wide}" ${shown}>
    <label for="${id}"
      >${label} ${!required && shownFor === null && html`<span class="optional">optional</span>`}</label
    >
    ${inputFor(field, values.get(name) ?? '', attributes)}
    ${found.length > 0 && html`<p class="error" id="${id}-error">${found.join('; ')}</p>`}
    ${help !== null && html`<small id="${id}-help">${help}${field.control === 'list' && ' Separated by commas.'}</small>`}
  </div>`;
}

function inputFor(field: FormField, value: string, attributes: Html): Html {
  const { control, options, example, maxLength } = field;
  if (control === 'select')
    return html`<select ${attributes}>
      <option value="">${field.required ? 'Choose one' : 'None'}</option>
      ${options.map((option) => html`<option value="${option.value}" ${option.value === value && html`selected`}>${option.text}</option>`)}
    </select>`;
  const limit = maxLength !== null && html`maxlength="${maxLength}"`;
  if (control === 'textarea') return html`<textarea rows="3" ${limit} ${attributes}>${`\n${value}`}</textarea>`;
  return html`<input
    type="text"
    ${control === 'number' && html`inputmode="numeric"`}
    autocomplete="off"
    spellcheck="false"
    value="${value}"
    ${example !== null && html`placeholder="${example}"`}
    ${limit}
    ${attributes}
  />`;
}

function idOf(name: string): string {
  return name.replaceAll('.', '-');
}

/** The markup of the task list: filters, badges of state, what is stuck and why. */
import type { Context } from 'koa';
import { channels, outcomeReasons, statuses, taskTypes } from '../../../domain/dispatch/task.ts';
import { noteLimit } from '../../../domain/dispatch/approval-input.ts';
import type { Person } from '../../../store/people.ts';
import { subjectOf, typeText } from '../../../domain/dispatch/task-title.ts';
import type { SenderRow } from '../../../store/senders.ts';
import { type FoundTask, type TaskSortKey, countedAtMost } from '../../../store/search.ts';
import { statusText } from '../../dispatch/result-text.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { type Column, type ColumnSort, table } from '../../http/table.ts';
import { type Choice, selectField } from '../form.ts';
import { when } from '../page.ts';
import {
  columnSort,
  dayRange,
  listSummary,
  madeSort,
  orderField,
  pageBack,
  pageLinks,
  pageOn,
  pageWords,
  sealedCursor,
} from '../pagination.ts';
import { columnsIn, isNarrowed, listAddress, listQuery, taskColumns } from './filter.ts';
import type { TaskColumn, TaskFilter } from './filter.ts';
import { askedBy, channelText, shortReasons, statusBadge } from './task-text.ts';

export interface ListedTask extends FoundTask {
  /** Why it does not move on; null where nothing is amiss. */
  readonly stuck: string | null;
}

interface TaskList {
  readonly filter: TaskFilter;
  /** The filters that the person keeps under a name. */
  readonly savedViews: Content;
  readonly tasks: readonly ListedTask[];
  /** How many the filters find, up to `countedAtMost`. */
  readonly total: number;
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
  readonly senders: readonly SenderRow[];
  readonly portals: readonly { readonly id: string; readonly name: string }[];
  /** Whether the person may submit tasks and follow up on them. */
  readonly mayAct: boolean;
  /** Whom tasks can be assigned to. */
  readonly people: readonly Pick<Person, 'id' | 'name' | 'email'>[];
  readonly csrf: Html;
  readonly now: Date;
}

/** The first page is updated as tasks come and end; a later one stays as it is read. */
const pollSeconds = 15;

export function listBody(ctx: Context, list: TaskList): Html {
  const { mayAct, filter, next } = list;
  const back = pageBack(filter);
  const firstPage = listAddress(filter, { cursor: '', trail: '' });
  return html`<div class="page-head">
      <h1>Tasks</h1>
      ${mayAct && html`<a class="button" href="/console/tasks/import">Import CSV</a> <a class="button button-primary" href="/console/tasks/new">New task</a>`}
    </div>
    ${views(filter)} ${list.savedViews} ${filterForm(ctx, list)}
    <div id="found" ${filter.cursor === '' && html`data-poll="${pollSeconds}"`}>
      ${summary(list)} ${selectable(list)}
    </div>
    ${pageLinks({
      first: filter.cursor === '' ? null : firstPage,
      previous: back === null ? null : listAddress(filter, back),
      next: next === null ? null : listAddress(filter, pageOn(filter, sealedCursor(firstPage, next))),
      ...pageWords(filter.sort),
    })}`;
}

/** How many there are, in which order, and the way to have them as a file. */
function summary({ filter, total, tasks }: TaskList): Content {
  if (tasks.length === 0) return null;
  const counted = { total, countedAtMost, nouns: ['task', 'tasks'] } as const;
  if (filter.stuck !== '') return listSummary(counted);
  const file = listAddress(filter, { cursor: '', trail: '' }, '/console/tasks/export.csv');
  return listSummary({ ...counted, file });
}

const quickViews: readonly (readonly [string, Partial<TaskFilter>])[] = [
  ['All', {}],
  ['Awaiting approval', { status: 'awaiting_approval' }],
  ['Escalated', { status: 'escalated' }],
  ['Failed', { status: 'failed' }],
  ['Stuck', { stuck: 'yes' }],
  ['Needs a person', { attention: 'open' }],
  ['Mine', { attention: 'mine' }],
];

function views(filter: TaskFilter): Html {
  const none = Object.fromEntries(Object.keys(filter).map((name) => [name, ''])) as unknown as TaskFilter;
  const here = listAddress(filter, { cursor: '', trail: '', sort: '', col: '' });
  return html`<nav class="views" aria-label="Views">
    <ul>
      ${quickViews.map(([text, change]) => {
        const href = listAddress(none, change);
        return html`<li><a href="${href}" ${href === here && html`aria-current="page"`}>${text}</a></li>`;
      })}
    </ul>
  </nav>`;
}

function filterForm(ctx: Context, { filter, senders, portals }: TaskList): Html {
  const chosen = (names: readonly (keyof TaskFilter)[]): boolean => names.some((name) => filter[name] !== '');
  const select = (name: keyof TaskFilter, label: string, options: readonly Choice[]): Html =>
    selectField({ name, label, value: filter[name], any: 'Any', options });
  const more = chosen(['channel', 'portal', 'reason', 'from', 'until', 'sort', 'col']);
  const shownColumns = columnsIn(filter);
  return html`<form class="filters" method="get" action="/console/tasks" role="search">
    <div class="grow">
      <label for="q">Number, reference or task id</label>
      <input
        type="search"
        id="q"
        name="q"
        value="${filter.q}"
        placeholder="PRO, invoice, dispute, claim, …"
        autocomplete="off"
        spellcheck="false"
      />
    </div>
    ${select(
      'status',
      'Status',
      wordsOf(statuses, (status) => statusText[status]),
    )}
    ${select(
      'type',
      'Type',
      wordsOf(taskTypes, (type) => typeText[type]),
    )}
    ${select('sender', 'Sender', named(senders))}
    <details class="more-filters" ${more && html`open`}>
      <summary>More filters</summary>
      <div class="filters">
        ${select(
          'channel',
          'Channel',
          wordsOf(channels, (channel) => channelText[channel] ?? channel),
        )}
        ${select('portal', 'Portal', named(portals))}
        ${select(
          'reason',
          'Outcome reason',
          wordsOf(outcomeReasons, (reason) => shortReasons[reason]),
        )}
        ${dayRange(ctx, 'From', filter)} ${orderField(filter.sort, sortedColumns)}
        <fieldset class="column-choice">
          <legend>Columns</legend>
          ${taskColumns.map(
            (name) =>
              html`<label class="check"
                ><input type="checkbox" name="col" value="${name}" ${shownColumns.includes(name) && html`checked`} />
                ${columnNames[name]}</label
              >`,
          )}
        </fieldset>
      </div>
    </details>
    <div class="actions">
      <button class="button">Show</button>
      ${isNarrowed(filter) && html`<a class="button button-quiet" href="/console/tasks">Clear</a>`}
    </div>
  </form>`;
}

/** What the list can be ordered by besides when tasks came in. */
const sortedColumns: readonly (readonly [TaskSortKey, string])[] = [
  ['type', 'Task type'],
  ['status', 'Status'],
  ['reference', 'Reference'],
  ['sender', 'Sender'],
  ['portal', 'Portal'],
];

const columnNames: Readonly<Record<TaskColumn, string>> = {
  status: 'Status',
  reference: 'Reference',
  sender: 'Sender',
  received: 'Received',
  portal: 'Portal',
  summary: 'Summary',
};

const wordsOf = <T extends string>(values: readonly T[], word: (value: T) => string): Choice[] =>
  values.map((value) => ({ value, text: word(value) }));

const named = (all: readonly { readonly id: string; readonly name: string }[]): Choice[] =>
  all.map(({ id, name }) => ({ value: id, text: name }));

/** The table, within a form for acts on several tasks where the person may act. */
function selectable(list: TaskList): Content {
  const { filter, tasks, mayAct, people, csrf } = list;
  if (!mayAct || tasks.length === 0) return taskTable(list);
  const query = listQuery(filter);
  return html`<form method="post" action="/console/tasks/selected">
    ${csrf}<input type="hidden" name="list" value="${query}" />
    ${taskTable(list)}
    <details class="card selected-acts">
      <summary>Actions for the selected tasks</summary>
      <div class="actions">
        <button class="button" name="act" value="take">Take</button>
        <button
          class="button"
          name="act"
          value="again"
          data-confirm="Run the work of the selected tasks again, requested by you?"
        >
          Run again
        </button>
      </div>
      <div class="actions">
        ${selectField({
          name: 'owner',
          label: 'Assign to',
          any: 'Choose a person',
          options: people.map(({ id, name, email }) => ({ value: id, text: `${name} (${email})` })),
        })}
        <button class="button" name="act" value="assign">Assign</button>
      </div>
      <div class="field">
        <label for="selected-note">Note on what was done</label>
        <textarea id="selected-note" name="note" rows="2" maxlength="${noteLimit}" data-required-by="done"></textarea>
      </div>
      <p class="actions"><button class="button" name="act" value="done">Mark as done</button></p>
    </details>
  </form>`;
}

function tick(task: ListedTask): Html {
  return html`<input
    type="checkbox"
    name="task"
    value="${task.id}"
    aria-label="Select ${typeText[task.taskType]} ${subjectOf(task)}"
  />`;
}

function taskTable(list: TaskList): Content {
  const { tasks, now, filter, mayAct } = list;
  // What is stuck is a short list of its own, the oldest first.
  const isSorted = filter.stuck === '';
  const orderedBy = (order: string): string => listAddress(filter, { sort: order, cursor: '', trail: '' });
  const sort = (key: TaskSortKey): ColumnSort | undefined =>
    isSorted ? columnSort(key, filter.sort, orderedBy) : undefined;
  const columns: Readonly<Record<TaskColumn, Column<ListedTask>>> = {
    status: { heading: columnNames.status, cell: taskState, sort: sort('status') },
    reference: {
      heading: columnNames.reference,
      sort: sort('reference'),
      cell: ({ clientRef, confirmationNumber }) =>
        html`${clientRef ?? html`<span class="quiet">none</span>`}
        ${confirmationNumber && html`<small>Confirmed ${confirmationNumber}</small>`}`,
    },
    sender: { heading: columnNames.sender, cell: senderAndChannel, sort: sort('sender') },
    received: {
      heading: filter.stuck === '' ? columnNames.received : 'Since',
      sort: isSorted ? madeSort(filter.sort, orderedBy) : undefined,
      cell: ({ createdAt, finishedAt }) =>
        html`${when(createdAt, now)}${finishedAt && html`<small>ended ${when(finishedAt, now)}</small>`}`,
    },
    portal: { heading: columnNames.portal, cell: ({ portal }) => portalName(list, portal), sort: sort('portal') },
    summary: { heading: columnNames.summary, cell: ({ summary: words }) => words && short(words) },
  };
  return table({
    label: 'Tasks',
    class: 'tasks',
    list: 'page',
    columnChoice: 'own',
    rows: tasks,
    empty: nothing(list),
    columns: [
      ...(mayAct ? [{ heading: 'Select', headingHidden: true, cell: tick, class: 'tick' }] : []),
      { heading: 'Task', cell: taskName, namesRow: true, sort: sort('type') },
      ...columnsIn(filter).map((name) => columns[name]),
    ],
  });
}

/** As the filter above calls it. */
function portalName({ portals }: TaskList, portal: string | null): Content {
  if (portal === null) return html`<span class="quiet">none</span>`;
  return portals.find(({ id }) => id === portal)?.name ?? portal;
}

function taskName(task: ListedTask): Html {
  const subject = subjectOf(task);
  const type = typeText[task.taskType];
  return html`<a href="/console/tasks/${task.id}">${subject === '' ? type : subject}</a>
    ${subject !== '' && html`<small>${type}</small>`}`;
}

function taskState({ status, outcomeReason, stuck, ownerName, handledAt }: ListedTask): Html {
  return html`${statusBadge(status)} ${outcomeReason && html`<small>${shortReasons[outcomeReason]}</small>`}
  ${ownerName !== null && html`<small>${handledAt === null ? 'Owner' : 'Done,'} ${ownerName}</small>`}
  ${stuck && html`<p class="stuck"><span class="badge badge-bad">Stuck</span> ${short(stuck)}</p>`}`;
}

function senderAndChannel({ senderName, channel, requestedBy }: ListedTask): Html {
  const asker = askedBy(requestedBy);
  return html`${senderName}<small>${channelText[channel] ?? channel}${asker !== null && html`, ${asker}`}</small>`;
}

/** Last words of a evidence log can be long; the task's page has them in full. */
function short(words: string): string {
  return words.length <= 160 ? words : `${words.slice(0, 159).trimEnd()}…`;
}

function nothing({ filter, mayAct }: TaskList): Html {
  if (filter.stuck !== '') return html`<div class="empty"><p>Nothing is stuck.</p></div>`;
  if (isNarrowed(filter))
    return html`<div class="empty">
      <p>No tasks match.</p>
      <p>Search matches the start of a number or reference, four characters or more.</p>
      <p class="actions"><a class="button" href="/console/tasks">Show all tasks</a></p>
    </div>`;
  return html`<div class="empty">
    <p>There are no tasks yet.</p>
    ${mayAct ? html`<p class="actions"><a class="button button-primary" href="/console/tasks/new">Create the first task</a></p>` : html`<p>Tasks arrive by API, CSV, webhook, mail, MCP or the form in this console.</p>`}
  </div>`;
}

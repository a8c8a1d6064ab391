/** The markup of the task list: filters, badges of state, what is stuck and why. */
import { channels, statuses, taskTypes } from '../../../domain/dispatch/task.ts';
import type { SenderRow } from '../../../store/senders.ts';
import type { FoundTask } from '../../../store/task-search.ts';
import { statusWords, typeWords } from '../../dispatch/result-words.ts';
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';
import { when } from '../page.ts';
import { isNarrowed, listAddress, reasons } from './task-filter.ts';
import type { TaskFilter } from './task-filter.ts';
import { askedBy, channelWords, shortReasons, statusBadge, subjectOf } from './task-words.ts';

export interface ListedTask extends FoundTask {
  /** Why it does not move on; null where nothing is amiss. */
  readonly stuck: string | null;
}

export interface TaskList {
  readonly filter: TaskFilter;
  readonly tasks: readonly ListedTask[];
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
  readonly senders: readonly SenderRow[];
  readonly portals: readonly { readonly id: string; readonly name: string }[];
  readonly mayAsk: boolean;
  readonly now: Date;
}

export function listBody(list: TaskList): Html {
  const { tasks, mayAsk, filter } = list;
  return html`<div class="page-head">
      <h1>Tasks</h1>
      ${mayAsk && html`<a class="button" href="/console/tasks/import">Import CSV</a> <a class="button button-primary" href="/console/tasks/new">New task</a>`}
    </div>
    ${views(filter)} ${filterForm(list)} ${tasks.length === 0 ? nothing(list) : table(list)} ${pages(list)}`;
}

const quickViews: readonly (readonly [string, Partial<TaskFilter>])[] = [
  ['All', {}],
  ['Waiting for a person', { status: 'awaiting_approval' }],
  ['Escalated', { status: 'escalated' }],
  ['Failed', { status: 'failed' }],
  ['Stuck', { stuck: 'yes' }],
];

function views(filter: TaskFilter): Html {
  const none = Object.fromEntries(Object.keys(filter).map((name) => [name, ''])) as unknown as TaskFilter;
  const here = listAddress(filter, { cursor: '' });
  return html`<nav class="views" aria-label="Views">
    <ul>
      ${quickViews.map(([text, change]) => {
        const href = listAddress(none, change);
        return html`<li><a href="${href}" ${href === here && html`aria-current="page"`}>${text}</a></li>`;
      })}
    </ul>
  </nav>`;
}

function filterForm({ filter, senders, portals }: TaskList): Html {
  const chosen = (names: readonly (keyof TaskFilter)[]): boolean => names.some((name) => filter[name] !== '');
  const more = chosen(['channel', 'portal', 'reason', 'from', 'until']);
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
      'State',
      filter.status,
      statuses.map((status) => [status, statusWords[status]]),
    )}
    ${select(
      'type',
      'Type',
      filter.type,
      taskTypes.map((type) => [type, typeWords[type]]),
    )}
    ${select(
      'sender',
      'Sender',
      filter.sender,
      senders.map(({ id, name }) => [id, name]),
    )}
    <details class="more-filters" ${more && html`open`}>
      <summary>More filters</summary>
      <div class="filters">
        ${select(
          'channel',
          'Came by',
          filter.channel,
          channels.map((channel) => [channel, channelWords[channel] ?? channel]),
        )}
        ${select(
          'portal',
          'Portal',
          filter.portal,
          portals.map(({ id, name }) => [id, name]),
        )}
        ${select(
          'reason',
          'Outcome because',
          filter.reason,
          reasons.map((reason) => [reason, shortReasons[reason]]),
        )}
        <div>
          <label for="from">From (UTC)</label>
          <input type="date" id="from" name="from" value="${filter.from}" />
        </div>
        <div>
          <label for="until">Until</label>
          <input type="date" id="until" name="until" value="${filter.until}" />
        </div>
      </div>
    </details>
    <div class="actions">
      <button class="button">Show</button>
      ${isNarrowed(filter) && html`<a class="button button-quiet" href="/console/tasks">Clear</a>`}
    </div>
  </form>`;
}

function select(name: string, label: string, chosen: string, options: readonly (readonly [string, string])[]): Html {
  return html`<div>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      <option value="">Any</option>
      ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`)}
    </select>
  </div>`;
}

function table({ tasks, now, filter }: TaskList): Html {
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="Tasks">
    <table class="tasks">
      <thead>
        <tr>
          <th scope="col">Task</th>
          <th scope="col">State</th>
          <th scope="col">Reference</th>
          <th scope="col">Sender</th>
          <th scope="col">${filter.stuck === '' ? 'Received' : 'Since'}</th>
        </tr>
      </thead>
      <tbody>
        ${tasks.map((task) => row(task, now))}
      </tbody>
    </table>
  </div>`;
}

function row(task: ListedTask, now: Date): Html {
  const subject = subjectOf(task);
  const asker = askedBy(task.requestedBy);
  return html`<tr>
    <th scope="row">
      <a href="/console/tasks/${task.id}">${subject === '' ? typeWords[task.taskType] : subject}</a>
      ${subject !== '' && html`<small>${typeWords[task.taskType]}</small>`}
    </th>
    <td>
      ${statusBadge(task.status)} ${task.outcomeReason && html`<small>${shortReasons[task.outcomeReason]}</small>`}
      ${task.stuck && html`<p class="stuck"><span class="badge badge-bad">Stuck</span> ${short(task.stuck)}</p>`}
    </td>
    <td>
      ${task.clientRef ?? html`<span class="quiet">none</span>`}
      ${task.confirmationNumber && html`<small>Confirmed ${task.confirmationNumber}</small>`}
    </td>
    <td>
      ${task.senderName}<small
        >${channelWords[task.channel] ?? task.channel}${asker !== null && html`, ${asker}`}</small
      >
    </td>
    <td>${when(task.createdAt, now)}${task.finishedAt && html`<small>ended ${when(task.finishedAt, now)}</small>`}</td>
  </tr>`;
}

/** Last words of a story can be long; the task's page has them in full. */
function short(words: string): string {
  return words.length <= 160 ? words : `${words.slice(0, 159).trimEnd()}…`;
}

function nothing({ filter, mayAsk }: TaskList): Html {
  if (filter.stuck !== '') return html`<div class="empty"><p>Nothing is stuck.</p></div>`;
  if (isNarrowed(filter))
    return html`<div class="empty">
      <p>No task fits.</p>
      <p>Numbers and references are found by their beginning, from four characters on.</p>
      <p class="actions"><a class="button" href="/console/tasks">Show all tasks</a></p>
    </div>`;
  return html`<div class="empty">
    <p>There are no tasks yet.</p>
    ${mayAsk ? html`<p class="actions"><a class="button button-primary" href="/console/tasks/new">Ask for the first one</a></p>` : html`<p>They come by API, CSV, webhook, mail, MCP, or from a form of this console.</p>`}
  </div>`;
}

function pages({ filter, next }: TaskList): Content {
  if (next === null && filter.cursor === '') return null;
  return html`<nav class="pages" aria-label="Pages">
    ${filter.cursor !== '' && html`<a class="button" href="${listAddress(filter, { cursor: '' })}">Newest</a>`}
    ${next !== null && html`<a class="button" rel="next" href="${listAddress(filter, { cursor: next })}">Older</a>`}
  </nav>`;
}

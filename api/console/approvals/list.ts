/** GET /console/approvals: what waits for a person, and what was decided. */
import { cents, formatAmount } from '../../../domain/dispatch/money.ts';
import type { Context } from 'koa';
import { capitalised } from '../../../domain/sentence.ts';
import { codeText } from '../../../domain/dispatch/code-text.ts';
import { type TaskType, taskTypes } from '../../../domain/dispatch/task.ts';
import { taskTitle, typeText } from '../../../domain/dispatch/task-title.ts';
import {
  approvalsCountedAtMost,
  countSettled,
  listSettled,
  listWaiting,
  settledSortKeys,
} from '../../../store/approvals-shown.ts';
import type {
  ApprovalFilter,
  SettledSearch,
  SettledStatus,
  ShownApproval,
  WaitingOrder,
} from '../../../store/approvals-shown.ts';
import { decodeCursor } from '../../../store/cursor.ts';
import { type SenderRow, listSenders } from '../../../store/senders.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { type ColumnSort, table } from '../../http/table.ts';
import { type ExportColumn, exportLimit, sendExport } from '../csv-export.ts';
import type { DispatchConsoleDeps } from '../route.ts';
import { selectField } from '../form.ts';
import { person, sendPage, when } from '../page.ts';
import {
  addressOf,
  choiceFilter,
  chosenOrder,
  columnSort,
  dayFilter,
  dayRange,
  listLinks,
  listSummary,
  madeSort,
  orderField,
  pageWords,
  placeInList,
  queryOf,
  spanOf,
  textFilter,
} from '../pagination.ts';
import { savedViewsOf, savedViewsPart } from '../saved-views.ts';
import { askedBy } from '../tasks/task-text.ts';
import { amountLabel, amountText, approvalBadge, countText } from './approval-text.ts';
import { runsIn, decidersText } from '../../../domain/dispatch/approval.ts';

/** More at once are no list any more but a standstill; the oldest of them come first. */
const waitingAtMost = 100;
const settledAtMost = 20;
const pollSeconds = 5;

const decided = ['approved', 'refused', 'expired', 'superseded'] as const satisfies readonly SettledStatus[];
const orderText = { amount: 'Largest amount first', newest: 'Newest first' } as const;

/** As the address has it. */
interface Chosen {
  readonly status: (typeof decided)[number] | 'pending' | undefined;
  readonly type: TaskType | undefined;
  readonly sender: string | undefined;
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** Of what waits; left out: the next to expire first. */
  readonly sort: keyof typeof orderText | undefined;
  /** Of what was decided: `oldest`, or what it is ordered by; left out: the newest requests first. */
  readonly decided: string | undefined;
}

const chosenIn = (ctx: Context): Chosen => ({
  status: choiceFilter(ctx, 'status', ['pending', ...decided]),
  type: choiceFilter(ctx, 'type', taskTypes),
  sender: textFilter(ctx, 'sender'),
  from: dayFilter(ctx, 'from'),
  until: dayFilter(ctx, 'until'),
  sort: choiceFilter(ctx, 'sort', ['amount', 'newest']),
  decided: choiceFilter(ctx, 'decided', ['oldest', ...settledSortKeys.flatMap((key) => [key, `-${key}`])]),
});

const filterOf = (ctx: Context, chosen: Chosen): ApprovalFilter => ({
  taskType: chosen.type,
  senderId: chosen.sender,
  ...spanOf(ctx, chosen),
});

const settledFilterOf = (ctx: Context, chosen: Chosen): ApprovalFilter & { readonly status?: SettledStatus } => ({
  ...filterOf(ctx, chosen),
  ...(chosen.status === undefined || chosen.status === 'pending' ? {} : { status: chosen.status }),
});

const settledOrderOf = ({ decided: order = '' }: Chosen): SettledSearch['order'] =>
  order === 'oldest' ? order : chosenOrder(order, settledSortKeys);

const waitingFilterOf = (ctx: Context, chosen: Chosen): ApprovalFilter & { readonly order?: WaitingOrder } => ({
  ...filterOf(ctx, chosen),
  order: chosen.sort,
});

const path = '/console/approvals';

export function getApprovalList(deps: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const chosen = chosenIn(ctx);
    const after = placeInList(ctx, decodeCursor);
    const showsWaiting = (chosen.status ?? 'pending') === 'pending' && after === undefined;
    const showsSettled = chosen.status !== 'pending';
    const settledFilter = settledFilterOf(ctx, chosen);
    const [waiting, settled, total, senders, saved] = await Promise.all([
      showsWaiting ? listWaiting(deps.pool, waitingAtMost + 1, waitingFilterOf(ctx, chosen)) : [],
      showsSettled
        ? listSettled(deps.pool, { ...settledFilter, order: settledOrderOf(chosen), limit: settledAtMost, after })
        : { rows: [], next: null },
      showsSettled ? countSettled(deps.pool, settledFilter) : 0,
      listSenders(deps.pool),
      savedViewsOf(deps, ctx, 'approvals'),
    ]);
    const links = listLinks(
      ctx,
      (place) => addressOf(path, { ...chosen, ...place }),
      settled.next,
      pageWords(chosen.decided ?? '', 'decisions'),
    );
    const query = queryOf({ ...chosen });
    sendPage(deps, ctx, {
      title: 'Approvals',
      section: 'approvals',
      body: html`<div class="page-head">
          <h1>Approvals</h1>
          <a class="button" href="${addressOf(`${path}/export.csv`, { ...chosen })}" download>Export CSV</a>
        </div>
        ${savedViewsPart(ctx, { list: 'approvals', query, saved })} ${filterForm(ctx, chosen, senders)}
        ${
          showsWaiting &&
          html`<div id="waiting" data-poll="${pollSeconds}">
            ${waitingList(waiting, { isNarrowed: query !== '', me: person(ctx).email, now: deps.now() })}
          </div>`
        }
        ${settledList(settled.rows, total, chosen, deps.now())} ${links}`,
    });
  };
}

function filterForm(ctx: Context, chosen: Chosen, senders: readonly SenderRow[]): Html {
  const { status, type, sender, sort, decided: order } = chosen;
  const isNarrowed = Object.values(chosen).some((value) => value !== undefined);
  return html`<details class="list-filters" ${isNarrowed && html`open`}>
    <summary>Filter and sort</summary>
    <form class="filters" method="get" action="${path}" role="search" aria-label="Approvals">
      ${selectField({
        name: 'status',
        label: 'Status',
        value: status,
        any: 'Any',
        options: ['pending', ...decided].map((value) => ({ value, text: capitalised(value) })),
      })}
      ${selectField({
        name: 'type',
        label: 'Type',
        value: type,
        any: 'Any',
        options: taskTypes.map((value) => ({ value, text: typeText[value] })),
      })}
      ${selectField({
        name: 'sender',
        label: 'Sender',
        value: sender,
        any: 'Any',
        options: senders.map(({ id, name }) => ({ value: id, text: name })),
      })}
      ${dayRange(ctx, 'Requested from', chosen)}
      ${selectField({
        name: 'sort',
        label: 'Order of the pending',
        value: sort,
        any: 'Next to expire first',
        options: Object.entries(orderText).map(([value, text]) => ({ value, text })),
      })}
      ${orderField(order ?? '', sortedColumns, ['decided', 'Order of the decisions'])}
      <div class="actions">
        <button class="button">Show</button>
        ${isNarrowed && html`<a class="button button-quiet" href="${path}">Clear</a>`}
      </div>
    </form>
  </details>`;
}

function waitingList(
  waiting: readonly ShownApproval[],
  { isNarrowed, me, now }: { readonly isNarrowed: boolean; readonly me: string; readonly now: Date },
): Html {
  if (waiting.length === 0)
    return html`<div class="empty">
      <p>${isNarrowed ? 'No pending approvals match.' : 'No approvals pending.'}</p>
      <p>Changes over a playbook's limit appear here before anything is written.</p>
    </div>`;
  return html`<p class="list-summary">
      ${
        waiting.length > waitingAtMost
          ? `More than ${waitingAtMost} pending; these come first.`
          : `${waiting.length} pending`
      }
    </p>
    ${runsList(waiting)}
    <ul class="approvals">
      ${waiting.slice(0, waitingAtMost).map((approval) => card(approval, me, now))}
    </ul>`;
}

/** Equal approvals can be decided one after another, each on its page. */
function runsList(waiting: readonly ShownApproval[]): Content {
  const runs = runsIn(waiting);
  if (runs.length === 0) return null;
  return html`<ul class="runs" aria-label="Equal approvals">
    ${runs.map(([first, ...others]) => {
      if (first === undefined) return null;
      const what = [typeText[first.taskType], reasonTexts(first), first.senderName].filter(Boolean).join(', ');
      return html`<li>
        <a class="button" href="/console/approvals/${first.id}?run=1">Review ${others.length + 1} one after another</a>
        <span class="quiet">${what}</span>
      </li>`;
    })}
  </ul>`;
}

function reasonTexts({ params }: ShownApproval): string | null {
  return 'reason_code' in params && params.reason_code !== undefined
    ? codeText('reason_code', params.reason_code)
    : null;
}

function card(approval: ShownApproval, me: string, now: Date): Html {
  const { id, reason, requestedAt, expiresAt, requestedBy, senderName } = approval;
  const amount = amountText(approval);
  const asker = askedBy(requestedBy);
  return html`<li class="card approval">
    <div>
      <h2><a href="/console/approvals/${id}">${taskTitle(approval)}</a></h2>
      <p>${reason}</p>
      <p class="quiet">
        Requested ${when(requestedAt, now)} by ${asker === null ? senderName : html`${asker} (${senderName})`}; expires
        ${when(expiresAt, now)};
        ${countText(approval)}.${approval.delegatedTo !== null && (approval.delegatedTo === me ? html` <strong>Delegated to you.</strong>` : ` Delegated to ${approval.delegatedTo}.`)}
        ${approval.questions.some(({ answer }) => answer === null) && html`<span class="badge badge-wait">Question open</span>`}
      </p>
    </div>
    ${amount !== null && html`<p class="net"><small>${amountLabel(approval)}</small> <strong>${amount}</strong></p>`}
  </li>`;
}

/** What decisions can be ordered by besides when they were requested. */
const sortedColumns: readonly (readonly [(typeof settledSortKeys)[number], string])[] = [
  ['type', 'Task type'],
  ['amount', 'Amount'],
  ['status', 'Decision'],
  ['sender', 'Sender'],
];

function settledList(settled: readonly ShownApproval[], total: number, chosen: Chosen, now: Date): Content {
  if (settled.length === 0) return null;
  const orderedBy = (order: string): string => addressOf(path, { ...chosen, decided: order || undefined });
  const sort = (key: (typeof settledSortKeys)[number]): ColumnSort => columnSort(key, chosen.decided ?? '', orderedBy);
  return html`<section class="rows" aria-labelledby="settled">
    <h2 id="settled">Decisions</h2>
    ${listSummary({ total, countedAtMost: approvalsCountedAtMost, nouns: ['decision', 'decisions'] })}
    ${table({
      label: 'Table of decisions',
      list: 'page',
      rows: settled,
      columns: [
        {
          heading: 'Change',
          sort: sort('type'),
          cell: (approval) => html`<a href="/console/approvals/${approval.id}">${taskTitle(approval)}</a>`,
        },
        { heading: 'Amount', cell: amountText, number: true, sort: sort('amount') },
        { heading: 'Decision', cell: ({ status }) => approvalBadge(status), sort: sort('status') },
        {
          heading: 'By',
          cell: (approval) => decidersText(approval) ?? html`<span class="quiet">nobody</span>`,
        },
        { heading: 'When', cell: ({ decidedAt }) => decidedAt && when(decidedAt, now) },
        { heading: 'Sender', cell: ({ senderName }) => senderName, sort: sort('sender') },
        {
          heading: 'Requested',
          cell: ({ requestedAt }) => when(requestedAt, now),
          sort: madeSort(chosen.decided ?? '', orderedBy),
        },
      ],
    })}
  </section>`;
}

// GET /console/approvals/export.csv: what waits and what was decided, newest requests first.

const columns: readonly ExportColumn<ShownApproval>[] = [
  ['change', taskTitle],
  ['amount', ({ amountCents }) => (amountCents === null ? null : formatAmount(cents(amountCents)))],
  ['status', ({ status }) => status],
  ['reason', ({ reason }) => reason],
  ['decided_by', ({ decidedBy }) => decidedBy],
  ['note', ({ note }) => note],
  ['sender', ({ senderName }) => senderName],
  ['requested_by', ({ requestedBy }) => requestedBy?.email ?? requestedBy?.name],
  ['requested_at', ({ requestedAt }) => requestedAt],
  ['expires_at', ({ expiresAt }) => expiresAt],
  ['decided_at', ({ decidedAt }) => decidedAt],
  ['task', ({ taskId }) => taskId],
  ['id', ({ id }) => id],
];

export function getApprovalExport({ pool }: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const chosen = chosenIn(ctx);
    const wants = (status: 'pending' | 'decided'): boolean =>
      chosen.status === undefined || (chosen.status === 'pending') === (status === 'pending');
    const [waiting, settled] = await Promise.all([
      wants('pending') ? listWaiting(pool, exportLimit, waitingFilterOf(ctx, chosen)) : [],
      wants('decided')
        ? listSettled(pool, { ...settledFilterOf(ctx, chosen), order: settledOrderOf(chosen), limit: exportLimit })
        : { rows: [] },
    ]);
    sendExport(ctx, 'approvals', [...waiting, ...settled.rows].slice(0, exportLimit), columns);
  };
}

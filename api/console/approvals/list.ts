/** GET /console/approvals: what waits for a person, and what was decided lately. */
import type { Context } from 'koa';
import { actorName } from '../../../domain/actor.ts';
import { runsIn } from '../../../domain/dispatch/approval-run.ts';
import { codeInWords } from '../../../domain/dispatch/code-words.ts';
import { taskTitle, typeWords } from '../../../domain/dispatch/task-title.ts';
import { type ShownApproval, listSettled, listWaiting } from '../../../store/approvals-shown.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { type ExportColumn, exportLimit, sendExport } from '../csv-export.ts';
import type { DispatchConsoleDeps } from '../deps.ts';
import { sendPage, when } from '../page.ts';
import { askedBy } from '../tasks/task-words.ts';
import { amountLabel, amountWords, approvalBadge, countWords } from './approval-words.ts';

/** More at once are no list any more but a standstill; the oldest of them come first. */
const waitingAtMost = 100;
const settledAtMost = 20;
const pollSeconds = 5;

export function getApprovalList(deps: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const [waiting, settled] = await Promise.all([
      listWaiting(deps.pool, waitingAtMost + 1),
      listSettled(deps.pool, settledAtMost),
    ]);
    sendPage(deps, ctx, {
      title: 'Approvals',
      section: 'approvals',
      body: html`<div class="page-head">
          <h1>Approvals</h1>
          <a class="button" href="/console/approvals/export.csv" download>Export CSV</a>
        </div>
        <div id="waiting" data-poll="${pollSeconds}">${waitingList(waiting, deps.now())}</div>
        ${settledList(settled, deps.now())}`,
    });
  };
}

function waitingList(waiting: readonly ShownApproval[], now: Date): Html {
  if (waiting.length === 0)
    return html`<div class="empty">
      <p>No approvals pending.</p>
      <p>Changes over a playbook's limit appear here before anything is written.</p>
    </div>`;
  return html`${runsList(waiting)}
    <ul class="approvals">
      ${waiting.slice(0, waitingAtMost).map((approval) => card(approval, now))}
    </ul>
    ${waiting.length > waitingAtMost && html`<p class="quiet">Showing the ${waitingAtMost} that expire first; there are more.</p>`}`;
}

/** Equal approvals can be decided one after another, each on its page. */
function runsList(waiting: readonly ShownApproval[]): Content {
  const runs = runsIn(waiting);
  if (runs.length === 0) return null;
  return html`<ul class="runs" aria-label="Equal approvals">
    ${runs.map(([first, ...others]) => {
      if (first === undefined) return null;
      const what = [typeWords[first.taskType], reasonWords(first), first.senderName].filter(Boolean).join(', ');
      return html`<li>
        <a class="button" href="/console/approvals/${first.id}?run=1">Review ${others.length + 1} one after another</a>
        <span class="quiet">${what}</span>
      </li>`;
    })}
  </ul>`;
}

function reasonWords({ params }: ShownApproval): string | null {
  return 'reason_code' in params && params.reason_code !== undefined
    ? codeInWords('reason_code', params.reason_code)
    : null;
}

function card(approval: ShownApproval, now: Date): Html {
  const { id, reason, requestedAt, expiresAt, requestedBy, senderName } = approval;
  const amount = amountWords(approval);
  const asker = askedBy(requestedBy);
  return html`<li class="card approval">
    <div>
      <h2><a href="/console/approvals/${id}">${taskTitle(approval)}</a></h2>
      <p>${reason}</p>
      <p class="quiet">
        Requested ${when(requestedAt, now)} by ${asker === null ? senderName : html`${asker} (${senderName})`}; expires
        ${when(expiresAt, now)};
        ${countWords(approval)}.${approval.delegatedTo !== null && ` Delegated to ${approval.delegatedTo}.`}
        ${approval.questions.some(({ answer }) => answer === null) && html`<span class="badge badge-wait">Question open</span>`}
      </p>
    </div>
    ${amount !== null && html`<p class="net"><small>${amountLabel(approval)}</small> <strong>${amount}</strong></p>`}
  </li>`;
}

function settledList(settled: readonly ShownApproval[], now: Date): Content {
  if (settled.length === 0) return null;
  return html`<section class="rows" aria-labelledby="settled">
    <h2 id="settled">Recent decisions</h2>
    ${table({
      label: 'Table of recent decisions',
      rows: settled,
      columns: [
        {
          heading: 'Change',
          cell: (approval) => html`<a href="/console/approvals/${approval.id}">${taskTitle(approval)}</a>`,
        },
        { heading: 'Amount', cell: amountWords, number: true },
        { heading: 'Decision', cell: ({ status }) => approvalBadge(status) },
        {
          heading: 'By',
          cell: ({ decidedBy }) =>
            decidedBy === null ? html`<span class="quiet">nobody</span>` : actorName(decidedBy),
        },
        { heading: 'When', cell: ({ decidedAt }) => decidedAt && when(decidedAt, now) },
      ],
    })}
  </section>`;
}

// GET /console/approvals/export.csv: what waits and what was decided, newest requests first.

const columns: readonly ExportColumn<ShownApproval>[] = [
  ['change', taskTitle],
  ['amount', ({ amountCents }) => (amountCents === null ? null : (amountCents / 100).toFixed(2))],
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
    const [waiting, settled] = await Promise.all([listWaiting(pool, exportLimit), listSettled(pool, exportLimit)]);
    sendExport(ctx, 'approvals', [...waiting, ...settled].slice(0, exportLimit), columns);
  };
}

/** The home page: what needs a person, what is stuck and why, what came in today. */
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { counted } from '../../../domain/lanes/sentences.ts';
import { reasonTexts } from '../../dispatch/result-text.ts';
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';
import { amountText } from '../approvals/approval-text.ts';
import type { EndedTask } from '../../../store/overview.ts';
import { ownerPath } from '../deliveries/paths.ts';
import { errorText } from '../deliveries/delivery-text.ts';
import { when } from '../page.ts';
import { askedBy } from '../tasks/task-text.ts';
import { type HomeFrame, number, todayPart } from './today-view.ts';
import { incidents, stuckPart } from './stuck-view.ts';
import type { Overview } from './read-overview.ts';

export function homeView(overview: Overview, frame: HomeFrame): Html {
  const cards = needsCards(overview, frame);
  return html`<div class="page-head">
      <h1>Home</h1>
      <p>${headline(overview)}</p>
    </div>
    ${incidents(overview.stuck, frame)}
    <section aria-labelledby="needs">
      <h2 id="needs" class="section-title">Needs attention</h2>
      ${
        cards.length === 0
          ? html`<div class="empty"><p>Nothing needs attention right now.</p></div>`
          : html`<div class="waiting-cards">${cards}</div>`
      }
    </section>
    ${stuckPart(overview.stuck, frame)} ${todayPart(overview.today, frame)}`;
}

function headline({ approvals, signoffs, settlements, endpoints, stuck }: Overview): string {
  const isOrderly =
    stuck.engine.answers &&
    stuck.engine.unserved.length === 0 &&
    stuck.outages.length === 0 &&
    stuck.changes.length === 0;
  const decisions = approvals.count + signoffs.count + settlements.count;
  const parts = [
    decisions === 0
      ? 'No decisions pending'
      : `${number(decisions)} ${decisions === 1 ? 'decision' : 'decisions'} pending`,
    ...(stuck.tasks.length > 0
      ? [
          `${stuck.more ? 'more than ' : ''}${number(stuck.tasks.length)} ${stuck.tasks.length === 1 ? 'task is' : 'tasks are'} stuck`,
        ]
      : isOrderly
        ? ['no task is stuck']
        : []),
    ...stuck.changes.map(({ portalName, tasks: n }) => `${portalName} has changed and ${number(n)} waiting for it`),
    ...stuck.outages.map(({ portalName, tasks: n }) => `${number(n)} waiting for ${portalName}`),
    endpoints.count === 0
      ? 'all endpoints are healthy'
      : `${number(endpoints.count)} ${endpoints.count === 1 ? 'endpoint is' : 'endpoints are'} failing`,
  ];
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}.`;
}

function needsCards(overview: Overview, frame: HomeFrame): Html[] {
  return [
    approvalsCard(overview, frame),
    signoffsCard(overview, frame),
    settlementsCard(overview, frame),
    writesCard(overview, frame),
    escalationsCard(overview, frame),
    failuresCard(overview, frame),
    endpointsCard(overview, frame),
  ].filter((card) => card !== null);
}

interface CardParts {
  readonly id: string;
  readonly count: number;
  readonly title: string;
  /** What is to be done about them. */
  readonly about: string;
  readonly rows: readonly Html[];
  /** How many are not among the rows; left out where one row represents many. */
  readonly hidden?: number;
  readonly more: { readonly text: string; readonly href: string };
}

function card({ id, count, title, about, rows, hidden = 0, more }: CardParts): Html | null {
  if (count === 0) return null;
  return html`<section class="card waiting" aria-labelledby="waiting-${id}">
    <div class="waiting-head">
      <h3 id="waiting-${id}"><span class="waiting-count">${number(count)}</span> ${title}</h3>
      <a href="${more.href}">${more.text}</a>
    </div>
    <p class="quiet">${about}</p>
    <ul class="waiting-list">
      ${rows.map((row) => html`<li>${row}</li>`)}
    </ul>
    ${hidden === 0 ? null : html`<p class="quiet">and ${number(hidden)} more</p>`}
  </section>`;
}

function approvalsCard({ approvals }: Overview, { now, link }: HomeFrame): Html | null {
  return card({
    id: 'approvals',
    count: approvals.count,
    title: approvals.count === 1 ? 'approval' : 'approvals',
    about: 'Changes over a limit. Each task continues, or ends, with the decision.',
    hidden: approvals.count - approvals.first.length,
    rows: approvals.first.map((row) => {
      const amount = amountText(row);
      const asker = askedBy(row.requestedBy);
      return line(
        html`<a href="${link('dispatch', `/console/approvals/${row.id}`)}">${taskTitle(row)}</a>${
            amount === null ? null : html` <strong class="waiting-amount">${amount}</strong>`
          }`,
        html`requested ${when(row.requestedAt, now)}${asker === null ? null : ` by ${asker}`}, expires
        ${when(row.expiresAt, now)}`,
      );
    }),
    more: { text: 'All approvals', href: link('dispatch', '/console/approvals') },
  });
}

function signoffsCard({ signoffs }: Overview, { now, link }: HomeFrame): Html | null {
  return card({
    id: 'signoffs',
    count: signoffs.count,
    title: signoffs.count === 1 ? 'sign-off' : 'sign-offs',
    about: 'Steps that have earned Auto, and alerts to acknowledge.',
    hidden: signoffs.count - signoffs.first.length,
    rows: signoffs.first.map((row) =>
      line(
        html`<a href="${link('lanes', `/console/lanes/${row.workspace}/signoffs`)}">${row.queue} / ${row.step}</a>`,
        html`${row.name}, requested ${when(row.at, now)}`,
      ),
    ),
    more: { text: 'Lanes', href: link('lanes', '/console/lanes') },
  });
}

function settlementsCard({ settlements }: Overview, { now, link }: HomeFrame): Html | null {
  return card({
    id: 'settlements',
    count: settlements.count,
    title: settlements.count === 1 ? 'disagreement to review' : 'disagreements to review',
    about: 'Agent and operator produced different outputs. The verdicts decide what the agent may do on its own.',
    rows: settlements.first.map((row) =>
      line(
        html`<a href="${link('lanes', `/console/settle/${row.workspace}`)}">${row.name}</a>`,
        html`${number(row.waiting)} waiting${row.since === null ? null : html`, next since ${when(row.since, now)}`}`,
      ),
    ),
    more: { text: 'Review disagreements', href: link('lanes', '/console/settle') },
  });
}

function escalationsCard({ escalations }: Overview, { now, link }: HomeFrame): Html | null {
  return card({
    id: 'escalations',
    count: escalations.count,
    title: escalations.count === 1 ? 'escalated task to follow up' : 'escalated tasks to follow up',
    about:
      'The guard stopped the work, or the facts do not decide it. Each is listed until somebody marks it as done on its page.',
    hidden: escalations.count - escalations.first.length,
    rows: escalations.first.map((row) =>
      line(html`<a href="${link('dispatch', `/console/tasks/${row.id}`)}">${taskTitle(row)}</a>`, endedText(row, now)),
    ),
    more: { text: 'All escalated', href: link('dispatch', '/console/tasks?status=escalated&attention=open') },
  });
}

function failuresCard({ failures }: Overview, { now, link }: HomeFrame): Html | null {
  return card({
    id: 'failures',
    count: failures.count,
    title: failures.count === 1 ? 'failed task to follow up' : 'failed tasks to follow up',
    about: 'Once the cause is fixed, run them again, or mark them as done.',
    hidden: failures.count - failures.first.length,
    rows: failures.first.map((row) =>
      line(html`<a href="${link('dispatch', `/console/tasks/${row.id}`)}">${taskTitle(row)}</a>`, endedText(row, now)),
    ),
    more: { text: 'All failed', href: link('dispatch', '/console/tasks?status=failed&attention=open') },
  });
}

/** When, and why in the words of the task itself. */
function endedText({ createdAt, summary, outcomeReason, ownerName }: EndedTask, now: Date): Html {
  return html`<span class="waiting-why"
    >${when(createdAt, now)}${ownerName !== null && html`, owned by ${ownerName}`}.
    ${summary ?? (outcomeReason && reasonTexts[outcomeReason])}</span
  >`;
}

function writesCard({ writes }: Overview, { now, link }: HomeFrame): Html | null {
  return card({
    id: 'writes',
    count: writes.count,
    title: writes.count === 1 ? 'uncertain write' : 'uncertain writes',
    about:
      'It is not known whether they happened. Check the portal, then record the result on the task page; until then no other task writes to the record.',
    hidden: writes.count - writes.first.length,
    rows: writes.first.map((row) =>
      line(
        html`<a href="${link('dispatch', `/console/tasks/${row.taskId}`)}">${row.record}</a>`,
        html`at ${row.portal}, ${when(row.openedAt, now)}`,
      ),
    ),
    more: { text: 'Uncertain tasks', href: link('dispatch', '/console/tasks?reason=uncertain_write') },
  });
}

function endpointsCard({ endpoints }: Overview, { now }: HomeFrame): Html | null {
  return card({
    id: 'endpoints',
    count: endpoints.count,
    title: endpoints.count === 1 ? 'failing endpoint' : 'failing endpoints',
    about: 'Receivers that reject deliveries or do not respond.',
    hidden: endpoints.count - endpoints.first.length,
    rows: endpoints.first.map((row) =>
      line(
        html`<a href="${ownerPath(row.ownerId)}">${host(row.origin)}</a>`,
        html`${counted(row.failures, 'failure')} in a
        row${row.failuresSince === null ? null : html`, the first ${when(row.failuresSince, now)}`}
        ${row.lastError === null ? null : errorText(row.lastError)}`,
      ),
    ),
    more: { text: 'Deliveries', href: '/console/deliveries' },
  });
}

function line(what: Content, since: Content): Html {
  return html`<span class="waiting-what">${what}</span> <span class="quiet">${since}</span>`;
}

const host = (origin: string): string => origin.replace(/^https?:\/\//, '');

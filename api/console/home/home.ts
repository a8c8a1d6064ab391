/** The home page: what needs a person, what is stuck and why, what came in today. */
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { counted } from '../../../domain/lanes/sentences.ts';
import type { EndedTask } from '../../../store/overview.ts';
import { engineAddress } from '../../../temporal/engine-address.ts';
import { reasonTexts } from '../../dispatch/result-text.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { amountText } from '../approvals/approval-text.ts';
import { errorText } from '../deliveries/delivery-text.ts';
import { ownerPath } from '../paths.ts';
import { linkTo, sendPage, when } from '../page.ts';
import type { ConsoleDeps, ConsoleRoute } from '../route.ts';
import { askedBy } from '../tasks/task-text.ts';
import { type Overview, readOverview } from './read-overview.ts';
import { incidents, stuckPart, type HomeFrame, number, todayPart } from './home-view.ts';

function homeView(overview: Overview, frame: HomeFrame): Html {
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
    ...stuck.changes.map(({ portalName, tasks: n }) =>
      n === 0 ? `${portalName} has changed` : `${portalName} has changed and ${number(n)} waiting for it`,
    ),
    ...stuck.outages.map(({ portalName, tasks: n }) => `${number(n)} waiting for ${portalName}`),
    endpoints.count === 0
      ? 'all endpoints are healthy'
      : `${number(endpoints.count)} ${endpoints.count === 1 ? 'endpoint is' : 'endpoints are'} failing`,
  ];
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}.`;
}

function needsCards(overview: Overview, { now, link }: HomeFrame): Html[] {
  const { approvals, signoffs, settlements, writes, escalations, failures, endpoints } = overview;
  const toTask = (id: string, text: Content): Html =>
    html`<a href="${link('dispatch', `/console/tasks/${id}`)}">${text}</a>`;
  const endedLine = (row: EndedTask): Html => line(toTask(row.id, taskTitle(row)), endedText(row, now));
  return [
    card(approvals, {
      id: 'approvals',
      nouns: ['approval', 'approvals'],
      about: 'Changes over a limit. Each task continues, or ends, with the decision.',
      row: (row) => {
        const amount = amountText(row);
        const asker = askedBy(row.requestedBy);
        return line(
          html`<a href="${link('dispatch', `/console/approvals/${row.id}`)}">${taskTitle(row)}</a>${
              amount === null ? null : html` <strong class="waiting-amount">${amount}</strong>`
            }`,
          html`requested ${when(row.requestedAt, now)}${asker === null ? null : ` by ${asker}`}, expires
          ${when(row.expiresAt, now)}`,
        );
      },
      more: ['All approvals', link('dispatch', '/console/approvals')],
    }),
    card(signoffs, {
      id: 'signoffs',
      nouns: ['sign-off', 'sign-offs'],
      about: 'Steps that have earned Auto, and alerts to acknowledge.',
      row: (row) =>
        line(
          html`<a href="${link('lanes', `/console/lanes/${row.workspace}/signoffs`)}">${row.queue} / ${row.step}</a>`,
          html`${row.name}, requested ${when(row.at, now)}`,
        ),
      more: ['Lanes', link('lanes', '/console/lanes')],
    }),
    card(settlements, {
      id: 'settlements',
      nouns: ['disagreement to review', 'disagreements to review'],
      about: 'Agent and operator produced different outputs. The verdicts decide what the agent may do on its own.',
      row: (row) =>
        line(
          html`<a href="${link('lanes', `/console/settle/${row.workspace}`)}">${row.name}</a>`,
          html`${number(row.waiting)} waiting${row.since === null ? null : html`, next since ${when(row.since, now)}`}`,
        ),
      isSummed: true,
      more: ['Review disagreements', link('lanes', '/console/settle')],
    }),
    card(writes, {
      id: 'writes',
      nouns: ['uncertain write', 'uncertain writes'],
      about:
        'It is not known whether they happened. Check the portal, then record the result on the task page; until then no other task writes to the record.',
      row: (row) => line(toTask(row.taskId, row.record), html`at ${row.portal}, ${when(row.openedAt, now)}`),
      more: ['Uncertain tasks', link('dispatch', '/console/tasks?reason=uncertain_write')],
    }),
    card(escalations, {
      id: 'escalations',
      nouns: ['escalated task to follow up', 'escalated tasks to follow up'],
      about:
        'The guard stopped the work, or the facts do not decide it. Each is listed until somebody marks it as done on its page.',
      row: endedLine,
      more: ['All escalated', link('dispatch', '/console/tasks?status=escalated&attention=open')],
    }),
    card(failures, {
      id: 'failures',
      nouns: ['failed task to follow up', 'failed tasks to follow up'],
      about: 'Once the cause is fixed, run them again, or mark them as done.',
      row: endedLine,
      more: ['All failed', link('dispatch', '/console/tasks?status=failed&attention=open')],
    }),
    card(endpoints, {
      id: 'endpoints',
      nouns: ['failing endpoint', 'failing endpoints'],
      about: 'Receivers that reject deliveries or do not respond.',
      row: (row) =>
        line(
          html`<a href="${ownerPath(row.ownerId)}">${host(row.origin)}</a>`,
          html`${counted(row.failures, 'failure')} in a
          row${row.failuresSince === null ? null : html`, the first ${when(row.failuresSince, now)}`}
          ${row.lastError === null ? null : errorText(row.lastError)}`,
        ),
      more: ['Deliveries', '/console/deliveries'],
    }),
  ].filter((shown) => shown !== null);
}

interface CardParts<Row> {
  readonly id: string;
  readonly nouns: readonly [one: string, many: string];
  /** What is to be done about them. */
  readonly about: string;
  readonly row: (row: Row) => Html;
  /** One row represents many, so that none is left out. */
  readonly isSummed?: true;
  readonly more: readonly [text: string, href: string];
}

function card<Row>(
  { count, first }: { readonly count: number; readonly first: readonly Row[] },
  { id, nouns: [one, many], about, row, isSummed, more: [moreText, href] }: CardParts<Row>,
): Html | null {
  if (count === 0) return null;
  const hidden = isSummed === true ? 0 : count - first.length;
  return html`<section class="card waiting" aria-labelledby="waiting-${id}">
    <div class="waiting-head">
      <h3 id="waiting-${id}"><span class="waiting-count">${number(count)}</span> ${count === 1 ? one : many}</h3>
      <a href="${href}">${moreText}</a>
    </div>
    <p class="quiet">${about}</p>
    <ul class="waiting-list">
      ${first.map((each) => html`<li>${row(each)}</li>`)}
    </ul>
    ${hidden === 0 ? null : html`<p class="quiet">and ${number(hidden)} more</p>`}
  </section>`;
}

/** When, and why in the words of the task itself. */
function endedText({ createdAt, summary, outcomeReason, ownerName }: EndedTask, now: Date): Html {
  return html`<span class="waiting-why"
    >${when(createdAt, now)}${ownerName !== null && html`, owned by ${ownerName}`}.
    ${summary ?? (outcomeReason && reasonTexts[outcomeReason])}</span
  >`;
}

function line(what: Content, since: Content): Html {
  return html`<span class="waiting-what">${what}</span> <span class="quiet">${since}</span>`;
}

const host = (origin: string): string => origin.replace(/^https?:\/\//, '');

const refreshSeconds = 20;

export const homeRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  {
    method: 'get',
    path: '/console',
    needs: 'viewer',
    handle: (deps) => {
      const ui = { url: deps.settings.TEMPORAL_UI_URL, namespace: engineAddress().namespace };
      return async (ctx) => {
        const now = deps.now();
        const overview = await readOverview(deps.pool, now, deps.enginePulse);
        const link = (service: 'dispatch' | 'lanes', path: string): string => linkTo(deps, ctx, service, path);
        sendPage(deps, ctx, {
          title: 'Home',
          section: 'home',
          refreshSeconds,
          body: homeView(overview, { now, link, ui, portalPatienceMs: deps.settings.PORTAL_UNAVAILABLE_AFTER_MS }),
        });
      };
    },
  },
];

/** What is stuck and why, with the Temporal UI's lists behind the same questions. */
import type { StuckTask } from '../../../commands/dispatch/find-stuck-tasks.ts';
import { span } from '../../../domain/dispatch/stuck.ts';
import { taskTitle, typeText } from '../../../domain/dispatch/task-title.ts';
import { type Status, type TaskType, statuses, taskTypes } from '../../../domain/dispatch/task.ts';
import type { PortalChange } from '../../../store/portal-changes.ts';
import type { PortalOutage } from '../../../store/portal-waits.ts';
import type { EnginePulse } from '../../../temporal/engine-health.ts';
import type { TaskQueueKind } from '../../../temporal/names.ts';
import {
  type TemporalUi,
  savedViews,
  workflowListUrl,
  workflowQueries,
  workflowUrl,
} from '../../../temporal/ui-links.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { type Column, table } from '../../http/table.ts';
import { when } from '../page.ts';
import { statusBadge } from '../tasks/task-text.ts';
import type { Overview } from './read-overview.ts';

export function stuckPart(stuck: Overview['stuck'], frame: HomeFrame): Html {
  const sentences = workSentences(stuck.work, frame);
  const { engine, outages, changes } = stuck;
  const isOrderly = engine.answers && engine.unserved.length === 0 && outages.length === 0 && changes.length === 0;
  const quiet = stuck.tasks.length === 0 && sentences.length === 0;
  return html`<section aria-labelledby="stuck">
    <h2 id="stuck" class="section-title">Stuck, and why</h2>
    ${quiet ? html`<div class="empty"><p>${isOrderly ? 'Nothing is stuck.' : 'No individual task is stuck.'}</p></div>` : null}
    ${
      sentences.length === 0
        ? null
        : html`<ul class="notice notice-warn stuck-notes">
            ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
          </ul>`
    }
    ${stuck.tasks.length === 0 ? null : tasksTable(stuck, frame)} ${questions(frame)}
  </section>`;
}

function tasksTable({ tasks, more }: Overview['stuck'], { link, now, ui }: HomeFrame): Html {
  const engine: Column<StuckTask> = {
    heading: 'Temporal',
    cell: ({ id }) => {
      const address = workflowUrl(ui, id);
      return address !== null && html`<a href="${address}">Workflow</a>`;
    },
  };
  return html`${table({
    label: 'Stuck tasks',
    list: 'whole',
    rows: tasks,
    columns: [
      {
        heading: 'Task',
        cell: ({ id, taskType, params, status }) =>
          html`<a href="${link('dispatch', `/console/tasks/${id}`)}">${taskTitle({ taskType, params })}</a>
            ${statusBadge(status)}`,
      },
      {
        heading: 'Why',
        cell: ({ why, portal }) =>
          html`${why}${portal !== null && html` <span class="quiet">Portal ${portal}.</span>`}`,
        class: 'why',
      },
      { heading: 'Received', cell: ({ createdAt }) => when(createdAt, now) },
      ...(ui.url === '' ? [] : [engine]),
    ],
  })}
  ${
    more
      ? html`<p class="quiet">
          Showing the oldest. <a href="${link('dispatch', '/console/tasks?stuck=1')}">View all stuck tasks</a>
        </p>`
      : null
  }`;
}

/** What keeps many tasks from continuing at once: it comes before all else. */
export function incidents({ engine, outages, changes }: Overview['stuck'], frame: HomeFrame): Content {
  const sentences = [
    ...engineSentences(engine),
    ...changes.map((change) => changeSentence(change, frame)),
    ...outages.map((outage) => outageSentence(outage, frame)),
  ];
  if (sentences.length === 0) return null;
  return html`<ul class="notice notice-warn stuck-notes" aria-label="Incidents">
    ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
  </ul>`;
}

/** What does not happen while nobody polls a queue. */
const unservedText: Readonly<Record<TaskQueueKind, string>> = {
  tasks: 'tasks do not start, and running tasks make no progress',
  portal: 'no portal work is done',
  deliveries: 'no results are sent',
  'deliveries-slow': 'no results are sent again after a failed attempt',
  lanes: 'lane events are not processed and weeks do not close',
};

function engineSentences({ answers, unserved }: EnginePulse): Content[] {
  if (!answers)
    return [
      html`<strong>Temporal is not responding.</strong> No work starts or continues until it does. New requests are
        stored. Run <code>npx lanekeeper doctor</code> for details.`,
    ];
  if (unserved.length === 0) return [];
  return [
    html`<strong>No worker serves the ${unserved.length === 1 ? 'queue' : 'queues'} ${unserved.join(', ')}:</strong>
      ${unserved.map((queue) => unservedText[queue]).join('; ')}. Start a worker, or check the log of the one that
      should be running. Waiting work then resumes automatically.`,
  ];
}

function changeSentence(change: PortalChange, { now, link, ui }: HomeFrame): Content {
  const { playbookId, portalName, page, expected, found, foundAt, tasks } = change;
  const engine = workflowListUrl(ui, workflowQueries.waitingFor(playbookId));
  return html`<strong>${portalName} has changed:</strong> the page “${page}” should show ${expected}, and shows ${found}
    (found ${when(foundAt, now)}).
    ${
      tasks === 0
        ? 'No task is waiting'
        : html`<a href="${link('dispatch', '/console/tasks?stuck=1')}"
            >${tasks === 1 ? '1 task is waiting' : `${number(tasks)} tasks are waiting`}</a
          >`
    };
    tasks resume automatically when a playbook version that fits is released.
    <a href="${link('dispatch', `/console/administration/portals/${playbookId}`)}">Open the playbook</a>${
      engine !== null && html` <a href="${engine}">View in Temporal</a>`
    }`;
}

function outageSentence(outage: PortalOutage, { now, link, ui, portalPatienceMs }: HomeFrame): Content {
  const { portal, portalName, reason, since, tries, tasks } = outage;
  const engine = workflowListUrl(ui, workflowQueries.waitingFor(portal));
  return html`<strong>${portalName} is unavailable:</strong> ${reason}. First failure ${when(since, now)},
    ${tries === 1 ? '1 attempt' : `${number(tries)} attempts`} so far.
    <a href="${link('dispatch', '/console/tasks?stuck=1')}"
      >${tasks === 1 ? '1 task is waiting' : `${number(tasks)} tasks are waiting`}</a
    >
    and ${tasks === 1 ? 'resumes' : 'resume'} automatically when it is back; after ${span(portalPatienceMs)} a waiting
    task fails. Check whether the portal opens in a
    browser.${engine !== null && html` <a href="${engine}">View in Temporal</a>`}`;
}

function workSentences(work: Overview['stuck']['work'], { now }: HomeFrame): Content[] {
  const { starts, refused, oldestStart, retrying, failed } = work;
  const sentences: Content[] = [];
  if (starts > 0)
    sentences.push(
      html`${number(starts)} workflow ${starts === 1 ? 'start is' : 'starts are'} waiting for
        Temporal${oldestStart === null ? null : html`, the oldest since ${when(oldestStart, now)}`}${
          refused === 0 ? null : html`; ${number(refused)} of them failed at least once`
        }. <code>npx lanekeeper doctor</code> checks whether Temporal responds and which queues have workers.`,
    );
  if (retrying > 0)
    sentences.push(
      html`${number(retrying)} ${retrying === 1 ? 'delivery is' : 'deliveries are'} waiting for a retry.
        <a href="/console/deliveries?status=retrying">View deliveries</a>`,
    );
  if (failed > 0)
    sentences.push(
      html`${number(failed)} ${failed === 1 ? 'delivery' : 'deliveries'} failed permanently in the last 24 hours.
        <a href="/console/deliveries?status=failed">View and resend</a>`,
    );
  return sentences;
}

/** Only the engine knows whose code fails; these lists do. */
function questions({ ui, now }: HomeFrame): Html | null {
  if (ui.url === '') return null;
  return html`<nav class="engine-questions" aria-label="Temporal queries">
    <h3>Temporal queries</h3>
    <ul>
      ${savedViews(now).map(({ name, query }) => html`<li><a href="${workflowListUrl(ui, query) ?? ''}">${name}</a></li>`)}
    </ul>
  </nav>`;
}

// What came in today, by outcome and by type.

/** One column a status; short, because they are in a narrow head. */
const columns: Readonly<Record<Status, string>> = {
  queued: 'Queued',
  running: 'Running',
  awaiting_approval: 'Approval',
  completed: 'Completed',
  escalated: 'Escalated',
  rejected: 'Rejected',
  failed: 'Failed',
};

export function todayPart({ since, tasks, lanes }: Overview['today'], { link }: HomeFrame): Html {
  const count = (type: TaskType | null, status: Status | null): number =>
    tasks
      .filter((one) => (type === null || one.taskType === type) && (status === null || one.status === status))
      .reduce((sum, one) => sum + one.tasks, 0);
  const day = since.toISOString().slice(0, 10);
  const address = (filters: Record<string, string>): string =>
    link('dispatch', `/console/tasks?${new URLSearchParams({ ...filters, from: day }).toString()}`);
  const open = count(null, 'queued') + count(null, 'running') + count(null, 'awaiting_approval');
  return html`<section aria-labelledby="today">
    <h2 id="today" class="section-title">Today <span class="quiet">since 00:00 UTC</span></h2>
    <div class="grid stats">
      ${stat(count(null, null), 'Received', address({}))} ${stat(open, 'In progress')}
      ${stat(count(null, 'completed'), 'Completed', address({ status: 'completed' }))}
      ${stat(count(null, 'escalated') + count(null, 'rejected') + count(null, 'failed'), 'Needs attention')}
      ${stat(lanes.events, 'Lane events ingested', link('lanes', '/console/lanes'))}
      ${stat(lanes.routes, 'Route requests')}
    </div>
    ${byTypeAndStatus(count, address)}
  </section>`;
}

function stat(value: number, label: string, href?: string): Html {
  const inner = html`<span class="label">${label}</span><strong class="number">${number(value)}</strong>`;
  return href === undefined ? html`<p class="stat">${inner}</p>` : html`<a class="stat" href="${href}">${inner}</a>`;
}

function byTypeAndStatus(
  count: (type: TaskType | null, status: Status | null) => number,
  address: (filters: Record<string, string>) => string,
): Content {
  return table({
    label: "Today's tasks by type and status",
    class: 'today',
    rows: taskTypes.filter((type) => count(type, null) > 0),
    columns: [
      { heading: 'Type', cell: (type) => typeText[type] },
      ...statuses.map((status) => ({
        heading: columns[status],
        number: true,
        cell: (type: TaskType) => {
          const value = count(type, status);
          if (value === 0) return html`<span class="quiet">0</span>`;
          return html`<a href="${address({ type, status })}">${number(value)}</a>`;
        },
      })),
      { heading: 'All', cell: (type) => number(count(type, null)), number: true },
    ],
  });
}

/** What every part of the home page is shown with. */
export interface HomeFrame {
  readonly now: Date;
  /** The address of a page on one of the services. */
  readonly link: (service: 'dispatch' | 'lanes', path: string) => string;
  readonly ui: TemporalUi;
  /** How long a portal that is away is tried again. */
  readonly portalPatienceMs: number;
}

export const number = (value: number): string => value.toLocaleString('en-US');

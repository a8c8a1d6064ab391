/** What is stuck and why, with the Temporal UI's lists behind the same questions. */
import { span } from '../../../domain/dispatch/stuck.ts';
import type { PortalOutage } from '../../../store/portal-waits.ts';
import type { EnginePulse } from '../../../temporal/engine-pulse.ts';
import type { TaskQueueKind } from '../../../temporal/task-queues.ts';
import { workflowListUrl, workflowQueries, workflowUrl } from '../../../temporal/ui-links.ts';
import type { TemporalUi } from '../../../temporal/ui-links.ts';
import { html } from '../../http/html.ts';
import type { Content, Html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import type { Column } from '../../http/table.ts';
import { when } from '../page.ts';
import { statusBadge, taskTitle } from '../tasks/task-words.ts';
import type { Overview, StuckTask } from './read-overview.ts';
import { number } from './frame.ts';
import type { HomeFrame } from './frame.ts';

export function stuckPart(stuck: Overview['stuck'], frame: HomeFrame): Html {
  const sentences = workSentences(stuck.work, frame);
  const { engine, outages } = stuck;
  const isOrderly = engine.answers && engine.unserved.length === 0 && outages.length === 0;
  const quiet = stuck.tasks.length === 0 && sentences.length === 0;
  return html`<section aria-labelledby="stuck">
    <h2 id="stuck" class="section-title">Stuck, and why</h2>
    ${quiet ? html`<div class="empty"><p>${isOrderly ? 'Everything moves. Nothing' : 'No single task'} is past its time.</p></div>` : null}
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
    heading: 'Engine',
    cell: ({ id }) => {
      const address = workflowUrl(ui, id);
      return address !== null && html`<a href="${address}">Workflow</a>`;
    },
  };
  return html`${table({
    label: 'Tasks that are stuck',
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
      { heading: 'Came in', cell: ({ createdAt }) => when(createdAt, now) },
      ...(ui.url === '' ? [] : [engine]),
    ],
  })}
  ${
    more
      ? html`<p class="quiet">
          The oldest are shown. <a href="${link('dispatch', '/console/tasks?stuck=1')}">All that are stuck</a>
        </p>`
      : null
  }`;
}

/** What keeps many tasks from going on at once: it comes before all else. */
export function incidents({ engine, outages }: Overview['stuck'], frame: HomeFrame): Content {
  const sentences = [...engineSentences(engine), ...outages.map((outage) => outageSentence(outage, frame))];
  if (sentences.length === 0) return null;
  return html`<ul class="notice notice-warn stuck-notes" aria-label="What is out of order">
    ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
  </ul>`;
}

/** What does not happen while nobody polls a queue. */
const unservedWords: Readonly<Record<TaskQueueKind, string>> = {
  tasks: 'tasks are not taken up, and those under way stand still',
  portal: 'nothing is done at portals',
  deliveries: 'no results are sent',
  lanes: 'events of lanes are not taken in and weeks do not close',
};

function engineSentences({ answers, unserved }: EnginePulse): Content[] {
  if (!answers)
    return [
      html`<strong>The engine (Temporal) does not answer:</strong> nothing is begun and nothing goes on until it does.
        What comes in is kept. <code>npm run admin -- doctor</code> says what it finds.`,
    ];
  if (unserved.length === 0) return [];
  return [
    html`<strong>No worker serves the ${unserved.length === 1 ? 'queue' : 'queues'} ${unserved.join(', ')}:</strong>
      ${unserved.map((queue) => unservedWords[queue]).join('; ')}. Start a worker, or look at the log of the one that
      should run; what waits goes on by itself then.`,
  ];
}

function outageSentence(outage: PortalOutage, { now, link, ui, portalPatienceMs }: HomeFrame): Content {
  const { portal, portalName, reason, since, tries, tasks } = outage;
  const engine = workflowListUrl(ui, workflowQueries.waitingFor(portal));
  return html`<strong>${portalName} cannot be worked on:</strong> ${reason}, since ${when(since, now)}, tried
    ${tries === 1 ? 'once' : `${number(tries)} times`}.
    <a href="${link('dispatch', '/console/tasks?stuck=1')}"
      >${tasks === 1 ? '1 task waits' : `${number(tasks)} tasks wait`}</a
    >
    and ${tasks === 1 ? 'goes on by itself' : 'go on by themselves'} when it is back; after ${span(portalPatienceMs)}
    without it a task ends failed. See whether the portal opens in a
    browser.${engine !== null && html` <a href="${engine}">In the engine</a>`}`;
}

function workSentences(work: Overview['stuck']['work'], { now }: HomeFrame): Content[] {
  const { starts, refused, oldestStart, retrying, failed } = work;
  const sentences: Content[] = [];
  if (starts > 0)
    sentences.push(
      html`${number(starts)} ${starts === 1 ? 'start of a workflow waits' : 'starts of workflows wait'} for the
        engine${oldestStart === null ? null : html`, the oldest since ${when(oldestStart, now)}`}${
          refused === 0
            ? null
            : html`; ${number(refused)} of them ${refused === 1 ? 'was' : 'were'} tried and not taken`
        }. <code>npm run admin -- doctor</code> says whether the engine answers and who polls.`,
    );
  if (retrying > 0)
    sentences.push(
      html`${number(retrying)} ${retrying === 1 ? 'delivery waits' : 'deliveries wait'} for another attempt.
        <a href="/console/deliveries?status=retrying">Which</a>`,
    );
  if (failed > 0)
    sentences.push(
      html`${number(failed)} ${failed === 1 ? 'delivery was' : 'deliveries were'} given up in the last 24 hours.
        <a href="/console/deliveries?status=failed">Send them again</a>`,
    );
  return sentences;
}

const neverPlannedAfterMs = 60 * 60_000;

/** Only the engine knows whose code fails; these lists do. */
function questions({ ui, now }: HomeFrame): Html | null {
  if (ui.url === '') return null;
  const asked: readonly (readonly [string, string])[] = [
    ['Whose code fails, again and again?', workflowQueries.reportedProblems],
    ['What should have gone on by now?', workflowQueries.overdue(now)],
    ['What waits for a portal?', workflowQueries.waitingForPortal],
    ['What waits for a receiver?', workflowQueries.waitingForReceiver],
    [
      'What was started and never planned?',
      workflowQueries.neverPlanned(new Date(now.getTime() - neverPlannedAfterMs)),
    ],
    ['Which weeks failed to close?', workflowQueries.weeksThatFailed],
  ];
  return html`<nav class="engine-questions" aria-label="Lists of the Temporal UI">
    <h3>Ask the engine</h3>
    <ul>
      ${asked.map(([question, query]) => html`<li><a href="${listUrl(ui, query)}">${question}</a></li>`)}
    </ul>
  </nav>`;
}

const listUrl = (ui: TemporalUi, query: string): string => workflowListUrl(ui, query) ?? '';

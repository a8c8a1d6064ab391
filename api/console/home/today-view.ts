/** What came in today, by outcome and by type. */
import { typeText } from '../../../domain/dispatch/task-title.ts';
import { type Status, type TaskType, statuses, taskTypes } from '../../../domain/dispatch/task.ts';
import type { TemporalUi } from '../../../temporal/ui-links.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import type { Overview } from './read-overview.ts';

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

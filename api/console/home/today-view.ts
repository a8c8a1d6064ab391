/** What came in today, by outcome and by type. */
import { statuses, taskTypes } from '../../../domain/dispatch/task.ts';
import type { Status, TaskType } from '../../../domain/dispatch/task.ts';
import { typeWords } from '../../dispatch/result-words.ts';
import { html } from '../../http/html.ts';
import type { Html } from '../../http/html.ts';
import type { Overview } from './read-overview.ts';
import { number } from './frame.ts';
import type { HomeFrame } from './frame.ts';

/** One column a status; short, because they stand in a narrow head. */
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
      ${stat(count(null, null), 'tasks came in', address({}))} ${stat(open, 'of them under way')}
      ${stat(count(null, 'completed'), 'completed', address({ status: 'completed' }))}
      ${stat(count(null, 'escalated') + count(null, 'rejected') + count(null, 'failed'), 'ended otherwise')}
      ${stat(lanes.events, 'lane events taken', link('lanes', '/console/lanes'))}
      ${stat(lanes.routes, 'routes asked for')}
    </div>
    ${tasks.length === 0 ? null : table(count, address)}
  </section>`;
}

function stat(value: number, label: string, href?: string): Html {
  const inner = html`<span class="label">${label}</span><strong class="number">${number(value)}</strong>`;
  return href === undefined ? html`<p class="stat">${inner}</p>` : html`<a class="stat" href="${href}">${inner}</a>`;
}

function table(
  count: (type: TaskType | null, status: Status | null) => number,
  address: (filters: Record<string, string>) => string,
): Html {
  const cell = (type: TaskType, status: Status): Html => {
    const value = count(type, status);
    if (value === 0) return html`<td class="number quiet">0</td>`;
    return html`<td class="number"><a href="${address({ type, status })}">${number(value)}</a></td>`;
  };
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="Tasks of today by type and status">
    <table class="today">
      <thead>
        <tr>
          <th scope="col">Type</th>
          ${statuses.map((status) => html`<th scope="col" class="number">${columns[status]}</th>`)}
          <th scope="col" class="number">All</th>
        </tr>
      </thead>
      <tbody>
        ${taskTypes
          .filter((type) => count(type, null) > 0)
          .map(
            (type) =>
              html`<tr>
                <th scope="row">${typeWords[type]}</th>
                ${statuses.map((status) => cell(type, status))}
                <td class="number">${number(count(type, null))}</td>
              </tr>`,
          )}
      </tbody>
    </table>
  </div>`;
}

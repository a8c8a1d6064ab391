/** The filter of lists by queue and step. */
import { html } from '../../http/html.ts';
import type { Html } from '../../http/html.ts';

export interface ChosenQueue {
  readonly queue: string | undefined;
  readonly step: string | undefined;
}

export function queueFilters(path: string, queues: readonly string[], chosen: ChosenQueue): Html {
  return html`<form class="filters" method="get" action="${path}">
    <div>
      <label for="filter-queue">Queue</label>
      <select id="filter-queue" name="queue">
        <option value="">All queues</option>
        ${queues.map(
          (queue) => html`<option value="${queue}" ${queue === chosen.queue ? html`selected` : null}>${queue}</option>`,
        )}
      </select>
    </div>
    <div>
      <label for="filter-step">Step</label>
      <input id="filter-step" name="step" value="${chosen.step ?? ''}" maxlength="128" />
    </div>
    <button class="button">Show</button>
  </form>`;
}

/** The filter of lists by queue and step. */
import { type Html, html } from '../../http/html.ts';
import { asChoices, selectField } from '../fields.ts';

export interface ChosenQueue {
  readonly queue: string | undefined;
  readonly step: string | undefined;
}

/** @param more further fields of the form */
export function queueFilters(
  path: string,
  queues: readonly string[],
  chosen: ChosenQueue,
  more: Html | null = null,
): Html {
  return html`<form class="filters" method="get" action="${path}">
    ${queueSelect(queues, chosen.queue)}
    <div>
      <label for="filter-step">Step</label>
      <input id="filter-step" name="step" value="${chosen.step ?? ''}" maxlength="128" />
    </div>
    ${more}
    <button class="button">Show</button>
  </form>`;
}

export function queueSelect(queues: readonly string[], chosen: string | undefined): Html {
  const field = { name: 'queue', label: 'Queue', value: chosen, any: 'All queues', options: asChoices(queues) };
  return selectField(field, 'filter-');
}

/** The tables of a step: the gates of its last review, its windows, and its rules. */
import type { StepDefinition } from '../../../domain/lanes/event.ts';
import type { Figures } from '../../../domain/lanes/figures.ts';
import type { LaneView } from '../../../domain/lanes/lane-view.ts';
import type { Gate } from '../../../domain/lanes/moves.ts';
import type { Rules } from '../../../domain/lanes/rules.ts';
import { ruleSettings } from '../../../domain/lanes/rules.ts';
import { counted, figure, percent, weekName } from '../../../domain/lanes/sentences.ts';
import type { Content, Html } from '../../http/html.ts';
import { html } from '../../http/html.ts';
import { gateFigure, gateName } from './gate-words.ts';

/** Roles are said once more: on a phone the rows are cards, and the sentence has the figures. */
export function gatesTable(gates: readonly Gate[]): Html {
  if (gates.length === 0)
    return html`<p class="quiet">No review has looked at this step yet: the first comes when a week is closed.</p>`;
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="Table of gates">
    <table class="gates" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Gate</th>
          <th role="columnheader" scope="col" class="number">Value</th>
          <th role="columnheader" scope="col" class="number">Bar</th>
          <th role="columnheader" scope="col">Result</th>
          <th role="columnheader" scope="col">In words</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${gates.map(
          (gate) =>
            html`<tr role="row">
              <th role="rowheader" scope="row">${gateName(gate)}</th>
              <td role="cell" class="number">${gateFigure(gate.value)}</td>
              <td role="cell" class="number">${gateFigure(gate.bar)}</td>
              <td role="cell">
                ${
                  gate.passed
                    ? html`<span class="badge badge-ok">passed</span>`
                    : html`<span class="badge badge-bad">not passed</span>`
                }
              </td>
              <td role="cell">${gate.sentence}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const figureRows: readonly (readonly [name: string, cell: (figures: Figures) => Content])[] = [
  ['Seen', ({ seen }) => seen],
  ['Compared', ({ compared }) => compared],
  ['Agreed', ({ agreed }) => agreed],
  [
    'Disagreed: minor, material, critical',
    ({ disagreed }) => `${disagreed.minor}, ${disagreed.material}, ${disagreed.critical}`,
  ],
  [
    'Settled: agent right, operator right, both wrong',
    ({ settled }) => `${settled.agent_right}, ${settled.operator_right}, ${settled.both_wrong}`,
  ],
  ['Unsettled', ({ unsettled }) => unsettled],
  ['Accuracy', ({ accuracy }) => shownShare(accuracy)],
  ['Accuracy at best', ({ accuracy_at_best }) => shownShare(accuracy_at_best)],
  ['Lower bound', ({ lower_bound }) => (lower_bound === null ? '–' : figure(lower_bound))],
  ['Operator error rate', ({ operator_error_rate }) => shownShare(operator_error_rate)],
  ['Audited, errors found', ({ audited, audit_errors }) => `${audited}, ${audit_errors}`],
];

export function windowsTable({ latest, windows }: LaneView): Html {
  if (latest === null) return html`<p class="quiet">No week is closed yet.</p>`;
  const columns: readonly (readonly [string, Figures])[] = [
    [weekName(latest.week), latest],
    ...Object.entries(windows).map(([weeks, figures]) => [`Last ${counted(Number(weeks), 'week')}`, figures] as const),
  ];
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="Table of closed weeks and windows">
    <table>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          ${columns.map(([name]) => html`<th scope="col" class="number">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${figureRows.map(
          ([name, cell]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${columns.map(([, figures]) => html`<td class="number">${cell(figures)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Rules that differ from their default stand open, the others can be unfolded. */
export function rulesTable(rules: Rules, { fields, watch }: StepDefinition): Html {
  const settings = ruleSettings(rules);
  const own = settings.filter(({ value, standard }) => value !== standard);
  return html`<dl class="kv">
      <dt>Compared</dt>
      <dd>
        ${
          fields.length === 0
            ? 'the decision'
            : fields.map(
                ({ name, compare, tolerance, severity }, place) =>
                  html`${place > 0 ? ', ' : ''}<span class="mono">${name}</span> (${compare}${
                      tolerance === null ? '' : ` within ${tolerance}`
                    },
                    ${severity})`,
              )
        }
      </dd>
      <dt>Watched</dt>
      <dd>${watch.length === 0 ? 'no input' : watch.join(', ')}</dd>
    </dl>
    ${
      own.length === 0
        ? html`<p class="quiet">Every rule has its default.</p>`
        : settingsTable(own, 'Rules that this step sets itself')
    }
    <details>
      <summary>All ${settings.length} rules</summary>
      ${settingsTable(settings, 'All rules')}
    </details>`;
}

function settingsTable(settings: ReturnType<typeof ruleSettings>, label: string): Html {
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col" class="number">Value</th>
          <th scope="col" class="number">Default</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${settings.map(
          ({ path, value, standard, about }) =>
            html`<tr>
              <th scope="row" class="mono">${path}</th>
              <td class="number">${String(value)}</td>
              <td class="number">${String(standard)}</td>
              <td>${about}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const shownShare = (share: number | null): string => (share === null ? '–' : percent(share));

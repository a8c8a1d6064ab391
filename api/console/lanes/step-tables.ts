/** The tables of a step: the gates of its last review, its windows, and its rules. */
import type { StepDefinition } from '../../../domain/lanes/event.ts';
import type { Figures } from '../../../domain/lanes/figures.ts';
import type { LaneView } from '../../../domain/lanes/lane-view.ts';
import type { ShownGate } from '../../../domain/lanes/moves.ts';
import { type Rules, ruleSettings } from '../../../domain/lanes/rules.ts';
import { counted, figure, percent, weekName } from '../../../domain/lanes/sentences.ts';
import type { DayOfUse } from '../../../store/lanes/routes.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { type Column, table } from '../../http/table.ts';
import { gateFigure, gateName } from './lane-labels.ts';

/** On a phone the rows are cards, and the sentence has the figures. */
export function gatesTable(gates: readonly ShownGate[]): Content {
  return table({
    label: 'Table of gates',
    class: 'gates',
    narrow: 'own',
    rows: gates,
    empty: html`<p class="quiet">Not reviewed yet: the first review happens when a week is closed.</p>`,
    columns: [
      { heading: 'Gate', cell: gateName },
      { heading: 'Value', cell: ({ value }) => gateFigure(value), number: true },
      { heading: 'Bar', cell: ({ bar }) => gateFigure(bar), number: true },
      {
        heading: 'Result',
        cell: ({ passed }) =>
          passed
            ? html`<span class="badge badge-ok">passed</span>`
            : html`<span class="badge badge-bad">not passed</span>`,
      },
      { heading: 'Explanation', cell: ({ sentence }) => sentence },
    ],
  });
}

/** How often the step's route was asked for. */
export function useTable(days: readonly DayOfUse[]): Content {
  return html`${table<DayOfUse>({
      label: 'Routes a day',
      rows: days,
      empty: html`<p class="quiet">No agent has asked for a route of this step yet.</p>`,
      columns: [
        { heading: 'Day', namesRow: true, cell: ({ day }) => day },
        { heading: 'Routes', cell: ({ routes }) => routes.toLocaleString('en-US'), number: true },
      ],
    })}
    <p class="quiet">
      Route calls by day in the workspace's time zone; days without any are left out. Answers that clients give from
      their own copy of the route table count for the workspace only.
    </p>`;
}

type FigureRow = readonly [name: string, cell: (figures: Figures) => Content];

const figureRows: readonly FigureRow[] = [
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
  ['Unauthorised acts of the agent', ({ unauthorised }) => unauthorised],
  ['Coverage', ({ coverage }) => shownShare(coverage)],
  ['Outputs after the person’s act', ({ late_outputs }) => late_outputs],
  ['Audited, errors found', ({ audited, audit_errors }) => `${audited}, ${audit_errors}`],
];

export function windowsTable({ latest, windows }: LaneView): Content {
  if (latest === null) return html`<p class="quiet">No week is closed yet.</p>`;
  const spans: readonly (readonly [string, Figures])[] = [
    [weekName(latest.week), latest],
    ...Object.entries(windows).map(([weeks, figures]) => [`Last ${counted(Number(weeks), 'week')}`, figures] as const),
  ];
  return table({
    label: 'Table of closed weeks and windows',
    rows: figureRows,
    columns: [
      { heading: 'Figure', cell: ([name]) => name },
      ...spans.map(([heading, figures]): Column<FigureRow> => ({
        heading,
        cell: ([, cell]) => cell(figures),
        number: true,
      })),
    ],
  });
}

/** Rules that differ from their default are open, the others can be unfolded. */
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
        ? html`<p class="quiet">All rules use their defaults.</p>`
        : settingsTable(own, 'Rules that this step sets itself')
    }
    <details>
      <summary>All ${settings.length} rules</summary>
      ${settingsTable(settings, 'All rules')}
    </details>`;
}

function settingsTable(settings: ReturnType<typeof ruleSettings>, label: string): Content {
  return table({
    label,
    rows: settings,
    columns: [
      { heading: 'Rule', cell: ({ path }) => path, class: 'mono' },
      { heading: 'Value', cell: ({ value }) => String(value), number: true },
      { heading: 'Default', cell: ({ standard }) => String(standard), number: true },
      { heading: 'Meaning', cell: ({ about }) => about },
    ],
  });
}

const shownShare = (share: number | null): string => (share === null ? '–' : percent(share));

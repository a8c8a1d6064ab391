/** Markup that the page of a playbook and that of a version share. */
import type { PlaybookChange, VersionState } from '../../../domain/dispatch/playbook/version-diff.ts';
import type { CanaryResult } from '../../../domain/dispatch/portal-change.ts';
import type { CanaryRunRow } from '../../../store/canary-runs.ts';
import type { SenderRow } from '../../../store/senders.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { textField } from '../fields.ts';
import { when } from '../page.ts';

export const stateBadge: Readonly<Record<VersionState, string>> = {
  draft: 'muted',
  checked: 'wait',
  rehearsed: 'wait',
  released: 'ok',
  retired: 'muted',
};
const resultBadge: Readonly<Record<CanaryResult, string>> = {
  passed: 'ok',
  changed: 'bad',
  unavailable: 'warn',
  failed: 'warn',
};

export function senderNames(senders: readonly SenderRow[]): (id: string | null) => string {
  return (id) => (id === null ? 'all senders' : (senders.find((sender) => sender.id === id)?.name ?? id));
}

export function runsTable(runs: readonly CanaryRunRow[], now: Date, empty: string): Content {
  return table({
    label: 'Results of rehearsals',
    rows: runs,
    empty,
    columns: [
      { heading: 'Task type', cell: ({ taskType }) => taskType },
      {
        heading: 'Result',
        cell: ({ result, summary }) =>
          html`<span class="badge badge-${resultBadge[result]}">${result}</span> ${summary}`,
      },
      { heading: 'Version', cell: ({ version }) => version },
      { heading: 'When', cell: ({ endedAt }) => when(endedAt, now) },
      {
        heading: 'Steps',
        cell: ({ steps }) =>
          html`<details>
            <summary>${steps.length}</summary>
            <ol>
              ${steps.map((step) => html`<li>${step}</li>`)}
            </ol>
          </details>`,
      },
    ],
  });
}

/** @param value a reason to begin with */
export function whyField(prefix: string, value = ''): Html {
  return textField(
    {
      name: 'why',
      label: 'Reason',
      value,
      required: true,
      autocomplete: 'off',
      maxlength: 500,
      hint: 'Kept with the version and in the audit log.',
    },
    prefix,
  );
}

export function diffList(changes: readonly PlaybookChange[]): Html {
  if (changes.length === 0) return html`<p class="quiet">They have the same content.</p>`;
  return html`<ul class="mono small">
    ${changes.map(({ kind, where, content }) => html`<li>${kind === 'added' ? '+' : '−'} ${where}: ${content}</li>`)}
  </ul>`;
}

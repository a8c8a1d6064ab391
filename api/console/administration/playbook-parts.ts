/** Markup that the page of a playbook and that of a version share. */
import { type PageChange, candidateReasons } from '../../../domain/dispatch/playbook/changed-control.ts';
import { isSameTarget, targetText } from '../../../domain/dispatch/playbook/target.ts';
import type { PlaybookChange, VersionState } from '../../../domain/dispatch/playbook/versions.ts';
import type { CanaryResult } from '../../../domain/dispatch/portal-change.ts';
import type { ProposedPlaybook } from '../../../portals/playbooks/propose.ts';
import type { CanaryRunRow } from '../../../store/canaries.ts';
import type { SenderRow } from '../../../store/senders.ts';
import type { Context } from 'koa';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { textField, csrfField, field } from '../form.ts';
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

/**
 * What a page lacks, what may be it now, and the form that stores the playbook with the change.
 * @param hidden further fields of the form
 */
export function proposalForm(
  ctx: Context,
  { action, hidden = '' }: { readonly action: string; readonly hidden?: Content },
  change: PageChange | null,
  proposed: ProposedPlaybook | undefined,
): Html {
  const notice = change?.notice;
  const missing = notice === undefined ? (change?.missing ?? []) : [];
  const isProposed = proposed?.kind === 'proposed';
  const canChoose = missing.length > 0 && missing.every(({ found }) => found.length > 0);
  const why = proposed?.kind === 'refused' ? proposed.why : undefined;
  return html`<form method="post" action="${action}">
    ${csrfField(ctx)}${hidden}
    ${notice && html`<p>“${notice.heading ?? notice.text}” lies over the page. <code>${targetText(notice.target)}</code> closes it.</p>`}
    ${missing.map(
      (one, n) =>
        html`<fieldset>
          <legend>Expected <code>${targetText(one.expected)}</code></legend>
          ${one.found.length === 0 && html`<p class="quiet">Nothing on the page is near it.</p>`}
          ${one.found.map(
            (candidate, k) =>
              html`<label class="check"
                ><input
                  type="radio"
                  name="candidate-${n}"
                  value="${k}"
                  required
                  ${one.proposed !== null && isSameTarget(one.proposed, candidate.target) && html`checked`}
                />
                <span><code>${targetText(candidate.target)}</code> ${candidateReasons(candidate)}</span></label
              >`,
          )}
        </fieldset>`,
    )}
    ${
      isProposed &&
      html`<h3>Proposed version ${proposed.version}</h3>
        ${diffList(proposed.changes)}`
    }
    ${
      !isProposed &&
      html`<p class="quiet">
        ${
          canChoose && why !== undefined
            ? `${why} Choose the one that is meant.`
            : 'No change of the playbook is proposed: change it by hand, and store it as a new version.'
        }
      </p>`
    }
    ${(isProposed || canChoose) && html`<p class="actions"><button class="button button-primary">Store and rehearse</button></p>`}
  </form>`;
}

/** The candidates that were chosen in the form, for each missing control. */
export function chosenCandidates(ctx: Context, { missing }: PageChange): (number | undefined)[] {
  return missing.map((_, n) => {
    const text = field(ctx, `candidate-${n}`);
    return /^\d$/.test(text) ? Number(text) : undefined;
  });
}

/** What happened at a step recently: changes of lane, alerts, sign-offs, disagreements, audits. */
import { capitalised } from '../../../domain/sentence.ts';
import { type StoredDisagreement, type StoredSignoff, disagreementView } from '../../../domain/lanes/evidence-pack.ts';
import type { LaneView } from '../../../domain/lanes/lane-view.ts';
import type { AuditChange, SignoffState } from '../../../domain/lanes/machine/records.ts';
import type { Alert, LaneChange, Signal } from '../../../domain/lanes/moves.ts';
import { figure, laneName, weekName } from '../../../domain/lanes/sentences.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { when } from '../page.ts';
import { severityBadge, verdictBadge } from './lane-labels.ts';
import { addressOf } from '../pagination.ts';
import { settlePath, signoffsPath } from './workspace.ts';

const rank = { shadow: 0, assist: 1, auto: 2 } as const;

export function changesList(changes: readonly LaneChange[], now: Date): Html {
  if (changes.length === 0) return html`<p class="quiet">None: every step begins in Shadow.</p>`;
  return html`<ol class="timeline">
    ${changes.map(
      ({ from, to, at, week, reason }) =>
        html`<li class="${rank[to] > rank[from] ? 'ok' : 'bad'}">
          <span class="quiet">${weekName(week)}, ${when(new Date(at), now)}</span>
          <p>${reason}</p>
        </li>`,
    )}
  </ol>`;
}

const signalNames: Readonly<Record<Signal, string>> = {
  coverage: 'Skipped items',
  input_shift: 'Input shift',
  outcome_drift: 'Outcome drift',
  critical_audit: 'Critical error',
};

export function alertsList(alerts: readonly Alert[], now: Date): Html {
  if (alerts.length === 0) return html`<p class="quiet">No alert so far.</p>`;
  return html`<ol class="timeline">
    ${alerts.map(
      ({ signal, value, threshold, detail, lane, at, week }) =>
        html`<li class="bad">
          <strong>${signalNames[signal]}</strong>
          <span class="quiet">${weekName(week)}, ${when(new Date(at), now)}</span>
          <p>${capitalised(detail)}</p>
          <p class="quiet">
            Value ${figure(value)}, threshold ${figure(threshold)}; lane at the time: ${laneName(lane)}.
          </p>
        </li>`,
    )}
  </ol>`;
}

const stateBadges: Readonly<Record<SignoffState, string>> = {
  waiting: 'wait',
  approved: 'ok',
  used: 'ok',
  declined: 'bad',
  withdrawn: 'bad',
  void: 'muted',
};

/** What people read where the machine has another word: nobody voided anything. */
const stateWords: Readonly<Partial<Record<SignoffState, string>>> = { waiting: 'pending', void: 'expired' };

export function signoffBadge(state: SignoffState): Html {
  return html`<span class="badge badge-${stateBadges[state]}">${stateWords[state] ?? state}</span>`;
}

export function signoffsList(workspace: WorkspaceRow, signoffs: readonly StoredSignoff[], now: Date): Content {
  if (signoffs.length === 0) return null;
  return html`<h3>Sign-off requests</h3>
    <ul class="plain-list">
      ${signoffs.map(
        ({ request, state, changedAt, changedBy }) =>
          html`<li>
            ${signoffBadge(state)} ${request.purpose === 'promote' ? 'to Auto' : 'acknowledge a critical error'}
            <span class="quiet">${changedBy === null ? null : html`by ${changedBy},`} ${when(changedAt, now)}</span>
            <a class="mono" href="${signoffsPath(workspace)}#${request.request_id}">${request.request_id}</a>
          </li>`,
      )}
    </ul>`;
}

export function disagreementsTable(
  workspace: WorkspaceRow,
  { queue, step }: LaneView,
  rows: readonly StoredDisagreement[],
  now: Date,
): Content {
  return table({
    label: 'Table of disagreements',
    list: 'page',
    class: 'events',
    rows: rows.map((row) => ({ ...disagreementView(row), since: row.since })),
    empty: html`<p class="quiet">None so far.</p>`,
    columns: [
      {
        heading: 'Item',
        cell: ({ item }) => html`<a href="${addressOf(settlePath(workspace), { queue, step, item })}">${item}</a>`,
      },
      { heading: 'Week', cell: ({ week }) => weekName(week), class: 'nowrap' },
      { heading: 'Severity', cell: ({ severity }) => severityBadge(severity) },
      { heading: 'Differs', cell: ({ fields }) => fields.map(({ name }) => name).join(', ') },
      {
        heading: 'Verdict',
        cell: ({ settled, since }) =>
          settled === null
            ? html`<span class="badge badge-wait">pending</span> ${when(since, now)}`
            : html`${verdictBadge(settled.verdict)} by ${settled.actor}`,
      },
    ],
  });
}

export function auditsTable(audits: readonly AuditChange[], now: Date): Content {
  return table({
    label: 'Table of audits',
    list: 'page',
    class: 'events',
    rows: audits,
    empty: html`<p class="quiet">None so far: audits start in Auto.</p>`,
    columns: [
      { heading: 'Item', cell: ({ item }) => item },
      { heading: 'When', cell: ({ at }) => when(new Date(at), now) },
      { heading: 'By', cell: ({ actor }) => actor },
      { heading: 'Result', cell: auditResult },
    ],
  });
}

function auditResult({ verdict, severity, counted }: AuditChange): Html {
  const badges =
    verdict === 'agree'
      ? html`<span class="badge badge-ok">agrees</span>`
      : html`<span class="badge badge-bad">disagrees</span> ${severity && severityBadge(severity)}`;
  return html`${badges} ${!counted && html`<span class="quiet">not counted: item was not sampled</span>`}`;
}

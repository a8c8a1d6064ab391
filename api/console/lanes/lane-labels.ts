/** What lanes, gates, severities and verdicts are called on pages. */
import type { Lane, SettlementVerdict, Severity } from '../../../domain/lanes/event.ts';
import type { Gate } from '../../../domain/lanes/moves.ts';
import { figure, laneName } from '../../../domain/lanes/sentences.ts';
import { type Html, html } from '../../http/html.ts';

/** Every gate that a review may show, in the order in which people choose from them. */
export const gateNames: Readonly<Record<string, string>> = {
  closed_weeks: 'Weeks in the lane',
  compared_items: 'Compared items',
  items_each_week: 'Items each week',
  coverage: 'Coverage',
  late_outputs: 'Late outputs',
  lower_bound: 'Lower bound of the accuracy',
  recent_accuracy: 'Recent accuracy',
  evidence: 'Evidence (ln E)',
  critical_rate: 'Critical rate',
  critical_errors: 'Critical errors',
  unsettled_critical: 'Unsettled critical disagreements',
  gap_to_operator: 'Gap to the operators',
  alert_free_weeks: 'Weeks without an alert',
  late_share: 'Late items',
  cool_down: 'Cool-down',
  input_shift: 'Input shift (PSI)',
  new_items: 'New items',
  acknowledged: 'Critical error acknowledged',
  consecutive_closes: 'Closes in a row',
  signoff: 'Sign-off',
  pinned: 'Pinned by a person',
  exit_bound: 'Upper bound of the audits',
  cusum: 'Outcome drift (CUSUM)',
  novel_share: 'Novel inputs',
  overdue_audits: 'Overdue audits',
  agent_version: 'Agent version',
};

export function gateName({ gate }: Pick<Gate, 'gate'>): string {
  return gateNames[gate] ?? gate.replaceAll('_', ' ');
}

/** `0.9497`, `yes`, `–`. */
export function gateFigure(value: Gate['value']): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return figure(value);
}

/** The lane of a step as a badge: by its word, its colour and how much of the mark is filled. */
export function laneBadge(lane: Lane): Html {
  return html`<span class="badge badge-lane badge-lane-${lane}">${laneName(lane)}</span>`;
}

export function moneyBadge(moneyMoving: boolean): Html | null {
  return moneyMoving ? html`<span class="badge badge-warn">moves money</span>` : null;
}

/** How severities and verdicts read on pages. */
const severityBadges: Readonly<Record<Severity, string>> = { minor: 'muted', material: 'warn', critical: 'bad' };

export function severityBadge(severity: Severity): Html {
  return html`<span class="badge badge-${severityBadges[severity]}">${severity}</span>`;
}

export const verdictText: Readonly<Record<SettlementVerdict, string>> = {
  agent_right: 'agent right',
  operator_right: 'operator right',
  both_wrong: 'both wrong',
};

const verdictBadges: Readonly<Record<SettlementVerdict, string>> = {
  agent_right: 'ok',
  operator_right: 'warn',
  both_wrong: 'bad',
};

export function verdictBadge(verdict: SettlementVerdict): Html {
  return html`<span class="badge badge-${verdictBadges[verdict]}">${verdictText[verdict]}</span>`;
}

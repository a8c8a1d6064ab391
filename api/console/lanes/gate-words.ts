/** What gates are called on pages, and how their figures read. */
import type { Gate } from '../../../domain/lanes/moves.ts';
import { figure } from '../../../domain/lanes/sentences.ts';

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

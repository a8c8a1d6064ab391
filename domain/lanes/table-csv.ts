/** The tables of ledger and evidence as CSV: columns in a fixed order, one row of the table a line. */
import { writeCsv } from '../dispatch/csv/write-csv.ts';
import type { LedgerRow } from './moves.ts';

type Cell = string | number | boolean | null | undefined;

/** @param columns each with its name and how its cell is made from a row */
export function tableCsv<T>(columns: Readonly<Record<string, (row: T) => Cell>>, rows: readonly T[]): string {
  const cells = Object.values(columns);
  return writeCsv(
    Object.keys(columns),
    rows.map((row) => cells.map((cell) => String(cell(row) ?? ''))),
  );
}

export const ledgerColumns: Readonly<Record<string, (row: LedgerRow) => Cell>> = {
  queue: (row) => row.queue,
  step: (row) => row.step,
  week: (row) => row.week,
  week_start: (row) => row.week_start,
  lane: (row) => row.lane,
  seen: (row) => row.seen,
  compared: (row) => row.compared,
  agreed: (row) => row.agreed,
  disagreed_minor: (row) => row.disagreed.minor,
  disagreed_material: (row) => row.disagreed.material,
  disagreed_critical: (row) => row.disagreed.critical,
  settled_agent_right: (row) => row.settled.agent_right,
  settled_operator_right: (row) => row.settled.operator_right,
  settled_both_wrong: (row) => row.settled.both_wrong,
  unsettled: (row) => row.unsettled,
  accuracy: (row) => row.accuracy,
  accuracy_at_best: (row) => row.accuracy_at_best,
  lower_bound: (row) => row.lower_bound,
  operator_error_rate: (row) => row.operator_error_rate,
  audited: (row) => row.audited,
  audit_errors: (row) => row.audit_errors,
  decision: (row) => row.decision,
  rule: (row) => row.rule,
  blocked_by: (row) =>
    row.gates
      .filter(({ passed }) => !passed)
      .map(({ sentence }) => sentence)
      .join('; '),
  amended_weeks: (row) => row.amended_weeks.join(' '),
};

/** The tables of ledger and evidence as CSV: columns in a fixed order, one row of the table a line. */
import { writeCsv } from '../csv.ts';
import type { AuditView, DisagreementView, EvidencePack } from './evidence-pack.ts';
import type { LaneChange, LedgerRow } from './moves.ts';
import type { PendingAuditView } from './pending-audit.ts';
import { gateSentence } from './review/gate.ts';

type Cell = string | number | boolean | null | undefined;

type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

/** @param columns each with its name and how its cell is made from a row */
export function tableCsv<T>(columns: Columns<T>, rows: readonly T[]): string {
  const cells = Object.values(columns);
  return writeCsv(
    Object.keys(columns),
    rows.map((row) => cells.map((cell) => String(cell(row) ?? ''))),
  );
}

export const ledgerColumns: Columns<LedgerRow> = {
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
  unauthorised: (row) => row.unauthorised,
  coverage: (row) => row.coverage,
  late_outputs: (row) => row.late_outputs,
  decision: (row) => row.decision,
  rule: (row) => row.rule,
  blocked_by: (row) =>
    row.gates
      .filter(({ passed }) => !passed)
      .map(gateSentence)
      .join('; '),
  amended_weeks: (row) => row.amended_weeks.join(' '),
};

export const pendingAuditColumns: Columns<PendingAuditView> = {
  queue: (row) => row.queue,
  step: (row) => row.step,
  item: (row) => row.item,
  lane: (row) => row.lane,
  agent: (row) => row.agent,
  required: (row) => row.required,
  since: (row) => row.since,
  due: (row) => row.due,
  overdue: (row) => row.overdue,
  person: (row) => row.person,
  assigned_at: (row) => row.assigned_at,
};

/** What waits to be settled, as `GET /v1/settle-queue` shows it. */
export type WaitingView = Pick<DisagreementView, 'item' | 'week' | 'severity' | 'waiting_since' | 'fields'> & {
  readonly queue: string;
  readonly step: string;
  /** Null where what differs is not kept. */
  readonly operator: DisagreementView['operator'] | null;
  readonly agent: DisagreementView['agent'] | null;
};

export const waitingColumns: Columns<WaitingView> = {
  queue: (row) => row.queue,
  step: (row) => row.step,
  item: (row) => row.item,
  week: (row) => row.week,
  severity: (row) => row.severity,
  waiting_since: (row) => row.waiting_since,
  operator: (row) => row.operator?.actor,
  operator_decision: (row) => row.operator?.decision,
  agent: (row) => row.agent?.actor,
  agent_decision: (row) => row.agent?.decision,
  differs: differing,
};

const changeColumns: Columns<LaneChange> = {
  queue: (row) => row.queue,
  step: (row) => row.step,
  at: (row) => row.at,
  week: (row) => row.week,
  from: (row) => row.from,
  to: (row) => row.to,
  rule: (row) => row.rule,
  reason: (row) => row.reason,
};

const signoffColumns: Columns<EvidencePack['signoffs'][number]> = {
  request_id: (row) => row.request_id,
  purpose: (row) => row.purpose,
  queue: (row) => row.queue,
  step: (row) => row.step,
  at: (row) => row.at,
  state: (row) => row.state,
  changed_at: (row) => row.changed_at,
  by: (row) => row.by,
};

const disagreementColumns: Columns<DisagreementView> = {
  item: (row) => row.item,
  week: (row) => row.week,
  severity: (row) => row.severity,
  waiting_since: (row) => row.waiting_since,
  operator: (row) => row.operator?.actor,
  agent: (row) => row.agent?.actor,
  differs: differing,
  verdict: (row) => row.settled?.verdict,
  settled_by: (row) => row.settled?.actor,
  settled_at: (row) => row.settled?.at,
  by: (row) => row.settled?.by,
  reason: (row) => row.settled?.reason,
};

/** Each field that differs: what the person has, and what the agent has. */
function differing({ fields }: Pick<DisagreementView, 'fields'>): string {
  return fields.map(({ name, operator, agent }) => `${name}: ${shown(operator)} / ${shown(agent)}`).join('; ');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const auditColumns: Columns<AuditView> = {
  item: (row) => row.item,
  week: (row) => row.week,
  at: (row) => row.at,
  actor: (row) => row.actor,
  verdict: (row) => row.verdict,
  severity: (row) => row.severity,
  counted: (row) => row.counted,
};

interface Table {
  readonly columns: Columns<never>;
  readonly rows: (pack: EvidencePack) => readonly unknown[];
}

/** The tables of an evidence pack by name. */
export const evidenceTables = {
  weeks: { columns: ledgerColumns, rows: (pack) => pack.weeks },
  lane_changes: { columns: changeColumns, rows: (pack) => pack.lane_changes },
  signoffs: { columns: signoffColumns, rows: (pack) => pack.signoffs },
  disagreements: { columns: disagreementColumns, rows: (pack) => pack.disagreements },
  audits: { columns: auditColumns, rows: (pack) => pack.audits },
} as const satisfies Record<string, Table>;
export type EvidenceTable = keyof typeof evidenceTables;

/** One table of an evidence pack as CSV. */
export function evidenceCsv(pack: EvidencePack, table: EvidenceTable): string {
  const { columns, rows }: Table = evidenceTables[table];
  return tableCsv(columns, rows(pack) as readonly never[]);
}

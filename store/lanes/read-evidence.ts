/** Reads what the evidence pack of a step is made of (D49). */
import type { AuditChange, DisagreementChange, SignoffState } from '../../domain/lanes/machine/records.ts';
import type { LaneChange, LedgerRow, SignoffRequest } from '../../domain/lanes/moves.ts';
import type { Queryable } from '../database.ts';

export interface SignoffRow {
  readonly request: SignoffRequest;
  readonly state: SignoffState;
  readonly changedAt: Date;
  readonly changedBy: string | null;
}

export interface DisagreementRow {
  readonly item: string;
  readonly week: number;
  /** 2 material, 3 critical. */
  readonly severity: number;
  readonly since: Date;
  readonly settled: DisagreementChange['settled'];
  readonly found: DisagreementChange['found'];
}

/** How often a watched input had a value in a week. */
export interface InputRow {
  readonly week: number;
  readonly feature: string;
  readonly value: string;
  readonly n: number;
}

export interface EvidenceRead {
  readonly ledger: readonly LedgerRow[];
  readonly inputs: readonly InputRow[];
  readonly laneChanges: readonly LaneChange[];
  readonly signoffs: readonly SignoffRow[];
  /** The latest, newest first. */
  readonly disagreements: readonly DisagreementRow[];
  readonly audits: readonly AuditChange[];
  readonly dataClock: Date | null;
}

const latest = 50;
/** Values of one feature and week that are shown; the rest of a long tail adds nothing. */
const valuesShown = 20;

export async function readEvidence(q: Queryable, workspaceNo: number, stepNo: number): Promise<EvidenceRead> {
  const place = [workspaceNo, stepNo];
  const ledger = await q.query<{ row: LedgerRow }>({
    name: 'lane-evidence-ledger',
    text: 'select row from lane_ledger where workspace_no = $1 and step_no = $2 order by week',
    values: place,
  });
  const inputs = await q.query<InputRow>({
    name: 'lane-evidence-inputs',
    text: `select week, feature, value, n from (
       select week, feature, value, sum(n)::bigint as n,
              row_number() over (partition by week, feature order by sum(n) desc, value) as place
         from lane_inputs where workspace_no = $1 and step_no = $2 group by week, feature, value) as mix
      where place <= $3 order by week, feature, n desc, value`,
    values: [...place, valuesShown],
  });
  const changes = await q.query<{ change: LaneChange }>({
    name: 'lane-evidence-changes',
    text: 'select change from lane_changes where workspace_no = $1 and step_no = $2 order by seq, n',
    values: place,
  });
  const signoffs = await q.query<SignoffRow>({
    name: 'lane-evidence-signoffs',
    text: `select request, state, changed_at as "changedAt", changed_by as "changedBy" from lane_signoffs
      where workspace_no = $1 and step_no = $2 order by seq, n`,
    values: place,
  });
  const disagreements = await q.query<DisagreementRow>({
    name: 'lane-evidence-disagreements',
    text: `select item, week, severity, since, settled, found from lane_disagreements
      where workspace_no = $1 and step_no = $2 order by since desc, item limit $3`,
    values: [...place, latest],
  });
  const audits = await q.query<{ audit: AuditChange }>({
    name: 'lane-evidence-audits',
    text: `select audit from lane_audits where workspace_no = $1 and step_no = $2 order by at desc, seq desc, n desc limit $3`,
    values: [...place, latest],
  });
  const workspace = await q.query<{ dataClock: Date | null }>({
    name: 'lane-evidence-clock',
    text: 'select data_clock as "dataClock" from workspaces where no = $1',
    values: [workspaceNo],
  });
  return {
    ledger: ledger.rows.map(({ row }) => row),
    inputs: inputs.rows,
    laneChanges: changes.rows.map(({ change }) => change),
    signoffs: signoffs.rows,
    disagreements: disagreements.rows,
    audits: audits.rows.map(({ audit }) => audit),
    dataClock: workspace.rows[0]?.dataClock ?? null,
  };
}

/** Reads what the evidence pack of a step is made of (D49). */
import type { AuditChange } from '../../domain/lanes/machine/records.ts';
import type { LaneChange, LedgerRow } from '../../domain/lanes/moves.ts';
import type { Queryable } from '../database.ts';
import type {
  StoredDisagreement,
  StoredEvidence,
  StoredInput,
  StoredSignoff,
} from '../../domain/lanes/evidence-pack.ts';

export interface EvidenceRead extends StoredEvidence {
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
  const inputs = await q.query<StoredInput>({
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
  const signoffs = await q.query<StoredSignoff>({
    name: 'lane-evidence-signoffs',
    text: `select request, state, changed_at as "changedAt", changed_by as "changedBy" from lane_signoffs
      where workspace_no = $1 and step_no = $2 order by seq, n`,
    values: place,
  });
  const disagreements = await q.query<StoredDisagreement>({
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

/** What the machine announces: ledger rows, lane changes, alerts, sign-off requests, disagreements and audits. */
import type { AuditChange, DisagreementChange, SignoffChange } from '../../domain/lanes/machine/records.ts';
import type { Severity } from '../../domain/lanes/event.ts';
import type { Alert, LaneChange, LedgerRow, SignoffRequest } from '../../domain/lanes/moves.ts';
import type { Queryable } from '../database.ts';

/** Something that a record of the log caused, the n-th of its kind. */
export interface Announced<T> {
  readonly seq: number;
  readonly n: number;
  readonly stepNo: number;
  readonly what: T;
}

const severityRank: Readonly<Record<Severity, number>> = { minor: 1, material: 2, critical: 3 };

/** All that a round caused, in the order of the log. */
export interface Announcements {
  readonly ledger: readonly Announced<LedgerRow>[];
  readonly laneChanges: readonly Announced<LaneChange>[];
  readonly alerts: readonly Announced<Alert>[];
  readonly signoffRequests: readonly Announced<SignoffRequest>[];
  readonly signoffs: readonly SignoffChange[];
  readonly disagreements: readonly DisagreementChange[];
  readonly audits: readonly Announced<AuditChange>[];
}

/** The statements are sent in this order; on a session's connection none waits for the one before. */
export async function saveAnnouncements(q: Queryable, workspaceNo: number, all: Announcements): Promise<void> {
  const insert = <T>(statement: Statement, list: readonly T[], row: (one: T) => unknown[]): Promise<void> =>
    insertRows(q, workspaceNo, statement, list, row);
  const atWeek = ({ seq, n, stepNo, what }: Announced<LaneChange | Alert | AuditChange>): unknown[] => [
    seq,
    n,
    stepNo,
    what.at,
    what.week,
    what,
  ];
  await Promise.all([
    insert(ledgerText, all.ledger, ({ stepNo, what }) => [stepNo, what.week, what]),
    insert(changeText, all.laneChanges, atWeek),
    insert(alertText, all.alerts, atWeek),
    insert(auditText, all.audits, atWeek),
    insert(signoffText, all.signoffRequests, ({ seq, n, stepNo, what }) => [
      what.request_id,
      seq,
      n,
      stepNo,
      what.at,
      what,
    ]),
    insert(
      signoffStateText,
      newest(all.signoffs, ({ requestId }) => requestId),
      (change) => [change.requestId, change.state, change.at, change.by],
    ),
    insert(disagreementText, merged(all.disagreements), (change) => [
      change.stepNo,
      change.item,
      severityRank[change.severity],
      change.since,
      change.week,
      change.settled,
      change.found,
    ]),
  ]);
}

const fromMs = (field: number): string => `to_timestamp((row->>${field})::double precision / 1000)`;
const orNull = (field: number): string => `nullif((row->${field})::text, 'null')::json`;

/** A name to prepare it under, and the text. */
type Statement = readonly [name: string, text: string];

/** A closed row is never written again: a second one is a defect, and the primary key refuses it. */
const ledgerText: Statement = [
  'ledger',
  `insert into lane_ledger (workspace_no, step_no, week, row)
  select $1, (row->>0)::int, (row->>1)::int, row->2 from json_array_elements($2::json) as row`,
];
const changeText: Statement = [
  'changes',
  `insert into lane_changes (workspace_no, seq, n, step_no, at, week, change)
  select $1, (row->>0)::bigint, (row->>1)::int, (row->>2)::int, (row->>3)::timestamptz, (row->>4)::int, row->5
    from json_array_elements($2::json) as row`,
];
const alertText: Statement = [
  'alerts',
  `insert into lane_alerts (workspace_no, seq, n, step_no, at, week, alert)
  select $1, (row->>0)::bigint, (row->>1)::int, (row->>2)::int, (row->>3)::timestamptz, (row->>4)::int, row->5
    from json_array_elements($2::json) as row`,
];
const auditText: Statement = [
  'audits',
  `insert into lane_audits (workspace_no, seq, n, step_no, at, week, audit)
  select $1, (row->>0)::bigint, (row->>1)::int, (row->>2)::int, ${fromMs(3)}, (row->>4)::int, row->5
    from json_array_elements($2::json) as row`,
];
const signoffText: Statement = [
  'signoffs',
  `insert into lane_signoffs (workspace_no, request_id, seq, n, step_no, at, request, state, changed_at)
  select $1, row->>0, (row->>1)::bigint, (row->>2)::int, (row->>3)::int, (row->>4)::timestamptz, row->5, 'waiting',
         (row->>4)::timestamptz
    from json_array_elements($2::json) as row`,
];
const signoffStateText: Statement = [
  'signoff-states',
  `update lane_signoffs set state = row->>1, changed_at = ${fromMs(2)}, changed_by = row->>3
  from json_array_elements($2::json) as row where workspace_no = $1 and request_id = row->>0`,
];
const disagreementText: Statement = [
  'disagreements',
  `insert into lane_disagreements as kept
    (workspace_no, step_no, item, severity, since, week, settled, found)
  select $1, (row->>0)::int, row->>1, (row->>2)::smallint, ${fromMs(3)}, (row->>4)::int, ${orNull(5)}, ${orNull(6)}
    from json_array_elements($2::json) as row
  on conflict (workspace_no, step_no, item) do update set severity = excluded.severity, settled = excluded.settled,
    since = case when excluded.found is null then kept.since else excluded.since end, week = excluded.week,
    found = coalesce(excluded.found, kept.found)`,
];

async function insertRows<T>(
  q: Queryable,
  workspaceNo: number,
  [name, text]: Statement,
  list: readonly T[],
  row: (one: T) => unknown[],
): Promise<void> {
  if (list.length === 0) return;
  await q.query({ name: `lane-${name}`, text, values: [workspaceNo, JSON.stringify(list.map(row))] });
}

/** One statement writes a row once, so of several changes of the same thing the last counts. */
function newest<T>(list: readonly T[], key: (one: T) => string): T[] {
  return [...new Map(list.map((one) => [key(one), one])).values()];
}

/** A settlement does not repeat what was found, and when. */
function merged(list: readonly DisagreementChange[]): DisagreementChange[] {
  const byItem = new Map<string, DisagreementChange>();
  for (const change of list) {
    const key = `${change.stepNo}|${change.item}`;
    const before = byItem.get(key);
    const found = change.found === null && before ? { found: before.found, since: before.since } : {};
    byItem.set(key, { ...change, ...found });
  }
  return [...byItem.values()];
}

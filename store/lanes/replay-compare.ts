/** Compares what a replay has rebuilt with what the database holds, row by row and byte by byte. */
import type { StoredGate } from '../../domain/lanes/moves.ts';
import { withShownGates } from '../../domain/lanes/review/gate.ts';
import type { Queryable } from '../database.ts';
import type { WorkspaceRef } from './ingest-request.ts';
import type { Rebuilt, ReplayedTable } from './replay.ts';

export interface Difference {
  readonly table: ReplayedTable;
  /** Key of the row, its parts separated by spaces. */
  readonly key: string;
  /** JSON text; null where the database has no such row. */
  readonly stored: string | null;
  /** Null where the replay has no such row. */
  readonly replayed: string | null;
}

/** Columns `key` and `value` of every row of a workspace ($1), as the replay writes them. */
const queries: Readonly<Record<ReplayedTable, string>> = {
  workspace: `select '' as key, machine::text as value from workspaces where no = $1 and machine is not null`,
  steps: `select no || ' ' || queue || ' ' || step as key, state::text as value from lane_steps where workspace_no = $1`,
  routes: `select no || ' ' || queue || ' ' || step as key, route::text as value from lane_steps where workspace_no = $1`,
  weeks: `select concat_ws(' ', step_no, stint, week) as key, counts::text as value from lane_weeks
           where workspace_no = $1`,
  inputs: `select concat_ws(' ', step_no, stint, week, feature, value) as key, n::text as value from lane_inputs
            where workspace_no = $1`,
  items: `select step_no || ' ' || item as key, state::text as value from lane_items where workspace_no = $1`,
  ledger: `select step_no || ' ' || week as key, row::text as value from lane_ledger where workspace_no = $1`,
  lane_changes: `select seq || ' ' || n as key, change::text as value from lane_changes where workspace_no = $1`,
  alerts: `select seq || ' ' || n as key, alert::text as value from lane_alerts where workspace_no = $1`,
  audits: `select seq || ' ' || n as key, audit::text as value from lane_audits where workspace_no = $1`,
  signoff_requests: `select request_id as key, request::text as value from lane_signoffs where workspace_no = $1`,
  signoff_states: `select request_id as key, '[' || to_json(state) || ',' || coalesce(to_json(changed_by)::text, 'null')
                     || ']' as value from lane_signoffs where workspace_no = $1`,
  disagreements: `select step_no || ' ' || item as key, '[' || coalesce(settled::text, 'null') || ','
                    || coalesce(found::text, 'null') || ']' as value from lane_disagreements where workspace_no = $1`,
};

/** Rows of weeks from a version that counted less have the same counters, and no others. */
const isShorter = (stored: string, replayed: string): boolean => replayed.startsWith(`${stored.slice(0, -1)},`);

/** Rows with gates; older versions stored these as sentences. */
const gated: ReadonlySet<ReplayedTable> = new Set<ReplayedTable>(['steps', 'routes', 'ledger']);

const shown = (value: string): string =>
  JSON.stringify(withShownGates(JSON.parse(value) as { readonly gates: readonly StoredGate[] }));

/**
 * The name of the rules that a step had when its route entry was last written: a version that brings a further setting names
 * the same rules otherwise, and its default acts as the version before did.
 */
const revision = /("rulesRevision":")[0-9a-f]*/;

function isSame(table: ReplayedTable, stored: string, replayed: string | null): boolean {
  if (stored === replayed) return true;
  if (replayed === null) return false;
  return table === 'routes'
    ? hasSameGates(table, stored.replace(revision, '$1'), replayed.replace(revision, '$1'))
    : hasSameGates(table, stored, replayed);
}

function hasSameGates(table: ReplayedTable, stored: string, replayed: string): boolean {
  if (stored === replayed) return true;
  if ((table === 'weeks' || table === 'ledger') && isShorter(stored, replayed)) return true;
  if (!gated.has(table) || !stored.includes('"sentence":')) return false;
  const [before, now] = [shown(stored), shown(replayed)];
  return before === now || (table === 'ledger' && isShorter(before, now));
}

const pageRows = 20_000;

const mostDifferences = 1_000;

/** Every difference, up to `mostDifferences`. Takes the rebuilt rows apart as it goes, so that the memory is free again. */
export async function compareWithStored(
  q: Queryable,
  workspace: WorkspaceRef,
  { tables }: Rebuilt,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [table, rows] of Object.entries(tables) as [ReplayedTable, Map<string, string>][]) {
    const note = (key: string, stored: string | null, replayed: string | null): void => {
      if (differences.length < mostDifferences) differences.push({ table, key, stored, replayed });
    };
    for await (const { key, value } of storedRows(q, table, workspace.no)) {
      const replayed = rows.get(key) ?? null;
      if (!isSame(table, value, replayed)) note(key, value, replayed);
      rows.delete(key);
    }
    for (const [key, replayed] of rows) note(key, null, replayed);
    rows.clear();
  }
  return differences;
}

/** A table at most a page at a time: of items there are millions. */
async function* storedRows(
  q: Queryable,
  table: ReplayedTable,
  workspaceNo: number,
): AsyncGenerator<{ key: string; value: string }> {
  const cursor = `replay_${table}`;
  await q.query(`declare ${cursor} no scroll cursor for ${queries[table].replaceAll('$1', String(workspaceNo))}`);
  for (;;) {
    const page = await q.query<{ key: string; value: string }>(`fetch ${pageRows} from ${cursor}`);
    yield* page.rows;
    if (page.rows.length < pageRows) break;
  }
  await q.query(`close ${cursor}`);
}

import assert from 'node:assert/strict';
import { withShownGates } from '../../domain/lanes/review/gate.ts';
import type { StoredGate } from '../../domain/lanes/moves.ts';
import { asOwner } from '../support/database.ts';
import { definition, workEvents } from '../activities/lanes/work.ts';
import { type LaneSite, openLaneSite } from '../activities/lanes/lane-site.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

interface Gated {
  readonly gates: readonly StoredGate[];
}
interface StoredRow {
  readonly no: number;
  readonly week: number;
  readonly row: Gated;
}
interface StoredStep {
  readonly no: number;
  readonly state: Gated;
  readonly route: Gated & { readonly rulesRevision: string };
}

const renamed = (route: StoredStep['route']): StoredStep['route'] => ({ ...route, rulesRevision: '0123456789abcdef' });

describe('admin lanes replay', () => {
  let site: LaneSite;
  let bench: AdminBench;
  before(async () => {
    site = await openLaneSite();
    bench = await openAdminBench({ DATABASE_URL: site.database.url });
    await site.send(workEvents({ weeks: 4, itemsPerWeek: 30 }));
  });
  after(async () => {
    await bench.close();
    await site.leave();
  });

  it('rebuilds a workspace from its log and finds the same', async () => {
    const { code, out } = await bench.runHere(['lanes', 'replay', site.workspace.id, '--json']);
    assert.equal(code, 0);
    const report = JSON.parse(out) as { events: number; records: number; differences: unknown[] };
    assert.equal(report.events, workEvents({ weeks: 4, itemsPerWeek: 30 }).length);
    assert.deepEqual([report.records, report.differences], [2, []]);
  });

  it('finds the same in a workspace that nothing was sent to yet', async () => {
    const { id } = await site.addWorkspace();
    const { code, out } = await bench.runHere(['lanes', 'replay', id, '--json']);
    assert.deepEqual([code, (JSON.parse(out) as { differences: unknown[] }).differences], [0, []]);
  });

  it('finds the same in a workspace of an older version: gates as sentences, rules by another name', async () => {
    const other = await site.addWorkspace();
    await site.ingest.submit(other, {
      kind: 'events',
      events: workEvents({ weeks: 3, itemsPerWeek: 12 }),
      hold: false,
    });
    const { pool } = site.database;
    const { rows: closed } = await pool.query<StoredRow>(
      `select step_no as no, week, row from lane_ledger where workspace_no = $1`,
      [other.no],
    );
    const { rows: steps } = await pool.query<StoredStep>(
      `select no, state, route from lane_steps where workspace_no = $1`,
      [other.no],
    );
    const text = (row: Gated): string => `'${JSON.stringify(withShownGates(row)).replaceAll("'", "''")}'`;
    await asOwner(
      site.database.url,
      [
        'alter table lane_ledger disable trigger all',
        ...closed.map(
          ({ no, week, row }) =>
            `update lane_ledger set row = ${text(row)} where workspace_no = ${other.no} and step_no = ${no} and week = ${week}`,
        ),
        ...steps.map(
          ({ no, state, route }) =>
            `update lane_steps set state = ${text(state)}, route = ${text(renamed(route))} where workspace_no = ${other.no} and no = ${no}`,
        ),
      ].join(';'),
    );
    assert.ok(closed.some(({ row }) => row.gates.length > 0) && steps.some(({ state }) => state.gates.length > 0));
    const { code, out } = await bench.runHere(['lanes', 'replay', other.id, '--json']);
    assert.deepEqual([code, (JSON.parse(out) as { differences: unknown[] }).differences], [0, []]);
  });

  it('prints what differs, and ends with 1', async () => {
    const other = await site.addWorkspace();
    await site.ingest.submit(other, { kind: 'events', events: [definition()], hold: false });
    await site.ingest.submit(other, {
      kind: 'events',
      events: workEvents({ weeks: 3, itemsPerWeek: 12 }).slice(1),
      hold: false,
    });
    const { pool } = site.database;
    // Only the owner of the table can do this.
    await asOwner(
      site.database.url,
      `alter table lane_ledger disable trigger all;
       update lane_ledger set row = replace(row::text, '"decision":"', '"decision":"un')::json
        where workspace_no = ${other.no} and week = 202602;
       update lane_ledger set row = replace(row::text, '"gate":"cool_down"', '"gate":"pause"')::json
        where workspace_no = ${other.no} and week = 202603`,
    );
    await pool.query('delete from lane_items where workspace_no = $1 and item = $2', [other.no, 'item-3']);
    const { code, out, err } = await bench.runHere(['lanes', 'replay', other.id]);
    assert.equal(code, 1);
    assert.match(out, /^ledger 1 202602: decision "un\w+" is stored, "\w+" replayed$/m);
    // A long member is shown where it differs, not from its beginning.
    assert.match(out, /^ledger 1 202603: gates ….*"gate":"pause".*… is stored, ….*"gate":"cool_down".*… replayed$/m);
    assert.match(out, /^items 1 item-3: is not stored$/m);
    assert.match(err, /3 rows differ from what the log gives/);
  });

  it('says that there is no such workspace', async () => {
    const { code, err } = await bench.runHere(['lanes', 'replay', 'ws_nobody']);
    assert.equal(code, 1);
    assert.match(err, /there is no workspace ws_nobody/);
  });
});

import assert from 'node:assert/strict';
import { disagreementView, type EvidencePack, type StoredEvidence } from '../../../domain/lanes/evidence-pack.ts';
import { evidenceCsv } from '../../../domain/lanes/table-csv.ts';

describe('the disagreements of a step as CSV', () => {
  it('say who settled each, as what, and for which reason', () => {
    const at = Date.UTC(2026, 0, 7);
    const found: StoredEvidence['disagreements'][number] = {
      item: 'INV-1',
      week: 202602,
      severity: 2,
      since: new Date(at - 3_600_000),
      settled: { verdict: 'operator_right', by: 'person', actor: 'lee', eventId: 'e1', at, reason: 'typo, twice' },
      found: null,
    };
    const waiting = { ...found, item: 'INV-2', settled: null };
    const { reason: _, ...unexplained } = found.settled!;
    const rows = [found, waiting, { ...found, item: 'INV-3', settled: { ...unexplained, by: 'model' as const } }];
    const pack = { disagreements: rows.map(disagreementView) } as unknown as EvidencePack;
    const shown = evidenceCsv(pack, 'disagreements').trim().split(/\r?\n/);
    const since = '2026-01-06T23:00:00.000Z';
    const settledAt = '2026-01-07T00:00:00.000Z';
    assert.deepEqual(shown, [
      'item,week,severity,waiting_since,operator,agent,differs,verdict,settled_by,settled_at,by,reason',
      `INV-1,202602,material,${since},,,,operator_right,lee,${settledAt},person,"typo, twice"`,
      `INV-2,202602,material,${since},,,,,,,,`,
      `INV-3,202602,material,${since},,,,operator_right,lee,${settledAt},model,`,
    ]);
    assert.deepEqual(
      pack.disagreements.map(({ settled }) => settled?.reason),
      ['typo, twice', undefined, null],
    );
  });
});

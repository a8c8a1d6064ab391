import assert from 'node:assert/strict';
import type { EvidencePack } from '../../../domain/lanes/evidence-pack.ts';
import type { LaneView } from '../../../domain/lanes/lane-view.ts';
import { describeEvidence, evidenceCharacters, stepEvidence } from '../../../domain/lanes/mcp-text.ts';

const view = {
  queue: 'invoices',
  step: 'pay',
  lane: 'shadow',
  since: '2026-01-05T00:00:00.000Z',
  reason: 'It is new.',
  windows: {},
  audit_rate: 0.1,
  gates: [],
  signoff: null,
} as unknown as LaneView;
const entries = (length: number, text: string): unknown[] => Array.from({ length }, (_, n) => ({ n, text }));
const pack = (lists: object): EvidencePack =>
  ({
    queue: 'invoices',
    step: 'pay',
    outcome_test: null,
    input_shift: [],
    weeks: [],
    lane_changes: [],
    signoffs: [],
    disagreements: [],
    audits: [],
    ...lists,
  }) as unknown as EvidencePack;

describe('the evidence of a step for a model', () => {
  it('is whole where it is short', () => {
    const given = pack({ weeks: entries(50, 'x'), audits: entries(20, 'x') });
    const { left_out: left, ...evidence } = stepEvidence(view, [], given);
    assert.deepEqual([evidence.weeks, evidence.audits], [given.weeks, given.audits]);
    assert.deepEqual(left, { weeks: 0, lane_changes: 0, signoffs: 0, disagreements: 0, audits: 0 });
  });

  it('never grows beyond its size, and keeps the newest of each list', () => {
    const weeks = entries(3000, 'x'.repeat(200));
    const given = pack({ weeks, lane_changes: entries(3, 'moved'), audits: entries(400, 'y'.repeat(200)) });
    const evidence = stepEvidence(view, [], given);
    assert.ok(JSON.stringify(evidence).length < evidenceCharacters + 2000);
    const { left_out: left } = evidence;
    assert.ok(left.weeks > 2000 && left.audits > 0 && left.lane_changes === 0, JSON.stringify(left));
    assert.deepEqual(evidence.weeks.at(-1), weeks.at(-1));
    assert.deepEqual(evidence.audits[0], given.audits[0]);
    assert.equal(evidence.weeks.length + left.weeks, 3000);
    const text = describeEvidence({ ...evidence, disagreements: [] });
    assert.match(text, /On record: 3000 closed weeks, 3 lane changes, the latest 0 disagreements and 400 audits\./);
    assert.match(text, new RegExp(`Not in this answer: ${left.weeks + left.audits} of the oldest\\.`));
  });

  it('leaves out an entry that is too large by itself', () => {
    const evidence = stepEvidence(view, [], pack({ disagreements: entries(1, 'z'.repeat(evidenceCharacters)) }));
    assert.deepEqual([evidence.disagreements, evidence.left_out.disagreements], [[], 1]);
  });
});

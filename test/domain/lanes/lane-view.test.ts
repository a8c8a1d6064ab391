import assert from 'node:assert/strict';
import { evidencePack } from '../../../domain/lanes/evidence-pack.ts';
import { laneView } from '../../../domain/lanes/lane-view.ts';
import {
  type Workspace,
  agentAct,
  assistWeek,
  autoWeek,
  climbToAuto,
  day,
  defined,
  definition,
  openWorkspace,
  shadowWeek,
  signoff,
  start,
  week,
} from './machine/history.ts';

function view(space: Workspace, step = 'match') {
  return laneView({ queue: 'invoices', step, state: space.state(step) }, 'UTC');
}

describe('the lane view', () => {
  it('shows a new step with figures that divide by nothing', () => {
    const space = openWorkspace();
    space.send(defined(start));
    const shown = view(space);
    assert.deepEqual(
      [shown.lane, shown.since, shown.since_week, shown.latest, shown.audit_rate, shown.last_change, shown.signoff],
      ['shadow', '2026-01-05T00:00:00.000Z', 202602, null, 0, null, null],
    );
    assert.equal(shown.reason, 'Shadow since 2026-W02: every step begins in Shadow.');
    assert.deepEqual(Object.keys(shown.windows), ['2', '4']);
    assert.equal(shown.windows['2']?.lower_bound, null);
    assert.equal(shown.rules.assist_to_auto.min_items, 200);
    assert.equal(shown.links.evidence, '/v1/steps/invoices/match/evidence');
  });

  it('shows what keeps a step in its lane, beginning with what blocks first', () => {
    const space = openWorkspace();
    space.send(defined(start), ...shadowWeek(start, 60, 9));
    space.close(start + week);
    const { reason, latest, windows, gates } = view(space);
    assert.equal(
      reason,
      'Shadow since 2026-W02: every step begins in Shadow. Not yet Assist: 1 week closed in Shadow, ' +
        'at least 2 are needed (and 1 more).',
    );
    assert.deepEqual(
      [latest?.week, latest?.compared, latest?.disagreed.material, latest?.unsettled],
      [202602, 60, 9, 9],
    );
    assert.equal(windows['2']?.accuracy, 51 / 60);
    assert.match(
      gates.find(({ gate }) => gate === 'lower_bound')?.sentence ?? '',
      /^Blocked by 9 disagreements that nobody has settled:/,
    );
  });

  it('shows the last change, the evidence it rests on, and no operator error rate in Auto', () => {
    const space = openWorkspace();
    const from = climbToAuto(space);
    autoWeek(space, from, 60);
    space.close(from + week);
    const { lane, since_week: since, last_change: change, evidence, latest, reason } = view(space);
    assert.deepEqual([lane, since, change?.rule], ['auto', 202609, 'assist_to_auto']);
    assert.match(reason, /^Auto since 2026-W09\. Assist to Auto: every gate passed\./);
    assert.deepEqual(evidence.independent, { labels: 120, right: 120 });
    assert.equal(evidence.assumed_bias, 0.3);
    assert.equal(latest?.operator_error_rate, null);
    assert.equal(latest?.compared, latest?.audited);
    assert.equal(latest?.seen, 60);
  });

  it('shows a sign-off that waits', () => {
    const space = openWorkspace();
    climbToAuto(space, { moneyMoving: true }, 80);
    const { signoff } = view(space);
    assert.deepEqual([signoff?.purpose, signoff?.event.verdict], ['promote', 'approve']);
    assert.equal(signoff?.request_id, space.announced.requests[0]?.request_id);
  });

  it('shows an answered sign-off at once, and no longer that one is missing', () => {
    const space = openWorkspace();
    const from = climbToAuto(space, { moneyMoving: true }, 80);
    const id = space.announced.requests[0]?.request_id ?? '';
    assert.match(view(space).reason, /Not yet Auto: sign-off sr_\w+ waits for a person/);
    space.send(signoff(id, from + day));
    assert.equal(view(space).signoff, null);
    assert.doesNotMatch(view(space).reason, /Not yet/);
    assert.match(space.route().reason, /The next review is at the close of the week/);
    assert.equal(view(space).gates.at(-1)?.sentence, 'Signed off by dana.');
    space.send(signoff(id, from + 2 * day, 'decline'));
    assert.match(view(space).reason, /Not yet Auto: the sign-off was withdrawn/);
  });

  it('measures the bias of confirmers by the blind sample', () => {
    const space = openWorkspace();
    // The wrong ones come in a row here, which is drift to the CUSUM.
    const patient = definition({ rules: { cusum: { assist: { h: 100 } } } });
    space.send(defined(start, patient), ...shadowWeek(start, 60), ...shadowWeek(start + week, 60));
    // Of the blind ones a fifth are wrong, of the confirmed ones a tenth: half of the wrong were waved through.
    space.send(...assistWeek(start + 2 * week, 100, 10), ...shadowWeek(start + 2 * week + 1, 50, 10));
    space.close(start + 3 * week);
    assert.ok(Math.abs((view(space).evidence.measured_bias ?? 0) - 0.5) < 1e-9);
  });
});

describe('the evidence pack', () => {
  it('holds the weeks with their input mix, the tests and what the store adds', () => {
    const space = openWorkspace();
    const from = climbToAuto(space, { watch: ['format'] }, 100);
    for (let n = 0; n < 300; n++)
      space.send(agentAct({ item: `e${n}`, at: from + n * 1000, features: { format: n % 3 === 0 ? 'pdf' : 'xml' } }));
    const pack = evidencePack(
      { queue: 'invoices', step: 'match', state: space.state() },
      {
        ledger: space.announced.ledger,
        inputs: [
          { week: 202602, feature: 'format', value: 't:pdf', n: 34 },
          { week: 202602, feature: 'format', value: '-', n: 1 },
          { week: 202602, feature: 'format', value: 'n:12.5', n: 2 },
        ],
        laneChanges: space.announced.laneChanges,
        signoffs: [],
        disagreements: [],
        audits: [],
      },
      from + day,
      from + day,
    );
    assert.deepEqual(pack.weeks[0]?.input_mix, [
      { feature: 'format', value: 'pdf', n: 34 },
      { feature: 'format', value: null, n: 1 },
      { feature: 'format', value: 12.5, n: 2 },
    ]);
    assert.equal(pack.weeks.length, 7);
    assert.equal(pack.lane_changes.length, 2);
    const { statistic, ...test } = pack.outcome_test ?? {};
    assert.equal(statistic, 0);
    assert.deepEqual(test, { threshold: 6, p0: 0.02, p1: 0.08, observations: 0, since: '2026-02-23T00:00:00.000Z' });
    const [shift] = pack.input_shift;
    assert.deepEqual([shift?.feature, shift?.current, shift?.baseline], ['format', 300, 500]);
    assert.ok((shift?.psi ?? 1) < 0.01);
  });

  it('has no outcome test and no input shift in Shadow', () => {
    const space = openWorkspace();
    space.send(defined(start, definition({ watch: ['format'] })), ...shadowWeek(start, 5));
    const stored = { ledger: [], inputs: [], laneChanges: [], signoffs: [], disagreements: [], audits: [] };
    const pack = evidencePack({ queue: 'invoices', step: 'match', state: space.state() }, stored, start, start);
    assert.deepEqual([pack.outcome_test, pack.input_shift], [null, []]);
  });
});

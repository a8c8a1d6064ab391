/** The rules of a step: defaults, what may be set, and what contradicts itself. */
import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import {
  type PartialRules,
  autoBar,
  contradictions,
  defaultRules,
  hasBlindSample,
  mergeRules,
  rulesSchema,
} from '../../../domain/lanes/rules.ts';

const valid = new Ajv({ allErrors: true, strict: true }).compile(rulesSchema);

/** Every leaf of the rules, by its path. */
function leaves(rules: object, path: readonly string[] = []): { path: readonly string[]; value: unknown }[] {
  return Object.entries(rules).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? leaves(value, [...path, name]) : [{ path: [...path, name], value }],
  );
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

describe('the rules of a step', () => {
  it('are by default those of the published table', () => {
    assert.deepEqual(defaultRules, {
      z: 1.959963984540054,
      weeks: { short: 2, long: 4, late_max_share: 0.1 },
      shadow_to_assist: { min_weeks: 2, min_items: 50, min_lower_bound: 0.85, max_critical_rate: 0.005 },
      assist_to_auto: {
        min_weeks: 4,
        min_items: 200,
        min_items_per_week: 20,
        min_lower_bound: 0.95,
        consecutive_closes: 2,
        short_min_accuracy: 0.95,
        min_e_value: 20,
        max_critical: 0,
        max_gap_to_operator: 0.01,
        alert_free_weeks: 4,
      },
      coverage: { min_coverage: 0.9, unanswered_is_wrong: false, max_late_outputs: 0.1, late_by: 'sender' },
      money: { signoff_required: true, signoff_valid_days: 30, audit_floor: 0.1, min_lower_bound: 0.95 },
      blind: { rate: 0, min_per_week: 0 },
      evidence: { assist_bias: 0.3 },
      audit: {
        start: 0.2,
        start_weeks: 4,
        middle: 0.1,
        middle_until_week: 12,
        floor: 0.05,
        min_per_week: 20,
        overdue_days: 14,
        max_overdue_share: 0.2,
      },
      cusum: {
        auto: { p0_min: 0.02, p0_max: 0.05, delta: 0.06, h: 6 },
        assist: { p0: 0.1, p1: 0.2, h: 8 },
        independent: { p0: 0.1, p1: 0.2 },
        outcome: { p0: 0.05, p1: 0.15 },
      },
      psi: {
        alert: 0.25,
        warn: 0.1,
        alpha: 0.001,
        bins: 10,
        smoothing: 0.5,
        window_days: 7,
        min_items: 200,
        min_baseline: 400,
        check_every: 50,
      },
      novel: { enabled: true, min_seen: 20, max_share: 0.1, window: 200 },
      demote: { critical_audit: 'shadow', cusum: 'assist', psi: 'assist', exit_upper_bound: 0.94, exit_closes: 2 },
      cooldown: { drift_weeks: 2, critical_weeks: 4, factor: 2, max_weeks: 12, memory_weeks: 26 },
      max_lane: 'auto',
      settlement: { own_work: false },
      redefine_on_agent_version: false,
    });
    assert.deepEqual(contradictions(defaultRules), []);
  });

  it('may be given in part, and every other one keeps its default', () => {
    assert.deepEqual(mergeRules({}), defaultRules);
    const merged = mergeRules({ cusum: { auto: { h: 5 } }, novel: { enabled: false } });
    assert.deepEqual(merged.cusum, { ...defaultRules.cusum, auto: { ...defaultRules.cusum.auto, h: 5 } });
    assert.deepEqual(merged.novel, { ...defaultRules.novel, enabled: false });
    assert.deepEqual(merged.audit, defaultRules.audit);
    assert.deepEqual(mergeRules(merged), merged);
  });

  it('may each be set alone to the default, and each say what they mean', () => {
    assert.ok(valid({}) && valid(defaultRules));
    for (const { path, value } of leaves(defaultRules)) {
      assert.ok(valid(nested(path, value)), path.join('.'));
      assert.deepEqual(mergeRules(nested(path, value) as PartialRules), defaultRules);
      for (const wrong of [null, [], {}, typeof value === 'string' ? 1 : 'x'])
        assert.ok(!valid(nested(path, wrong)), `${path.join('.')} as ${JSON.stringify(wrong)}`);
      if (typeof value === 'number') {
        assert.ok(!valid(nested(path, -1)), `${path.join('.')} below 0`);
        assert.ok(!valid(nested(path, 1e12)), `${path.join('.')} out of range`);
      }
    }
  });

  it('refuse unknown members at every level, and those that belong to the workspace', () => {
    const refused: unknown[] = [
      { colour: 1 },
      { weeks: { tz: 'UTC' } },
      { weeks: { close_grace_hours: 0 } },
      { settler: { usd_per_day: 1 } },
      { cusum: { auto: { p1: 0.08 } } },
      { novel: { min_Seen: 20 } },
      { demote: { psi: 'auto' } },
    ];
    for (const rules of refused) assert.ok(!valid(rules), JSON.stringify(rules));
  });

  it('refuse thresholds that the statistics cannot bear', () => {
    const refused: PartialRules[] = [
      { assist_to_auto: { min_lower_bound: 1 } },
      { assist_to_auto: { min_lower_bound: 0 } },
      { evidence: { assist_bias: 1 } },
      { z: 0 },
      { weeks: { long: 0 } },
      { weeks: { short: 1.5 } },
      { psi: { smoothing: 0 } },
      { cusum: { auto: { p0_min: 0 } } },
      { audit: { start: 1.01 } },
    ];
    for (const rules of refused) assert.ok(!valid(rules), JSON.stringify(rules));
  });

  it('are named where two of them contradict each other', () => {
    const cases: readonly (readonly [PartialRules, string])[] = [
      [{ weeks: { short: 5 } }, 'weeks.short must not be above weeks.long'],
      [{ audit: { start_weeks: 13 } }, 'audit.start_weeks must not be above audit.middle_until_week'],
      [{ audit: { middle: 0.3 } }, 'audit.middle must not be above audit.start'],
      [{ audit: { floor: 0.15 } }, 'audit.floor must not be above audit.middle'],
      [{ cusum: { auto: { p0_min: 0.06 } } }, 'cusum.auto.p0_min must not be above cusum.auto.p0_max'],
      [{ cusum: { auto: { delta: 0.95 } } }, 'cusum.auto.p0_max + cusum.auto.delta must be below 1'],
      [{ cusum: { assist: { p0: 0.2 } } }, 'cusum.assist.p0 must be below cusum.assist.p1'],
      [{ psi: { warn: 0.3 } }, 'psi.warn must not be above psi.alert'],
      [
        { demote: { exit_upper_bound: 0.96 } },
        'demote.exit_upper_bound must not be above assist_to_auto.min_lower_bound: a step would leave Auto as it enters',
      ],
    ];
    for (const [rules, finding] of cases) assert.deepEqual(contradictions(mergeRules(rules)), [finding]);
  });

  it('set the bar of Auto, which money may raise and never lower', () => {
    const rules = mergeRules({ money: { min_lower_bound: 0.98 } });
    assert.equal(autoBar(rules, true), 0.98);
    assert.equal(autoBar(rules, false), 0.95);
    assert.equal(autoBar(mergeRules({ assist_to_auto: { min_lower_bound: 0.99 } }), true), 0.99);
  });

  it('state a blind sample by its share or by its least number', () => {
    assert.equal(hasBlindSample(defaultRules), false);
    assert.equal(hasBlindSample(mergeRules({ blind: { rate: 0.1 } })), true);
    assert.equal(hasBlindSample(mergeRules({ blind: { min_per_week: 25 } })), true);
  });
});

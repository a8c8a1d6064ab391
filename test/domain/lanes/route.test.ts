import assert from 'node:assert/strict';
import { auditPick, blindPick } from '../../../domain/lanes/audits.ts';
import { currentPeriod, decideRoute, failClosed, periodAt, type RouteEntry } from '../../../domain/lanes/route.ts';

const base: RouteEntry = {
  queue: 'invoices',
  step: 'match',
  stepNo: 1,
  lane: 'shadow',
  since: 1000,
  auditRate: 0,
  blindRate: 0,
  audits: null,
  reason: 'Shadow: nothing compared yet.',
  rulesRevision: 'r1',
  novel: null,
  gates: [],
  periods: [{ from: 1000, lane: 'shadow', auditRate: 0, blindRate: 0, reason: 'Shadow: nothing compared yet.' }],
};
const auto: RouteEntry = { ...base, lane: 'auto', auditRate: 0.2, reason: 'Auto: 98 of 100 audits right.' };
const seed = '2026';
const ask = (entry: RouteEntry, item: string, features = {}) =>
  decideRoute(entry, currentPeriod(entry), seed, { queue: 'invoices', step: 'match', item, features });

describe('a route', () => {
  it('follows the lane: people in Shadow, proposals in Assist, the agent alone in Auto', () => {
    assert.equal(ask(base, 'INV-1').decision, 'human_only');
    assert.equal(ask({ ...base, lane: 'assist' }, 'INV-1').decision, 'propose');
    assert.equal(ask(auto, 'INV-1').decision, 'act_alone');
  });

  it('audits in Auto exactly the items whose hash is below the rate', () => {
    // lane-rules.md section 4: u of these two is 0.7309793420 and 0.0054818287.
    assert.equal(ask(auto, 'INV-000123').audit, false);
    assert.equal(ask(auto, 'INV-000124').audit, true);
    assert.match(ask(auto, 'INV-000124').reason, /^Auto: 98 of 100 audits right\. .*audit sample\.$/);
    for (let n = 0; n < 500; n += 1)
      assert.equal(ask(auto, `i${n}`).audit, auditPick(seed, 'invoices', 'match', `i${n}`) < 0.2);
  });

  it('audits nothing where the agent does not act alone, and says so with a rate of 0', () => {
    for (const lane of ['shadow', 'assist'] as const) {
      const verdict = ask({ ...base, lane, auditRate: 1 }, 'INV-000124');
      assert.deepEqual([verdict.audit, verdict.audit_rate], [false, 0]);
    }
  });

  it('sends an item with novel input to a person, names each feature, and leaves the step in Auto', () => {
    const guarded: RouteEntry = {
      ...auto,
      novel: {
        minSeen: 20,
        features: {
          format: { range: null, counts: { 't:pdf': 500 } },
          pages: { range: { min: 1, max: 9 }, counts: {} },
        },
        seen: {},
      },
    };
    const known = ask(guarded, 'INV-000123', { format: 'pdf', pages: 3 });
    assert.deepEqual([known.decision, known.novel.length], ['act_alone', 0]);
    const novel = ask(guarded, 'INV-000124', { format: 'docx', pages: 40 });
    assert.deepEqual([novel.decision, novel.lane, novel.audit, novel.audit_rate], ['propose', 'assist', false, 0]);
    assert.deepEqual(
      novel.novel.map(({ feature }) => feature),
      ['format', 'pages'],
    );
    assert.match(novel.reason, /^A person confirms this item: format has .*, pages lies outside/);
    assert.equal(ask(guarded, 'INV-000124').decision, 'propose', 'a watched feature is missing');
  });

  it('takes a blind sample of Assist when there is one, with a seed of its own', () => {
    const assist: RouteEntry = { ...base, lane: 'assist', blindRate: 0.25, reason: 'Assist.' };
    for (let n = 0; n < 300; n += 1) {
      const { decision, lane } = ask(assist, `i${n}`);
      const blind = blindPick(seed, 'invoices', 'match', `i${n}`) < 0.25;
      assert.deepEqual([decision, lane], blind ? ['human_only', 'shadow'] : ['propose', 'assist']);
    }
  });

  it('knows the lane of an earlier time, and of no time before the first', () => {
    const entry: RouteEntry = {
      ...auto,
      since: 3000,
      periods: [
        { from: 1000, lane: 'shadow', auditRate: 0, blindRate: 0, reason: 'a' },
        { from: 2000, lane: 'assist', auditRate: 0, blindRate: 0, reason: 'b' },
        { from: 3000, lane: 'auto', auditRate: 0.2, blindRate: 0, reason: 'c' },
      ],
    };
    assert.deepEqual(
      [999, 1000, 1999, 2000, 3000, 9999].map((at) => periodAt(entry, at)?.reason),
      [undefined, 'a', 'a', 'b', 'c', 'c'],
    );
  });

  it('leaves everything to people when the state is not known', () => {
    assert.deepEqual(failClosed('why'), {
      decision: 'human_only',
      lane: 'shadow',
      audit: false,
      audit_rate: 0,
      reason: 'why',
      novel: [],
    });
  });
});

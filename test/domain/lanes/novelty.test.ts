/** The novel-input guard. */
import assert from 'node:assert/strict';
import type { Value } from '../../../domain/lanes/event.ts';
import { type InputCount, inputValue } from '../../../domain/lanes/input-value.ts';
import { type Sightings, countSeen, freezeSight, novelReasons, novelText } from '../../../domain/lanes/novelty.ts';

const rules = { min_seen: 20 };
const count = (feature: string, value: Value, n: number): InputCount => ({ feature, value: inputValue(value), n });
const baseline = freezeSight([
  count('format', 'pdf', 300),
  count('format', 'fax', 19),
  count('amount', 10, 100),
  count('amount', 2500, 100),
  count('amount', null, 3),
  count('rush', true, 50),
  count('rush', null, 250),
]);
const usual = { format: 'pdf', amount: 100, rush: true };
const reasons = (features: Record<string, Value>, seen: Sightings = {}): string[] =>
  novelReasons(baseline, seen, features, rules).map(({ feature, reason }) => `${feature} ${reason}`);

describe('the novel-input guard', () => {
  it('lets pass what the step knew when it earned Auto', () => {
    assert.deepEqual(reasons(usual), []);
    assert.deepEqual(reasons({ format: 'pdf', amount: 10 }), [], 'rush was often missing');
    assert.deepEqual(reasons({ ...usual, unwatched: 'anything' }), []);
  });

  it('names each feature with a value never or hardly seen', () => {
    assert.deepEqual(reasons({ ...usual, format: 'xml' }), ['format unseen']);
    assert.deepEqual(reasons({ ...usual, format: 'fax' }), ['format rare']);
    assert.deepEqual(reasons({ ...usual, rush: false }), ['rush unseen']);
  });

  it('names a number outside the range of the baseline, to three digits', () => {
    assert.deepEqual(reasons({ ...usual, amount: 9 }), ['amount out_of_range']);
    assert.deepEqual(reasons({ ...usual, amount: 2510 }), ['amount out_of_range']);
    assert.deepEqual(reasons({ ...usual, amount: 2504 }), [], 'counts as 2500');
    assert.deepEqual(reasons({ ...usual, amount: 1234.56 }), [], 'between numbers that were seen');
  });

  it('names a feature that is missing or of another type', () => {
    assert.deepEqual(reasons({}), ['amount missing', 'format missing']);
    assert.deepEqual(reasons({ ...usual, amount: null }), ['amount missing']);
    assert.deepEqual(reasons({ ...usual, amount: '100' }), ['amount other_type']);
    assert.deepEqual(reasons({ ...usual, format: 7, rush: ['x'] }), ['format other_type', 'rush other_type']);
  });

  it('knows a value after twenty sightings, those of the baseline included', () => {
    const seen: Sightings = {};
    for (let sighting = 1; sighting <= 20; sighting++) {
      assert.deepEqual(reasons({ ...usual, format: 'xml' }, seen), [sighting === 1 ? 'format unseen' : 'format rare']);
      countSeen(baseline, seen, { ...usual, format: 'xml' }, rules);
    }
    assert.deepEqual(reasons({ ...usual, format: 'xml' }, seen), []);
    countSeen(baseline, seen, { ...usual, format: 'fax' }, rules);
    assert.deepEqual(reasons({ ...usual, format: 'fax' }, seen), []);
    assert.deepEqual(seen, { format: { 't:xml': 20, 't:fax': 1 } });
  });

  it('counts nothing for known values, and a bounded number of others', () => {
    const seen: Sightings = {};
    countSeen(baseline, seen, usual, rules);
    assert.deepEqual(seen, {});
    for (let i = 0; i < 1500; i++) countSeen(baseline, seen, { ...usual, format: `new-${i}` }, rules);
    assert.equal(Object.keys(seen.format ?? {}).length, 1000);
    countSeen(baseline, seen, { ...usual, format: 'new-3' }, rules);
    assert.equal(seen.format?.['t:new-3'], 2);
  });

  it('takes any name of a feature', () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const sight = freezeSight([count(name, 'a', 30)]);
      const features = JSON.parse(`{"${name}":"b"}`) as Record<string, Value>;
      const seen: Sightings = {};
      assert.deepEqual(novelReasons(sight, seen, {}, rules), [{ feature: name, reason: 'missing' }]);
      for (let i = 0; i < 20; i++) countSeen(sight, seen, features, rules);
      assert.deepEqual(novelReasons(sight, JSON.parse(JSON.stringify(seen)) as Sightings, features, rules), []);
    }
  });

  it('has words for every reason', () => {
    for (const reason of ['unseen', 'rare', 'out_of_range', 'missing', 'other_type'] as const)
      assert.match(novelText[reason], /^(has|lies|is) /);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { assistToAutoGates, shadowToAssistGates } from '../../domain/lanes/review/promotion-gates.ts';
import { defaultRules } from '../../domain/lanes/rules.ts';
import { firstReview } from '../domain/lanes/review/first-review.ts';

describe('docs/lane-moves.md', () => {
  it('names every gate of the promotions, with the bars of the default rules', async () => {
    const text = await readFile(new URL('../../docs/lane-moves.md', import.meta.url), 'utf8');
    for (const { gate } of [...shadowToAssistGates(firstReview), ...assistToAutoGates(firstReview)])
      assert.ok(text.includes(`\`${gate}\``), gate);
    const { shadow_to_assist: first, assist_to_auto: second, weeks } = defaultRules;
    const row = (gate: string): string => text.split('\n').find((line) => line.startsWith(`| \`${gate}\``)) ?? '';
    assert.match(row('closed_weeks'), new RegExp(`\\| ${first.min_weeks} .*\\| ${second.min_weeks} `));
    assert.match(
      row('compared_items'),
      new RegExp(`\\| ${first.min_items} .*\\| ${second.min_items} in ${weeks.long} `),
    );
    assert.match(row('items_each_week'), new RegExp(`\\| ${second.min_items_per_week} in each of the ${weeks.long} `));
    assert.match(row('lower_bound'), new RegExp(`\\| ${first.min_lower_bound} .*\\| ${second.min_lower_bound} `));
    assert.match(row('recent_accuracy'), new RegExp(`\\| ${second.short_min_accuracy} over ${weeks.short} `));
    assert.ok(row('evidence').includes(Math.log(second.min_e_value).toFixed(4)));
    assert.match(row('gap_to_operator'), new RegExp(`at most ${second.max_gap_to_operator} `));
    assert.match(row('alert_free_weeks'), new RegExp(`\\| ${second.alert_free_weeks} `));
    assert.match(row('consecutive_closes'), new RegExp(`\\| ${second.consecutive_closes} `));
  });
});

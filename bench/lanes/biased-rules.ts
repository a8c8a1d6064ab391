/** The rules of the table on verification bias: two by the domain's statistics alone, two by the gates of the real reviews. */
import { type Counts, addCounts, count, newCounts, rightOf } from '../../domain/lanes/figures.ts';
import { type PartialRules, defaultRules } from '../../domain/lanes/rules.ts';
import { wilson } from '../../domain/lanes/statistics/wilson.ts';
import { climbByLastClose, weeksOfAYear } from './ladder.ts';
import { type People, confirmedWeek, independentWeek } from './people.ts';
import type { Random } from './random.ts';

/** The operator gap was not part of the design's simulation. */
const withoutGap = { max_gap_to_operator: 1 } as const;
const onAllLabels: PartialRules = {
  evidence: { assist_bias: 0 },
  assist_to_auto: { ...withoutGap, short_min_accuracy: 0 },
};
export const blindSample: PartialRules = {
  blind: { rate: 0.2, min_per_week: 25 },
  assist_to_auto: withoutGap,
};
export const defaultWithoutGap: PartialRules = { assist_to_auto: withoutGap };

type Simulation = (random: Random, people: People) => number | undefined;

export const rules: Readonly<Record<string, Simulation>> = {
  'bound on all labels': (random, people) => firstBound(random, people, 1, false),
  'two closes, no critical': (random, people) => firstBound(random, people, 2, true),
  'and e-value on all labels': (random, people) => climbByLastClose(random, people, onAllLabels),
  'blind sample': (random, people) => climbByLastClose(random, people, blindSample),
};

/** Two weeks in Shadow, then Wilson's bound over 4 weeks of confirmed proposals. */
function firstBound(random: Random, people: People, closes: number, noCritical: boolean): number | undefined {
  const { shadow_to_assist: first, assist_to_auto: second } = defaultRules;
  const { short, long } = defaultRules.weeks;
  let assist = false;
  let recent: Counts[] = [];
  let passes = 0;
  for (let week = 1; week <= weeksOfAYear; week++) {
    recent.push((assist ? confirmedWeek : independentWeek)(random, people));
    const window = sumOf(recent.slice(assist ? -long : -short));
    const compared = count(window, 'compared');
    const lower = wilson(rightOf(window), compared, defaultRules.z)?.lower ?? 0;
    if (!assist) {
      if (week < first.min_weeks || compared < first.min_items || lower < first.min_lower_bound) continue;
      [assist, recent] = [true, []];
    } else if (recent.length >= second.min_weeks) {
      const holds = lower >= second.min_lower_bound && !(noCritical && count(window, 'criticalErrors') > 0);
      passes = holds ? passes + 1 : 0;
      if (passes >= closes) return week;
    }
  }
  return undefined;
}

function sumOf(weeks: readonly Counts[]): Counts {
  const sum = newCounts();
  for (const counts of weeks) addCounts(sum, counts);
  return sum;
}

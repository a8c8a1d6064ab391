/** Promotion rules that no setting can express: what the default rules are better than. They use the domain's statistics. */
import { defaultRules } from '../../domain/lanes/rules.ts';
import { logEvidence } from '../../domain/lanes/statistics/e-value.ts';
import { wilson } from '../../domain/lanes/statistics/wilson.ts';
import { weeksOfAYear } from './ladder.ts';
import { type Random, binomial } from './random.ts';

const window = 4;
const enough = Math.log(20);
const none = { n: 0, k: 0 };

/** What a rule sees at a close. */
interface Look {
  /** Right and compared items of the last 4 weeks. */
  readonly k: number;
  readonly n: number;
  /** The same since the beginning. */
  readonly allK: number;
  readonly allN: number;
  readonly week: number;
  readonly bar: number;
}

interface Rule {
  readonly passes: (look: Look) => boolean;
  /** Closes in a row at which it must pass. */
  readonly closes: number;
  /** What must hold at the last of these closes, too. */
  readonly atLast?: (look: Look) => boolean;
}

const reaches = ({ k, n, bar }: Look, z: number): boolean => (wilson(k, n, z)?.lower ?? 0) >= bar;
const bound = (look: Look): boolean => reaches(look, defaultRules.z);
const evident = ({ allK, allN, bar }: Look): boolean => logEvidence({ k: allK, n: allN }, none, bar, 0) >= enough;

export const rules: Readonly<Record<string, Rule>> = {
  point: { passes: ({ k, n, bar }) => k / n >= bar, closes: 1 },
  bound: { passes: bound, closes: 1 },
  'bound every 4th week': { passes: (look) => look.week % window === 0 && bound(look), closes: 1 },
  'bound, two closes': { passes: bound, closes: 2 },
  'bound, z = 3': { passes: (look) => reaches(look, 3), closes: 1 },
  'e-value': { passes: evident, closes: 1 },
  'e-value and two closes': { passes: bound, closes: 2, atLast: evident },
};

/** The week of the promotion of an agent whose labels are independent; undefined when a year was not enough. */
export function look(random: Random, n: number, accuracy: number, rule: Rule, bar: number): number | undefined {
  const recent: number[] = [];
  let [allK, passes] = [0, 0];
  for (let week = 1; week <= weeksOfAYear; week++) {
    const right = n - binomial(random, n, 1 - accuracy);
    allK += right;
    recent.push(right);
    if (recent.length > window) recent.shift();
    if (week < window) continue;
    const k = recent.reduce((sum, count) => sum + count, 0);
    const seen = { k, n: n * window, allK, allN: n * week, week, bar };
    passes = rule.passes(seen) ? passes + 1 : 0;
    if (passes >= rule.closes && (rule.atLast?.(seen) ?? true)) return week;
  }
  return undefined;
}

/** Independent labels until the e-value reaches its bar; Infinity when `most` were not enough. */
export function labelsNeeded(random: Random, accuracy: number, bar: number, most: number): number {
  let k = 0;
  for (let n = 1; n <= most; n++) {
    if (random() < accuracy) k++;
    if (logEvidence({ k, n }, none, bar, 0) >= enough) return n;
  }
  return Infinity;
}

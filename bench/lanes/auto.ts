/** A step in Auto: how long a stable agent stays, and how soon one that falls is found, by the real machine. */
import { at, newCounts } from '../../domain/lanes/figures.ts';
import { openWeek } from '../../domain/lanes/machine/runtime.ts';
import type { MoveRule } from '../../domain/lanes/moves.ts';
import type { PartialRules } from '../../domain/lanes/rules.ts';
import { type DrivenStep, closeWeek, countPairs, newDrivenStep, applyAudit } from './driven-step.ts';
import { weeksOfAYear } from './ladder.ts';
import { ideal, independentWeek } from './people.ts';
import { type Random, binomial } from './random.ts';

interface Stay {
  /** Items a week. */
  readonly n: number;
  /** True accuracy that the independent labels of the promotion showed: p0 follows from it. */
  readonly accuracy: number;
  readonly rules: PartialRules;
}

/** What ended a stay in Auto. */
interface End {
  readonly rule: MoveRule;
  /** Weeks since the beginning of the count, with the part of the last one. */
  readonly weeks: number;
  /** Wrong actions until then, audited or not. */
  readonly wrong: number;
}

/** A year with one accuracy; undefined when nothing ended it. */
export function stableYear(random: Random, stay: Stay, critical: number): End | undefined {
  return work(random, enterAuto(random, stay), stay.n, stay.accuracy, critical, weeksOfAYear);
}

/** No fall takes longer to find than this; one that does counts as never found. */
const longest = 200;
/** Weeks of the old accuracy, counted, before a fall from a long stay. */
const warmUp = 4;

/** A sudden fall after some weeks in Auto: when it is found. */
export function fall(random: Random, stay: Stay, to: number, weeksInAuto: number): End | undefined {
  const driven = enterAuto(random, stay);
  if (weeksInAuto > 0) {
    driven.step.state.closes = weeksInAuto - warmUp;
    // A false alarm before the fall is none of its business: begin again.
    if (work(random, driven, stay.n, stay.accuracy, 0, warmUp)) return fall(random, stay, to, weeksInAuto);
    // The design counts from an empty sum; one that has been running finds a fall about a tenth sooner.
    driven.step.state.cusum.s = 0;
  }
  return work(random, driven, stay.n, to, 0, longest);
}

/** A step that has just entered Auto, its p0 from many independent labels. */
function enterAuto(random: Random, { n, accuracy, rules }: Stay): DrivenStep {
  const driven = newDrivenStep(rules);
  const { state } = driven.step;
  const labels = 1_000_000;
  const perfect = { ...ideal, n, accuracy: 1, bias: 0 };
  for (let week = 0; state.lane !== 'auto'; week++) {
    if (week > 20) throw new Error('a perfect step did not enter Auto');
    countPairs(driven, independentWeek(random, perfect));
    state.evidence.independent = { n: labels, k: Math.round(labels * accuracy) };
    closeWeek(driven);
  }
  return driven;
}

/** Works through weeks item by item, in jumps from one audited item to the next. */
function work(
  random: Random,
  driven: DrivenStep,
  n: number,
  accuracy: number,
  critical: number,
  weeks: number,
): End | undefined {
  const { machine, step } = driven;
  const error = 1 - accuracy;
  let wrong = 0;
  for (let week = 0; week < weeks; week++) {
    const { start, end } = openWeek(machine);
    const rate = step.state.auditRate;
    let item = 0;
    for (;;) {
      const skipped = rate >= 1 ? 0 : Math.floor(Math.log(1 - random()) / Math.log1p(-rate));
      const unaudited = Math.min(skipped, n - item);
      wrong += binomial(random, unaudited, error);
      item += unaudited;
      if (item >= n) break;
      item++;
      const failed = random() < error;
      if (failed) wrong++;
      machine.now = start + ((end - start) * item) / n;
      const result = !failed ? 'agreed' : random() < critical ? 'critical' : 'material';
      if (applyAudit(driven, result)) return { rule: ruleOf(driven), weeks: week + item / n, wrong };
    }
    const counts = newCounts();
    counts[at.seen] = n;
    countPairs(driven, counts);
    closeWeek(driven);
    if (step.state.lane !== 'auto') return { rule: ruleOf(driven), weeks: week + 1, wrong };
  }
  return undefined;
}

function ruleOf({ step }: DrivenStep): MoveRule {
  const { lastChange } = step.state;
  if (!lastChange) throw new Error('a step that moved has a last change');
  return lastChange.rule;
}

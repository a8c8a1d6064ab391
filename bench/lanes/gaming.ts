/**
 * Agents that look better than they are: they leave out what they would get wrong, act where they may not, copy the
 * person's answer, or fall while nobody audits. A year of each through the reviews of the real machine.
 */
import { at, newCounts } from '../../domain/lanes/figures.ts';
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import { afterIndependentPair } from '../../domain/lanes/machine/monitoring.ts';
import { openWeek } from '../../domain/lanes/machine/runtime.ts';
import type { PartialRules } from '../../domain/lanes/rules.ts';
import { type DrivenStep, closeWeek, countPairs, newDrivenStep } from './driven-step.ts';
import { weeksOfAYear } from './ladder.ts';
import { confirmedWeek, ideal, independentWeek } from './people.ts';
import { type Random, binomial } from './random.ts';

interface Gamer {
  readonly name: string;
  /** Of the items that it answers. */
  readonly accuracy: number;
  /** Share of the items that it leaves out. */
  readonly silent?: number;
  /** Share of the items that it does where it may not; no person ever does those. */
  readonly unauthorised?: number;
  /** Share of its outputs in Shadow that it copies from the person, after the act. */
  readonly copied?: number;
  readonly rules?: PartialRules;
}

export const gamers: readonly Gamer[] = [
  { name: 'right in 60 %, silent about the rest', accuracy: 1, silent: 0.4 },
  { name: 'right in 80 %, silent about the rest', accuracy: 1, silent: 0.2 },
  {
    name: 'right in 93 %, silent about the rest, unanswered_is_wrong',
    accuracy: 1,
    silent: 0.07,
    rules: { coverage: { unanswered_is_wrong: true } },
  },
  { name: 'right in 80 %, does the other items without leave', accuracy: 1, unauthorised: 0.2 },
  { name: 'right in 93 %, does the other items without leave', accuracy: 1, unauthorised: 0.07 },
  { name: 'right in 80 %, copies 30 % late', accuracy: 0.8, copied: 0.3 },
  { name: 'right in 93 %, copies 9 % late', accuracy: 0.93, copied: 0.09 },
];

/** The week in which it entered Auto; undefined when a year was not enough. */
export function game(random: Random, gamer: Gamer, n: number): number | undefined {
  const driven = newDrivenStep({ ...gamer.rules });
  for (let week = 1; week <= weeksOfAYear; week++) {
    workWeek(random, driven, gamer, n);
    closeWeek(driven);
    if (driven.step.state.lane === 'auto') return week;
  }
  return undefined;
}

function workWeek(
  random: Random,
  driven: DrivenStep,
  { accuracy, silent = 0, unauthorised = 0, copied = 0 }: Gamer,
  n: number,
): void {
  const { state } = driven.step;
  const unanswered = binomial(random, n, silent);
  const alone = binomial(random, n - unanswered, unauthorised);
  const people = { ...ideal, n: n - unanswered - alone, bias: 0 };
  if (state.lane === 'shadow') {
    const late = binomial(random, people.n, copied);
    const counts = independentWeek(random, { ...people, accuracy: accuracy + (1 - accuracy) * copied });
    counts[at.lateOutputs] = late;
    countPairs(driven, counts);
  } else countPairs(driven, confirmedWeek(random, { ...people, accuracy }));
  const beside = newCounts();
  beside[at.seen] = unanswered;
  beside[at.unanswered] = unanswered;
  beside[at.unauthorised] = alone;
  beside[at.unmet] = alone;
  countPairs(driven, beside);
  if (unanswered > 0) state.evidence.unanswered = (state.evidence.unanswered ?? 0) + unanswered;
  state.evidence.independent.n += alone;
}

/** Weeks, with the part of the last one, until a step in Assist falls by its independent labels; undefined: never in a year. */
export function fallInAssist(random: Random, accuracy: number, n: number): number | undefined {
  const driven = newDrivenStep({});
  while (driven.step.state.lane === 'shadow') {
    countPairs(driven, independentWeek(random, { ...ideal, n: 200, bias: 0, accuracy: 1 }));
    closeWeek(driven);
  }
  const { machine, step } = driven;
  for (let done = 0; done < n * weeksOfAYear; done++) {
    const item: ItemState = {
      e: 'act',
      n: step.stint.no,
      w: openWeek(machine).number,
      r: random() < accuracy ? 'agreed' : 'material',
    };
    afterIndependentPair(machine, step, item);
    if (step.state.lane === 'shadow') return (done + 1) / n;
  }
  return undefined;
}

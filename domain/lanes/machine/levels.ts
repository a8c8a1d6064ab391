/** The levels of CUSUM, frozen when a stint begins. */
import { ratio } from '../figures.ts';
import type { Rules } from '../rules.ts';
import { autoLevels } from '../statistics/cusum.ts';
import type { Evidence, StepState } from './step-state.ts';

export function assistCusum(rules: Rules): StepState['cusum'] {
  const { p0, p1, h } = rules.cusum.assist;
  return { s: 0, p0, p1, h, n: 0 };
}

/** p0 from the independent labels since the evidence began; the greatest p0 where there are none. */
export function autoCusum(rules: Rules, { independent }: Evidence): StepState['cusum'] {
  const { p0, p1 } = autoLevels(ratio(independent.k, independent.n), rules.cusum.auto);
  return { s: 0, p0, p1, h: rules.cusum.auto.h, n: 0 };
}

/** Other rules in the middle of a stint: its own p0 in Auto and the sum so far stay. */
export function refreshCusum(state: StepState, rules: Rules): void {
  const { cusum, lane } = state;
  if (lane === 'assist') state.cusum = { ...assistCusum(rules), s: cusum.s, n: cusum.n };
  if (lane === 'auto') state.cusum = { ...cusum, p1: cusum.p0 + rules.cusum.auto.delta, h: rules.cusum.auto.h };
}

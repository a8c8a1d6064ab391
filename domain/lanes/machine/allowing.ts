/**
 * What an agent's act was allowed, and whether its audit was asked for (D71, D73). No route answer is logged: picks are
 * nested by hash, so the rates of the time say what any answer can have been.
 */
import { auditPick } from '../audits.ts';
import type { StepDone } from '../event.ts';
import type { RoutePeriod } from '../route.ts';
import { weekOf } from '../week.ts';
import { type Machine, type Step, dayLength, stintAt } from './runtime.ts';
import type { Stint } from './step-state.ts';

/** An act follows its route answer within so long. */
const routeReach = 14 * dayLength;
/** An act without a `route_id` may still follow an answer of an Auto stint that has ended so long ago. */
const inProgress = dayLength;
/** Until a week that has ended is closed, routes are answered by its rate. */
const closeLag = 2 * dayLength;

interface AllowedAct {
  /** The stint in Auto that allowed it. */
  readonly stint: Stint;
  /** 1: every answer of the time asked for an audit. 2: some did, so that a result counts and none is missing. */
  readonly pick: 0 | 1 | 2;
}

/** @returns undefined for an act that no route answer of the time can have allowed */
export function allowedAct(machine: Machine, step: Step, event: StepDone): AllowedAct | undefined {
  const stretches = stretchesOf(step);
  const { routedAt = null, at } = event;
  const routed = routedAt !== null && routedAt <= at && routedAt > at - routeReach ? routedAt : null;
  const near =
    routed === null
      ? stretches.filter(({ period, until }) => period.from <= at && until > at - routeReach)
      : answeringAt(machine, stretches, routed);
  const autos = near.filter(({ period }) => period.lane === 'auto');
  const last = autos.at(-1);
  if (!last || (routed === null && last.until <= at - inProgress)) return undefined;
  const rates = autos.map(({ period }) => period.auditRate);
  const place = auditPick(machine.rules.auditSeed, step.queue, step.step, event.item);
  const pick = place < Math.min(...rates) ? 1 : place < Math.max(...rates) ? 2 : 0;
  return { stint: stintAt(step, Math.min(routed ?? at, last.until - 1)), pick };
}

interface Stretch {
  readonly period: RoutePeriod;
  /** Epoch ms: when the next one began. */
  readonly until: number;
}

/** The oldest one reaches back to whatever came before. */
function stretchesOf({ state: { periods } }: Step): Stretch[] {
  return periods.map((period, n) => ({
    period: n === 0 ? { ...period, from: -Infinity } : period,
    until: periods[n + 1]?.from ?? Infinity,
  }));
}

/** The stretch of an answer, and the one before while the week that ended with it may not have been closed yet. */
function answeringAt(machine: Machine, stretches: readonly Stretch[], at: number): Stretch[] {
  const n = stretches.findLastIndex(({ period }) => period.from <= at);
  const [before, own] = [stretches[n - 1], stretches[n]];
  if (!own) return [];
  const { timeZone, closeGraceHours } = machine.rules;
  const grace = closeGraceHours * 3_600_000;
  const { from } = own.period;
  const byClose = before !== undefined && from - weekOf(from, timeZone).start <= grace;
  return before && byClose && at - from < closeLag + grace ? [before, own] : [own];
}

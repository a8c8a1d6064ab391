/** What a step in Auto is held against at each close: the exit bound, and how near it is to the signals. */
import { type Counts, count } from '../figures.ts';
import type { Gate } from '../moves.ts';
import type { Rules } from '../rules.ts';
import { counted, figure, figureBeside, percent } from '../sentences.ts';
import { wilson } from '../statistics/wilson.ts';
import { type GateFacts, gate as gateOf, versionGate } from './gate.ts';

export interface AutoInput {
  readonly rules: Rules;
  /** Of the stint, over the long window. */
  readonly long: Counts;
  readonly cusum: { readonly s: number; readonly h: number };
  readonly overdue: { readonly due: number; readonly missing: number; readonly share: number | null };
  readonly novel: { readonly items: number; readonly novel: number };
  readonly shift: { readonly feature: string; readonly psi: number; readonly limit: number } | null;
  /** Why there is none. */
  readonly noShift: string;
  readonly newVersions: readonly { readonly agent: string; readonly version: string }[];
}

export function autoGates(input: AutoInput): Gate[] {
  const { cusum, shift, noShift } = input;
  return [
    exitBound(input),
    gate('cusum', cusum.s, cusum.h, cusum.s < cusum.h, {
      passed: `the errors found by audits add up to ${figure(cusum.s)}, below ${figure(cusum.h)}`,
      held: `the errors found by audits add up to ${figure(cusum.s)}, not below ${figure(cusum.h)}`,
    }),
    gate('input_shift', shift?.psi ?? null, shift?.limit ?? null, shift === null || shift.psi <= shift.limit, {
      passed: shift
        ? `the mix of ${shift.feature} is PSI ${figure(shift.psi)} from its baseline, at most ${figure(shift.limit)}`
        : noShift,
      held: `the mix of ${shift?.feature} is PSI ${figure(shift?.psi ?? 0)} from its baseline`,
    }),
    novelShare(input),
    overdueShare(input),
    ...input.newVersions.map(versionGate),
  ];
}

/** In by the lower bound, out by the upper bound: between the two nothing flaps. */
function exitBound({ rules, long }: AutoInput): Gate {
  const bar = rules.demote.exit_upper_bound;
  const [audited, errors] = [count(long, 'audited'), count(long, 'auditErrors')];
  const value = wilson(audited - errors, audited, rules.z)?.upper ?? null;
  const is = `the upper bound of ${counted(audited, 'audit')} over ${counted(rules.weeks.long, 'week')} is ${figureBeside(value ?? 1, bar)}`;
  return gate('exit_bound', value, bar, value === null || value >= bar, {
    passed: value === null ? 'no audits yet' : `${is}, at least ${figure(bar)}`,
    held: `${is}, below ${figure(bar)}`,
  });
}

function novelShare({ rules, novel }: AutoInput): Gate {
  const { window, max_share } = rules.novel;
  const full = novel.items >= window;
  const share = full ? novel.novel / window : null;
  return gate('novel_share', share, max_share, share === null || share <= max_share, {
    passed: full
      ? `${novel.novel} of the last ${window} items had novel input`
      : `${novel.items} of the ${window} items of the novelty window so far`,
    held: `${novel.novel} of the last ${window} items had novel input`,
  });
}

function overdueShare({ rules, overdue }: AutoInput): Gate {
  const bar = rules.audit.max_overdue_share;
  return gate('overdue_audits', overdue.share, bar, overdue.share === null || overdue.share <= bar, {
    passed:
      overdue.share === null
        ? 'no audit is due yet'
        : `${overdue.missing} of ${counted(overdue.due, 'due audit')} without a result (${percent(overdue.share)})`,
    held: `${overdue.missing} of ${counted(overdue.due, 'due audit')} without a result`,
  });
}

/** These gates hold nothing up: a step that fails one is on its way out of Auto. */
function gate(name: string, value: Gate['value'], bar: Gate['bar'], passed: boolean, facts: GateFacts): Gate {
  return gateOf(name, value, bar, passed, { ...facts, as: 'failing' });
}

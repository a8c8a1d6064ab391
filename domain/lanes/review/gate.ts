/** A gate: a condition of a move, kept as data. The sentence of lists and answers is made here, where a gate is shown. */
import { capitalised, withoutStop } from '../../sentence.ts';
import { type Counts, count } from '../figures.ts';
import type { Gate, Hold, ShownGate, StoredGate } from '../moves.ts';
import type { Rules } from '../rules.ts';
import { counted, figure, figureBeside, percent } from '../sentences.ts';
import { wilson } from '../statistics/wilson.ts';

const leads: Readonly<Record<Hold, string>> = {
  blocked: 'Blocked: ',
  blocked_by: 'Blocked by ',
  failing: 'Failing: ',
};
const holds = ['blocked', 'blocked_by', 'failing'] as const satisfies readonly Hold[];

/** Without capital and full stop. */
export interface GateFacts {
  readonly passed: string;
  readonly held: string;
  /** `blocked` where left out. */
  readonly as?: Hold;
}

export function gate(
  name: string,
  value: Gate['value'],
  bar: Gate['bar'],
  passed: boolean,
  { passed: fact, held, as = 'blocked' }: GateFacts,
): Gate {
  const found = { gate: name, value, bar };
  return passed ? { ...found, passed, fact } : { ...found, passed, state: as, fact: held };
}

/** A new version of an agent holds nothing up; it is only named. */
export function versionGate({ agent, version }: { readonly agent: string; readonly version: string }): Gate {
  const fact = `agent ${agent} runs the new version ${version} since this week`;
  return gate('agent_version', null, null, true, { passed: fact, held: '' });
}

/** What holds a gate that did not pass, without the full stop. */
export function holdOf(held: StoredGate): { readonly as: Hold; readonly fact: string } {
  if ('fact' in held) return { as: held.state ?? 'blocked', fact: held.fact };
  const { sentence } = held;
  const as = holds.find((hold) => sentence.startsWith(leads[hold]));
  const fact = as === undefined ? sentence : sentence.slice(leads[as].length);
  return { as: as ?? 'blocked', fact: withoutStop(fact) };
}

/** Whether a gate holds, in a sentence of its own. */
export function gateSentence(stored: StoredGate): string {
  if ('sentence' in stored) return stored.sentence;
  const { passed, state = 'blocked', fact } = stored;
  return passed ? `${capitalised(fact)}.` : `${leads[state]}${fact}.`;
}

/** A gate as the API and pages show it. */
export function shownGate(stored: StoredGate): ShownGate {
  const { gate: name, value, bar, passed } = stored;
  return { gate: name, value, bar, passed, sentence: gateSentence(stored) };
}

/** A closed week as the API shows it. */
export function withShownGates<T extends { readonly gates: readonly StoredGate[] }>(
  row: T,
): Omit<T, 'gates'> & { readonly gates: readonly ShownGate[] } {
  return { ...row, gates: row.gates.map(shownGate) };
}

/** Whether a figure reaches its bar; nothing reaches nothing. */
export function reaches(value: number | null, bar: number): boolean {
  return value !== null && value >= bar;
}

// What a step in Auto is held against at each close: the exit bound, and how near it is to the signals.

interface AutoInput {
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
    leavingGate('cusum', cusum.s, cusum.h, cusum.s < cusum.h, {
      passed: `the errors found by audits add up to ${figure(cusum.s)}, below ${figure(cusum.h)}`,
      held: `the errors found by audits add up to ${figure(cusum.s)}, not below ${figure(cusum.h)}`,
    }),
    leavingGate('input_shift', shift?.psi ?? null, shift?.limit ?? null, shift === null || shift.psi <= shift.limit, {
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
  return leavingGate('exit_bound', value, bar, value === null || value >= bar, {
    passed: value === null ? 'no audits yet' : `${is}, at least ${figure(bar)}`,
    held: `${is}, below ${figure(bar)}`,
  });
}

function novelShare({ rules, novel }: AutoInput): Gate {
  const { window, max_share } = rules.novel;
  const full = novel.items >= window;
  const share = full ? novel.novel / window : null;
  return leavingGate('novel_share', share, max_share, share === null || share <= max_share, {
    passed: full
      ? `${novel.novel} of the last ${window} items had novel input`
      : `${novel.items} of the ${window} items of the novelty window so far`,
    held: `${novel.novel} of the last ${window} items had novel input`,
  });
}

function overdueShare({ rules, overdue }: AutoInput): Gate {
  const bar = rules.audit.max_overdue_share;
  return leavingGate('overdue_audits', overdue.share, bar, overdue.share === null || overdue.share <= bar, {
    passed:
      overdue.share === null
        ? 'no audit is due yet'
        : `${overdue.missing} of ${counted(overdue.due, 'due audit')} without a result (${percent(overdue.share)})`,
    held: `${overdue.missing} of ${counted(overdue.due, 'due audit')} without a result`,
  });
}

/** These gates hold nothing up: a step that fails one is on its way out of Auto. */
function leavingGate(name: string, value: Gate['value'], bar: Gate['bar'], passed: boolean, facts: GateFacts): Gate {
  return gate(name, value, bar, passed, { ...facts, as: 'failing' });
}

/** A gate: a condition of a move, kept as data. The sentence of lists and answers is made here, where a gate is shown. */
import { capitalised, withoutStop } from '../../sentence.ts';
import type { Lane } from '../event.ts';
import { type Counts, type Figures, count, coverageOf, figuresWith, judgedOf, lateOutputShare } from '../figures.ts';
import type { Gate, Hold, ShownGate, StoredGate } from '../moves.ts';
import type { Rules } from '../rules.ts';
import { counted, figure, figureBeside, percent, percentBeside } from '../sentences.ts';
import { wilson } from '../statistics/wilson.ts';

const leads: Readonly<Record<Hold, string>> = {
  blocked: 'Blocked: ',
  blocked_by: 'Blocked by ',
  failing: 'Failing: ',
};
const holds = ['blocked', 'blocked_by', 'failing'] as const satisfies readonly Hold[];

/** Without capital and full stop. */
interface GateFacts {
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

// Silence is not agreement (D72): which share of the items that people did the agent had an answer to, and when.

/** Items below which a share says little: no alert is raised about it. */
const leastItems = 20;

export function coverageGate(window: Counts, { coverage }: Rules, weeks: number): Gate {
  const bar = coverage.min_coverage;
  const value = coverageOf(window);
  const is = `the agent answered ${percentBeside(value ?? 0, bar)} of the items of ${counted(weeks, 'week')}`;
  return gate('coverage', value, bar, value === null || value >= bar, {
    passed: value === null ? 'no items to be answered yet' : `${is}, at least ${percent(bar)}`,
    held: `${is}, at least ${percent(bar)} is needed`,
  });
}

export function lateOutputsGate(window: Counts, { coverage }: Rules, weeks: number): Gate {
  const bar = coverage.max_late_outputs;
  const value = lateOutputShare(window);
  const are = `${percentBeside(value ?? 0, bar)} of the outputs of ${counted(weeks, 'week')} came after the person’s act`;
  return gate('late_outputs', value, bar, value === null || value <= bar, {
    passed: value === null ? 'no outputs in Shadow to be late' : `${are}, at most ${percent(bar)}`,
    held: `${are}, at most ${percent(bar)} may`,
  });
}

/** Items without an answer that count against the agent: below the bar, or always where the rules say so. */
function unansweredAsWrong(window: Counts, { coverage }: Rules): number {
  const unanswered = count(window, 'unanswered');
  const share = coverageOf(window);
  const counts = coverage.unanswered_is_wrong || (share !== null && share < coverage.min_coverage);
  return counts ? unanswered : 0;
}

/** The figures of counters, the bound over the items that count under these rules. */
export function figuresOf(counts: Counts, lane: Lane, rules: Rules): Figures {
  return figuresWith(counts, lane, rules.z, unansweredAsWrong(counts, rules));
}

/** The items over which the bound is taken, and what the bound has to say of them. */
export function heldItems(window: Counts, rules: Rules): { readonly items: number; readonly note: string } {
  const unanswered = unansweredAsWrong(window, rules);
  const alone = count(window, 'unmet');
  const late = lateOutputShare(window) ?? 0;
  const notes: string[] = [];
  const asWrong = (many: number, what: string): string =>
    `${counted(many, 'item')} ${what} ${many === 1 ? 'counts' : 'count'} as wrong`;
  if (unanswered > 0) notes.push(asWrong(unanswered, 'without an answer of the agent'));
  if (alone > 0) notes.push(asWrong(alone, 'done by the agent without leave'));
  if (late > rules.coverage.max_late_outputs)
    notes.push(`${percent(late)} of the outputs came after the person’s act and are not independent`);
  return { items: judgedOf(window) + unanswered, note: notes.length === 0 ? '' : ` (${notes.join('; ')})` };
}

/** Whether so many items went without an answer that people should know. */
export function isUncovered(window: Counts, { coverage }: Rules): boolean {
  const share = coverageOf(window);
  return share !== null && share < coverage.min_coverage && count(window, 'seen') >= leastItems;
}

/** What reasons add where the agent leaves items out; empty where it does not. */
export function coverageNote(window: Counts | undefined, rules: Rules): string {
  if (window === undefined || !isUncovered(window, rules)) return '';
  const { weeks, coverage } = rules;
  return (
    ` The agent answered only ${percentBeside(coverageOf(window) ?? 0, coverage.min_coverage)} of the items of ` +
    `${counted(weeks.short, 'week')}.`
  );
}

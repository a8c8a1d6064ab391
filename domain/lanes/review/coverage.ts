/** Silence is not agreement (D72): which share of the items that people did the agent had an answer to, and when. */
import type { Lane } from '../event.ts';
import { type Counts, type Figures, count, coverageOf, figuresWith, judgedOf, lateOutputShare } from '../figures.ts';
import type { Gate } from '../moves.ts';
import type { Rules } from '../rules.ts';
import { counted, percent, percentBeside } from '../sentences.ts';
import { gate } from './gate.ts';

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

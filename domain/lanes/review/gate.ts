/**
 * A gate: a condition as a value. What holds it is a fact; the sentence of lists and answers leads in to it. Stored gates
 * have the sentence alone, so the fact is taken out of it where the lead-in was put before it: here.
 */
import { capitalised } from '../../capitalised.ts';
import type { Gate } from '../moves.ts';

/** How a gate holds: `failing` where it holds nothing up, and the step is on its way out. */
export type Hold = 'blocked' | 'blocked_by' | 'failing';

const leads: Readonly<Record<Hold, string>> = {
  blocked: 'Blocked: ',
  blocked_by: 'Blocked by ',
  failing: 'Failing: ',
};

/** Without the full stop. */
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
  const sentence = passed ? capitalised(fact) : `${leads[as]}${held}`;
  return { gate: name, value, bar, passed, sentence: `${sentence}.` };
}

/** What holds a gate that did not pass, without the full stop. */
export function holdOf({ sentence }: Pick<Gate, 'sentence'>): { readonly as: Hold; readonly fact: string } {
  const as = holds.find((hold) => sentence.startsWith(leads[hold]));
  const fact = as === undefined ? sentence : sentence.slice(leads[as].length);
  return { as: as ?? 'blocked', fact: fact.endsWith('.') ? fact.slice(0, -1) : fact };
}

const holds = ['blocked', 'blocked_by', 'failing'] as const satisfies readonly Hold[];

/** Whether a figure reaches its bar; nothing reaches nothing. */
export function reaches(value: number | null, bar: number): boolean {
  return value !== null && value >= bar;
}

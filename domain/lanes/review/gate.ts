/** A gate: a condition of a move, kept as data. The sentence of lists and answers is made here, where a gate is shown. */
import { capitalised, withoutStop } from '../../sentence.ts';
import type { Gate, Hold, ShownGate, StoredGate } from '../moves.ts';

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

/** Makes a gate: a condition as a value, with the sentence that fits how it came out. */
import type { Gate } from '../moves.ts';

/** @param sentences without the full stop; a `blocked` that begins with "by" tells by what */
export function gate(
  name: string,
  value: Gate['value'],
  bar: Gate['bar'],
  passed: boolean,
  sentences: { readonly passed: string; readonly blocked: string },
): Gate {
  const { blocked } = sentences;
  const sentence = passed ? capitalised(sentences.passed) : `Blocked${blocked.startsWith('by ') ? '' : ':'} ${blocked}`;
  return { gate: name, value, bar, passed, sentence: `${sentence}.` };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a figure reaches its bar; nothing reaches nothing. */
export function reaches(value: number | null, bar: number): boolean {
  return value !== null && value >= bar;
}

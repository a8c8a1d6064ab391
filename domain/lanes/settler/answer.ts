/** Reads the model's answer: exactly the form that it was asked for, or nothing. Then it becomes a settlement like any other. */
import type { SettlementVerdict, WireEvent, ItemName } from '../event.ts';

export const verdictCodes = ['first_right', 'second_right', 'both_wrong', 'cannot_tell'] as const;
type VerdictCode = (typeof verdictCodes)[number];

/** In characters. */
export const longestReason = 300;

/** The form of the answer as JSON Schema, for models that can be held to one. */
export const answerSchema = {
  type: 'object',
  properties: { verdict: { type: 'string', enum: verdictCodes }, reason: { type: 'string' } },
  required: ['verdict', 'reason'],
  additionalProperties: false,
} as const;

type SettlerAnswer =
  | { readonly verdict: SettlementVerdict | 'cannot_tell'; readonly reason: string }
  /** What is wrong with it, as a sentence that quotes nothing. */
  | { readonly unusable: string };

/** @param agentFirst as the question was asked */
export function readAnswer(text: string, agentFirst: boolean): SettlerAnswer {
  const answer = jsonIn(text);
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return { unusable: 'the answer is not a JSON object' };
  const { verdict, reason, ...others } = answer as Record<string, unknown>;
  if (Object.keys(others).length > 0) return { unusable: 'the answer has members that were not asked for' };
  const word = verdictCodes.find((known) => known === verdict);
  if (word === undefined) return { unusable: `the answer has a verdict other than ${verdictCodes.join(', ')}` };
  if (typeof reason !== 'string') return { unusable: 'the answer has no reason' };
  return { verdict: verdictOf(word, agentFirst), reason: plain(reason) };
}

/** Some models put a fence around their JSON. Anything else around it is not taken. */
function jsonIn(text: string): unknown {
  const fenced = /^```(?:json)?\s*([^`]*)```$/.exec(text.trim())?.[1];
  try {
    return JSON.parse(fenced ?? text);
  } catch {
    return undefined;
  }
}

function verdictOf(word: VerdictCode, agentFirst: boolean): SettlementVerdict | 'cannot_tell' {
  if (word === 'both_wrong' || word === 'cannot_tell') return word;
  return (word === 'first_right') === agentFirst ? 'agent_right' : 'operator_right';
}

/** What people are shown: one line, no longer than asked for, and text that a table can hold. */
function plain(reason: string): string {
  const line = reason.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return cut(line, longestReason);
}

/** Whole characters only: half of one cannot be stored. */
function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('');
}

interface SettlerVerdict extends ItemName {
  readonly verdict: SettlementVerdict;
  /** Epoch ms. The data clock of the workspace: a settlement of today must not close the weeks of last year's data. */
  readonly at: number;
  readonly model: string;
}

/**
 * The verdict as an event. It names no severity, so it can neither lower nor raise what was found; its id belongs to
 * the item, so that sending it twice stores it once.
 * @param hash hex digest of a text
 */
export function settlementBy(
  { queue, step, item, verdict, at, model }: SettlerVerdict,
  hash: (text: string) => string,
): WireEvent {
  return {
    id: `settler/${hash(JSON.stringify([queue, step, item])).slice(0, 32)}`,
    kind: 'settlement.made',
    at: new Date(at).toISOString(),
    queue,
    step,
    item,
    actor: { kind: 'agent', id: 'settler', version: cut(model, 128) },
    verdict,
    by: 'model',
  };
}

/** What the settler may do: how much it spends, what it leaves to people, and why it does not run (document 2 §4, D41). */
import { auditPick } from '../audits.ts';
import type { ShownWork } from '../machine/records.ts';

/** What a workspace's settler may spend in a UTC day, in micro-dollars: $1. */
export const capMicros = 1_000_000;

/** Share of items on which a person is asked too, without seeing the verdict. */
export const personCheckRate = 0.1;

/** After so many answers that cannot be used an item is left to people. */
export const mostTries = 3;

/** Items of one run. */
export const runLimit = { default: 50, max: 500 } as const;

/** A longer item is left to people: one item must not cost a day's money. In bytes of its JSON. */
export const mostItemBytes = 24_000;

/** What decides whether the settler runs. */
interface SettlerSwitches {
  /** Whether the deployment has the model's credential. */
  readonly hasCredential: boolean;
  /** Empty where none is named. */
  readonly model: string;
  readonly on: boolean;
  readonly killed: boolean;
}

/** Why the settler does not run, as a sentence; null when it may. */
export function whyOff({ hasCredential, model, on, killed }: SettlerSwitches): string | null {
  if (!hasCredential) return 'the settler has no credential: SETTLER_API_KEY is not set';
  if (model === '') return 'the settler has no model: SETTLER_MODEL is not set';
  if (killed) return 'the settler is stopped: settler_kill is 1';
  if (!on) return 'the settler is off: settler_on is 0';
  return null;
}

/** Whether a person is asked about this item too: picked as audits are, by a seed of its own. */
export function isForPeople(seed: string, queue: string, step: string, item: string): boolean {
  return auditPick(`${seed}/settler`, queue, step, item) < personCheckRate;
}

/**
 * Which of the two results the model sees first. It does not learn whose is whose, so that it favours neither, and the
 * order follows no rule that an item could be written for.
 */
export function isAgentFirst(seed: string, queue: string, step: string, item: string): boolean {
  return auditPick(`${seed}/settler-order`, queue, step, item) < 0.5;
}

/** Why an item is left to people without asking the model. */
type Unjudged = 'nothing_to_compare' | 'too_long' | 'own_model';

/** What of a disagreement decides whether the model is asked. */
interface Judgeable {
  readonly operator: ShownWork;
  readonly agent: ShownWork;
  readonly itemBytes: number;
}

/**
 * An auditor who only gave a verdict left nothing to compare; a model does not judge work of its own name.
 * @returns null when the model may be asked
 */
export function whyUnjudged({ operator, agent, itemBytes }: Judgeable, model: string): Unjudged | null {
  if (isEmpty(operator) || isEmpty(agent)) return 'nothing_to_compare';
  if (agent.actor.toLowerCase().includes(model.toLowerCase())) return 'own_model';
  return itemBytes > mostItemBytes ? 'too_long' : null;
}

function isEmpty({ decision, outputs }: ShownWork): boolean {
  return decision === null && outputs === null;
}

// What a call of the model costs, in whole micro-dollars (a millionth of a dollar), always rounded up.

/** Micro-dollars for a million tokens. */
export interface ModelPrices {
  readonly inputMicros: number;
  readonly outputMicros: number;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

const million = 1_000_000;

/** Whole micro-dollars of an amount such as `2.50`, with up to six decimals. */
export function microsOf(amount: string): number {
  const [whole = '', decimals = ''] = amount.split('.');
  return Number(whole) * million + Number(decimals.padEnd(6, '0'));
}

/** What servers put around messages: roles, separators, the form of the answer. */
const frameTokens = 500;

/**
 * The most a call can cost. A token is never less than a byte of text, so there are at most as many as bytes.
 * @param inputBytes UTF-8 bytes of everything that is sent as text
 * @param outputTokens the limit that is sent with the call
 */
export function upperBoundMicros(prices: ModelPrices, inputBytes: number, outputTokens: number): number {
  return costMicros(prices, { input: inputBytes + frameTokens, output: outputTokens });
}

export function costMicros({ inputMicros, outputMicros }: ModelPrices, { input, output }: TokenUsage): number {
  return dividedUp(input * inputMicros + output * outputMicros, million);
}

/** Exact for whole numbers below 2^53, where dividing first would round. */
function dividedUp(whole: number, by: number): number {
  const rest = whole % by;
  return (whole - rest) / by + (rest > 0 ? 1 : 0);
}

/** Dollars with two decimals (D4), rounded up: never less than what was spent. */
export function dollars(micros: number): string {
  const cents = dividedUp(micros, 10_000);
  return `${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}

/** What a call of the model costs, in whole micro-dollars (a millionth of a dollar), always rounded up. */

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
 * The most a call can cost. A token never stands for less than a byte of text, so there are at most as many as bytes.
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

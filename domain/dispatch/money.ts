/** Money as whole cents: text in and out, and products with decimal factors without a float in between (D4). */

declare const unit: unique symbol;
/** A whole number of US cents; negative for a credit. */
export type Cents = number & { readonly [unit]: 'cents' };

/** @throws RangeError for what is not a whole number that can be held exactly */
export function cents(whole: number): Cents {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`${whole} is not a whole number of cents`);
  // Adding 0 turns -0 into 0, so that equal amounts are equal in every comparison.
  return (whole + 0) as Cents;
}

export const noMoney = cents(0);

/** An amount as the API takes it, such as `125.00`; undefined for every other text. */
export function parseAmount(text: string): Cents | undefined {
  return /^[0-9]{1,9}\.[0-9]{2}$/.test(text) ? cents(Number(text.replace('.', ''))) : undefined;
}

/** Cents as the API shows them: `1097.27`, `-223.00`. */
export function formatAmount(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A change of an amount, with its direction: `+241.39`, `-223.00`, `0.00`. */
export function formatChange(change: Cents): string {
  return change > 0 ? `+${formatAmount(change)}` : formatAmount(change);
}

/** An amount in a sentence for people: `$1,097.27`, `-$223.00`. */
export function dollars(amount: Cents): string {
  const digits = formatAmount(cents(Math.abs(amount))).replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
  return `${amount < 0 ? '-' : ''}$${digits}`;
}

/** A change of an amount in a sentence for people: `+$241.39`, `-$223.00`, `$0.00`. */
export function dollarChange(change: Cents): string {
  return change > 0 ? `+${dollars(change)}` : dollars(change);
}

/**
 * Money as a portal prints it: `$1,097.27`, `USD 1,097.27`, `+$241.39`, `-$223.00`, `($223.00)`, `$-223.00`. Undefined for anything
 * that is not one amount with two decimals and commas in their places, so that a misread page never becomes a figure.
 */
export function readMoney(text: string): Cents | undefined {
  const plain = text.trim().replace(/\u2212/g, '-');
  const inBrackets = /^\((.*)\)$/.exec(plain);
  const shape =
    /^([+-]?)\s?(?:(?:US)?\$|USD(?=[\s0-9+-]))?\s?([+-]?)([0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3}){1,2})\.([0-9]{2})(?:\s?USD)?$/;
  const found = shape.exec(inBrackets?.[1] ?? plain);
  if (!found) return undefined;
  const [, before = '', after = '', whole = '', fraction = ''] = found;
  const signs = [before, after].filter((sign) => sign !== '').concat(inBrackets ? ['-'] : []);
  if (signs.length > 1) return undefined;
  const amount = Number(whole.replaceAll(',', '') + fraction);
  return cents(signs[0] === '-' ? -amount : amount);
}

/** A number that stands for dollars: `255`, `255.5`, `-223.00`. Only where it is known that the portal writes amounts so. */
export function readPlainAmount(text: string): Cents | undefined {
  const found = /^(-?)([0-9]{1,12})(?:\.([0-9]{1,2}))?$/.exec(text.trim());
  if (!found) return undefined;
  const [, sign, whole = '', fraction = ''] = found;
  return cents((sign === '-' ? -1 : 1) * (Number(whole) * 100 + Number(fraction.padEnd(2, '0'))));
}

/** An exact fraction; the denominator is positive. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The exact value of a decimal text such as `0.285` or `77.5`.
 * @throws RangeError for any other text
 */
export function decimal(text: string): Ratio {
  const found = /^(-?)([0-9]{1,18})(?:\.([0-9]{1,18}))?$/.exec(text);
  if (!found) throw new RangeError(`${JSON.stringify(text)} is not a decimal number`);
  const [, sign = '', whole = '', fraction = ''] = found;
  return { numerator: BigInt(`${sign}${whole}${fraction}`), denominator: 10n ** BigInt(fraction.length) };
}

/**
 * Rounds to the nearest whole number, halves away from zero. On charges that is the trade's half-up; a credit is the
 * mirror of its charge to the cent.
 */
export function roundHalfUp({ numerator, denominator }: Ratio): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/**
 * The amount times exact factors, rounded once, half up.
 * @param factors decimal texts or ratios
 */
export function times(amount: Cents, ...factors: readonly (string | Ratio)[]): Cents {
  let product: Ratio = { numerator: BigInt(amount), denominator: 1n };
  for (const factor of factors) {
    const { numerator, denominator } = typeof factor === 'string' ? decimal(factor) : factor;
    product = { numerator: product.numerator * numerator, denominator: product.denominator * denominator };
  }
  return cents(Number(roundHalfUp(product)));
}

export function sum(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((total, amount) => total + amount, 0));
}

/** What has to be added to `before` to get `after`. */
export function change(before: Cents, after: Cents): Cents {
  return cents(after - before);
}

export function least(first: Cents, ...others: readonly Cents[]): Cents {
  return cents(Math.min(first, ...others));
}

/** Whether an amount is past a limit in either direction; the limit itself still passes (D17). */
export function isOver(amount: Cents, limit: Cents): boolean {
  return Math.abs(amount) > limit;
}

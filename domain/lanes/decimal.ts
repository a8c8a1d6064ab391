/** Decimal numbers with a power of ten of their own: compared exactly, so that 0.3 - 0.29 is 0.01 and no more. */

/** digits · 10^exponent */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Longer numbers are text: their arithmetic costs more than any real quantity is worth. */
const longest = 400;
const shape = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,3}))?$/;

/**
 * The exact value of a number, by its shortest text, or of a text such as `10.00`, `-5`, `1e3`, with or without white
 * space around. Undefined for anything else: a thousands separator or a currency means different things to different people.
 */
export function readDecimal(value: string | number): Decimal | undefined {
  const text = typeof value === 'number' ? String(value) : value.trim();
  if (text.length > longest) return undefined;
  const found = shape.exec(text);
  if (!found) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = found;
  if (whole === '' && fraction === '') return undefined;
  const exponent = Number(power) - fraction.length;
  if (Math.abs(exponent) > longest * 2) return undefined;
  return { digits: BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), exponent };
}

/** Whether two numbers differ by at most `tolerance`. */
export function isWithin(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  const exponent = Math.min(a.exponent, b.exponent, tolerance.exponent);
  const scaled = (number: Decimal): bigint => number.digits * 10n ** BigInt(number.exponent - exponent);
  const difference = scaled(a) - scaled(b);
  return (difference < 0n ? -difference : difference) <= scaled(tolerance);
}

/** A finite number in plain notation, without an exponent: `1000000000000000000000`, `0.0000001`. */
export function plainText(value: number): string {
  const text = String(value);
  const found = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!found) return text;
  const [, sign = '', whole = '', fraction = '', power = '0'] = found;
  const point = whole.length + Number(power);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}

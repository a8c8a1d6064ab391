/** Whether an agent's output and a person's are the same, field by field, each field by its own rule (D45). */
import type { FieldDefinition, Severity, Value } from './event.ts';

/** What somebody decided about an item, and the fields they filled in. */
export interface Output {
  readonly decision: string | null;
  readonly outputs: Readonly<Record<string, Value>> | null;
}

export interface FieldDifference {
  readonly name: string;
  readonly severity: Severity;
  readonly operator: Value;
  readonly agent: Value;
}

interface Comparison {
  /** False when a field of material or critical severity differs; minor differences alone are agreement (D46). */
  readonly agreed: boolean;
  /** The severity of the worst differing field; null when nothing differs. */
  readonly severity: Severity | null;
  /** The fields that differ, in the order of the definition. */
  readonly fields: readonly FieldDifference[];
}

const decision: FieldDefinition = { name: 'decision', compare: 'exact', tolerance: null, severity: 'material' };
const severities: readonly Severity[] = ['minor', 'material', 'critical'];
const zero = { digits: 0n, exponent: 0 } as const;

/**
 * Compares `decision` (exact and material, unless `fields` names it otherwise) and every field that the step defines;
 * other fields are not looked at. An absent field and null are both "no value", which differs from every value.
 */
export function compareOutputs(fields: readonly FieldDefinition[], operator: Output, agent: Output): Comparison {
  const compared = fields.some(({ name }) => name === decision.name) ? fields : [decision, ...fields];
  const differing: FieldDifference[] = [];
  for (const field of compared) {
    const [theirs, its] = [valueOf(operator, field.name), valueOf(agent, field.name)];
    if (!same(field, theirs, its))
      differing.push({ name: field.name, severity: field.severity, operator: theirs, agent: its });
  }
  const severity = worstOf(differing.map((field) => field.severity));
  return { agreed: severity === null || severity === 'minor', severity, fields: differing };
}

/** The worst of some severities; null of none. */
export function worstOf(found: readonly Severity[]): Severity | null {
  const worst = Math.max(...found.map((severity) => severities.indexOf(severity)), -1);
  return severities[worst] ?? null;
}

function valueOf({ decision: decided, outputs }: Output, name: string): Value {
  if (name === decision.name) return decided;
  return outputs !== null && Object.hasOwn(outputs, name) ? (outputs[name] ?? null) : null;
}

function same(field: FieldDefinition, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (field.compare === 'set') return sameSet(a, b);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((element, at) => same(field, element, b[at] ?? null));
  }
  if (field.compare === 'number') return sameNumber(a, b, field.tolerance);
  const [left, right] = [scalarText(a), scalarText(b)];
  return left === right || (field.compare === 'text' && foldedText(left) === foldedText(right));
}

/** As decimals, within the tolerance; what is no number (such as `n/a`) as text. */
function sameNumber(a: string | number | boolean, b: string | number | boolean, tolerance: number | null): boolean {
  const [left, right] = [a, b].map((value) => (typeof value === 'boolean' ? undefined : readDecimal(value)));
  if (left && right) return isWithin(left, right, (tolerance === null ? undefined : readDecimal(tolerance)) ?? zero);
  return !left && !right && scalarText(a).trim() === scalarText(b).trim();
}

/** Order and repeats do not matter; elements by their text. A text alone, as a CSV file holds it, is split at `;`. */
function sameSet(a: Value, b: Value): boolean {
  const [left, right] = [elementsOf(a), elementsOf(b)];
  return left.size === right.size && [...left].every((element) => right.has(element));
}

function elementsOf(value: Value): ReadonlySet<string> {
  if (Array.isArray(value)) return new Set(value.map(elementText));
  if (typeof value !== 'string') return new Set([elementText(value)]);
  return new Set(
    value
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
}

/** Lists inside a set are written so that they equal no text: JSON text of a list begins with a bracket and a quote. */
function elementText(value: Value): string {
  return value === null || Array.isArray(value) ? `\u0000${JSON.stringify(value)}` : scalarText(value);
}

/** The text form of a scalar, in which a CSV file would hold it. */
function scalarText(value: string | number | boolean): string {
  return typeof value === 'number' ? plainText(value) : String(value);
}

// Decimal numbers with a power of ten of their own: compared exactly, so that 0.3 - 0.29 is 0.01 and no more.

/** digits · 10^exponent */
interface Decimal {
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

/** Whether a number that a parser made of `source` is the number that was written, with every digit. */
export function isExactly(value: number, source: string): boolean {
  const [held, written] = [readDecimal(value), readDecimal(source)];
  return held !== undefined && written !== undefined && isWithin(held, written, zero);
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

// Texts and names as people read them: spelling that nobody sees makes no difference.

/**
 * NFKC, so that full-width digits, ligatures and no-break spaces equal their plain forms; upper and then lower case,
 * which also makes ß equal to SS; runs of white space as one blank, none at the ends.
 */
function foldedText(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/**
 * Whether two ids of people or agents are the same but for their spelling. For refusals only: what is stored keeps the
 * id as it was sent. Characters without a width (soft hyphens, joiners) distinguish nobody.
 */
export function isSameName(a: string, b: string): boolean {
  return a === b || foldedName(a) === foldedName(b);
}

function foldedName(name: string): string {
  return foldedText(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
}

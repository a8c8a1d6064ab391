/** Whether an agent's output and a person's are the same, field by field, each field by its own rule (D45). */
import { isWithin, plainText, readDecimal } from './decimal.ts';
import type { FieldDefinition, Severity, Value } from './event.ts';
import { foldedText } from './folded-text.ts';

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

export interface Comparison {
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

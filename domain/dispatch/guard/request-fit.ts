/** Whether a request is the one that was declared: its query, headers, and every field of its body. */
import type { Constraint, ExpectedRequest, NeverClick } from '../playbook/language.ts';
import { fillTemplate, pathMatches, placesIn } from '../playbook/template.ts';
import type { Values } from '../playbook/template.ts';
import { dangerousField } from './never-click.ts';
import { isCanonical, readBody } from './request-body.ts';
import type { BodyField, ReadBody } from './request-body.ts';
import type { RequestFacts } from './request-facts.ts';
import { undeclaredHeader } from './request-headers.ts';
import type { CanonicalUrl } from './request-line.ts';

export interface Upload {
  readonly name: string;
  /** One character a byte. */
  readonly content: string;
}

export interface FitRules {
  readonly neverClick: readonly NeverClick[];
  /** Files that upload steps put into the page's forms; no other content may leave. */
  readonly uploads: readonly Upload[];
}

export interface Misfit {
  readonly rule: string;
  readonly reason: string;
}

/** What was declared of a request, and the values its templates are filled with. */
export interface Declared {
  readonly expected: ExpectedRequest;
  readonly values: Values;
  /** Who declares it, such as `the step "save"`. */
  readonly by: string;
}

/** Whether method and address are those of the declaration. */
export function isAddressed(facts: RequestFacts, url: CanonicalUrl, { expected, values }: Declared): boolean {
  return facts.method === expected.method && pathMatches(expected.path, url.path, values);
}

/** What is sent of a request whose address fits, or why it does not fit. */
export function fitRequest(
  facts: RequestFacts,
  url: CanonicalUrl,
  declared: Declared,
  rules: FitRules,
): Misfit | { readonly sent: ReadBody['sent'] } {
  const { expected, values, by } = declared;
  const unknown = url.query.find(([name]) => expected.query?.includes(name) !== true);
  if (unknown !== undefined)
    return {
      rule: 'request.undeclared_query',
      reason: `${by} does not declare the query field ${JSON.stringify(unknown[0].slice(0, 80))}`,
    };
  const header = undeclaredHeader(facts.headers, expected.headers ?? []);
  if (header !== undefined)
    return {
      rule: 'request.undeclared_header',
      reason: `${by} does not declare the header ${JSON.stringify(header.slice(0, 80))}`,
    };
  const body = readBody(facts.body, expected.content);
  if (body === undefined)
    return {
      rule: 'request.unreadable_body',
      reason: `the body cannot be read in exactly one way as ${expected.content}`,
    };
  if (expected.as_is === true && !isCanonical(facts.body, body))
    return { rule: 'request.unreadable_body', reason: 'the body is not in the one form in which it could be sent' };
  const misfit =
    body.fields.map((field) => fieldMisfit(field, body.fields, declared, rules)).find((found) => found !== undefined) ??
    expected.constraints
      .map((constraint) => constraintMisfit(constraint, body.fields, values))
      .find((found) => found !== undefined);
  return misfit ?? { sent: body.sent };
}

function fieldMisfit(
  { name, value, type, file }: BodyField,
  all: readonly BodyField[],
  { expected, by }: Declared,
  { neverClick: list, uploads }: FitRules,
): Misfit | undefined {
  const danger = dangerousField(name, value, list);
  if (danger !== undefined) return danger;
  // A file field that was left alone sends no name and no content.
  const isEmpty = value === '' && file === '';
  if (file !== undefined && !isEmpty && !uploads.some((one) => one.name === value && one.content === file))
    return { rule: 'request.unknown_file', reason: `the file in the field ${name} is not one that a step put there` };
  const quoted = JSON.stringify(name.slice(0, 80));
  if (!expected.fields.includes(name))
    return { rule: 'request.undeclared_field', reason: `${by} does not declare the field ${quoted}` };
  if (all.filter((other) => other.name === name).length > 1 && expected.repeats?.includes(name) !== true)
    return { rule: 'request.repeated_field', reason: `the field ${quoted} is there more than once` };
  const wanted = expected.constraints.find(({ field }) => field === name)?.type ?? 'text';
  return type === wanted
    ? undefined
    : { rule: 'request.field_type', reason: `the field ${quoted} is declared as ${wanted} and is ${type}` };
}

function constraintMisfit(constraint: Constraint, fields: readonly BodyField[], values: Values): Misfit | undefined {
  const [field, ...more] = fields.filter(({ name }) => name === constraint.field);
  if (field === undefined || more.length > 0)
    return { rule: 'request.constraint', reason: `the field ${constraint.field} has to be there once` };
  const broken = brokenBy(field.value, constraint, values);
  return broken === undefined ? undefined : { rule: 'request.constraint', reason: broken };
}

function brokenBy(value: string, constraint: Constraint, values: Values): string | undefined {
  const is = (template: string): boolean => unbroken(fillTemplate(template, values)) === unbroken(value);
  if (constraint.equals !== undefined && !is(constraint.equals))
    return `the field ${constraint.field} is not what the task says`;
  if (constraint.one_of !== undefined && !constraint.one_of.some(is))
    return `the field ${constraint.field} is none of the values that are allowed`;
  if (constraint.at_most !== undefined) {
    const limit = cents(fillTemplate(constraint.at_most, values) ?? '');
    const amount = cents(value);
    if (limit === undefined || amount === undefined)
      return `the field ${constraint.field} is not an amount that can be compared`;
    if (Math.abs(amount) > limit) return `the field ${constraint.field} is over the limit`;
  }
  return undefined;
}

/** Forms send every line break as CR and LF. */
function unbroken(text: string | undefined): string | undefined {
  return text?.replace(/\r\n?/g, '\n');
}

/** Decimal text to cents; undefined for anything but up to two decimals. */
function cents(text: string): number | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return undefined;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0')));
}

/**
 * Whether a request to a declared address plainly is another one: endpoints such as GraphQL's take everything, and say in
 * a field of the body what it is. That is a field that the declaration fixes whatever the task.
 */
export function isAnotherOperation(facts: RequestFacts, { expected }: Declared): boolean {
  if (facts.purpose !== 'part' || expected.content !== 'json') return false;
  const fixed = expected.constraints.filter(
    ({ equals }) => equals !== undefined && placesIn(equals).length === 0 && equals !== '',
  );
  const body = readBody(facts.body, 'json');
  return (
    body !== undefined &&
    fixed.some(({ field, equals }) => body.fields.find(({ name }) => name === field)?.value !== equals)
  );
}

/** Turns what ajv finds into sentences: the path of the member, then what it must be (D1, D14). */
import type { ErrorObject } from 'ajv';
import { type Finding, type SentencePart, findingOf, findingOfWhole } from '../../domain/sentence.ts';
import { nearestName } from '../../domain/nearest-name.ts';

/** More findings than anybody reads; a hostile body could bring a hundred thousand. */
const findingLimit = 100;

/**
 * @param whole what a finding about the value itself is about, such as "the task"
 * @param root what every path starts with, such as "event"
 * @param limit findings at most; how many more there are is the last of them
 * @returns findings without repeats, in an order that depends on the findings alone
 */
export function findingsOf(errors: readonly ErrorObject[], whole: string, root = '', limit = findingLimit): Finding[] {
  const named = errors.filter(
    ({ keyword, schemaPath }) => keyword !== 'if' && keyword !== 'propertyNames' && !/\/anyOf\/\d+\//.test(schemaPath),
  );
  const bySentence = new Map(
    named.slice(0, limit).map((error) => {
      const finding = findingOfError(error, whole, root);
      return [finding.sentence, finding];
    }),
  );
  const findings = [...bySentence.values()].sort((a, b) =>
    a.sentence < b.sentence ? -1 : a.sentence > b.sentence ? 1 : 0,
  );
  return named.length > limit ? [...findings, findingOfWhole(`and ${named.length - limit} more`)] : findings;
}

/** As `findingsOf`, where only the sentences are of use. */
export function sentencesOf(errors: readonly ErrorObject[], whole: string, root = '', limit = findingLimit): string[] {
  return findingsOf(errors, whole, root, limit).map(({ sentence }) => sentence);
}

/** The keywords of our schemas that hold words (domain/dispatch/task-schemas). */
interface Words {
  readonly properties?: object;
  readonly anyOf?: readonly { readonly required?: readonly string[] }[];
  readonly 'x-must'?: string;
  readonly 'x-says'?: readonly SentencePart[];
  readonly 'x-either'?: readonly SentencePart[];
  readonly 'x-for'?: string;
  /** The allowed values as a finding lists them, where that is not all of them (null). */
  readonly 'x-names'?: readonly string[];
}

function findingOfError(error: ErrorObject, whole: string, root: string): Finding {
  const at = pathOf(error.instancePath, root);
  const path = error.propertyName === undefined ? at : join(at, error.propertyName);
  const params = error.params as Record<string, string | number | unknown[]>;
  const own = (error.parentSchema ?? {}) as Words;
  const member =
    error.keyword === 'required'
      ? params['missingProperty']
      : error.keyword === 'additionalProperties'
        ? params['additionalProperty']
        : // Of several members, one of which is required, the first.
          error.keyword === 'anyOf' && own['x-either'] !== undefined
          ? own.anyOf?.[0]?.required?.[0]
          : undefined;
  return findingOf(member === undefined ? path : join(path, String(member)), partsOf(error, path, whole));
}

function partsOf(error: ErrorObject, path: string, whole: string): readonly SentencePart[] {
  const name: SentencePart = path === '' ? whole : { member: path };
  const own = (error.parentSchema ?? {}) as Words;
  const params = error.params as Record<string, string | number | unknown[]>;
  switch (error.keyword) {
    case 'required':
      return [{ member: join(path, String(params['missingProperty'])) }, ' is required', ...forWhom(own)];
    case 'additionalProperties':
      return [unknownMember(path, String(params['additionalProperty']), Object.keys(own.properties ?? {}))];
    case 'anyOf':
      return own['x-either'] ?? [name, ' is not valid'];
    case 'not':
      return [name, ' ', ...(own['x-says'] ?? ['is not allowed'])];
    case 'pattern':
    case 'format':
      return [name, ` must ${own['x-must'] === undefined ? 'have another form' : own['x-must']}`];
    case 'type':
      return [name, ` must ${typeForm(params['type'], own)}`];
    case 'enum':
      return [
        name,
        ` must be one of ${(own['x-names'] ?? (params['allowedValues'] as unknown[])).join(', ')}`,
        ...forWhom(own),
        ...meantOf(error.data, params['allowedValues'] as unknown[]),
      ];
    case 'const':
      return [name, ` must be ${JSON.stringify(params['allowedValue'])}`];
    case 'minLength':
      return params['limit'] === 1
        ? [name, ' must not be empty']
        : [name, ` must have at least ${count(params)} characters`];
    case 'maxLength':
      return [name, ` must have at most ${count(params)} characters`];
    case 'minItems':
    case 'minProperties':
      return params['limit'] === 1
        ? [name, ' must not be empty']
        : [name, ` must have at least ${count(params)} members`];
    case 'maxItems':
    case 'maxProperties':
      return [name, ` must have at most ${count(params)} members`];
    case 'uniqueItems':
      return [name, ' must not name the same thing twice'];
    case 'minimum':
      return [name, ` must be at least ${count(params)}`];
    case 'maximum':
      return [name, ` must be at most ${count(params)}`];
    case 'exclusiveMinimum':
      return [name, ` must be more than ${count(params)}`];
    case 'exclusiveMaximum':
      return [name, ` must be less than ${count(params)}`];
    default:
      return [name, ` ${error.message ?? 'is not valid'}`];
  }
}

/** "x is not a known member; did you mean y?" */
export function unknownMember(path: string, given: string, known: readonly string[], what = 'member'): string {
  const nearest = nearestName(given, known);
  return `${join(path, given)} is not a known ${what}${nearest ? `; did you mean ${nearest.name}?` : ''}`;
}

/** Below this, nearly every code is near another. */
const shortestMeant = 5;

/** Of a value that is none of a list, the one that was most likely meant. */
function meantOf(given: unknown, allowed: readonly unknown[]): readonly string[] {
  if (typeof given !== 'string' || given.length < shortestMeant) return [];
  const known = allowed.filter((value) => typeof value === 'string');
  const nearest = nearestName(given.toLowerCase().replace(/[\s-]+/g, '_'), known);
  return nearest === undefined ? [] : [`; did you mean ${nearest.name}?`];
}

const forWhom = (own: Words): readonly SentencePart[] =>
  own['x-for'] === undefined ? [] : [{ forWhom: own['x-for'] }];

/** Several types are named in the schema's own words, or one after the other. */
function typeForm(type: unknown, own: Words): string {
  const words = (name: unknown): string => typeText[String(name)] ?? String(name);
  if (!Array.isArray(type)) return `be ${words(type)}`;
  return own['x-must'] ?? `be ${type.map(words).join(' or ')}`;
}

const typeText: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function count(params: Readonly<Record<string, unknown>>): string {
  return Number(params['limit']).toLocaleString('en-US', { maximumFractionDigits: 20 });
}

function pathOf(pointer: string, root: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(join, root);
}

/** Names that are no plain words are quoted and cut, so that an answer never carries odd bytes back. */
function join(path: string, name: string): string {
  if (/^\d{1,6}$/.test(name)) return `${path}[${name}]`;
  if (/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(name)) return path === '' ? name : `${path}.${name}`;
  return `${path}[${JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name)}]`;
}

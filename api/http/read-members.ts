/** Reads a JSON body by its schema: the members that it may have, and what the caller finds wrong with them, all at once. */
import { unknownMember } from '../../commands/input/sentences.ts';
import type { ObjectOf, ObjectSchema } from '../../domain/json-schema.ts';
import { anyInstantPattern } from '../../domain/lanes/instant.ts';
import type { FailedSince } from '../../store/resend-deliveries.ts';
import { ApiError, type ErrorCode, findingsError } from './errors.ts';
import { type Parameter, parseTime, timeForm } from './query.ts';

type BodyOf<S extends ObjectSchema> = ObjectOf<
  S['properties'],
  S extends { readonly required: readonly (infer R)[] } ? R : never
>;

interface ReadMembers<S extends ObjectSchema> {
  /** None is checked yet. */
  readonly given: { readonly [Name in keyof S['properties']]?: unknown };
  /** Begins with the members that the schema does not know and those that it requires; the caller adds what it finds. */
  readonly findings: string[];
  /** @throws ApiError with every finding, where there are any */
  readonly accepted: () => BodyOf<S>;
}

interface Refusal {
  /** What a refusal is called: dispatch and lanes differ in it (D1, D16). */
  readonly code: ErrorCode;
  /** The sentence for a body that is no object. */
  readonly whole: string;
  /** What an unknown member is not. */
  readonly what?: string;
  /** Findings are given in the order of the alphabet. */
  readonly sorted?: boolean;
}

/** More findings than anybody reads. */
const findingLimit = 100;

/** @throws ApiError for a body that is no object */
export function readMembers<const S extends ObjectSchema>(
  body: unknown,
  { properties, required = [] }: S,
  { code, whole, what, sorted = false }: Refusal,
): ReadMembers<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError(code, whole);
  const known = Object.keys(properties);
  const findings = Object.keys(body)
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, findingLimit)
    .map((name) => unknownMember('', name, known, what));
  findings.push(
    ...required
      .filter((name) => (body as Record<string, unknown>)[name] === undefined)
      .map((name) => `${name} is required`),
  );
  return {
    given: body,
    findings,
    accepted: () => {
      if (findings.length === 0) return body as BodyOf<S>;
      throw findingsError(code, (sorted ? findings.toSorted() : findings).slice(0, findingLimit));
    },
  };
}

const instant = { type: 'string', pattern: anyInstantPattern } as const;

/** Of which events a service has deliveries, and what they are about. */
interface Recoverable {
  readonly event: Parameter<string>;
  readonly about: Parameter<string>;
}

/** Which failed deliveries are to be sent again: of a span of time, of one event, about one thing. */
export const recoverSchema = ({ event, about }: Recoverable): ObjectSchema => ({
  ...recoverMembers,
  properties: {
    ...recoverMembers.properties,
    event: { ...event.schema, description: event.about },
    about: { ...about.schema, description: about.about },
  },
});

const recoverMembers = {
  type: 'object',
  additionalProperties: false,
  required: ['since'],
  properties: {
    since: { ...instant, description: 'The earliest failure.' },
    until: { ...instant, description: 'Only failures before this time; must be later than `since`.' },
    event: { type: 'string' },
    about: { type: 'string' },
  },
} as const satisfies ObjectSchema;

/** @throws ApiError invalid_request with every finding */
export function readFailedSpan(body: unknown, filters: Recoverable): FailedSince {
  const code = 'invalid_request';
  const whole = 'the body must be an object with since';
  const { given, findings, accepted } = readMembers(body, recoverMembers, { code, whole, sorted: true });
  const timeOf = (value: unknown): Date | undefined => (typeof value === 'string' ? parseTime(value) : undefined);
  const [since, until] = [timeOf(given.since), timeOf(given.until)];
  if (given.since !== undefined && since === undefined) findings.push(`since must ${timeForm}`);
  if (given.until !== undefined && until === undefined) findings.push(`until must ${timeForm}`);
  else if (since && until && until <= since) findings.push('until must be later than since');
  for (const name of ['event', 'about'] as const) {
    const value = given[name];
    if (value !== undefined && (typeof value !== 'string' || filters[name].parse(value) === undefined))
      findings.push(`${name} must ${filters[name].must}`);
  }
  const taken = accepted();
  return {
    since: new Date(taken.since),
    ...(taken.until === undefined ? {} : { until: new Date(taken.until) }),
    ...(taken.event === undefined ? {} : { event: taken.event }),
    ...(taken.about === undefined ? {} : { subjectId: taken.about }),
  };
}

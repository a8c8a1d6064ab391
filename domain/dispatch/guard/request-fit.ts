/** Whether a request is the one that was declared: its query, headers, and every field of its body. */
import type { Constraint, DeclaredHeader, DeclaredRead, ExpectedRequest } from '../playbook/declared-request.ts';
import type { NeverClick } from '../playbook/language.ts';
import { addressOf, eachOf, fillTemplate, pathMatches, placesIn, type Values } from '../playbook/template.ts';
import { isAnswer } from './described.ts';
import {
  actOfValue,
  brokenBy,
  holdsAllOf,
  notOpaque,
  otherById,
  otherThanPage,
  turnedField,
  turnedUnit,
} from './field-value.ts';
import type { Held } from './element-facts.ts';
import type { BodyField } from './json-body.ts';
import { actOfText, dangerousField, encodedAct, namesCalled, neverClickName } from './never-click.ts';
import {
  asEntries,
  asFile,
  entryOf,
  type BodyForm,
  isCanonical,
  pieceOf,
  type ReadBody,
  readBody,
  tokenNameOf,
  type Upload,
} from './request-body.ts';
import { writtenOut } from './normalise.ts';
import { otherThanTask } from './record-mark.ts';
import { declaredHeaders, recordOfHeaders, turnedFrom, undeclaredHeader } from './request-headers.ts';
import type { CanonicalUrl, RequestFacts } from './request-line.ts';
import { patternOf, unaccented, vocabularies, wordsLike } from './words/vocabulary.ts';

export interface FitRules {
  readonly neverClick: readonly NeverClick[];
  /** The portal's words for the answer that the task gives to a claim. */
  readonly answers?: readonly string[];
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
  /** What the page held when the control of the step was judged. */
  readonly held?: Held;
}

/** Reading takes a turn of the event loop, so that what is longer is refused before it is read; files are read in another way. */
export const longestBody = 600_000;

/** Whether method and address are those of the declaration. */
export function isAddressed(facts: RequestFacts, url: CanonicalUrl, { expected, values }: Declared): boolean {
  return facts.method === expected.method && pathMatches(expected.path, url.path, values);
}

/** What is sent of a request whose address fits, or why it does not fit. */
export function fitRequest(
  facts: RequestFacts,
  url: CanonicalUrl,
  given: Declared,
  rules: FitRules,
): Misfit | { readonly sent: ReadBody['sent']; readonly headers: readonly string[] } {
  const declared = { ...given, expected: withQueryOfPath(given.expected, url) };
  const { expected, by } = declared;
  const unknown = url.query.find(([name]) => expected.query?.includes(name) !== true);
  if (unknown !== undefined)
    return {
      rule: 'request.undeclared_query',
      reason: `${by} does not declare the query field ${JSON.stringify(unknown[0].slice(0, 80))}; "query" names it, with a constraint or as opaque`,
    };
  const before = turnedFrom(url, expected.path, declared.values, declared.held);
  if (before !== undefined)
    return {
      rule: 'request.other_record',
      reason: `the control, or its page, said ${before.slice(0, 200)} when it was judged, and the request goes to ${url.path.slice(0, 200)}: another record`,
    };
  const headers = declaredHeaders(facts.headers, expected.headers ?? [], declared.values, rules.neverClick);
  const piece = pieceOf(facts.headers);
  if (piece !== undefined)
    return {
      rule: 'request.unknown_file',
      reason: `the page sends a file in pieces (${piece}); a file leaves only as a whole, and no line of a playbook would allow it`,
    };
  const header = undeclaredHeader(facts.headers, headers);
  if (header !== undefined)
    return {
      rule: 'request.undeclared_header',
      reason: isNamed(header, expected.headers ?? [])
        ? `${by} declares the header ${JSON.stringify(header.slice(0, 80))} and not with this value; headers: [{ name: ${header.slice(0, 80)}, equals: … }] says which`
        : `${by} does not declare the header ${JSON.stringify(header.slice(0, 80))}; headers: ['${header.slice(0, 80)}'] would`,
    };
  const other = recordOfHeaders(facts.headers, headers, declared.values, declared.held);
  if (other !== undefined) return other;
  if (expected.content !== 'multipart' && expected.content !== 'file' && (facts.body?.text.length ?? 0) > longestBody)
    return {
      rule: 'request.long_body',
      reason: `the body is longer than ${longestBody} characters, and only one with files may be`,
    };
  const body =
    expected.content === 'file' ? asFile(facts.body, rules) : readBody(facts.body, expected.content, formOf(expected));
  if (body === undefined && expected.content === 'file')
    return {
      rule: 'request.unknown_file',
      reason: `the body${saysType(facts)} is not, byte for byte, a file that a step put there`,
    };
  if (body === undefined)
    return {
      rule: 'request.unreadable_body',
      reason: `the body cannot be read in exactly one way as ${expected.content}${saysType(facts)}${saysJson(expected)}`,
    };
  if (expected.as_is === true && !isCanonical(facts.body, body))
    return { rule: 'request.unreadable_body', reason: 'the body is not in the one form in which it could be sent' };
  // A field of the address counts as one of the body: a server may take either.
  const sent = [...body.fields, ...url.query.map(([name, value]): BodyField => ({ name, value, type: 'text' }))];
  const fields = asEntries(sent, expected.constraints);
  const named = { ...declared, expected: withTokenNames(expected, body.fields) };
  const misfit =
    orderMisfit(body.fields, expected) ??
    firstOf(fields, (field) => fieldMisfit(field, fields, named, rules)) ??
    foldedMisfit(sent, expected) ??
    firstOf(expected.constraints, (constraint) => constraintMisfit(constraint, fields, declared)) ??
    firstOf(body.fields, (field) => fileMisfit(field, rules));
  return misfit ?? { sent: body.sent, headers };
}

/** Each field that has a token for its name under the name that the body has for it: of one field at most. */
function withTokenNames(expected: ExpectedRequest, sent: readonly BodyField[]): ExpectedRequest {
  const named = (field: string): string[] => {
    const pattern = tokenNameOf(field);
    if (pattern === undefined) return [field];
    const [found, ...more] = sent.filter(({ name }) => pattern.test(name) && !expected.fields.includes(name));
    return found === undefined || more.length > 0 ? [] : [found.name];
  };
  const { opaque = [] } = expected;
  if (!opaque.some(({ field }) => tokenNameOf(field) !== undefined)) return expected;
  return {
    ...expected,
    fields: expected.fields.flatMap(named),
    opaque: opaque.flatMap((one) => named(one.field).map((field) => ({ ...one, field }))),
  };
}

function formOf({ media_type: mediaType, json }: ExpectedRequest): BodyForm {
  return { mediaType, json };
}

function isNamed(header: string, declared: readonly DeclaredHeader[]): boolean {
  return declared.some((one) => (typeof one === 'string' ? one : one.name).toLowerCase() === header.toLowerCase());
}

/** Under which type it came, where that is why it is not read. */
function saysType({ body }: RequestFacts): string {
  if (body === null) return '; it has none, as content: none would say';
  const { contentType } = body;
  const content = contentOf.find(([type]) => type.test(contentType))?.[1];
  const would = content === undefined ? '' : `; content: ${content} is that of such a body`;
  return ` (it came as ${JSON.stringify(contentType.slice(0, 100))}${would})`;
}

const contentOf = [
  [/^application\/x-www-form-urlencoded\b/i, 'form'],
  [/^multipart\/form-data\b/i, 'multipart'],
  [/^application\/json\b/i, 'json'],
] as const;

function saysJson({ content, json = [] }: ExpectedRequest): string {
  if (json.length === 0) return '';
  const part = content === 'multipart' ? ', or a Blob of the type application/json' : '';
  return `; each of json: [${json.join(', ')}] has to be one JSON text${part}`;
}

/** How servers that read names loosely keep them: ASP.NET and .NET's JSON without capitals, and its binder brackets as dots. */
const withoutCapitals = (name: string): string => name.toLowerCase().replace(/\[([^\]]*)\]/g, '.$1');

/** PHP turns dots and blanks of a name into `_`. */
const withoutDots = (name: string): string => name.replace(/[ .]/g, '_');

/** Two fields that such a server takes for one, of which it may keep the one that was judged less strictly. */
function foldedMisfit(fields: readonly BodyField[], { content }: ExpectedRequest): Misfit | undefined {
  const foldings = content === 'form' || content === 'multipart' ? [withoutCapitals, withoutDots] : [withoutCapitals];
  for (const folding of foldings) {
    const known = new Map<string, BodyField>();
    for (const field of fields) {
      const other = known.get(folding(field.name));
      if (other === undefined) known.set(folding(field.name), field);
      else if (other.name !== field.name && other.value !== field.value)
        return {
          rule: 'request.repeated_field',
          reason: `a server may take the fields ${JSON.stringify(other.name.slice(0, 80))} and ${JSON.stringify(field.name.slice(0, 80))} for one, and they differ`,
        };
    }
  }
  return undefined;
}

/** Servers may take the elements of a call by their places. */
function orderMisfit(found: readonly BodyField[], { content, fields }: ExpectedRequest): Misfit | undefined {
  if (content !== 'xml') return undefined;
  const places = found.map(({ name }) => fields.indexOf(name)).filter((place) => place >= 0);
  return places.every((place, n) => n === 0 || place > (places[n - 1] ?? 0))
    ? undefined
    : { rule: 'request.field_order', reason: 'the elements come in another order than "fields" names them' };
}

/** One address takes every call of a SOAP service: its operation is the element that the last text lies in. */
function isAnotherCall(facts: RequestFacts, expected: ExpectedRequest): boolean {
  const last = readBody(facts.body, 'xml', formOf(expected))
    ?.fields.at(-1)
    ?.name.replace(/\.[^.]+$/, '');
  return last !== undefined && !expected.fields.some((field) => field.startsWith(last));
}

/** A longer value of a field that people never read is a token, and so is one whose letters are mixed at random. */
const longestWords = 40;

function isReadable(value: string): boolean {
  const isWord = (part: string): boolean =>
    /^(?:[\p{Ll}\p{Lo}\p{M}\d]*|[\p{Lu}\d]*|[\p{Ll}\d]*(?:\p{Lu}[\p{Ll}\d]{2,})*)$/u.test(part);
  const parts = value.split(/[^\p{L}\p{M}\d]+/u);
  return value.length <= longestWords ? parts.every(isWord) : isInWords(value, parts);
}

/** A token is longer than what people call things, unless it is several words and no random sign. */
const longestSentence = 300;

const leastWords = 3;

function isInWords(value: string, parts: readonly string[]): boolean {
  const words = parts.filter((part) => /^(?:\p{Ll}{2,16}|\p{Lu}?\p{Ll}{1,15}|\p{Lu}{2,16})$/u.test(part));
  return (
    value.length <= longestSentence &&
    words.length >= leastWords &&
    parts.every((part) => words.includes(part) || /^(?:\d{0,20}|\p{L})$/u.test(part))
  );
}

/** What a `*` in the query of a declared path stands for. */
const anyValue = { pattern: '[!-~]{0,8000}', max_length: 8000 };

/** Members of the query that are in the declared path are fields with exactly that value; `*` stands for a token. */
export function withQueryOfPath<T extends DeclaredRead | ExpectedRequest>(
  expected: T,
  { query: given }: Pick<CanonicalUrl, 'query'>,
): T {
  const { query } = addressOf(expected.path, given);
  if (query.length === 0) return expected;
  const fixed = query.flatMap(([field, equals]): Constraint[] => (equals === '*' ? [] : [{ field, equals }]));
  const open = query.flatMap(([field, value]) => (value === '*' ? [{ field, ...anyValue }] : []));
  return {
    ...expected,
    query: [...(expected.query ?? []), ...query.map(([name]) => name)],
    constraints: [...expected.constraints, ...fixed],
    opaque: [...(expected.opaque ?? []), ...open],
  };
}

function firstOf<T>(all: readonly T[], misfitOf: (one: T) => Misfit | undefined): Misfit | undefined {
  for (const one of all) {
    const found = misfitOf(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldMisfit(
  { name, value, type, file }: BodyField,
  all: readonly BodyField[],
  { expected, values, by, held }: Declared,
  { neverClick: list, answers }: FitRules,
): Misfit | undefined {
  const constraint = expected.constraints.find(({ field }) => field === name);
  const isGiven = constraint?.equals !== undefined && placesIn(constraint.equals).length > 0;
  const read = isGiven && isAnswer(value, answers) ? 'answer' : value;
  const isAllowed = isDeclaredMethod(name, constraint, expected, list) || isDeclaredOff(name, value, constraint);
  const danger = isAllowed ? undefined : dangerousField(name, read, list);
  if (danger !== undefined) return danger;
  const quoted = JSON.stringify(name.slice(0, 80));
  // Browsers so call what a script made.
  const isBlob = file !== undefined && value === 'blob';
  if (!expected.fields.includes(name) && expected.query?.includes(name) !== true)
    return {
      rule: 'request.undeclared_field',
      reason: `${by} does not declare the field ${quoted}; ${isBlob ? `it is a Blob: json: [${name.slice(0, 80)}] names it where it holds a JSON text, and "fields" its members` : '"fields" names it, with a constraint or as opaque'}`,
    };
  if (constraint !== undefined && isNothing(type, constraint, expected, values)) return undefined;
  const count = all.filter((other) => other.name === name).length;
  if (count > timesOf(name, expected, values) && expected.repeats?.includes(name) !== true)
    return {
      rule: 'request.repeated_field',
      reason: `the field ${quoted} is there more than once; where the form means it so, "repeats" names it, and "all_of" in its constraint has each of its values`,
    };
  const opaque = expected.opaque?.find(({ field }) => field === name);
  const wanted = constraint?.type ?? opaque?.type ?? 'text';
  if (type !== wanted)
    return { rule: 'request.field_type', reason: `the field ${quoted} is declared as ${wanted} and is ${type}` };
  if (opaque !== undefined) {
    const other = notOpaque(value, opaque);
    if (other !== undefined) return { rule: 'request.constraint', reason: other };
    const texts = value.length <= 2 * longestSentence ? [value, ...writtenOut(value).slice(1)] : [];
    const near = texts
      .filter((text) => text.length <= longestSentence)
      .map((text) => otherThanTask(text, values))
      .find((found) => found !== undefined)?.input;
    if (near !== undefined)
      return {
        rule: 'request.other_record',
        reason: `the field ${quoted} has ${JSON.stringify(value)}, which names another record than the task's ${near}`,
      };
    const ofOther = otherById(name, value, held?.ids, values['pro']);
    const ofPage = otherThanPage(name, value, held);
    const turned =
      ofOther !== undefined
        ? `the field ${quoted} has ${JSON.stringify(value)}, by which the portal calls ${ofOther}`
        : ofPage === undefined
          ? turnedField(name, value, held)
          : `the field ${quoted} has ${JSON.stringify(value)}, and its page says ${ofPage}`;
    if (turned !== undefined) return { rule: 'request.other_record', reason: `${turned}: another record` };
    const unit = turnedUnit(name, value, held);
    if (unit !== undefined) return { rule: 'request.other_unit', reason: `${unit}: another amount` };
    // A token is long, or no words; what can be read as an act is none.
    const said = (isReadable(value) ? actOfText(value, list) : undefined) ?? encodedAct(value, list);
    return said === undefined
      ? undefined
      : { rule: `never_click.${said}`, reason: `the value of the field ${quoted} asks for ${said}` };
  }
  const act = actOfValue(value, constraint, values, list);
  return act === undefined
    ? undefined
    : { rule: `never_click.${act}`, reason: `the value of the field ${quoted} asks for ${act}` };
}

/**
 * How often a field may be there: twice where the form sends it in its address and in its body, and its value is fixed, so
 * that both say the same (`/login?next=/admin/` with a hidden field `next`).
 */
function timesOf(name: string, { fields, query = [], constraints }: ExpectedRequest, values: Values): number {
  const every = everyOf(name, constraints);
  if (every !== undefined) return eachOf(every, values).length;
  const isFixed = constraints.some(({ field, equals }) => field === name && equals !== undefined);
  return isFixed && fields.includes(name) && query.includes(name) ? 2 : 1;
}

/** What a field holds each of; of one of the entries of a list, what the entries hold. */
function everyOf(name: string, constraints: readonly Constraint[]): Constraint['all_of'] {
  const list = entryOf(name);
  return constraints.find(
    ({ field, all_of: every }) =>
      every !== undefined && (field === name || (list !== undefined && entryOf(field) === list)),
  )?.all_of;
}

/** Rails and others send their edits by POST and name the method in a field; Struts, JSON-RPC and Livewire so name what is called. */
function isDeclaredMethod(
  name: string,
  constraint: Constraint | undefined,
  { content, constraints, json = [] }: ExpectedRequest,
  list: readonly NeverClick[],
): boolean {
  if (constraint?.equals === undefined || placesIn(constraint.equals).length > 0) return false;
  if (name === '_method') return /^(?:put|patch|post)$/i.test(constraint.equals);
  // A batch of OData in JSON: the address beside it is compared as well.
  const one = /^(requests\[\d+\])\.method$/.exec(name)?.[1];
  if (one !== undefined && constraints.some(({ field, equals }) => field === `${one}.url` && equals !== undefined))
    return /^(?:get|put|patch|post)$/i.test(constraint.equals);
  if (namesCalled(name, constraint.equals, list)) return true;
  return (
    /(?:^|[.\]])method$/.test(name) &&
    (content === 'json' || json.some((field) => name.startsWith(`${field}.`) || name.startsWith(`${field}[`))) &&
    !/^(?:get|head|post|put|patch|delete|options|trace|connect)$/i.test(constraint.equals) &&
    neverClickName(constraint.equals, []) === undefined
  );
}

/**
 * Forms send the whole of a record, with what is not to be done to it: `lines[0][_destroy]=false`, `IsVoided=False`. What is
 * off may order the act where the name denies it (`do_not_void=0`), or says to what a figure is set (`writeOffTo=0`).
 */
function isDeclaredOff(name: string, value: string, constraint: Constraint | undefined): boolean {
  const last = /[^.[\]]+(?=[\]']*$)/.exec(name)?.[0] ?? name;
  const spelled = last.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replace(/[^\p{L}]+/gu, ' ');
  return !turned.test(unaccented(spelled)) && /^(?:false|0|no|n|off)$/i.test(value) && constraint?.equals === value;
}

const turned = wordsLike(patternOf(vocabularies.flatMap(({ choices }) => choices.turning)));

function valuesOf(fields: readonly BodyField[]): string[] {
  return fields.map(({ value }) => value);
}

function sentNames(fields: readonly BodyField[]): string {
  return `the page sends ${
    fields
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 600) || 'no field'
  }`;
}

/** A form may have a field only where there is something to enter: no amount of a rejection, no reason of an acceptance. */
function isLeftEmpty({ field, equals }: Constraint, { constraints }: ExpectedRequest, values: Values): boolean {
  const every = everyOf(field, constraints);
  if (every !== undefined) return eachOf(every, values).length === 0;
  return equals !== undefined && /^\{\{[a-z0-9_]+\}\}$/.test(equals) && fillTemplate(equals, values) === '';
}

/** JSON has null where there is nothing to enter, and an empty list where there are no entries. */
function isNothing(
  type: BodyField['type'],
  constraint: Constraint,
  expected: ExpectedRequest,
  values: Values,
): boolean {
  const isOff = type === 'null' || (type === 'empty' && entryOf(constraint.field) !== undefined);
  return isOff && constraint.type !== type && isLeftEmpty(constraint, expected, values);
}

function constraintMisfit(
  constraint: Constraint,
  fields: readonly BodyField[],
  { expected, values }: Declared,
): Misfit | undefined {
  const found = fields.filter(
    ({ name, type }) => name === constraint.field && !isNothing(type, constraint, expected, values),
  );
  const times = timesOf(constraint.field, expected, values);
  const isOften = found.length > times;
  if (found.length === 0 && isLeftEmpty(constraint, expected, values)) return undefined;
  if (found.length < times && entryOf(constraint.field) !== undefined)
    return {
      rule: 'request.constraint',
      reason: `the field ${constraint.field} is in ${found.length} of ${times} entries; ${sentNames(fields)}`,
    };
  if (found.length === 0 || (isOften && expected.repeats?.includes(constraint.field) !== true))
    return {
      rule: 'request.constraint',
      reason: `the field ${constraint.field} has to be there once; ${sentNames(fields)}`,
    };
  if (constraint.all_of !== undefined && !holdsAllOf(valuesOf(found), constraint, values))
    return {
      rule: 'request.constraint',
      reason: `the field ${constraint.field} does not hold each of its values once, and no others`,
    };
  const broken = found.map(({ value }) => brokenBy(value, constraint, values)).find((reason) => reason !== undefined);
  return broken === undefined ? undefined : { rule: 'request.constraint', reason: broken };
}

/** Whether the address of a read by GET has the values that are declared of it, those of constrained fields once each. */
export function isQueryOf(
  { constraints, opaque = [], repeats = [] }: DeclaredRead,
  url: CanonicalUrl,
  values: Values,
): boolean {
  const valuesOf = (field: string): string[] => url.query.filter(([name]) => name === field).map(([, value]) => value);
  return (
    constraints.every((constraint) => {
      const given = valuesOf(constraint.field);
      if (constraint.all_of !== undefined) return holdsAllOf(given, constraint, values);
      const isOften = given.length === 1 || (given.length > 1 && repeats.includes(constraint.field));
      return isOften && given.every((value) => brokenBy(value, constraint, values) === undefined);
    }) && opaque.every((token) => valuesOf(token.field).every((value) => notOpaque(value, token) === undefined))
  );
}

/** A file field that was left alone sends no name and no content. */
function fileMisfit({ name, value, file }: BodyField, { uploads }: FitRules): Misfit | undefined {
  if (file === undefined || (value === '' && file === '')) return undefined;
  return uploads.some((one) => one.name === value && one.content === file)
    ? undefined
    : { rule: 'request.unknown_file', reason: `the file in the field ${name} is not one that a step put there` };
}

/**
 * Whether a request to a declared address plainly is another one: endpoints such as GraphQL's or WordPress's take everything, and
 * say in a field of the body what it is. That is a field that the declaration fixes whatever the task, and not to nothing.
 */
export function isAnotherOperation(facts: RequestFacts, { expected }: Declared): boolean {
  if (facts.purpose !== 'part' || (facts.body?.text.length ?? 0) > longestBody) return false;
  if (expected.content === 'xml') return isAnotherCall(facts, expected);
  if (expected.content !== 'json' && expected.content !== 'form' && expected.content !== 'multipart') return false;
  const fixed = expected.constraints.filter(
    ({ field, equals = '', type }) =>
      equals !== '' && placesIn(equals).length === 0 && type !== 'null' && type !== 'empty' && !entryOf(field),
  );
  const body = readBody(facts.body, expected.content, formOf(expected));
  return (
    body !== undefined &&
    // A field that is empty names nothing that is called.
    fixed.some(({ field, equals }) => ![equals, ''].includes(body.fields.find(({ name }) => name === field)?.value))
  );
}

// The act that a request's body asks for, in the members by which servers choose what to do. It is read leniently: the
// request is not sent in any case, and this only decides whether a page that tries it is worked on any further (D62).

/** What a recorded request says in a playbook: each of its fields bound to an input, fixed, or declared as a token. */
import { isOperationField } from '../guard/never-click.ts';
import type { Constraint, DeclaredRead, ExpectedRequest, OpaqueField } from '../playbook/declared-request.ts';
import { type Binding, type RecordedAct, type Recording, type StudioSetup, requestsSeen } from './acts.ts';
import type { LeftRequest, SeenField, SeenRequest, SeenTraffic } from './acts.ts';
import {
  type Samples,
  type SeenWords,
  asTemplate,
  isOfTheForm,
  isStable,
  pathTemplate,
  sampleOf,
  samplesOf,
  wordTemplate,
  wordsOfAnswer,
} from './templates.ts';

export interface BindingRules {
  readonly samples: Samples;
  readonly bindings: Readonly<Record<string, Binding>>;
  /** The portal's words for the answer of a task. */
  readonly words?: SeenWords;
  /** What the person typed, chose and pressed: a list that nobody touched sends what the page has chosen in it. */
  readonly entered?: ReadonlySet<string>;
}

/** Texts that a person typed, chose in lists, or pressed. */
export function enteredIn(acts: readonly RecordedAct[]): ReadonlySet<string> {
  return new Set(
    acts.flatMap((act) => {
      if (act.did === 'fill') return [act.value];
      if (act.did === 'choose') return [act.option].flat();
      return act.did === 'click' ? [act.on.name, act.on.text] : [];
    }),
  );
}

/** What a person's word about a field is kept under. */
export function bindingKey(request: Pick<SeenRequest, 'method' | 'address'>, field: string): string {
  return `${request.method} ${splitAddress(request.address).path} ${field}`;
}

export interface BoundField extends SeenField {
  readonly key: string;
  readonly bound: Constraint | OpaqueField;
}

/** The fields of a request and of its address, each with what it is bound to. */
export function boundFields(request: SeenRequest, rules: BindingRules): BoundField[] {
  const inAddress = [...splitAddress(request.address).query].map(([name, value]): SeenField => ({ name, value }));
  const names = new Set<string>();
  return [...request.fields, ...inAddress]
    .filter(({ name }) => !names.has(name) && names.add(name))
    .map((field) => {
      const key = bindingKey(request, field.name);
      return { ...field, key, bound: bound(field, request, rules.bindings[key], rules) };
    });
}

function bound(
  { name, value, type, isFile }: SeenField,
  request: SeenRequest,
  said: Binding | undefined,
  { samples, words: answers = {}, entered }: BindingRules,
): Constraint | OpaqueField {
  const typed = type === undefined ? {} : { type };
  // A field for a file that nobody chose is sent without one.
  if (isFile === true) return { field: name, equals: value === '' ? '' : '{{pod_file}}' };
  // Whose form it is is the portal's to say, and only the login may name its account.
  const account = '{{account.username}}';
  if (value.includes(account) && request.as !== 'login')
    return { field: name, pattern: '[!-~]*', max_length: longestUserName + value.length - account.length };
  if (said?.is === 'token') return tokenOf(name, value);
  if (said?.is === 'fixed') return { field: name, equals: value, ...typed };
  const found =
    said?.is === 'input'
      ? { input: said.input, ...formatFor(value, samples[said.input]) }
      : sampleOf(value, samples, type === 'number');
  const listed = entryOf(name, value, request);
  const isOfTask = asTemplate(listed, samples).includes('{{') || wordTemplate(listed, answers, samples) !== undefined;
  const words = entered === undefined || entered.has(listed) || isOfTask ? listed : '';
  const answerShown = said === undefined ? wordTemplate(words, answers, samples) : undefined;
  // A list that sends what people read, or the input itself, needs no look into the list: but one answer of a task may be the
  // portal's own value by chance, and the others are not.
  if (words !== '' && words !== value && (found === undefined || answerShown !== undefined))
    return { field: name, chosen: answerShown ?? asTemplate(words, samples), ...typed };
  // "ACCEPT" may be the input in capitals by chance: its other answers have words of their own.
  const isByChance = said === undefined && found?.format === 'upper';
  const answer = found === undefined || isByChance ? wordTemplate(value, answers, samples) : undefined;
  if (answer !== undefined) return { field: name, equals: answer, ...typed };
  if (found !== undefined)
    return {
      field: name,
      equals: `{{${found.input}}}`,
      ...(found.format === undefined ? {} : { format: found.format }),
      ...typed,
    };
  if (said === undefined && type === undefined && isToken(name, value)) return tokenOf(name, value);
  // A form for a new record is filled in with the day on which it is opened: it is another one next time.
  const isUntouched = entered?.has(value) === false;
  const isFilledIn = request.method === 'POST' && type === undefined && isUntouched;
  if (said === undefined && isFilledIn && isDay(value)) return dayOf(name, value);
  if (said === undefined && (type === undefined || type === 'number') && isOfTheForm(name, value, isUntouched))
    return { ...ofTheForm(name, value), ...(type === 'number' ? { type } : {}) };
  return { field: name, equals: asTemplate(value, samples), ...typed };
}

/** What people read of the entry that a list sends; by the value alone only where no list of the page sends it under another name. */
function entryOf(name: string, value: string, { chosen = {}, fields }: SeenRequest): string {
  const own = chosen[`${name}=${value}`];
  if (own !== undefined) return own;
  const isOfAnother = fields.some((field) => field.value === value && chosen[`${field.name}=${value}`] !== undefined);
  return isOfAnother ? '' : (chosen[value] ?? '');
}

function dayOf(field: string, value: string): OpaqueField {
  return { field, pattern: value.replace(/\d/g, '[0-9]').replace(/[.]/g, String.raw`\.`), max_length: value.length };
}

/** A whole day as forms send it, perhaps with a time; or a time to the second, which nobody chooses. */
function isDay(value: string): boolean {
  return /^(?:20\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?|\d\d[/.]\d\d[/.]20\d\d|\d\d:\d\d:\d\d)$/.test(
    value,
  );
}

function ofTheForm(field: string, value: string): OpaqueField {
  if (/^\d+$/.test(value)) return { field, pattern: '[0-9]*', max_length: 20 };
  if (/^\d+\.\d+$/.test(value)) return { field, pattern: '[0-9.]*', max_length: 24 };
  return tokenOf(field, value);
}

function formatFor(value: string, sample: string | undefined): Pick<Constraint, 'format'> {
  const format = sample === undefined ? undefined : sampleOf(value, { it: sample }, true)?.format;
  return format === undefined ? {} : { format };
}

const longestUserName = 254;

const tokenNames =
  /csrf|xsrf|token|viewstate|eventvalidation|nonce|verification|authenticity|__ac|session|form_?(?:id|key|build)/i;

/** What a page makes up and people never read. */
function isToken(name: string, value: string): boolean {
  if (value === '') return /viewstate|csrf|xsrf|authenticity|verificationtoken/i.test(name);
  if (/[\s{]/.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[+/=_.:-]/].filter((kind) => kind.test(value)).length;
  return (
    (tokenNames.test(name) && value.length >= 6) || (value.length >= 20 && kinds >= 3) || /^[0-9a-f]{24,}$/i.test(value)
  );
}

/** Of base64 in either form, and between the parts of signed values. */
const tokenSigns = '+/=_.-';

/** @returns a pattern for values like this one, and room for longer ones */
function tokenOf(field: string, value: string): OpaqueField {
  const isHex = /^[0-9a-f]{24,}$/i.test(value);
  // One value rarely has every sign of its alphabet; the next one has others.
  const extra = [...new Set(`${value.replace(/[A-Za-z0-9]/g, '')}${isHex ? '' : tokenSigns}`)]
    .filter((sign) => /[!-~]/.test(sign))
    .toSorted()
    .map((sign) => (/[\]\\^-]/.test(sign) ? `\\${sign}` : sign))
    .join('');
  const lengthIsFixed = /^[0-9a-f]{32,}$/i.test(value);
  return {
    field,
    pattern: `[A-Za-z0-9${extra}]*`,
    max_length: lengthIsFixed ? value.length : Math.min(500_000, Math.max(200, value.length * 4)),
  };
}

/** The request as a step declares it. */
export function expectedRequest(request: SeenRequest, rules: BindingRules): ExpectedRequest {
  const { path, query } = splitAddress(request.address);
  const fields = boundFields(request, rules);
  const inBody = request.fields.map(({ name }) => name);
  const inAddress = [...new Set(query.keys())];
  const repeats = [...new Set(inBody.filter((name, n) => inBody.indexOf(name) !== n))];
  const opaque = fields.map((field) => field.bound).filter((each): each is OpaqueField => 'pattern' in each);
  return {
    method: request.method,
    path: pathTemplate(path, rules.samples),
    content: request.content,
    ...(request.json === undefined ? {} : { json: request.json }),
    ...(request.media_type === undefined ? {} : { media_type: request.media_type }),
    fields: [...new Set(inBody)],
    constraints: fields.map((field) => field.bound).filter((each): each is Constraint => !('pattern' in each)),
    ...(opaque.length === 0 ? {} : { opaque }),
    ...(repeats.length === 0 ? {} : { repeats }),
    ...(inAddress.length === 0 ? {} : { query: inAddress }),
    ...(request.headers === undefined || request.headers.length === 0 ? {} : { headers: request.headers }),
  };
}

/** The portal's words for the answer, from what the person picked and what the write sends. */
export function seenWords(
  setup: StudioSetup,
  acts: readonly RecordedAct[],
  bindings: Recording['bindings'],
): SeenWords {
  const writing = acts.filter(({ part }) => part === 'submit' || part === 'prepare');
  const chosen = writing.flatMap((act) => {
    if (act.did === 'choose' && typeof act.option === 'string')
      return [{ text: act.option, options: act.on.options ?? [] }];
    const isWrite = act.did === 'click' && requestsSeen(act).some(({ as }) => as === 'write');
    return act.did === 'click' && !isWrite ? [{ text: act.on.name, options: act.on.options ?? [] }] : [];
  });
  const requests = writing.flatMap(requestsSeen).filter(({ as }) => as === 'write' || as === 'preview');
  // What a person bound by hand is as they said.
  const sent = requests.flatMap((request) =>
    request.fields.flatMap(({ name, value }) => (bindings[bindingKey(request, name)] === undefined ? [value] : [])),
  );
  const words = wordsOfAnswer(setup, chosen, sent);
  const codes = codesOf(words['shown_decision'] ?? {}, requests);
  return codes === undefined ? words : { ...words, listed_decision: codes };
}

/** What the list sends for its entries, where that is something else: tables of records often show it as it is stored. */
function codesOf(
  shown: Readonly<Record<string, string>>,
  requests: readonly SeenRequest[],
): Readonly<Record<string, string>> | undefined {
  const entries = requests.flatMap(({ chosen = {} }) => Object.entries(chosen));
  const codes = Object.entries(shown).flatMap(([answer, word]) => {
    const all = entries.flatMap(([code, text]) => (text === word && !code.includes('=') ? [code] : []));
    const [code, ...others] = new Set(all);
    return code === undefined || code === '' || others.length > 0 ? [] : [[answer, code] as const];
  });
  const isSame = codes.every(([answer, code]) => code.toLowerCase() === shown[answer]?.toLowerCase());
  const isClear = codes.every(([answer, code]) =>
    Object.entries(shown).every(([other, word]) => other === answer || word.toLowerCase() !== code.toLowerCase()),
  );
  const isWhole = codes.length > 0 && codes.length === Object.keys(shown).length;
  return isWhole && !isSame && isClear ? Object.fromEntries(codes) : undefined;
}

/** Answers of a task for which nothing in the recording says what the portal calls them. */
export function answersWithoutWord({ setup, acts, bindings }: Omit<Recording, 'traffic' | 'origins'>): string[] {
  return Object.entries(seenWords(setup, acts, bindings)).flatMap(([name, words]) => {
    const missing = ['accept', 'partly', 'reject'].filter((value) => words[value] === undefined);
    // What a list shows beside the words of the form is one more way to say the same.
    if (missing.length === 0 || name === 'listed_decision') return [];
    return [
      `capabilities.${setup.taskType}.words.${name}: what the portal calls ${missing.join(' and ')} was not seen: a task with that answer stops there. Add the portal's word to "are"`,
    ];
  });
}

const shortestOwn = 3;

/**
 * Fields that a recording has as constants though their values are those of the sample record: a task on another record would
 * stop at them. What a person bound by hand is as they said.
 */
export function constantsOfSample({ setup, acts, bindings }: Omit<Recording, 'traffic' | 'origins'>): string[] {
  const ofRecord = shownOfRecord(acts);
  const words = seenWords(setup, acts, bindings);
  const typed = new Set(acts.flatMap((act) => (act.did === 'fill' ? [act.value] : [])));
  const found = acts.flatMap((act) => {
    const rules = { samples: samplesOf(act.part, setup), bindings, words, entered: enteredIn(acts) };
    const declared = requestsSeen(act).filter(({ as }) => as === 'write' || as === 'preview');
    return declared.flatMap((request) =>
      boundFields(request, rules).flatMap(({ name, value, type, key, bound }) => {
        const isConstant = 'equals' in bound && typeof bound.equals === 'string' && !bound.equals.includes('{{');
        if (!isConstant || bindings[key] !== undefined || value.trim().length < shortestOwn) return [];
        const input = sampleIn(value, setup.samples, type === 'number');
        const isShown = !typed.has(value) && ofRecord.has(value);
        // A form that sends all of a record sends also what nobody entered.
        const isOwn = request.method !== 'POST' && !typed.has(value) && !isStable(value);
        if (input === undefined && !isShown && !isOwn) return [];
        const whose =
          input === undefined
            ? isShown
              ? 'as the sample record shows it'
              : 'and that looks like one of the sample record'
            : `the value of the sample ${input}`;
        return [
          `capabilities.${setup.taskType}.${act.part}: ${request.method} ${splitAddress(request.address).path} always sends ${name} = ${JSON.stringify(value.slice(0, 60))}, ${whose}: a task on another record stops there. Bind it to an input or to a token; where every record has it, press Bind beside "always this value"`,
        ];
      }),
    );
  });
  return [...new Set(found)];
}

/**
 * Steps that name the sample record by its own value, such as the number of its claim as an entry of a list: a task on another record
 * would do its work on this one.
 * @param capabilities as the playbook has them
 */
export function samplesInSteps(
  { setup, bindings }: Pick<Recording, 'setup' | 'bindings'>,
  capabilities: unknown,
): string[] {
  const { taskType } = setup;
  const recipes = (capabilities as Record<string, Record<string, unknown>>)[taskType] ?? {};
  const numbers = Object.fromEntries(Object.entries(setup.samples).filter(([, value]) => /\d/.test(value)));
  const isBound = Object.keys(bindings).length > 0;
  return Object.entries(recipes).flatMap(([part, steps]) => {
    if (!Array.isArray(steps)) return [];
    const found = textsOf(steps).flatMap(({ member, text }) => {
      // What a write sends is judged field by field, and what a person bound by hand is as they said.
      if (member === 'equals' || member === 'pattern' || (member === 'chosen' && isBound)) return [];
      const input = sampleIn(text.replaceAll(/\{\{[^}]*\}\}/g, ''), numbers, false);
      return input === undefined
        ? []
        : [
            `capabilities.${taskType}.${part}: ${member} is always ${JSON.stringify(text.slice(0, 60))}, the value of the sample ${input}: a task on another record would work on this one. Put the input in its place, such as "{{${input}}}"`,
          ];
    });
    return [...new Set(found)];
  });
}

function textsOf(value: unknown, member = ''): { readonly member: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ member, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, Array.isArray(value) ? member : name));
}

function sampleIn(value: string, samples: Samples, isNumber: boolean): string | undefined {
  const known = Object.fromEntries(Object.entries(samples).filter(([, sample]) => sample.length >= shortestOwn));
  return sampleOf(value, known, isNumber)?.input ?? /\{\{([a-z_]+)\}\}/.exec(asTemplate(value, known))?.[1];
}

/** Texts that people read of the sample record, and the parts of its addresses that have numbers. */
function shownOfRecord(acts: readonly RecordedAct[]): ReadonlySet<string> {
  const read = acts.flatMap((act) => (act.did === 'read' ? [act.on.text] : []));
  const pages = acts.flatMap((act) =>
    'outcome' in act ? [act.outcome.from, act.outcome.to] : act.did === 'go' ? [act.to] : [],
  );
  const numbers = pages.flatMap((page) => page?.numbers?.map(({ text }) => text) ?? []);
  const parts = pages.flatMap((page) => page?.address.split(/[/?&=#]/) ?? []).filter((part) => /\d/.test(part));
  return new Set([...read, ...numbers, ...parts].map((text) => text.trim()));
}

/** Steps that type a constant while a value of the sample record, such as its amount, is used by no step. */
export function unusedSamples({ setup, acts }: Pick<Recording, 'setup' | 'acts'>, capabilities: unknown): string[] {
  const text = JSON.stringify(capabilities);
  const hasNumber = (value: string): boolean => /\d/.test(value);
  const samples = Object.entries(setup.samples);
  // Of inputs with the same value each recipe uses the one that it is given.
  const used = new Set(samples.flatMap(([name, value]) => (text.includes(`{{${name}}}`) ? [value] : [])));
  const unused = samples.filter(([, value]) => hasNumber(value) && !used.has(value));
  const constants = acts.filter((act) => act.part !== 'login' && act.did === 'fill' && hasNumber(act.value));
  const [first] = unused;
  if (first === undefined) return [];
  const named = unused.map(([name, sample]) => `${name} (${sample})`).join(', ');
  const unusedOnes = unused.length === 1 ? `the sample ${named}` : `one of the samples ${named}`;
  const value = unused.length === 1 ? `"{{${first[0]}}}"` : `what it is, such as "{{${first[0]}}}"`;
  return constants.flatMap((act) => {
    if (act.did !== 'fill' || asTemplate(act.value, samplesOf(act.part, setup)).includes('{{')) return [];
    return [
      `capabilities.${setup.taskType}.${act.part}: the step that fills ${act.on.name} always types ${JSON.stringify(act.value.slice(0, 60))}, and no step uses ${unusedOnes}: type the sample as it is written, or set the step's value to ${value}`,
    ];
  });
}

/** What the pages read by themselves: searches by POST and files that a person let through, and what scripts ask for by GET. */
export function declaredReads(
  requests: readonly SeenRequest[],
  traffic: readonly SeenTraffic[],
  origin: string,
  rules: BindingRules,
): DeclaredRead[] {
  const withBody = requests.flatMap((request): DeclaredRead[] => {
    const { as, method, content } = request;
    const isRead = method === 'POST' || ((method === 'PUT' || method === 'PATCH') && content === 'file');
    return as === 'read' && isRead ? [{ ...withOpenIds(expectedRequest(request, rules)), method }] : [];
  });
  const byGet = traffic
    .filter((each) => each.kind === 'read' && each.origin === origin)
    .map(({ path, query }) => ({ path: pathTemplate(path, rules.samples), query }));
  const paths = [...new Set(byGet.map(({ path }) => path))];
  return [
    ...unique(withBody),
    ...paths.map((path): DeclaredRead => {
      const query = [...new Set(byGet.filter((each) => each.path === path).flatMap((each) => each.query))];
      return {
        method: 'GET',
        path,
        content: 'none',
        fields: [],
        constraints: [],
        ...(query.length === 0 ? {} : { query }),
      };
    }),
  ];
}

/** What a page asks for by the portal's own number is another one on the next record, and a read may ask for any. */
function withOpenIds(request: ExpectedRequest): ExpectedRequest {
  const isId = ({ field, equals }: Constraint): boolean =>
    /(?:^|[^a-z])ids?(?:[^a-z]|$)|[a-z]I[Dd]s?$/.test(field) && typeof equals === 'string' && /^\d+$/.test(equals);
  const ids = request.constraints.filter(isId);
  if (ids.length === 0) return request;
  const open = ids.map(({ field }) => ({ field, pattern: '[A-Za-z0-9-]*', max_length: 64 }));
  return {
    ...request,
    constraints: request.constraints.filter((each) => !isId(each)),
    opaque: [...(request.opaque ?? []), ...open],
  };
}

/** Paths of style sheets, scripts and pictures: the folders that they lie in. */
export function assetPaths(traffic: readonly SeenTraffic[], origin: string): string[] {
  const own = traffic.filter((each) => each.kind === 'asset' && each.origin === origin).map(({ path }) => path);
  return [...new Set(own.map(folderOf))].toSorted();
}

export function assetOrigins(traffic: readonly SeenTraffic[], origin: string): string[] {
  return [...new Set(traffic.filter((each) => each.kind === 'asset').map((each) => each.origin))]
    .filter((each) => each !== origin)
    .toSorted();
}

function folderOf(path: string): string {
  const [, first = '', ...rest] = path.split('/');
  if (rest.length === 0 || path.endsWith('/')) return path;
  return rest.length === 1 ? `/${first}/*` : `/${first}/**`;
}

function unique<T>(values: readonly T[]): T[] {
  const known = new Set<string>();
  return values.filter((value) => {
    const text = JSON.stringify(value);
    return !known.has(text) && known.add(text);
  });
}

function splitAddress(address: string): { readonly path: string; readonly query: URLSearchParams } {
  const mark = address.indexOf('?');
  return {
    path: mark < 0 ? address : address.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1)),
  };
}

// Whether a request is one that a person was asked about.

/** What makes two requests the same question: the address, the fields, and what chooses between operations. */
export function likeness(request: LeftRequest): string {
  const fields = fieldsOf(request);
  const chosen = fields.filter(({ name }) => choosesOperation(name)).map(({ name, value }) => `${name}=${value}`);
  const { method, address } = request;
  const names = [...new Set(fields.map(({ name }) => name))].toSorted();
  return [method, address.split('?')[0], ...names, ...chosen].join(' ');
}

/**
 * Whether a request is one that a person left out. A page that tells its server what it shows sends more fields or fewer each
 * time; where the request says which operation it is, that operation is left out.
 */
export function isLeftOut(left: LeftRequest, request: LeftRequest): boolean {
  if (likeness(left) === likeness(request)) return true;
  const isOperation = fieldsOf(left).some(({ name, value }) => choosesOperation(name) && value !== '');
  const [some = [], more = []] = [left, request]
    .map((one) => fieldsOf(one).map(({ name }) => name))
    .toSorted((a, b) => new Set(a).size - new Set(b).size);
  return isOperation && operationOf(left) === operationOf(request) && some.every((name) => more.includes(name));
}

function operationOf({ method, address, fields }: LeftRequest): string {
  const chosen = fieldsOf({ method, address, fields }).filter(({ name }) => choosesOperation(name));
  return likeness({ method, address: address.split('?')[0] ?? '', fields: chosen });
}

export const choosesOperation = (name: string): boolean => isOperationField(name) || name === 'query';

/**
 * Whether a request asks for no more than one that a person let through as a read: no word in it is another one, as in
 * `mode=save` after `mode=preview`. Words that go on while they are typed are the same.
 */
export function isSameRead(known: LeftRequest, request: LeftRequest): boolean {
  if (likeness(known) !== likeness(request)) return false;
  const before = fieldsOf(known);
  return fieldsOf(request).every(({ name, value }) => {
    const values = before.filter((field) => field.name === name).map((field) => field.value);
    return !isWord(value) || values.some((one) => !isWord(one) || one.startsWith(value) || value.startsWith(one));
  });
}

const isWord = (value: string): boolean => /^\p{L}[\p{L}\p{M}_-]{1,31}$/u.test(value);

function fieldsOf({ address, fields }: LeftRequest): readonly { readonly name: string; readonly value: string }[] {
  const query = new URLSearchParams(address.split('?')[1] ?? '');
  return [...fields, ...[...query].map(([name, value]) => ({ name, value }))];
}

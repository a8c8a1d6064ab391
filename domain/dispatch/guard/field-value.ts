/** Compares the value of one field of a request with what the task says it is, in the form that the portal gives it. */
import { readMoney, readPlainAmount } from '../money.ts';
import { spelledDay } from '../facts/reading.ts';
import { answerPlace } from '../playbook/step.ts';
import type { Constraint, OpaqueField } from '../playbook/declared-request.ts';
import type { NeverClick } from '../playbook/language.ts';
import { type Values, eachOf, fillTemplate, placesIn } from '../playbook/template.ts';
import { readWrittenMoney } from '../playbook/written-money.ts';
import { doubtfulName, encodedAct, neverClickValue } from './never-click.ts';
import { patternIn, unaccented } from './words/vocabulary.ts';

/** Name of the value that a list has for an option that was chosen; no template can name it. */
export function chosenName(option: string): string {
  return `chosen:${option.replace(/\s+/g, ' ').trim()}`;
}

/** Name of the task's own value for an option that the portal's words call otherwise ("WC" for "Weight correction"). */
export function wordedName(option: string): string {
  return `worded:${option.replace(/\s+/g, ' ').trim()}`;
}

/** Why a value does not keep to its constraint; undefined when it does. */
export function brokenBy(value: string, constraint: Constraint, values: Values): string | undefined {
  const is = (template: string): boolean => {
    const wanted = fillTemplate(template, values);
    return wanted !== undefined && isSame(wanted, value, constraint);
  };
  if (constraint.equals !== undefined && !is(constraint.equals))
    return `the field ${constraint.field} is not what the task says${shownValue(value, constraint.equals)}`;
  if (constraint.one_of !== undefined && !constraint.one_of.some(is))
    return `the field ${constraint.field} is none of the values that are allowed`;
  if (constraint.all_of !== undefined && !eachOf(constraint.all_of, values).some(is))
    return `the field ${constraint.field} has a value that is none of those that are chosen`;
  if (constraint.chosen !== undefined) {
    const option = fillTemplate(constraint.chosen, values);
    const sent = option === undefined ? undefined : values[chosenName(option)];
    // A list that keeps its values in its script alone sends what the task calls the option, or the option itself.
    const isTold = option !== undefined && [option, values[wordedName(option)]].includes(value);
    if (sent === undefined && isTold) return undefined;
    if (sent === undefined)
      return `the field ${constraint.field} is for the option ${JSON.stringify(option ?? constraint.chosen)}, of which no one value is known: no step chose it, or its lists have none that can be read, or several${sentOtherwise(value)}`;
    if (value !== sent) return `the field ${constraint.field} is not what the list has for ${JSON.stringify(option)}`;
  }
  if (constraint.at_most !== undefined) {
    const limit = readPlainAmount(fillTemplate(constraint.at_most, values) ?? '');
    const amount = constraint.format === 'money' ? writtenOf(value, constraint) : readPlainAmount(value);
    if (limit === undefined || amount === undefined)
      return `the field ${constraint.field} is not an amount that can be compared`;
    if (Math.abs(amount) > limit) return `the field ${constraint.field} is over the limit`;
  }
  return undefined;
}

/** A list may keep what it sends in its script alone. */
function sentOtherwise(value: string): string {
  return value === '' || value.length > longestShown
    ? ''
    : `: the page sends ${JSON.stringify(value)}; where its list keeps no value that can be read, an entry of "words" has it, and "equals" compares it`;
}

const longestShown = 60;
/** What the page would have sent, for the author of the playbook; never in the place of something secret. */
function shownValue(value: string, template: string): string {
  const isSecret = placesIn(template).some((place) => place.startsWith('account.') || place === answerPlace);
  if (isSecret || value.length > longestShown) return '';
  // A calendar may take only what Enter has confirmed.
  return value === ''
    ? ': the page sends ""; where it has not taken what was typed, { do: press, key: Enter } after the fill, or "keys: true", may make it'
    : `: the page sends ${JSON.stringify(value)}; where it writes the same in another form, "format" says so`;
}

/** Whether the values of a field that is sent for each option of a list are exactly those that are wanted, each once. */
export function holdsAllOf(found: readonly string[], constraint: Constraint, values: Values): boolean {
  const wanted = eachOf(constraint.all_of ?? [], values);
  const isThere = (template: string): boolean => {
    const text = fillTemplate(template, values);
    return text !== undefined && found.filter((value) => isSame(text, value, constraint)).length === 1;
  };
  return found.length === wanted.length && wanted.every(isThere);
}

/** Whether a portal's script may have made the one text out of the other. */
function isSame(wanted: string, given: string, constraint: Constraint): boolean {
  const { format, written } = constraint;
  if (format === 'money' && written !== undefined) {
    const amount = readPlainAmount(wanted);
    return amount !== undefined && amount === readWrittenMoney(given, written);
  }
  // Forms send every line break as CR and LF.
  if (unbroken(wanted) === unbroken(given)) return true;
  // A number has no decimals of its own: 240 in JSON is 240.00.
  if (constraint.type === 'number' && format === undefined) {
    const amount = readPlainAmount(wanted);
    return amount !== undefined && amount === readPlainAmount(given);
  }
  if (format === 'upper') return unbroken(wanted).toUpperCase() === unbroken(given);
  const [one, other] =
    format === 'money'
      ? [moneyOf(wanted), moneyOf(given)]
      : format === 'digits'
        ? [digitsOf(wanted), digitsOf(given)]
        : format === 'date'
          ? [dayOf(wanted), dayOf(given)]
          : [];
  return one !== undefined && one === other;
}

function unbroken(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** An amount as people and portals write it, with its sign. */
function moneyOf(text: string): number | undefined {
  return readPlainAmount(text) ?? readMoney(text) ?? readMoney(wholeDollars(text));
}

/** `$1,250` with its cents; where no currency says what the figure is, its marks may be those before cents. */
function wholeDollars(text: string): string {
  return /\$|USD/.test(text) && !text.includes('.') ? text.replace(/\d(?=\D*$)/, '$&.00') : '';
}

function writtenOf(text: string, { written }: Constraint): number | undefined {
  return written === undefined ? moneyOf(text) : readWrittenMoney(text, written);
}

/**
 * Whether a field into which an amount was typed shows another amount, or none, in whatever form it may write it: what is sent is
 * compared by itself.
 * @param typed what was typed; of another text than an amount nothing is said
 * @param compared what requests compare it with
 */
export function showsOther(shown: string, typed: string, compared: readonly Constraint[]): boolean {
  if (compared.length === 0 || !/^\(?-?\d+[.,]\d{2}-?\)?$/.test(typed)) return false;
  if (compared.some((constraint) => isSame(typed, shown, constraint))) return false;
  // Further places are zeros.
  const isLonger = shown.includes(typed) && /^0+\D*$/.test(shown.slice(shown.indexOf(typed) + typed.length));
  return !isLonger && roughAmount(shown) !== roughAmount(typed);
}

/** An amount in any currency: cents follow a mark that is not the one between groups of figures. */
function roughAmount(text: string): number | undefined {
  const figures = text.replace(/[^\d.,]/g, '').replace(/^[.,]+|[.,]+$/g, '');
  const plain = /^(\d+)()(?:[.,](\d{1,2}))?$/;
  const grouped = /^(\d{1,3}(?=([.,]))(?:\2\d{2,3})*\2\d{3})(?:(?!\2)[.,](\d{1,2}))?$/;
  const [, whole, , cents = ''] = plain.exec(figures) ?? grouped.exec(figures) ?? [];
  if (whole === undefined) return undefined;
  const amount = Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'));
  return /[-\u2212(]/.test(text) ? -amount : amount;
}

/** The digits of a number that is written in groups, such as a telephone or PRO number, or a weight as `1,250`. */
function digitsOf(text: string): string | undefined {
  if (/^\d{1,3}(?:,\d{3})+$/.test(text)) return text.replaceAll(',', '');
  return /^\+?[\d\s().-]*\d[\d\s().-]*$/.test(text) ? text.replace(/\D/g, '') : undefined;
}

/** A day as `2026-11-22`, also with slashes; figures with slashes are else month, day, year, with dots day, month, year. */
function dayOf(text: string): string | undefined {
  const plain = text.trim();
  const iso =
    /^(\d{4})-(\d{2})-(\d{2})(?:T00:00(?::00(?:\.0+)?)?Z?)?$/.exec(plain) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ??
    /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(plain);
  if (iso !== null) return day(iso[1], iso[2], iso[3]);
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(plain);
  if (american !== null) return day(american[3], american[1], american[2]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(plain);
  if (dotted !== null) return day(dotted[3], dotted[2], dotted[1]);
  const spelled = spelledDay(plain)?.split('-');
  return spelled === undefined ? undefined : day(...spelled);
}

function day(year = '', month = '', date = ''): string | undefined {
  const [m, d] = [Number(month), Number(date)];
  return m < 1 || m > 12 || d < 1 || d > 31 ? undefined : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

/** Why a token is none; its words mean nothing, so only its form and length are looked at. */
export function notOpaque(value: string, { field, pattern, max_length: longest }: OpaqueField): string | undefined {
  if (value.length > longest) return `the field ${field} is longer than ${longest} characters`;
  return new RegExp(`^(?:${pattern})$`, 'u').test(value) ? undefined : `the field ${field} is not of its pattern`;
}

/** Longer texts, and what looks like a token, have no words that a server would choose its act by. */
const longestChoice = 2_000;
const token = /^(?=(?:\D*\d){3})[A-Za-z0-9+/=_-]{20,}$/;

/**
 * The act that a value asks for. What the task itself says is data and was judged with the task; a value that the page
 * chose is not.
 */
export function actOfValue(
  value: string,
  constraint: Constraint | undefined,
  values: Values,
  list: readonly NeverClick[],
): string | undefined {
  const isOfTask =
    (constraint?.equals !== undefined && placesIn(constraint.equals).length > 0) ||
    Object.values(values).some((one) => unbroken(one) === unbroken(value));
  if (isOfTask || value.length > longestChoice) return undefined;
  if (token.test(value)) return encodedAct(value, list);
  return neverClickValue(value, list) ?? (constraint === undefined ? doubtfulName(value) : undefined);
}

/** Of the form in which portals number their records: digits, perhaps behind letters. */
const recordNumber = /^(\p{L}{0,4}[-_]?)(\p{N}{4,12})$/u;
/** Seconds or milliseconds since 1970, of these years: a page says when its form was sent. */
const moment = /^1[78]\p{N}{8}(?:\p{N}{3})?$/u;
const whole = (...names: Parameters<typeof patternIn<'numbers'>>[1][]): RegExp =>
  new RegExp(`^(?:${patternIn('numbers', ...names)})$`, 'iu');
const identity = whole('identities');
const renewed = whole('renewed');
const measure = whole('measures');
const place = whole('places');
const number = whole('number');
/** `pagestamp`, `rowcount`; "account" ends so as well. */
const endsInMeasure = new RegExp(
  String.raw`^\p{L}{2,}?(?=\p{L}{5,}$)(?:${patternIn('numbers', 'renewed', 'measures')})$`,
  'iu',
);
const endsInRecord = new RegExp(`(?:${patternIn('numbers', 'records', 'bills', 'otherKinds', 'moreRecords')})$`, 'iu');
const record = whole('records', 'bills', 'otherKinds', 'moreRecords');
/** Written in one word: `billid`. */
const endsInIdentity = new RegExp(
  `^(?:${patternIn('numbers', 'records', 'bills', 'otherKinds')})(?:${patternIn('numbers', 'identities')})$`,
  'iu',
);
/** Nothing has such a number yet. */
const unset = /^(?:0+|-1|new|null|none|nil|undefined|n\/?a)?$|^(?:tmp|temp|new|local|client)[-_]/i;

/** What a field holds by its name: which record is meant, a thing that is one, what its page makes anew or reckons, or none of these. */
function kindOfField(name: string): 'identity' | 'record' | 'passing' | undefined {
  const last = /[^.:[\]]+(?=[\]']*$)/.exec(name)?.[0] ?? name;
  const words = unaccented(last)
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  const at = words.findIndex((word, n) => n > 0 && place.test(word));
  // `sent_at`, `updated_on`
  if (at > 0 && at === words.length - 1) return 'passing';
  const head = at < 0 ? words : words.slice(0, at);
  const named = head.findLastIndex((word) => !identity.test(word));
  const hasIdentity = named < head.length - 1;
  const noun = head[named] ?? '';
  if (renewed.test(noun)) return 'passing';
  // `state_id` is one of several states, `state_no` the next one.
  const isCounted = head.slice(named + 1).every((word) => number.test(word));
  if ((measure.test(noun) || (endsInMeasure.test(noun) && !endsInRecord.test(noun))) && isCounted) return 'passing';
  if (hasIdentity || endsInIdentity.test(noun)) return 'identity';
  return record.test(noun) ? 'record' : undefined;
}

/** Whether a name says that a record is meant, and not merely a number of something: `shipment_id`, `load`. */
export function isOfRecord(name: string): boolean {
  const words = unaccented(name)
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}]+/u);
  const isOne = (word: string): boolean => record.test(word) || endsInIdentity.test(word);
  return kindOfField(name) !== 'passing' && words.some(isOne);
}

/** No amount of something and no word: three digits, or letters that nobody speaks. */
function isLikeId(text: string): boolean {
  return /(?:\p{N}.*){3}/u.test(text) || /[^aeiouy\P{L}]{4}/iu.test(text);
}

/** How far the clock of a page may be off, in seconds, and by how much zones differ. */
const [clockSlip, zoneStep] = [10, 900];

/** The time of day in six digits, in whatever zone. */
function isTimeNow(text: string): boolean {
  const [, minutes, seconds] = /^(?:[01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(text) ?? [];
  if (minutes === undefined) return false;
  const off = (Math.floor(Date.now() / 1000) - Number(minutes) * 60 - Number(seconds)) % zoneStep;
  return Math.min(Math.abs(off), zoneStep - Math.abs(off)) <= clockSlip;
}

/** Of the same make: the same signs between as many letters and digits. */
function isAlike(one: string, other: string): boolean {
  const frame = (text: string): string => text.replace(/[\p{L}\p{N}]+/gu, 'x');
  const isNumber = (text: string): boolean => /^\p{N}+$/u.test(text);
  return frame(one) === frame(other) && isNumber(one) === isNumber(other) && Math.abs(one.length - other.length) <= 1;
}

/** Whether a number stands with or in place of one of its form: `88412,88977`, `88977-0`; a version may be behind it. */
function isAmong(before: string, now: string): boolean {
  const parts = now.split(/[^\p{L}\p{N}]+/u);
  const others = parts.filter((part) => part !== before && part.length === before.length && recordNumber.test(part));
  const isList = /[,;|\s]/.test(now);
  return recordNumber.test(before) && others.length > 0 && (isList || !parts.includes(before));
}

/**
 * Whether a field that nobody types into is sent with the number of another record than it had when its form was judged. By its
 * name it says which record is meant (`bill_id`, whatever its numbers look like), or what a page makes anew as the form is sent
 * (times, versions, tokens, sums); of other names a number as portals give them to records counts, where it is not the next one.
 */
export function isOtherNumber(name: string, before: string, now: string): boolean {
  if (before === now || name.startsWith('__')) return false;
  if (moment.test(before) && moment.test(now) && now > before) return false;
  const kind = kindOfField(name);
  if (kind === 'passing') return false;
  const written = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  const isRecord = kind === 'identity' || (kind === 'record' && isLikeId(before) && isLikeId(now));
  if (isRecord && isAlike(before, now)) return !unset.test(before) && written(before) !== written(now);
  if (isRecord && isOfRecord(name) && isAmong(before, now)) return true;
  if (kind === undefined && isTimeNow(now)) return false;
  const [, lead, digits] = recordNumber.exec(before) ?? [];
  const [, nowLead, nowDigits] = recordNumber.exec(now) ?? [];
  if (digits === undefined || lead !== nowLead || digits.length !== nowDigits?.length) return false;
  return kind === 'identity' || Number(nowDigits) !== Number(digits) + 1;
}

/** What a text in JSON says, which may be written in Base64; undefined of another one. */
function readState(text: string): unknown {
  if (text.length > longestState) return undefined;
  const isEncoded = /^[\w+/-]{8,}={0,2}$/.test(text);
  const plain = isEncoded ? Buffer.from(text, 'base64').toString() : text;
  if (!/^\s*[[{]/.test(plain)) return undefined;
  try {
    return JSON.parse(plain);
  } catch {
    return undefined;
  }
}

/** The members of a text in JSON by their names, such as of a state that a page holds in an attribute. */
export function membersOf(text: string): { readonly name: string; readonly value: string }[] {
  const read = readState(text);
  const found: { name: string; value: string }[] = [];
  const take = (name: string, value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'number') found.push({ name, value: String(value) });
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) take(Array.isArray(value) ? name : key, each);
  };
  take('', read);
  return found;
}

const longestState = 20_000;

/** Fields with the address to which people go afterwards. */
const leadsOn =
  /(?:^|[^\p{L}])(?:back|next|prev|previous|return|redirect|refere?r|referrer|continue|success|done)(?:$|[^\p{Ll}])/iu;

/**
 * With the members of a query, the numbers in a path under the names before them, and what the token of a session says:
 * `bill=88412&tab=1`, `bill=88412|tab=1`, `/bills/88412`, `gid://portal/Bill/88412`, `urn:bill:88412`.
 */
function membersOfField(name: string, text: string): readonly Named[] {
  const isName = /^(?:gid:\/\/|urn:)/i.test(text);
  const plain = isName ? `/${text.replaceAll(':', '/')}` : text.replaceAll('|', '&');
  const [path = '', query = ''] = plain.startsWith('/') ? plain.split('?') : ['', plain];
  if (text.length > longestState || leadsOn.test(name)) return membersOf(text);
  const parts = path.split('/');
  const isQuery = /^[\w.[\]-]+=[^&=]*(?:&[\w.[\]-]+=[^&=]*)*$/.test(query);
  const [, said = ''] = /^[\w-]{2,}\.([\w-]{8,})\.[\w-]*$/.exec(text) ?? [];
  return [
    ...membersOf(text),
    ...membersOf(said),
    ...parts.flatMap((value, n) => (/\p{N}/u.test(value) ? [{ name: parts[n - 1] ?? '', value }] : [])),
    ...(isQuery ? [...new URLSearchParams(query)].map(([key, value]) => ({ name: key, value })) : []),
  ];
}

/** A member that names another record in a state that was sent than it named in the state that the page held. */
function otherMember(
  field: string,
  before: string,
  now: string,
): { readonly name: string; readonly had: string; readonly has: string } | undefined {
  const held = membersOfField(field, before);
  for (const { name, value } of membersOfField(field, now)) {
    const had = held.filter((member) => member.name === name).map((member) => member.value);
    const isOther = had.length > 0 && !had.includes(value) && had.every((each) => isOtherNumber(name, each, value));
    if (isOther) return { name, had: had.join(', '), has: value };
  }
  return undefined;
}

type Named = ReturnType<typeof membersOf>[number];

/** What a page held when a control was judged. */
interface HeldFields {
  readonly fields: readonly Named[];
  /** What its own address says. */
  readonly page?: readonly Named[];
}

/** The numbers of an address under their names, also of the route behind it: `/bills/88412?tab=1#/lines/7`. */
export function membersOfAddress(address: string): readonly Named[] {
  if (!URL.canParse(address)) return [];
  const { pathname, search, hash } = new URL(address);
  return [`${pathname}${search}`, hash.slice(1)].flatMap((text) => membersOfField('', text));
}

/** `bills` before a number in a path is called like the field `bill_id`. */
function isCalledLike(part: string, name: string): boolean {
  const [said, field] = [spelledField(part), spelledField(name)];
  const longestEnding = 2;
  return field !== '' && said.startsWith(field) && said.length <= field.length + longestEnding;
}

/**
 * The number that the page's own address has, where a field that by its name says which record is meant, or a place behind a
 * part of an address (`/bills/…`), has another one of its form.
 */
export function otherThanPage(name: string, value: string, held: HeldFields | undefined): string | undefined {
  const kind = kindOfField(name);
  if (kind !== 'identity' && kind !== 'record') return undefined;
  const field = name.replace(idOf, '$1_id');
  const said = (held?.page ?? []).filter((member) => isCalledLike(member.name, field)).map((member) => member.value);
  return said.length > 0 && said.every((each) => isOtherNumber(name, each, value)) ? said.join(', ') : undefined;
}

/** An id by which a portal calls the record of these numbers. */
export interface SaidId extends Named {
  readonly numbers: readonly string[];
}

/** Those in an address (`/bills/88412/edit`) under the names before them. */
export function membersOfId(said: SaidId): readonly SaidId[] {
  const { value, numbers } = said;
  if (!/^(?:https?:\/)?\//i.test(value)) return [said];
  const address = URL.canParse(value, 'http://portal') ? new URL(value, 'http://portal').href : '';
  return membersOfAddress(address).map((member) => ({ ...member, numbers }));
}

/** Of whatever a row or an object is. */
const plainId = /^(?:|_?id|key|uuid|guid|row|item)$/i;
/** `bill[id]`, `bill.id` */
const idOf = /(\p{L}+)[\].[]+id\]?$/iu;

/**
 * The number of another record whose id a field has, by what the page or its data say: where they say the id of the task's
 * record as well, and under the same name.
 */
export function otherById(name: string, value: string, ids: readonly SaidId[] = [], pro = ''): string | undefined {
  const kind = kindOfField(name);
  if (pro === '' || unset.test(value) || (kind !== 'identity' && kind !== 'record') || !isLikeId(value))
    return undefined;
  const field = name.replace(idOf, '$1_id');
  // A short number may be the id of something else as well.
  const isPlain = (said: string): boolean =>
    (plainId.test(said) || plainId.test(field)) &&
    value.length > 3 &&
    (isOfRecord(field) || isOfRecord(`${said} id`) || said === field);
  const isLike = (said: string): boolean =>
    isPlain(said) || isCalledLike(said, field) || spelledField(said) === spelledField(field);
  const isOwn = ({ numbers }: SaidId): boolean => numbers.includes(pro);
  const same = ids.filter((id) => id.value === value);
  const other = same.find((id) => isLike(id.name) && id.numbers.some((number) => number.length === pro.length));
  if (other === undefined || same.some(isOwn) || !ids.some((id) => isOwn(id) && id.name === other.name))
    return undefined;
  return other.numbers.find((number) => number.length === pro.length);
}

/** The name of a field as scripts may write it otherwise: `bill_id` and `data.billId` are one. */
export function spelledField(name: string): string {
  const last = /[^.:[\]]+(?=[\]']*$)/.exec(name)?.[0] ?? name;
  const plain = last.toLowerCase().replace(/[\s_-]/g, '');
  return plain.replace(/(?<=.)(?:uuid|guid|ulid|uid|id|pk|no|nr|num|number|ref|key)$/, '');
}

/** What the fields of this name held; a script may write `bill_id`, or the field `bill`, as `data.billId`. */
function heldAs(name: string, held: readonly Named[]): readonly string[] {
  const exact = held.filter((field) => field.name === name);
  const found = exact.length > 0 ? exact : held.filter((field) => spelledField(field.name) === spelledField(name));
  const values = [...new Set(found.map(({ value }) => value))];
  return exact.length > 0 || values.length === 1 ? values : [];
}

const moneys = new Set(Intl.supportedValuesOf('currency'));
const weight = /^(?:lbs?|kgs?|oz|g|cwt|mt|tons?)$/i;
/** A currency, or a unit of weight, by its code alone. */
const isUnit = (text: string): boolean => moneys.has(text) || weight.test(text);

/** What to say where a field had another currency, or unit of weight, when its control was judged. */
export function turnedUnit(name: string, value: string, held: HeldFields | undefined): string | undefined {
  const before = isUnit(value) ? heldAs(name, held?.fields ?? []) : [];
  if (before.length === 0 || before.includes(value) || !before.every(isUnit)) return undefined;
  return `the field ${JSON.stringify(name.slice(0, 80))} had ${before.join(', ')} when the control was judged, and is sent with ${value}`;
}

/** What to say where a field had the number of another record when its control was judged. */
export function turnedField(name: string, value: string, held: HeldFields | undefined): string | undefined {
  const before = heldAs(name, held?.fields ?? []);
  if (before.length === 0 || before.includes(value)) return undefined;
  const field = `the field ${JSON.stringify(name.slice(0, 80))}`;
  const [state = ''] = before;
  const member = before.length === 1 ? otherMember(name, state, value) : undefined;
  if (member !== undefined)
    return `${field} had ${JSON.stringify(member.name)} as ${JSON.stringify(member.had)} when the control was judged, and is sent with ${JSON.stringify(member.has)}`;
  return before.every((each) => isOtherNumber(name, each, value))
    ? `${field} had ${before.map((each) => JSON.stringify(each)).join(', ')} when the control was judged, and is sent with ${JSON.stringify(value)}`
    : undefined;
}

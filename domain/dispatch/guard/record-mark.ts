/**
 * Where a page says whose record it is, and who is signed in: what people see there is compared, letter by letter.
 * A text of the declared form with another number is another record; several such texts leave it open which one counts.
 */
import type { Page, Playbook, RecordPlace } from '../playbook/language.ts';
import type { Target } from '../playbook/target.ts';
import { fillTemplate, placesIn } from '../playbook/template.ts';
import type { Values } from '../playbook/template.ts';
import { otherUnitIn } from '../playbook/written-money.ts';
import { type NumberWords, patternIn, unaccented } from './words/vocabulary.ts';

/** What is looked for in the page, by words that are the same for every record. */
export interface MarkQuery {
  readonly kind: 'heading' | 'text' | 'field';
  readonly words: readonly string[];
  /** Of a field. */
  readonly name?: string;
  readonly section?: string;
  readonly frame?: string;
}

/** A place that is declared, with the task's number in it. */
export interface Mark {
  readonly query: MarkQuery;
  /** The whole text that has to be seen. */
  readonly expected: string;
  /** Any text of the form; the groups are what differs from record to record. */
  readonly form: RegExp;
  /** What the groups have to be; undefined while the number is known to nobody but the page. */
  readonly values: readonly string[] | undefined;
}

export type MarkFinding =
  | { readonly kind: 'shown'; readonly values: readonly string[] }
  /** What comes near to it, where something does. */
  | { readonly kind: 'missing'; readonly near?: string }
  /** Several places show it, each with what people see there. */
  | { readonly kind: 'several'; readonly places: readonly string[] }
  | { readonly kind: 'other'; readonly shown: string };

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const plain = (text: string): string => text.replace(/[^\S\ufeff]+/g, ' ').trim();
const digits = (text: string): number => text.match(/\p{N}/gu)?.length ?? 0;

/**
 * The place of a page's record: as the playbook declares it, or, in a playbook that does not, the one heading of its
 * fingerprint that holds an input.
 */
export function recordPlaceOf(page: Page): RecordPlace | undefined {
  if (page.record !== undefined) return page.record;
  const headings = page.fingerprint.headings.filter((heading) => placesIn(heading).length > 0);
  return headings.length === 1 && headings[0] !== undefined ? { heading: headings[0] } : undefined;
}

/** Whether the number of the record is known only from the page, such as that of a dispute that was found in a list. */
export function isFoundRecord(place: RecordPlace): boolean {
  const template = place.heading ?? place.text ?? place.number ?? '';
  return placesIn(template).length === 0 && anyWords.test(template);
}

/**
 * @param seen of a found record: what the page showed when it came
 * @returns undefined when an input that it needs is missing or empty
 */
export function recordMark(place: RecordPlace, values: Values, seen?: readonly string[]): Mark | undefined {
  const kind = place.heading !== undefined ? 'heading' : place.field !== undefined ? 'field' : 'text';
  const template = place.heading ?? place.text ?? place.number ?? '';
  const mark = isFoundRecord(place) ? foundMark(template, seen) : markOf(template, values);
  return (
    mark && {
      ...mark,
      query: {
        kind,
        words: mark.query.words,
        ...(place.field === undefined ? {} : { name: place.field }),
        ...(place.within?.section === undefined ? {} : { section: filled(place.within.section, values) }),
        ...(place.within?.frame === undefined
          ? {}
          : { frame: frameNames(filled(place.within.frame, values)).at(-1) ?? '' }),
      },
    }
  );
}

function filled(template: string, values: Values): string {
  return fillTemplate(template, values) ?? template;
}

/** `*` as a word of its own. */
const anyWords = /(?<=^|\s)\*(?=\s|$)/;

/** `*` stands for anything that the page shows there. */
function foundMark(template: string, seen: readonly string[] | undefined): Mark {
  const parts = template.split(new RegExp(anyWords, 'g'));
  const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
  const form = parts.map((part) => wordsOf(part).map(escape).join('\\s*')).join('\\s*(\\S(?:.*\\S)?)\\s*');
  return {
    query: { kind: 'text', words: parts.flatMap((part) => wordsOf(part.toLowerCase())) },
    expected: parts.reduce((before, after, n) => `${before}${seen?.[n - 1] ?? '*'}${after}`),
    form: new RegExp(`^\\s*${form}\\s*$`, 'iu'),
    values: seen,
  };
}

/** `*` as a word of its own stands for a text without a number of that length. */
function markOf(template: string, values: Values): Mark | undefined {
  const parts = template.split(/(\{\{\s*[a-z_][a-z0-9_.]*\s*\}\}|(?<=^|\s)\*(?=\s|$))/);
  const expected = fillTemplate(template, values);
  const names = placesIn(template);
  if (expected === undefined || names.some((name) => (values[name] ?? '') === '')) return undefined;
  const isOpen = parts.includes('*');
  const form = parts
    .map((part) => {
      if (part === '*') return '(?:.*)';
      if (part.startsWith('{{')) return isOpen ? '(\\S+)' : '(\\S(?:.*\\S)?)';
      return part
        .split(/\s+/)
        .map((word) => escape(word))
        .join('\\s*');
    })
    .join('');
  const words = parts.flatMap((part) =>
    part === '*' || part.startsWith('{{')
      ? []
      : part
          .toLowerCase()
          .split(/\s+/)
          .filter((word) => word !== ''),
  );
  return {
    query: { kind: 'text', words },
    expected,
    form: new RegExp(`^\\s*${form}\\s*$`, 'iu'),
    values: names.map((name) => plain(values[name] ?? '')),
  };
}

/** @param texts everything that people see at places of the query */
export function judgeMark(mark: Mark, texts: readonly string[]): MarkFinding {
  const { values } = mark;
  const found = texts.flatMap((text) => {
    const groups = mark.form
      .exec(plain(text))
      ?.slice(1)
      .map((group, n) => withoutState(group, values?.[n]));
    if (groups === undefined) return [];
    // "Dispute history" and "Dispute …" show no number.
    const isOne = values === undefined ? groups.some((group) => digits(group) > 0) : false;
    return isOne || values?.every((value, n) => isAlike(groups[n] ?? '', value)) ? [{ groups, text: plain(text) }] : [];
  });
  const other = values && found.find(({ groups }) => groups.some((group, n) => group !== values[n]))?.groups;
  if (other !== undefined) return { kind: 'other', shown: other.join(', ') };
  const [first] = found;
  const more = texts.find((text) => hasMore(mark, text));
  if (first === undefined || more !== undefined) {
    const near = more ?? texts.find((text) => values?.every((value) => text.includes(value)) ?? false);
    return { kind: 'missing', ...(near === undefined ? {} : { near: plain(near) }) };
  }
  return found.length === 1
    ? { kind: 'shown', values: first.groups }
    : { kind: 'several', places: found.map((one) => one.text) };
}

/**
 * A number without the state that people see behind it, often in a badge of its own: "0412708839 Delivered". A copy, the next
 * one or an archived version is another record, and so is one with a letter or a digit more.
 */
export function withoutState(group: string, value: string | undefined): string {
  if (value === undefined || digits(value) === 0 || !group.startsWith(`${value} `)) return group;
  const rest = group.slice(value.length).trim();
  return isState.test(rest) && !isOther.test(unaccented(rest)) ? value : group;
}

/** Whether further words, where they are allowed, hold another number of that length. "D-30217" is one of another kind than "INV-8812017". */
function hasMore({ form, expected, values = [] }: Mark, text: string): boolean {
  if (values.length === 0 || !expected.includes('*') || !form.test(plain(text))) return false;
  const rest = values.reduce((left, value) => left.replace(value, ''), plain(text));
  const least = Math.max(3, Math.ceil(Math.min(...values.map(digits)) / 2));
  const called = (number: string): string => /^\p{L}*/u.exec(number)?.[0].toLowerCase() ?? '';
  const isOfOtherKind = (number: string): boolean =>
    called(number) !== '' &&
    values.every((value) => called(value) !== called(number) && digits(value) !== digits(number));
  const numbers = rest.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  const isLong = new RegExp(`\\p{N}{${least}}`, 'u');
  return numbers.some((number) => isLong.test(number) && !isOfOtherKind(number));
}

/** Whether a text can be the number of some record: "history of 2026" is none. */
function isAlike(text: string, number: string): boolean {
  if (text === number || digits(number) === 0) return true;
  const [first = ''] = text.split(' ');
  return digits(first) > 0 && digits(text) * 2 >= digits(number);
}

/** A name before a number that says that it is one of a record. */
const said = (...names: (keyof NumberWords)[]): string => patternIn('numbers', ...names);
/** "Shipment 3 of 5: 0412708893" is one of a pager. */
const numberOf = String.raw`(?:\s*\p{N}+\s*(?:${patternIn('messages', 'outOf')}|\/)\s*\p{N}+)?(?:\s*(?:${said('number')}|#|n[.]?[º°]))?[\s:._#=/-]*$`;
const calledRecord = new RegExp(String.raw`(?<!\p{L})(?:${said('records')})${numberOf}`, 'iu');
/** One to four words in letters alone, perhaps set off by a sign: "Delivered", "· In transit", "(Paid short)". */
const isState =
  /^[-\u2013\u2014:|\u00b7\u2022([]?\s*(?=(?:\P{L}*\p{L}){4})[\p{L}]+(?:[ '\u2019-][\p{L}]+){0,3}[)\]]?$/u;
/** Words of a state that say that what is shown is another record, or not the present one. */
const isOther = new RegExp(String.raw`(?<!\p{L})(?:${said('related', 'notPresent')})(?!\p{L})`, 'iu');
/** A number in groups, as people write it: `0412 708 839`. */
const grouped = /(?<!\p{N})\p{N}{2,5}(?:[ ._\u00a0]\p{N}{2,5}){1,4}(?!\p{N})/gu;

/**
 * The number of another record in what a portal calls a thing (a document, a message): one that is called like the task's, or
 * differs from it in one or two digits. Documents and corrections have numbers of their own.
 * @param number of the task's record
 */
export function otherRecordIn(text: string, number: string): string | undefined {
  const joined = joinedNumbers(text, number);
  if (!/^\p{N}{8,}$/u.test(number) || text.includes(number) || joined.includes(number)) return undefined;
  return otherIn(text, number) ?? otherIn(joined, number);
}

function joinedNumbers(text: string, number: string): string {
  return text.replace(/(?<=\p{N})-(?=\p{N})/gu, '').replace(grouped, (written) => {
    const digitsOnly = written.replace(/\P{N}/gu, '');
    return digitsOnly.length === number.length ? digitsOnly : written;
  });
}

/** Two digits exchanged, or two that differ: such numbers are taken for each other. */
function isNearly(other: string, number: string): boolean {
  return Array.from(other).filter((digit, n) => digit !== number[n]).length <= 2;
}

/** Whether a value is a number that people take for that of the record, such as the next one. */
export function isNearlyRecord(value: string, number: string): boolean {
  const isNumber = /^\p{N}{8,}$/u.test(value) && value.length === number.length;
  return isNumber && value !== number && isNearly(value, number);
}

/**
 * The number of another record than the task's that a text names: one that is called like the PRO, or nearly one of its numbers.
 * @returns undefined also where it names one of the task's beside it
 */
export function otherThanTask(
  text: string,
  values: Values,
): { readonly other: string; readonly input: string } | undefined {
  const given = Object.entries(values).filter(
    ([name, value]) => !name.startsWith('account.') && /^\p{N}{8,}$/u.test(value),
  );
  if (given.some(([, number]) => text.includes(number) || joinedNumbers(text, number).includes(number)))
    return undefined;
  const numbers = text.match(/(?<!\p{N})\p{N}{8,}(?!\p{N})/gu) ?? [];
  for (const [input, number] of given) {
    const near = numbers.find((one) => isNearlyRecord(one, number));
    const other = input === 'pro' ? otherRecordIn(text, number) : near;
    if (other !== undefined) return { other, input };
  }
  return undefined;
}

function otherIn(text: string, number: string): string | undefined {
  for (const found of text.matchAll(/(?<!\p{N})\p{N}{8,}(?!\p{N})/gu)) {
    const [other] = found;
    if (other.length !== number.length) continue;
    if (isNearly(other, number) || calledRecord.test(unaccented(text.slice(0, found.index)))) return other;
  }
  return undefined;
}

/** Texts with numbers as long as those of records, around an element. */
export interface RecordsSaid {
  /** Short texts and titles of the parts that it lies in, from the innermost on. */
  readonly near: readonly string[];
  /** What the page says that it is on, or has to tell: the current entry of a path or pager, messages. */
  readonly current: readonly string[];
  /** Of the texts and titles near it, those that may say in which unit figures are. */
  readonly units?: readonly string[];
  /** The title of the window, in its parts, and the route behind the address. */
  readonly at?: readonly string[];
}

/** Before a number that is told of the record itself: "Master shipment 7719220481", "Duplicate of". */
const relation = new RegExp(String.raw`(?<!\p{L})(?:${said('related')})(?!\p{L})[^.;:]{0,30}:?\s*$`, 'iu');
/** Before a number that is one of something else: "Invoice 0098123456". */
const otherKind = new RegExp(String.raw`(?<!\p{L})(?:${said('otherKinds', 'bills')})(?!\p{L})[^.;:]{0,30}:?\s*$`, 'iu');
const aboutRecord = new RegExp(String.raw`(?<!\p{L})(?:${said('about')})\s+(?:(?:${said('number')}|#)\s*)?$`, 'iu');
const calledBill = new RegExp(String.raw`(?<!\p{L})(?:${said('bills')})${numberOf}`, 'iu');
/** All that a text says beside the number when it says that people are at this record. */
const atRecord = new RegExp(String.raw`^(?:\P{L}|(?<!\p{L})(?:${said('here')})(?!\p{L}))*$`, 'iu');

/** The number of another record by which a text around an element calls what it holds. */
function otherCalled(text: string, number: string, withRelated: boolean): string | undefined {
  const other = otherRecordIn(text, number);
  if (other === undefined || withRelated) return other;
  const joined = joinedNumbers(text, number);
  const before = unaccented(joined.slice(0, joined.indexOf(other)));
  // A freight bill has the number of its shipment: "Bill 0412708893" beside 0412708839 is another one's.
  const isBill = calledBill.test(before) && isNearly(other, number);
  // "Correction for 0412708893".
  const isAbout = aboutRecord.test(before) && isNearly(other, number);
  const isOtherKind = otherKind.test(before) && !calledRecord.test(before) && !isBill && !isAbout;
  const isOfThis = relation.test(before) || isOtherKind;
  return isOfThis ? undefined : other;
}

/** The number of another record that one of these texts names, and not as one that belongs to the task's or is of another kind. */
export function otherCalledIn(texts: readonly string[], number: string): string | undefined {
  return texts.map((text) => otherCalled(text, number, false)).find((other) => other !== undefined);
}

/**
 * The number of another record that people see around an element: the innermost part that says one counts, and then what the
 * page says that it is on.
 * @param number of the task's record
 * @param withRelated also what is told of the record itself, such as its master shipment
 */
export function otherRecordAround(
  { near, current, at = [] }: RecordsSaid,
  number: string,
  withRelated = false,
): string | undefined {
  const says = (text: string): boolean => joinedNumbers(text, number).includes(number);
  for (const text of number === '' ? [] : near) {
    if (says(text)) break;
    const other = otherCalled(text, number, withRelated);
    if (other !== undefined) return other;
  }
  return otherAt(at, number) ?? (current.some(says) ? undefined : otherAt(current, number));
}

/** The number of another record that one of these texts says people are at. */
function otherAt(texts: readonly string[], number: string): string | undefined {
  return texts
    .map((text) => ({ text, other: otherRecordIn(text, number) }))
    .find(({ text, other }) => other !== undefined && atRecord.test(unaccented(text).replace(/[\p{N}-]/gu, ' ')))
    ?.other;
}

/** `CLM-55190`: letters, and digits behind them. */
const coded = /^(\p{L}{2,5}-)(\p{N}{4,12})$/u;
const kinds = new RegExp(String.raw`(?<!\p{L})(?:${said('otherKinds', 'bills')})(?!\p{L})`, 'giu');

/** Another number of the form of a claim's or an invoice's in a text: nearly the same, or all that the text says beside words for it. */
function otherOfForm(text: string, number: string): string | undefined {
  const [, letters] = coded.exec(number) ?? [];
  if (text.includes(number) || (letters === undefined && !/^\p{N}{8,}$/u.test(number))) return undefined;
  const form = new RegExp(String.raw`(?<![\p{L}\p{N}])${letters ?? ''}\p{N}+(?![\p{L}\p{N}])`, 'giu');
  for (const { 0: other, index } of text.matchAll(form)) {
    if (other.length !== number.length || relation.test(unaccented(text.slice(0, index)))) continue;
    const rest = unaccented(text.replaceAll(other, ' ')).replace(kinds, ' ');
    if (isNearly(other, number) || (letters !== undefined && atRecord.test(rest))) return other;
  }
  return undefined;
}

/** The same of the record of a page that is no shipment's, such as a claim or an invoice. */
export function otherOfFormAround({ near, current }: RecordsSaid, number: string): string | undefined {
  for (const text of near) {
    if (text.includes(number)) break;
    const other = otherOfForm(text, number);
    if (other !== undefined) return other;
  }
  const isTitle = (text: string): boolean =>
    atRecord.test(
      unaccented(text)
        .replace(kinds, ' ')
        .replace(/\p{L}*-?\p{N}+/gu, ' '),
    );
  return current.some((text) => text.includes(number))
    ? undefined
    : current
        .filter(isTitle)
        .map((text) => otherOfForm(text, number))
        .find((other) => other !== undefined);
}

const money =
  /(?<![\p{N}.,])[-−(]?(?:(?<!\p{L})[A-Z]{3}\s?)?\p{Sc}?\s?(\p{N}+(?:[.,]\p{N}{3})*[.,]\p{N}{2})(?![\p{N}]|[.,]\p{N})/gu;
/** What an amount is called before it: the word "amount", and the word that says of what it is ("invoice amount", "balance of"). */
const called = new RegExp(
  String.raw`(?:(?<!\p{L})(?!(?:${said('amount')})(?!\p{L}))(\p{L}+)[\s:=]+)?((?:${said('amount')})(?!\p{L}))?[\s:=]*(?:(?:${said('amountOf')})\s+)*$`,
  'iu',
);
/** Amounts that stand in a message beside that of the task. */
const ofOthers = new RegExp(`^(?:${said('otherAmounts')})$`, 'iu');
/** Words of such amounts, anywhere in the part of a message before one. */
const speaksOfOthers = new RegExp(String.raw`(?<!\p{L})(?:${said('otherAmounts', 'aboutOthers')})(?!\p{L})`, 'iu');

/**
 * Another amount than the task's in a message that does not say that one: one that is called the amount, has its digits at
 * another place of the decimal sign, or is the only one and of nothing else. Balances and totals stand in messages too.
 * @param amount as decimal text; its sign is not compared, as portals write credits in many ways
 * @param others amounts that the task gives beside it
 * @param currencies of the playbook's limits
 */
export function otherAmountIn(
  text: string,
  amount: string,
  others: readonly string[] = [],
  currencies: readonly string[] = [],
): string | undefined {
  const cents = (written: string): string => written.replace(/\P{N}/gu, '').replace(/^0+/, '');
  const wanted = cents(amount);
  if (!/\d\.\d{2}$/.test(amount) || wanted === '') return undefined;
  const found = [...text.matchAll(money)].map(({ index, 0: whole, 1: written = '' }) => {
    const before = unaccented(text.slice(0, index));
    const [, whose = '', name] = called.exec(`${before} `) ?? [];
    const clause = /[^.;!?]*$/u.exec(before.replace(/(?<=\p{N})[.,](?=\p{N})/gu, ' '))?.[0] ?? '';
    const unit = `${whole}${text.slice(index + whole.length, index + whole.length + 5)}`;
    return {
      written,
      isAmount: name !== undefined,
      isOfOthers: ofOthers.test(whose),
      isOther: speaksOfOthers.test(clause),
      hasMinor: otherUnitIn(unit, currencies) !== undefined,
    };
  });
  const own = found.filter(({ written }) => cents(written) === wanted);
  if (own.length > 0) return own.every(({ hasMinor }) => hasMinor) ? own[0]?.written : undefined;
  const same = (digits: string): boolean => digits.replace(/0+$/, '') === wanted.replace(/0+$/, '');
  const other = found.find(({ written, isAmount, isOfOthers }) => !isOfOthers && (isAmount || same(cents(written))));
  if (other !== undefined) return other.written;
  const [only, ...more] = found;
  const isKnown = only !== undefined && others.some((each) => cents(each) === cents(only.written));
  return only === undefined || more.length > 0 || only.isOfOthers || only.isOther || isKnown ? undefined : only.written;
}

/**
 * How pages say who is signed in, where the probe's words separate the person from the rest; undefined where they do not.
 * @param username of the portal account
 */
export function personMark(signedIn: Target, username: string): Mark | undefined {
  const template = (signedIn.text ?? signedIn.name ?? '').replaceAll(username, '{{account.username}}');
  const parted = template.includes('{{') ? template : template.replace(lastWords, (_, before: string) => `${before}*`);
  const [before = '', after] = parted.split(/\{\{\s*account\.username\s*\}\}|(?<=\s)\*$/);
  if (username === '' || after === undefined || !/\p{L}/u.test(before)) return undefined;
  const person = template.includes('{{') ? username : template.slice(before.length);
  const words = before
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return {
    query: { kind: 'text', words },
    expected: `${before}${person}`,
    form: new RegExp(`${words.map((word) => escape(word)).join('\\s*')}\\s*(\\S.*)$`, 'iu'),
    values: [person],
  };
}

/** Words after which a person's name comes. */
const lastWords = /^(.*(?:\b(?:as|user|account|welcome|hello|hi)\b[:,]?|:)\s+)\S.*$/i;

/** With these behind a name, somebody works for somebody else. */
const forAnother = new RegExp(String.raw`^\W*(?:${said('behalf')})(?!\p{L})`, 'iu');

/** The person whom a page shows in place of the one who should be signed in; a style sheet may write names in capitals. */
export function otherPerson(mark: Mark, texts: readonly string[]): string | undefined {
  const [wanted = ''] = mark.values ?? [];
  const isWanted = (name: string): boolean => {
    const rest = name.slice(wanted.length);
    // A sign of a style sheet that nobody can read may be a digit, and so the name of somebody else.
    if (rest.includes('\ufffd') || /^\s+(?:for|para|pour|für)\s+\p{Ll}[\p{Ll}\p{N}._@-]*$/u.test(rest)) return false;
    return (
      name.slice(0, wanted.length).toLowerCase() === wanted.toLowerCase() &&
      (rest === '' || /^[^\p{L}\p{N}._@-]/u.test(rest)) &&
      !forAnother.test(unaccented(rest))
    );
  };
  return texts.map((text) => mark.form.exec(plain(text))?.[1] ?? wanted).find((name) => !isWanted(name));
}

/** By which a playbook may name a frame. */
export const frameAttributes = ['title', 'name', 'aria-label', 'id'] as const;

/** The frames that lead to one, from the page on: `Outer > Inner`. */
export function frameNames(frame: string): string[] {
  return frame.split(' > ').map((name) => name.trim());
}

/**
 * What a playbook in an older form should say: it works as before, and the guard is stricter once it says it.
 * @returns sentences, one for each change; none means that the playbook is in the present form
 */
export function advisePlaybook(playbook: Playbook): string[] {
  return Object.entries(playbook.pages).flatMap(([name, page]) => {
    const isOfRecord = page.paths.some((path) => placesIn(path).length > 0 || /\/\*(?:$|[/?#])/.test(path));
    if (!isOfRecord || page.record !== undefined) return [];
    const place = recordPlaceOf(page);
    return place === undefined
      ? [
          `pages.${name}: say with "record" where people see whose record it is; until then nothing on the page is compared`,
        ]
      : [`pages.${name}: add "record: { heading: '${place.heading}' }", which is taken from the fingerprint`];
  });
}

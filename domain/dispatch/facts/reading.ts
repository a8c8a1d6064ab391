/** Reads the facts of a playbook phase as values, and says of each that cannot be read what is wrong with it. */
import { type Cents, cents, formatAmount, readMoney, readPlainAmount } from '../money.ts';
import type { PortalWords } from '../playbook/language.ts';
import type { NeededFact } from '../playbook/needed-facts.ts';
import { readWrittenMoney, readWrittenNumber } from '../playbook/written-money.ts';
import { marksIn } from '../writing/portal-mark.ts';
import type { Day } from '../rules/calendar.ts';
import type { Marks, PortalRecord } from '../writing/write-once.ts';

/** What a phase brought home: name → text as the portal shows it; lists as JSON (playbook/needed-facts). */
export type PhaseFacts = Readonly<Record<string, string>>;

/** Facts that were read in full, or the one reason why nothing may be concluded from them. */
export type Reading<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'unreadable'; readonly why: string };

/** The readers of one page or one row. Each returns a stand-in where it fails; `reading` then gives no value. */
export interface FactReader {
  /** Whether the portal shows anything there. */
  has(name: string): boolean;
  text(name: string): string;
  textOrNull(name: string): string | null;
  /** Like `text`, but may be empty: a reference field, an explanation. */
  textOrEmpty(name: string): string;
  money(name: string): Cents;
  moneyOrNull(name: string): Cents | null;
  whole(name: string): number;
  wholeOrNull(name: string): number | null;
  /** Digits with a point, without the unit. */
  decimal(name: string): string;
  day(name: string): Day;
  dayOrNull(name: string): Day | null;
  /** Yes or no, as pages print it or as a box to tick is read. */
  flag(name: string): boolean;
  /** A list; null when it was not read. */
  rowsOrNull(name: string): readonly FactReader[] | null;
  rows(name: string): readonly FactReader[];
}

/** Runs `read` over the facts; anything that is missing or cannot be read makes the whole unreadable. */
export function reading<T>(facts: PhaseFacts, read: (facts: FactReader) => T): Reading<T> {
  const faults: string[] = [];
  const value = read(openReader(facts, '', faults));
  return faults.length === 0 ? { kind: 'read', value } : { kind: 'unreadable', why: faults.join('; ') };
}

/** What portals print where there is nothing. */
export function isNothing(text: string): boolean {
  return /^[-\u2013\u2014]*$/.test(text.trim());
}

function openReader(facts: PhaseFacts, where: string, faults: string[]): FactReader {
  const shown = (name: string): string | undefined => {
    const text = Object.hasOwn(facts, name) ? facts[name] : undefined;
    return text === undefined || isNothing(text) ? undefined : text.trim().replace(/\s+/g, ' ');
  };
  const fault = (name: string, what: string): void => {
    faults.push(`${where}${name.replaceAll('_', ' ')} ${what}`);
  };
  function required<T>(name: string, read: (text: string) => T | undefined, fallback: T, form: string): T {
    const text = shown(name);
    if (text === undefined) {
      fault(name, 'is not shown');
      return fallback;
    }
    return parsed(name, text, read, fallback, form);
  }
  function optional<T>(name: string, read: (text: string) => T | undefined, form: string): T | null {
    const text = shown(name);
    return text === undefined ? null : parsed<T | null>(name, text, read, null, form);
  }
  function parsed<T>(name: string, text: string, read: (text: string) => T | undefined, fallback: T, form: string): T {
    const value = read(text);
    if (value !== undefined) return value;
    fault(name, `is not ${form}: ${JSON.stringify(text.slice(0, 60))}`);
    return fallback;
  }
  const listText = (name: string): string | undefined => (Object.hasOwn(facts, name) ? facts[name] : undefined);
  const rowsOrNull = (name: string): readonly FactReader[] | null => {
    const text = listText(name);
    if (text === undefined) return null;
    const rows = readRows(text);
    if (rows === undefined) {
      fault(name, 'is not a list');
      return null;
    }
    return rows.map((row, index) => openReader(row, `${where}${name.replaceAll('_', ' ')} ${index + 1}: `, faults));
  };
  return {
    has: (name) => shown(name) !== undefined,
    text: (name) => required(name, (text) => text, '', 'text'),
    textOrNull: (name) => shown(name) ?? null,
    textOrEmpty: (name) => shown(name) ?? '',
    money: (name) => required(name, readMoney, cents(0), 'an amount'),
    moneyOrNull: (name) => optional(name, readMoney, 'an amount'),
    whole: (name) => required(name, readWhole, 0, 'a whole number'),
    wholeOrNull: (name) => optional(name, readWhole, 'a whole number'),
    decimal: (name) => required(name, readDecimal, '0', 'a number'),
    day: (name) => required(name, readDay, '1970-01-01', 'a date'),
    dayOrNull: (name) => optional(name, readDay, 'a date'),
    flag: (name) => required(name, readFlag, false, 'yes or no'),
    rowsOrNull,
    rows: (name) => {
      if (listText(name) === undefined) fault(name, 'were not read');
      return rowsOrNull(name) ?? [];
    },
  };
}

function readRows(text: string): PhaseFacts[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const isRow = (row: unknown): row is PhaseFacts =>
    typeof row === 'object' && row !== null && Object.values(row).every((cell) => typeof cell === 'string');
  return value.every(isRow) ? value : undefined;
}

/** A word that is neither is no answer: nothing may be concluded from it. */
function readFlag(text: string): boolean | undefined {
  if (/^(?:yes|y|true|1)\b/i.test(text)) return true;
  return /^(?:no|n|false|0|none)\b/i.test(text) ? false : undefined;
}

/** `2,480 lb`, `18`, `5,123 bytes`, `2480.0`. */
function readWhole(text: string): number | undefined {
  const [, digits, unit = ''] =
    /^([0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.0{1,2})?(?: ([\p{L}. ]{1,30}))?$/u.exec(text) ?? [];
  const number = digits === undefined || otherMass.test(unit) ? Number.NaN : Number(digits.replaceAll(',', ''));
  return Number.isSafeInteger(number) ? number : undefined;
}

function readDecimal(text: string): string | undefined {
  const [, figure, unit = ''] = /^([0-9]{1,9}(?:\.[0-9]{1,6})?)(?: ([\p{L}. ]{1,30}))?$/u.exec(text) ?? [];
  return otherMass.test(unit) ? undefined : figure;
}

/** Weights are pounds to the rules; a figure in another unit is another weight. */
const otherMass =
  /^(?:[km]?gs?|kilo(?:gram)?(?:me|m)?[eos]{0,2}|gram\p{L}*|t(?:o|ons?|onn\p{L}*)?|oz|ounces?|cwt)\b\.?$/iu;

/** `2026-10-02`, `Oct. 2, 2026` or, as American pages print it, `10/02/2026`; a time of day may follow. */
export function readDay(text: string): Day | undefined {
  const plain = text.trim();
  const spelled = spelledDay(plain.replace(/,? (?:at )?\d{1,2}(?::\d{2}| ?[ap]\.?m)[^,]{0,20}$/i, ''));
  const found = /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\/(\d{1,2})\/(\d{4}))(?:[T ,].*)?$/.exec(spelled ?? plain);
  if (!found) return undefined;
  const [, year, month, day, americanMonth, americanDay, americanYear] = found;
  const two = (part: string | undefined): string => (part ?? '').padStart(2, '0');
  const text10 = `${year ?? americanYear}-${two(month ?? americanMonth)}-${two(day ?? americanDay)}`;
  const at = Date.parse(`${text10}T00:00:00Z`);
  // Date.parse takes 2026-02-30 for 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text10) ? text10 : undefined;
}

// Which charges of a freight bill are line haul, and which are accessorials.

/** Line haul, discount, minimum charge, fuel surcharge: codes that X12 1602 and the trade use for the freight itself. */
const lineHaul: ReadonlySet<string> = new Set(['LHL', 'DSC', 'MIN', 'FSC']);
const total = /^(?:(?:GRAND|SUB|INVOICE)[ -]?)?TOTALS?:?$|^(?:TOT|TTL|SUM)$/;

/**
 * Whether a charge code stands for an extra service; totals and unknown words do not.
 * @param named codes in capitals that are known to stand for one, in whatever form the portal has its codes
 */
export function isAccessorial(code: string, named: ReadonlySet<string> = new Set()): boolean {
  const plain = code.trim().toUpperCase();
  return !lineHaul.has(plain) && !total.test(plain) && (/^[A-Z]{3}$/.test(code) || named.has(plain));
}

/** Whether a charge may be freight or a service: its code is neither line haul nor an accessorial's, nor the name of a total. */
export function isUnknownCharge(code: string, named: ReadonlySet<string>): boolean {
  const plain = code.trim().toUpperCase();
  return plain !== '' && !total.test(plain) && !lineHaul.has(plain) && !isAccessorial(code, named);
}

// Rows of a portal's list as records, and which of them are about the same fact.

/**
 * @param fields columns of the row, by name, that make up what the record says
 * @param known what the list has no column for, because it is the same for all its rows
 */
export function recordOf(
  row: FactReader,
  fields: readonly string[],
  known: Readonly<Record<string, string>> = {},
): PortalRecord {
  return {
    number: row.text('number'),
    reference: row.textOrEmpty('reference'),
    fields: { ...known, ...Object.fromEntries(fields.map((name) => [name, row.textOrEmpty(name)])) },
  };
}

/** Records of both lists, each number once; what is in the first list counts. */
export function joined<R extends PortalRecord>(first: readonly R[], second: readonly R[]): R[] {
  const numbers = new Set(first.map(({ number }) => number));
  return [...first, ...second.filter(({ number }) => !numbers.has(number))];
}

/** Whether a record carries this task's mark, or one of an earlier task of the sender for the same fact. */
export function carriesMark({ reference }: PortalRecord, { own, earlier }: Marks): boolean {
  return marksIn(reference).some((mark) => mark === own || earlier.has(mark));
}

export function carriesOwnMark({ reference }: PortalRecord, { own }: Marks): boolean {
  return marksIn(reference).includes(own);
}

// Days whose month is written as a word, so that nobody has to know whether month or day comes first.

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** `Nov 22, 2026`, `Sept. 16, 2026`, `22 November 2026`, `22-Nov-2026`, as `2026-11-22`; undefined for all else. */
export function spelledDay(text: string): string | undefined {
  const american = /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(text);
  if (american !== null) return day(american[3], american[1], american[2]);
  const british = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4})$/.exec(text);
  return british === null ? undefined : day(british[3], british[2], british[1]);
}

function day(year = '', word = '', date = ''): string | undefined {
  const name = word.toLowerCase() === 'sept' ? 'september' : word.toLowerCase();
  const month = months.findIndex((known) => known.startsWith(name)) + 1;
  return month === 0 ? undefined : `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
}

// Facts of a portal that writes amounts, numbers or days in its own form, in the form that the rules read.

/** How a portal writes what it shows, as its playbook says. */
export interface ShownForms {
  /** `printed` and `plain`, or how it writes -1234.56: `-1.234,56 €`. */
  readonly amounts: string;
  /** How it writes 22 November 2026, such as `22.11.2026`. */
  readonly dates?: string;
}

/**
 * `255` becomes `255.00` where amounts are plain; by a sample `1.097,27` becomes `1097.27`, and `22.11.2026` the day. What is not of
 * a declared sample says so, for the rules to reject: it may be readable, and be another value, as they are written elsewhere.
 */
export function ownForms(facts: PhaseFacts, needed: readonly NeededFact[], forms: ShownForms): PhaseFacts {
  const read: Record<string, string> = { ...facts };
  for (const { name, form, columns = [] } of needed) {
    const text = facts[name];
    if (text === undefined) continue;
    if (form !== 'list') {
      read[name] = inOwnForm(text, form, forms);
      continue;
    }
    // The list is the interpreter's own JSON.
    const rows = JSON.parse(text) as Record<string, string>[];
    for (const row of rows)
      for (const column of columns) {
        const cell = row[column.name];
        if (cell !== undefined) row[column.name] = inOwnForm(cell, column.form, forms);
      }
    read[name] = JSON.stringify(rows);
  }
  return read;
}

function inOwnForm(text: string, form: NeededFact['form'], { amounts, dates }: ShownForms): string {
  const by = (sample: string, value: string | undefined): string => value ?? `not as ${sample}: ${text}`;
  if (isNothing(text)) return text;
  if (form === 'date') return dates === undefined ? text : by(dates, readWrittenDay(text, dates));
  if (amounts === 'printed' || !['money', 'integer', 'decimal'].includes(form)) return text;
  if (amounts === 'plain') return form === 'money' ? amountOf(text) : text;
  if (form !== 'money') return by(amounts, readWrittenNumber(text, amounts));
  const amount = readWrittenMoney(text, amounts);
  return by(amounts, amount === undefined ? undefined : formatAmount(cents(amount)));
}

/** What is written day by day like the sample of 22 November 2026; a day with its month as a word, or with its year first, too. */
function readWrittenDay(text: string, sample: string): string | undefined {
  const plain = text.trim().replace(/[ ,]+(?:\p{L}{1,3} )?\d{1,2}[:.h]\d{2}.{0,20}$/u, '');
  if (/^\d{4}-\d{2}-\d{2}(?:T.*)?$/.test(plain) || spelledDay(plain) !== undefined) return readDay(plain);
  const [, first, mark] = /^(11|22)(\D{1,2})/.exec(sample) ?? [];
  const parts = plain.split(mark ?? /$^/);
  const [one = '', two = '', year = ''] = parts;
  if (parts.length !== 3 || ![one, two].every((part) => /^\d{1,2}$/.test(part)) || !/^\d{4}$/.test(year))
    return undefined;
  const [month, day] = first === '22' ? [two, one] : [one, two];
  return readDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/**
 * What the portal calls the value of an input or of a fact, in a fact or a column of that name: the value itself. A list may have
 * other words than the form, or its codes.
 * @param words of the task type, as the playbook has them
 */
export function ownWords(facts: PhaseFacts, needed: readonly NeededFact[], words: readonly PortalWords[]): PhaseFacts {
  const read: Record<string, string> = { ...facts };
  const put = (values: Record<string, string>, of: string): void => {
    const meant = new Set(
      words
        .filter((each) => each.of === of)
        .flatMap(({ are = {} }) => Object.entries(are))
        .filter(([, word]) => word.toLowerCase() === values[of]?.trim().toLowerCase())
        .map(([value]) => value),
    );
    const [value] = meant;
    if (value !== undefined && meant.size === 1) values[of] = value;
  };
  for (const { name, form, columns = [] } of needed) {
    const text = facts[name];
    if (text === undefined) continue;
    if (form !== 'list') put(read, name);
    else if (words.some(({ of }) => columns.some((column) => column.name === of))) {
      // The list is the interpreter's own JSON.
      const rows = JSON.parse(text) as Record<string, string>[];
      for (const row of rows) for (const column of columns) put(row, column.name);
      read[name] = JSON.stringify(rows);
    }
  }
  return read;
}

function amountOf(text: string): string {
  const amount = readPlainAmount(text);
  return amount === undefined ? text : formatAmount(amount);
}

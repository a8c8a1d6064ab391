/** `key: value` lines as people and mail programs write them: bold, bulleted, in a table, with links put into them. */
import { nearestName } from '../../nearest-name.ts';
import { type CsvColumn, columnNames, columnOf, columnOfHeading, namesByValue, plainName } from '../csv/columns.ts';
import { correctionReasons, disputeReasons } from '../task-schemas.ts';
import { accessorialCode } from '../code-text.ts';
import { coded, listed, tidied } from '../csv/rows.ts';
import { taskTypes } from '../task.ts';
import {
  behindVerbs,
  folded,
  givenNames,
  inEveryLanguage,
  neverNames,
  mayTurn,
  signatureWords,
  takesBack,
  withoutAddresses,
} from './vocabulary.ts';
import { unclearIn } from './prose.ts';
import type { LayerLine } from './quotes-and-forwards.ts';

export interface KeyLine {
  /** Null for a name that is none of ours. */
  readonly column: CsvColumn | null;
  /** What an unknown name most likely meant. */
  readonly meant: CsvColumn | null;
  readonly key: string;
  readonly value: string;
}

/** A name of up to six words, with what marks bold text or a list around it. */
const form =
  /^\s{0,20}(?:[-*+•·–▪]\s{1,4}|\d{1,2}[.)]\s{1,4}|\|\s{0,4})?([*_"'`]{0,3})([\p{L}][\p{L}\p{M}\p{N}_.#°º\\ /-]{0,60}?)[*_"'`]{0,3}\s{0,10}([:=：]|\t|\||(?<=\s)#\s?(?=\d)|#\s(?=\d))[*_]{0,3}(\s{0,10}):?[*_]{0,3}(.*)$/u;

/** The value as the column has it. People write a weight with its thousands apart; no weight of a bill has three decimals. */
const written = (column: CsvColumn, value: string): string =>
  tidied(column, column === 'changes.billed_weight' && /^\d{1,3}(?:[, ]\d{3})+$/.test(value) ? `${value} lbs` : value);

/** The line as a key and its value; null for a line that is none. */
export function keyLine(line: string): KeyLine | null {
  const [, , key = '', mark = '', gap = '', rest = ''] = form.exec(line) ?? [];
  if (key === '') return dashed(line) ?? numbered(line);
  const plain = plainName(key);
  const value = bare(rest);
  const special = namesByValue.get(plain);
  const column = columnOf(plain) ?? (special !== undefined && plainValue(special, value) !== null ? special : null);
  if (column !== null) return { column, meant: null, key, value: written(column, value) };
  // Other people's cells, times and addresses are prose.
  if (!/[:=：]/.test(mark) || (gap === '' && rest !== '') || key.trim().split(/\s+/).length > 4) return null;
  const near = plain.length < 4 ? undefined : nearestName(plain, columnNames);
  const meant = near === undefined ? null : (columnOf(near.name) ?? null);
  return { column: null, meant, key: key.trim(), value: meant === null ? value : written(meant, value) };
}

/** "Pro number – 4471180293": a dash between a key and what can be nothing but its value. */
function dashed(line: string): KeyLine | null {
  const [, key = '', value = ''] =
    /^\s{0,20}(?:[-*+•·–▪]\s{1,4})?[*_]{0,3}(\p{L}[\p{L}\p{M} .#°º_]{0,40}?)[*_]{0,3}\s{1,4}(?:[-–—]|[-=]>|→)\s{1,4}(.{1,60})$/u.exec(
      line,
    ) ?? [];
  const column = key === '' ? undefined : columnOf(plainName(key));
  const taken = column === undefined ? null : plainValue(column, value);
  return column === undefined || taken === null ? null : { column, meant: null, key: key.trim(), value: taken };
}

/** "PRO 4471180293": the name of a number and the number, alone in their line. */
function numbered(line: string): KeyLine | null {
  const [, key = '', value = ''] =
    /^\s{0,20}(?:[-*•]\s{1,4})?(\p{L}[\p{L} .]{1,30})\s{1,4}#?(\S{4,30})\s*$/u.exec(line) ?? [];
  const column = key === '' ? undefined : columnOf(plainName(key));
  if (column === undefined || !byNumber.has(column)) return null;
  const taken = plainValue(column, value);
  return taken === null ? null : { column, meant: null, key: key.trim(), value: taken };
}
const byNumber: ReadonlySet<CsvColumn> = new Set(['pro', 'invoice_number', 'dispute_id', 'claim_id', 'chargeback_id']);

/** "Need the POD for PRO: 4471180293": a sentence whose last words are the name of a number, and the number. */
export function isSentenceOfNumber(key: string, value: string): boolean {
  const words = key.trim().split(/\s+/);
  return [1, 2].some((length) => {
    const column = words.length > length + 1 ? columnOf(plainName(words.slice(-length).join(' '))) : undefined;
    return column !== undefined && byNumber.has(column) && plainValue(column, value) !== null;
  });
}

/** A line that is the name of a key and nothing else; null for any other. */
export function keyAlone(line: string): KeyLine | null {
  if (line.length > 80) return null;
  const key = line.trim().replace(/^[*_]{1,3}|[*_]{1,3}$/g, '');
  const column = columnOf(plainName(key)) ?? null;
  return column === null ? null : { column, meant: null, key, value: '' };
}

/** Rows of a spreadsheet as they are pasted: the columns in a first line, their values in those below. */
const cellsOf = (line: string): readonly string[] =>
  line
    .replace(/^ +| +$/g, '')
    .replace(/^\||[\t|]$/g, '')
    .split(/\t|\|/)
    .map((cell) => cell.trim());

/** "Task type | pull_pod | PRO | 4471180293": two columns of keys, each beside its values, as lines; undefined for other cells. */
export function cellsAsLines(line: string): readonly string[] | undefined {
  const cells = cellsOf(line);
  if (cells.length < 4 || cells.length % 2 === 1) return undefined;
  const isKeys = cells.every(
    (cell, at) => (columnOf(plainName(cell.replace(/:$/, ''))) !== undefined) === (at % 2 === 0),
  );
  return isKeys
    ? cells.flatMap((cell, at) => (at % 2 === 0 ? [`${cell.replace(/:$/, '')}: ${cells[at + 1]}`] : []))
    : undefined;
}

/** With the row of a table or the number of a list that it is part of. */
export type TableLine = LayerLine & { readonly row?: number };

/** Blank lines that may be between a key and its value: tables and pages leave some when they become plain text. */
const mostBlanks = 4;

/** Where the first line below is that is not blank. */
export function filledBelow(lines: readonly LayerLine[], at: number): number {
  let next = at + 1;
  while (next <= at + mostBlanks && lines[next]?.text.trim() === '') next += 1;
  return next;
}

const ordinal = /^\s*(?:#|no\.? ?|request )?\(?(\d{1,2})(?:[.):]{1,2}|$)\s*$/i;
/**
 * Tasks in a numbered list, each begun by its number on a line of its own, are rows: without the numbers. Numbers that do
 * not count up from 1, or have no task below them, are left for a person.
 */
export function withoutOrdinals(lines: readonly LayerLine[]): readonly TableLine[] {
  const starts = lines.flatMap(({ text }, at) => {
    const number = ordinal.exec(text)?.[1];
    const below = number === undefined ? undefined : lines[filledBelow(lines, at)];
    return below !== undefined && keyLine(below.text)?.column === 'task_type' ? [{ at, number: Number(number) }] : [];
  });
  if (starts.length < 2 || starts.some(({ number }, n) => number !== n + 1)) return lines;
  return lines.flatMap((line, at): TableLine[] => {
    const start = starts.findLast((one) => one.at <= at);
    if (start === undefined) return [line];
    return start.at === at ? [] : [{ ...line, row: lines[start.at]!.number }];
  });
}

/** The columns that a line of cells names; undefined where one of them is none, or no task_type is among them. */
export function headerCells(line: string): readonly CsvColumn[] | undefined {
  const columns = cellsOf(line).map((cell) => columnOfHeading(plainName(cell)));
  return columns.length > 1 && columns.includes('task_type') && !columns.includes(undefined)
    ? (columns as CsvColumn[])
    : undefined;
}

/** The row as lines; undefined where it has more or fewer cells than the columns. */
export function rowAsLines(columns: readonly CsvColumn[], line: string): readonly string[] | undefined {
  const cells = cellsOf(line);
  if (cells.length !== columns.length) return undefined;
  return columns.flatMap((column, at) => (cells[at] === '' ? [] : [`${column}: ${cells[at]}`]));
}

/** Without the addresses that Outlook writes after words it made links of, and the marks of bold text. */
function bare(rest: string): string {
  const text = rest
    .trim()
    .replace(/\|\s*$/, '')
    .trim();
  const unlinked = text.replace(/(?<=\S)\s?<(?:tel|mailto|https?):[^<>\s]{0,2000}>/gi, '');
  const inner = /^<(https?:\/\/[^<>\s]{1,2048})>$/i.exec(unlinked)?.[1] ?? unlinked;
  const bold = /^\*(?!\*)(.{1,2000})\*$/.exec(inner)?.[1] ?? inner.replace(/^\*\s+|\s\*$/g, '');
  return bold.trim();
}

export const freeText: ReadonlySet<CsvColumn> = new Set([
  'note',
  'comment',
  'instruction',
  'changes.consignee_address',
] as const);
/** A value that is not well-formed but most likely means one; null where nothing is likely. */
export function likelyValue(column: CsvColumn, value: string): string | null {
  if (column === 'pro' || column === 'invoice_number') {
    const runs = value.match(/\d[\d\s.-]{8,14}\d/g) ?? [];
    const digits = runs.map((run) => run.replace(/\D/g, '')).filter((run) => run.length === 10);
    return digits.length === 1 ? digits[0]! : null;
  }
  if (column === 'amount') {
    const [, whole] =
      /^(?:us ?\$|usd|\$)? ?(\d{1,3}(?:,\d{3})+) ?(?:us ?\$|usd|us dollars|dollars|\$)?\.?$/i.exec(value) ?? [];
    return whole === undefined ? null : `${whole.replaceAll(',', '')}.00`;
  }
  if (column === 'task_type') return nearestName(value.toLowerCase().replace(/[\s-]+/g, '_'), taskTypes)?.name ?? null;
  return coded.has(column) ? (/^\(?([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)\)?(?:\s.*)?$/.exec(value)?.[1] ?? null) : null;
}

export const isWellFormed = (column: CsvColumn, value: string): boolean => {
  if (column === 'pro' || column === 'invoice_number') return /^\d{10}$/.test(value);
  if (column === 'amount') return /^\d{1,9}\.\d{2}$/.test(value);
  if (column === 'task_type') return (taskTypes as readonly string[]).includes(value);
  if (column === 'changes.billed_weight') return /^\d{1,9}$/.test(value);
  return !coded.has(column) || /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(value);
};

/** A line that can be nothing but a value of the column; null for any other, and for columns that hold any text. */
export function plainValue(column: CsvColumn, line: string): string | null {
  const value = written(column, bare(line));
  const known = column === 'reason_code' ? [...correctionReasons, ...disputeReasons] : listed.get(column);
  if (known !== undefined) return known.includes(value) ? value : null;
  if (column === 'pro' || column === 'invoice_number' || column === 'amount' || column === 'changes.billed_weight')
    return isWellFormed(column, value) ? value : null;
  if (column.endsWith('_accessorials'))
    return value.split('|').every((one) => accessorialCode(one) !== undefined) ? value : null;
  if (column === 'client_ref') return /^(?=.*\d)[A-Z0-9][A-Z0-9./-]{1,30}$/i.test(value) ? value : null;
  // Ids have a part that is a number.
  return coded.has(column) && /^[A-Za-z]{1,12}-(?:[A-Za-z0-9]+-)*\d+$/.test(value) ? value : null;
}

// * What people and mail programs write around a request, in English, Spanish, French and German: greetings, closings,
// disclaimers, contact details. Of other languages only
// the usual greetings and closings are known (see read-layer.ts). The patterns are in `boilerplate.json`.

/** Up to four words that name somebody, with no sentence behind a comma. */
const name = "(?:,? (?!and |but |it|this|that|them)[a-z.'-]{1,20}){0,4} ?";

const greeting = new RegExp(`^${inEveryLanguage('greeting')}(?![a-z])${name}[:,!.]?$`);
const closing = new RegExp(`^${inEveryLanguage('closing')}(?![a-z])[a-z .,'!-]{0,41}$`);

/** Of other languages alone in their line: what follows them is not read. */
const foreignGreeting = new RegExp(`^${inEveryLanguage('greetingAlone')}[,!.:，、。！：]?$`);
const foreignClosing = new RegExp(`^${inEveryLanguage('closingAlone')}[,!.，、。！]?$`);

const device = new RegExp(
  `^-{3,} ?${inEveryLanguage('forwardedBy')} .{1,100}$|^${inEveryLanguage('device')}(?![a-z])|^${inEveryLanguage('deviceStart')}`,
);

/** What Notes, ServiceNow and Salesforce write beside a mail. */
const programs =
  /^\d{1,2}[/.]\d{1,2}[/.]\d{4} \d{1,2}:\d{2} ?[ap]m$|^ref:msg\d+_\w+$|^\[? ?(?:ref:\S+:ref|thread::\S+::) ?\]?$/;

/** Terms of business, and when an office is closed: sentences of a footer, whatever stands beside them. */
const terms = new RegExp(inEveryLanguage('terms'), 'g');

/** Paragraphs that no person wrote for this mail. */
const legal = new RegExp(inEveryLanguage('legal'));
/** Also in what people write themselves, so that it is theirs where it takes something back. */
const footerStart = new RegExp(`^${inEveryLanguage('footerStart')}`);
const footer = new RegExp(inEveryLanguage('footer'));

/** A line of contact details; never part of a request. */
const contact = new RegExp(
  `^${inEveryLanguage('contact')}(?: ?(?:#|no\\.?|number|\\(.{1,12}\\)))?\\s*(?:[:.|]|\\(?\\+?\\d[\\d() .-]{6,24}(?: ?(?:ext|x)\\.? ?\\d{1,5})?$)`,
);

/** Written as no number of a record is: `(847) 555-0162 cell`, `+49 40 555012-33`. */
const phoneAlone =
  /^(?:\+\d{1,3}[ .]?)?\(\d{2,4}\) ?\d{3}[ .-]\d{4}(?: [a-z]{2,10})?$|^\+\d{1,3}[ .](?:\d{2,5}[ ./-]){1,4}\d{2,5}(?: [a-z]{2,10})?$/;

/** Whole sentences with which formal letters end. */
const formalClosing = new RegExp(`^${inEveryLanguage('formalClosing')}(?![a-z])[^?]*$`);

const attached = new RegExp(`(?<![a-z])${inEveryLanguage('attached')}(?![a-z])`);
/** Whether a text tells its reader to look into what is attached. */
export const pointsToAttachment = (plain: string): boolean => attached.test(plain);

/** A closing and nothing else. */
const closingAlone = new RegExp(`^${inEveryLanguage('closing')}[,!.]?$`);
/** What commercial law wants below a letter: the register, the seat, the tax number. */
const registration = new RegExp(inEveryLanguage('registration'), 'g');

const isOurs = (line: string, forms: readonly RegExp[]): boolean =>
  line.length <= 120 && forms.some((form) => form.test(line));

/** Whether a line greets or closes; what else it says is judged as prose, unless it is whole in one of these. */
export const isGreeting = (line: string): boolean => isOurs(line, [greeting, foreignGreeting]);
export const isClosing = (line: string): boolean => isOurs(line, [closing, formalClosing, device, foreignClosing]);
/** A line that says nothing but its form. */
export const isMereForm = (line: string): boolean =>
  isOurs(line, [foreignGreeting, foreignClosing, closingAlone, formalClosing, programs]) ||
  (device.test(line) && !line.split(/[^a-z]+/).some((word) => takesBack.has(word)));
export const isContact = (line: string): boolean =>
  isOurs(line, [contact, phoneAlone]) && !line.split(/[^a-z]+/).some((word) => neverNames.has(word));

const saysNothing = (text: string): boolean => unclearIn(text, { values: [], kinds: new Set() }) === null;

/** Whether nobody wrote this for the mail; what comes before a legal notice in its paragraph may be somebody's. */
export function isBoilerplate(paragraph: string): boolean {
  const others = paragraph.replace(terms, '');
  if (others !== paragraph) return saysNothing(others);
  const at = legal.exec(paragraph)?.index;
  if (at === undefined) {
    const isPlain = (text: string): boolean =>
      !withoutAddresses(text)
        .split(/[^a-z]+/)
        .some((word) => takesBack.has(word));
    if ((paragraph.match(registration) ?? []).length > 1 && isPlain(paragraph)) return true;
    return paragraph.split(/(?<=[.!?])\s+/).every((one) => footer.test(one) && footerStart.test(one) && isPlain(one));
  }
  const before = paragraph.slice(0, at);
  return saysNothing(before.slice(0, Math.max(...['. ', '! ', '? '].map((end) => before.lastIndexOf(end))) + 1));
}
/** A postscript is the writer's own again, though it is below the closing. */
export const isPostscript = (line: string): boolean => /^p\.? ?s\.?(?:[: .-]|$)/.test(line);

/**
 * A street or an office as people write it below their name: no sentence, no number as long as one of a record, and no word
 * by which a request could change.
 */
export function isAddressLine(line: string): boolean {
  const bare = withoutAddresses(line.trim());
  return (
    bare.length <= 100 &&
    /^[\p{Lu}\d].*(?:[,|·]|\s[-–]\s)/u.test(bare) &&
    /\d/.test(bare) &&
    !/[!?;:]|\p{Ll}{3,}\.\s*$|\d{6}|[$€]|\d[.,]\d\d\b|[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(bare) &&
    folded(bare)
      .split(/[^a-z']+/)
      .every((word) => !mayTurn(word) && !neverNames.has(word))
  );
}

/** A name, a title, a company or an address: nothing that is said. */
export function isNameLine(line: string): boolean {
  const bare = withoutAddresses(line)
    .trim()
    .replace(/^i\. ?[av]\. ?/i, '')
    .replace(/\b\d+(?:st|nd|rd|th)\b/g, ' ')
    .replace(/\b[A-Z]{2},? \d{5}(?:-\d{4})?\b/g, ' ');
  if (/n['’]t\b|(?<![\d+-])\d{10}(?!\d)/i.test(bare)) return false;
  if (/[!?]|\p{Ll}{4,}\.\s*$|[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(bare) || bare.length > 120) return false;
  const words = bare.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  if (words.length > 12 || behindVerbs.has(words[1] ?? '')) return false;
  return words.every((word) => {
    const plain = folded(word);
    return (
      (words.length < 3 && words[0] === word && givenNames.has(plain)) ||
      (!neverNames.has(plain) && (/^\p{Lu}/u.test(word) || signatureWords.has(plain) || words.length === 1))
    );
  });
}

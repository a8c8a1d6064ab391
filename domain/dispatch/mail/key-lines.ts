/** `key: value` lines as people and mail programs write them: bold, bulleted, in a table, with links put into them. */
import { csvColumns } from '../csv/columns.ts';
import type { CsvColumn } from '../csv/columns.ts';
import { nearestName } from '../../nearest-name.ts';
import { correctionReasons, disputeReasons } from '../task-schemas.ts';
import { portalActions, priorities, taskTypes } from '../task.ts';

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
  /^\s{0,20}(?:[-*+•·–▪]\s{1,4}|\d{1,2}[.)]\s{1,4}|\|\s{0,4})?([*_"'`]{0,3})([\p{L}][\p{L}\p{N}_.#\\ /-]{0,60}?)[*_"'`]{0,3}\s{0,10}([:=：]|\t|\|)[*_]{0,3}(\s{0,10}):?[*_]{0,3}(.*)$/u;

const others: readonly (readonly [CsvColumn, readonly string[]])[] = [
  ['pro', ['pro number', 'pro no', 'pro num', 'pro nr']],
  ['invoice_number', ['invoice', 'invoice no', 'invoice num', 'invoice nr']],
  ['dispute_id', ['dispute', 'dispute number', 'dispute no']],
  ['claim_id', ['claim', 'claim number', 'claim no']],
  ['chargeback_id', ['chargeback', 'chargeback number', 'chargeback no']],
  ['client_ref', ['client reference']],
];

/** Case, blanks and the marks between words aside. */
const plainKey = (key: string): string => key.toLowerCase().replace(/[\s_.#\\-]+/g, '');

const byKey = new Map<string, CsvColumn>([
  ...others.flatMap(([column, names]) => names.map((one): [string, CsvColumn] => [plainKey(one), column])),
  ...csvColumns
    .filter((one) => one.startsWith('changes.'))
    .map((one): [string, CsvColumn] => [plainKey(one.slice(8)), one]),
  ...csvColumns.map((one): [string, CsvColumn] => [plainKey(one), one]),
]);
/** Names that count only with a value that is one of ours. */
const byKeyAndValue = new Map<string, readonly [CsvColumn, readonly string[]]>([
  ['type', ['task_type', taskTypes]],
  ['task', ['task_type', taskTypes]],
  ['reason', ['reason_code', [...correctionReasons, ...disputeReasons]]],
]);

/** The line as a key and its value; null for a line that is none. */
export function keyLine(line: string): KeyLine | null {
  const [, , key = '', mark = '', gap = '', rest = ''] = form.exec(line) ?? [];
  if (key === '') return null;
  const plain = plainKey(key);
  const value = bare(rest);
  const special = byKeyAndValue.get(plain);
  const column = byKey.get(plain) ?? (special?.[1].includes(tidied(special[0], value)) === true ? special[0] : null);
  if (column !== null) return { column, meant: null, key, value: tidied(column, value) };
  // Other people's cells, times and addresses are prose.
  if (!/[:=：]/.test(mark) || (gap === '' && rest !== '') || key.trim().split(/\s+/).length > 4) return null;
  const near = plain.length < 4 ? undefined : nearestName(plain, [...byKey.keys()]);
  const meant = near === undefined ? null : (byKey.get(near.name) ?? null);
  return { column: null, meant, key: key.trim(), value: meant === null ? value : tidied(meant, value) };
}

/** Rows of a spreadsheet as they are pasted: the columns in a first line, their values in those below. */
const cellsOf = (line: string): readonly string[] =>
  line
    .replace(/^ +| +$/g, '')
    .replace(/^\||[\t|]$/g, '')
    .split(/\t|\|/)
    .map((cell) => cell.trim());

/** The columns that a line of cells names; undefined where one of them is none, or no task_type is among them. */
export function headerCells(line: string): readonly CsvColumn[] | undefined {
  const columns = cellsOf(line).map((cell) => byKey.get(plainKey(cell)));
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
const listed = new Map<CsvColumn, readonly string[]>([
  ['task_type', taskTypes],
  ['action', portalActions],
  ['priority', priorities],
]);
const coded: ReadonlySet<CsvColumn> = new Set<CsvColumn>([
  'pro',
  'invoice_number',
  'dispute_id',
  'claim_id',
  'chargeback_id',
  'reason_code',
]);

/** What cannot be meant otherwise: `Pull POD.` is pull_pod, a full stop after a number is no part of it. */
function tidied(column: CsvColumn, value: string): string {
  const values = listed.get(column);
  if (values) {
    const word = value
      .toLowerCase()
      .replace(/[\s\\_-]+/g, '_')
      .replace(/^["'“”_]+|["'“”.,;_]+$/g, '');
    return values.includes(word) ? word : value;
  }
  if (!coded.has(column)) return value;
  // Full-width digits of other keyboards are digits.
  const word = value
    .normalize('NFKC')
    .replace(/^["'“”#]+|["'“”.,;]+$/g, '')
    .trim();
  return column === 'reason_code' && /^[a-z]{2,4}$/i.test(word) ? word.toUpperCase() : word;
}

/** A value that is not well-formed but most likely means one; null where nothing is likely. */
export function likelyValue(column: CsvColumn, value: string): string | null {
  if (column === 'pro' || column === 'invoice_number') {
    const runs = value.match(/\d[\d\s.-]{8,14}\d/g) ?? [];
    const digits = runs.map((run) => run.replace(/\D/g, '')).filter((run) => run.length === 10);
    return digits.length === 1 ? digits[0]! : null;
  }
  if (column === 'amount') {
    const [, whole, cents] =
      /^(?:us)?\s?\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{2}))?\s?(?:usd|us dollars|dollars)?\.?$/i.exec(value) ??
      [];
    return whole === undefined ? null : `${whole.replaceAll(',', '')}.${cents ?? '00'}`;
  }
  if (column === 'task_type') return nearestName(value.toLowerCase().replace(/[\s-]+/g, '_'), taskTypes)?.name ?? null;
  if (column === 'changes.billed_weight') {
    const [, pounds] = /^(\d{1,3}(?:,\d{3})+|\d{1,6})\s?(?:lbs?|pounds)\.?$/i.exec(value) ?? [];
    return pounds?.replaceAll(',', '') ?? null;
  }
  return coded.has(column) ? (/^\(?([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)\)?(?:\s.*)?$/.exec(value)?.[1] ?? null) : null;
}

export const isWellFormed = (column: CsvColumn, value: string): boolean => {
  if (column === 'pro' || column === 'invoice_number') return /^\d{10}$/.test(value);
  if (column === 'amount') return /^\d{1,9}\.\d{2}$/.test(value);
  if (column === 'task_type') return (taskTypes as readonly string[]).includes(value);
  if (column === 'changes.billed_weight') return /^\d{1,9}$/.test(value);
  return !coded.has(column) || /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(value);
};

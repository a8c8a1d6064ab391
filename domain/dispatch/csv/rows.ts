/** From rows of cells to task inputs (D20): each row is handled by itself, with its line number; and the report on them. */
import { type CsvRecord, filledRecords, writeCsv } from '../../csv.ts';
import type { BatchReport } from '../batch-report.ts';
import { type CsvColumn, type Header, columnOfHeading, headerSentence, matchHeader, plainName } from './columns.ts';
import { accessorialCode, reasonOf } from '../code-text.ts';
import { portalActions, priorities, taskTypes } from '../task.ts';

/** A row that can be validated like any task input. */
export interface InputRow {
  readonly line: number;
  /** Shaped as a task input; whether it is one, the validation of all channels says. */
  readonly input: Record<string, unknown>;
  /** What a refusal of this row should add: damage that a spreadsheet does. */
  readonly hints: readonly string[];
}

/** A row that cannot even be shaped. */
interface BrokenRow {
  readonly line: number;
  readonly findings: readonly string[];
}

export type CsvRow = InputRow | BrokenRow;

export interface CsvTasks {
  readonly header: Header;
  readonly rows: readonly CsvRow[];
}

type ShapedCsv = CsvTasks | { readonly findings: readonly string[] };

/**
 * Shapes task inputs out of all records, the header row first. Rows without any content are left out.
 * @param maxRows 100 by API, 5,000 by upload; more is refused as a whole
 * @returns the findings that make the file as a whole unreadable, else its rows
 */
export function csvTasks(records: readonly CsvRecord[], maxRows: number): ShapedCsv {
  const shaping = shapeCsvTasks(records, maxRows);
  for (;;) {
    const step = shaping.next();
    if (step.done === true) return step.value;
  }
}

/** As `csvTasks`, for large files: it may be interrupted wherever it yields. */
export function* shapeCsvTasks(records: readonly CsvRecord[], maxRows: number): Generator<undefined, ShapedCsv> {
  const filled = yield* filledRecords(records);
  const [first, ...rest] = filled.slice(titlesAbove(filled));
  if (!first) return { findings: ['the file is empty'] };
  const matched = matchHeader(first.cells, columnOfHeading);
  if ('findings' in matched) return { findings: matched.findings.map(headerSentence) };
  if (rest.length === 0) return { findings: ['the file has a header row and no task'] };
  if (rest.length > maxRows)
    return { findings: [`the file has ${rest.length} tasks; at most ${maxRows} are accepted`] };
  const rows: CsvRow[] = [];
  const isNumbered = matched.header.columns[0] === null && (isNumberedFrom(0, rest) || isNumberedFrom(1, rest));
  for (const record of rest) {
    rows.push(shapeRow(matched.header, isNumbered ? withoutNumber(record) : record));
    yield;
  }
  return { header: matched.header, rows };
}

/** A report has its title and its date above the header row; more rows than these are no title. */
const mostTitles = 5;
/** Cells with content that a row of a title has at most: a name and its value. */
const titleCells = 2;

/**
 * How many rows stand above the header row: none unless a later one names the type of the tasks, and none that could be
 * a task itself, which would be lost without a word.
 */
function titlesAbove(records: readonly CsvRecord[]): number {
  const above = records.slice(0, mostTitles + 1).findIndex(namesTaskType);
  return above > 0 && records.slice(0, above).every(isTitle) ? above : 0;
}

const namesTaskType = ({ cells }: CsvRecord): boolean =>
  cells.length > 1 && cells.some((cell) => cell.length <= 100 && columnOfHeading(plainName(cell)) === 'task_type');

function isTitle({ cells }: CsvRecord): boolean {
  const filled = cells.map(trimmed).filter((cell) => cell !== '');
  const isOfTask = (cell: string): boolean =>
    /\d(?:[ .,-]?\d){9}/.test(cell.slice(0, 1000)) || isTaskType(tidied('task_type', cell));
  return filled.length <= titleCells && !filled.some(isOfTask);
}
const isTaskType = (value: string): boolean => taskTypes.some((type) => type === value);

/** Data frames write the number of each row in front of it, in a column without a name, and R what is missing as `NA`. */
function isNumberedFrom(first: 0 | 1, records: readonly CsvRecord[]): boolean {
  return records.every(({ cells }, at) => cells[0]?.trim() === String(at + first));
}
const withoutNumber = ({ line, cells }: CsvRecord): CsvRecord => ({
  line,
  cells: cells.map((cell, at) => (at === 0 || /^(?:NA|nan)$/.test(cell) ? '' : cell)),
});

/** What data frames write for a missing value, and spreadsheets for a formula that failed: nobody's note or comment. */
const noValue =
  /^(?:nan|nat|<na>|#(?:n\/a|nv|ref!|bezug!|value!|wert!|valor!|valeur!|name\?|div\/0!|null!|num!|zahl!))$/i;

/** What spreadsheets and reports put under a table. */
const totals = /^(?:(?:grand|sub)[ -]?)?totals?\b|^(?:sum|summe|gesamt|gesamtsumme|somme|suma|total general)\b/i;

function shapeRow({ columns }: Header, { line, cells }: CsvRecord): CsvRow {
  const first = trimmed(cells.find((cell) => cell.trim() !== '') ?? '');
  const type = trimmed(cells[columns.indexOf('task_type')] ?? '');
  if (first.length <= longestTotal && totals.test(first) && (type === '' || type === first))
    return { line, findings: [`the row begins with ${JSON.stringify(first)}: a row of totals is no task; delete it`] };
  const findings = cells.slice(columns.length).some((cell) => cell.trim() !== '')
    ? [`the row has ${cells.length} cells and the header ${columns.length}: is a text with a delimiter not in quotes?`]
    : [];
  const input: Record<string, unknown> = {};
  const params: Record<string, unknown> = {};
  const changes: Record<string, unknown> = {};
  const hints: string[] = [];
  // By the cells of the row: a wide header must not make every short row below it as costly as a wide one.
  cells.slice(0, columns.length).forEach((cell, index) => {
    const column = columns[index] ?? null;
    const text = trimmed(cell);
    if (text === '') return;
    if (column === null) {
      findings.push(`cell ${index + 1} has a value and its column has no name`);
      return;
    }
    if (noValue.test(text)) {
      findings.push(
        `${column} is ${text}, which programs write where there is no value: correct it, or leave the cell empty`,
      );
      return;
    }
    const value = tidied(column, ungrouped(column, text));
    hints.push(...damageHints(column, value));
    if (isList(column) && value.length > longestList)
      findings.push(`${column} must have at most ${longestList.toLocaleString('en-US')} characters`);
    else if (isList(column) && isPartedOtherwise(value))
      findings.push(
        `${column} must have its codes parted by |, such as ${value
          .split(/[,;/+]/)
          .map(trimmed)
          .join('|')}`,
      );
    else if (column.startsWith('changes.')) changes[column.slice('changes.'.length)] = changeValue(column, value);
    else if (inputColumns.has(column)) input[column] = value;
    else params[column] = value;
  });
  if (findings.length > 0) return { line, findings };
  if (Object.keys(changes).length > 0) params['changes'] = changes;
  return { line, input: { ...input, params }, hints };
}

const longestTotal = 40;

/** Ten digits in groups (`041-270883-9`, `4,471,180,293`) are one number; in a mail they may be that of a telephone. */
function ungrouped(column: CsvColumn, value: string): string {
  if ((column !== 'pro' && column !== 'invoice_number') || value.length > longestNumber) return value;
  const isGrouped = /^\d+(?:([ \u00a0\u202f-])\d+)(?:\1\d+)*$|^\d(?:([.,'’])\d{3})(?:\2\d{3}){2}$/.test(value);
  const digits = value.replace(/\D/g, '');
  return isGrouped && digits.length === 10 ? digits : value;
}

/** Columns that are members of the task input itself; the others are its params. */
const inputColumns: ReadonlySet<CsvColumn> = new Set<CsvColumn>([
  'task_type',
  'instruction',
  'client_ref',
  'idempotency_key',
  'callback_url',
  'priority',
]);

/** Far more than as many codes as a task may have. */
const longestList = 10_000;
const isList = (column: CsvColumn): boolean =>
  column === 'changes.add_accessorials' || column === 'changes.remove_accessorials';

/** `LFT,RES` would be one code that no portal has. */
function isPartedOtherwise(value: string): boolean {
  const parts = value.length > longestNumber || value.includes('|') ? [] : value.split(/[,;/+]/);
  return parts.length > 1 && parts.every((part) => /^[A-Z0-9]{2,8}$/.test(part.trim()));
}

// What people and programs write for a value of ours.

export const listed = new Map<CsvColumn, readonly string[]>([
  ['task_type', taskTypes],
  ['action', portalActions],
  ['priority', priorities],
]);
export const coded: ReadonlySet<CsvColumn> = new Set<CsvColumn>([
  'pro',
  'invoice_number',
  'dispute_id',
  'claim_id',
  'chargeback_id',
  'reason_code',
]);

/**
 * The value as the column has it, where it cannot be meant otherwise: `Pull POD.` is pull_pod, and a full stop after a number
 * is no part of it.
 */
export function tidied(column: CsvColumn, value: string): string {
  const values = listed.get(column);
  if (values) {
    const word = value
      .toLowerCase()
      .replace(/[\s\\_-]+/g, '_')
      .replace(/^["'“”_]+|["'“”.,;_]+$/g, '');
    return values.includes(word) ? word : value;
  }
  if (!coded.has(column)) return plainNumber(column, value);
  // Full-width digits of other keyboards are digits; a spreadsheet shows no apostrophe that marks a text.
  const word = value
    .replace(/[\uff10-\uff19]/g, (digit) => digit.normalize('NFKC'))
    .replace(/^["'“”#]+|["'“”.,;]+$/g, '')
    .trim();
  if (column === 'reason_code' && !/^[a-z]{2,4}$/i.test(word)) return reasonOf(word) ?? value;
  if (!/^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(word)) return value;
  return column === 'reason_code' && /^[a-z]{2,4}$/i.test(word) ? word.toUpperCase() : plainNumber(column, word);
}

/**
 * The same number as the column has it, where only its writing differs: data frames write the whole numbers of a column
 * with gaps as `1420.0`, spreadsheets amounts as `95.5`, people `$1,204.50` or `1.204,50 USD`, and `1,420 lbs`. A mark
 * before three last digits of an amount may be that of decimals or of thousands: such a value stays as it is.
 */
function plainNumber(column: CsvColumn, value: string): string {
  if (value.length > longestNumber) return value;
  if (column === 'amount') return plainAmount(value) ?? value;
  if (!wholeNumbers.has(column)) return value;
  const weight =
    column === 'changes.billed_weight'
      ? /^(\d{1,3}(?:[, ]\d{3})+|\d{1,6}) ?(?:lbs?|pounds|libras|livres)\.?$/i.exec(value)
      : null;
  const [, whole = '', decimals = ''] =
    /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(weight?.[1]?.replace(/[, ]/g, '') ?? value) ?? [];
  const kept = decimals.replace(/0+$/, '');
  if (whole === '') return value;
  return kept === '' ? whole : `${whole}.${kept}`;
}

function plainAmount(value: string): string | null {
  const [, number = ''] =
    /^(?:us ?\$|usd|\$)? ?(\d[\d.,' ]{0,14}?) ?(?:us ?\$|usd|us dollars|dollars|\$)?$/i.exec(
      value.replace(/[\u00a0\u202f]/g, ' '),
    ) ?? [];
  const [, whole = '', group, more = '', mark, cents = ''] =
    /^(\d{1,9})(?:(?<=^\d{1,3})([,.' ])(\d{3}(?:\2\d{3})*))?(?:([.,])(\d{1,2}))?$/.exec(number) ?? [];
  if (whole === '' || (group !== undefined && (mark === undefined || mark === group))) return null;
  return `${whole}${more.replace(/\D/g, '')}.${cents.padEnd(2, '0')}`;
}

const wholeNumbers: ReadonlySet<CsvColumn> = new Set<CsvColumn>([
  'pro',
  'invoice_number',
  'changes.billed_weight',
  'changes.billed_class',
]);

function changeValue(column: CsvColumn, value: string): unknown {
  // What is no plain number stays text, so that the validation of all channels says what is wrong with it.
  if (column === 'changes.billed_weight') return /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (!isList(column)) return value;
  return value
    .split('|')
    .map(trimmed)
    .filter((code) => code !== '')
    .map((code) => accessorialCode(code) ?? code);
}

/**
 * Spreadsheets pad cells with ordinary and no-break spaces. `trim` drops both, and byte order marks; a regular
 * expression that looks for blanks at the end takes quadratic time on blanks in the middle.
 */
function trimmed(cell: string): string {
  return cell.trim().replace(/\r\n?/g, '\n');
}

/** Rows that the console and the command line accept in one file; the API takes a batch. */
export const importLimit = 5000;

// What a spreadsheet does to numbers that are names: recognised and named, never repaired where digits may be lost.

const numberAsText = 'format the column as text before typing or pasting';

const longestNumber = 100;

/** Hints for one cell; empty for a cell that shows no such damage. */
export function damageHints(column: CsvColumn, value: string): string[] {
  if (value.startsWith('=')) return [`${column} is a formula, which is read as plain text; give the value itself`];
  // Hints repeat the value, and no damaged number is this long.
  if (value.length > longestNumber) return [];
  if (column === 'pro' || column === 'invoice_number') return tenDigitHints(column, value);
  if (column === 'amount') return amountHints(value);
  if (column === 'changes.billed_class' || column === 'changes.billed_weight') return numberHints(column, value);
  return isScientific(value) ? [scientific(column, value)] : [];
}

function tenDigitHints(column: CsvColumn, value: string): string[] {
  if (isScientific(value)) return [scientific(column, value)];
  const whole = value.replace(/[.,]0+$/, '');
  const hints = whole === value ? [] : [`${column} ${value} looks like a number with decimals: ${numberAsText}`];
  if (/^\d+$/.test(whole) && whole.length >= 6 && whole.length < 10) {
    const zeros = 10 - whole.length;
    hints.push(
      `${column} has ${whole.length} digits: a spreadsheet may have dropped ${zeros === 1 ? 'a leading zero' : `${zeros} leading zeros`}; ${numberAsText}`,
    );
  }
  return hints;
}

function amountHints(value: string): string[] {
  if (/^\d{1,9}\.\d{2}$/.test(value)) return [];
  if (isScientific(value)) return [scientific('amount', value)];
  if (/^[-(]/.test(value)) return ['amount has no sign: it is what is disputed or claimed'];
  if (/(?!\$)\p{Sc}|(?!usd)\b[a-z]{3}\b/iu.test(value)) return ['amount is in US dollars'];
  const plain = value.replace(/^\$\s?/, '');
  const looksLikeMoney = /^(?:\d{1,3}(?:[,.' ]\d{3})+|\d+)(?:[.,]\d{1,2})?$/.test(plain);
  return looksLikeMoney
    ? [
        `write amount as digits with two decimals after a point, without currency sign or thousands separator, such as 1234.50`,
      ]
    : [];
}

function numberHints(column: CsvColumn, value: string): string[] {
  if (isScientific(value)) return [scientific(column, value)];
  if (/^\d+[.,]\d+(?:[.,]\d+)?$/.test(value) && !(column === 'changes.billed_class' && /^\d+\.5$/.test(value))) {
    const example = column === 'changes.billed_class' ? '92.5 or 100' : '1420';
    return [`write ${column} plainly, such as ${example}`];
  }
  return [];
}

/** `1.23E+09`, `1,23E+09`, `4E+09`. */
function isScientific(value: string): boolean {
  return /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i.test(value);
}

function scientific(column: CsvColumn, value: string): string {
  return `${column} ${value} is a number that a spreadsheet shortened, its digits are lost: ${numberAsText}`;
}

// The report on a CSV file, or on a batch, as CSV (D15, D20): the rows as they came, and what happened to each.

interface RowResult {
  readonly line: number;
  readonly status: 200 | 201 | 422;
  /** Null for a refused row. */
  readonly taskId: string | null;
  readonly errorCode: string | null;
  readonly errors: readonly string[];
  readonly hints: readonly string[];
}

const reportColumns = ['line', 'status', 'task_id', 'error_code', 'error', 'hint'] as const;

/** @param records those of the file that `results` are about; matched by line */
export function csvReport(header: Header, records: readonly CsvRecord[], results: readonly RowResult[]): string {
  const named = header.columns.flatMap((column, index) => (column === null ? [] : [{ column, index }]));
  const cellsOfLine = new Map(records.map(({ line, cells }) => [line, cells]));
  const rows = results.map((result) => {
    const cells = cellsOfLine.get(result.line) ?? [];
    return [...named.map(({ index }) => cells[index] ?? ''), ...resultCells(result)];
  });
  return writeCsv([...named.map(({ column }) => column), ...reportColumns], rows);
}

function resultCells({ line, status, taskId, errorCode, errors, hints }: RowResult): string[] {
  return [String(line), String(status), taskId ?? '', errorCode ?? '', errors.join('; '), hints.join('; ')];
}

const batchReportColumns = ['index', 'status', 'task_id', 'result_url', 'error'] as const;

/** The report on a batch that came as JSON: its rows by their index. */
export function batchCsv(report: BatchReport): string {
  return writeCsv(
    batchReportColumns,
    report.results.map((row) =>
      row.status === 422
        ? [String(row.index), '422', '', '', row.details.join('; ')]
        : [String(row.index), String(row.status), row.task.id, row.task.result_url, ''],
    ),
  );
}

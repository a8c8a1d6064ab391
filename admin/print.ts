/** How commands print: JSON for scripts, tables and lines of `name  value` for people. */
import { styleText } from 'node:util';
import { terminal } from './terminal.ts';

export interface PrintOptions {
  readonly json?: boolean;
}

/** What a column or member may hold. */
type Printable = string | number | boolean | null | readonly string[];
type PrintableRecord = Readonly<Record<string, Printable>>;

export function printRecord(record: PrintableRecord, options: PrintOptions, note?: string): void {
  if (options.json === true) {
    write(JSON.stringify(record));
    return;
  }
  const width = Math.max(...Object.keys(record).map((name) => name.length)) + 2;
  for (const [name, value] of Object.entries(record)) write(`${name.padEnd(width)}${coloured(shown(value))}`);
  if (note !== undefined) write(`\n${note}`);
}

/** @param forPeople the same records as a person reads them, where that is not as programs do */
export function printList(
  name: string,
  records: readonly PrintableRecord[],
  options: PrintOptions,
  forPeople: readonly PrintableRecord[] = records,
): void {
  const [first] = forPeople;
  if (options.json === true) write(JSON.stringify({ [name]: records }));
  else if (first === undefined) write(`There are no ${name}.`);
  else printTable(Object.keys(first), forPeople);
}

function printTable(names: readonly string[], records: readonly PrintableRecord[]): void {
  const rows = records.map((record) => names.map((name) => shown(record[name] ?? null)));
  const widths = names.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  // The last column is not filled up: it may be a sentence.
  const padded = (cell: string, column: number): string =>
    column === names.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
  const heading = names.map((name, column) => padded(name.replaceAll('_', ' ').toUpperCase(), column)).join('  ');
  write(terminal().colour ? styleText('bold', heading, { validateStream: false }) : heading);
  for (const row of rows) write(row.map((cell, column) => coloured(cell, padded(cell, column))).join('  '));
}

function shown(value: Printable): string {
  if (value === null || value === '') return '-';
  if (typeof value === 'object') return value.join(',') || '-';
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? localTime(new Date(text)) : text.replace(/\s+/g, ' ');
}

/** In the time zone of the machine, with its offset: `2026-11-26 05:47:21 +01:00`. */
export function localTime(at: Date): string {
  const ahead = -at.getTimezoneOffset();
  const wall = new Date(at.getTime() + ahead * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const two = (n: number): string => String(n).padStart(2, '0');
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`;
  return `${wall} ${ahead === 0 ? 'UTC' : offset}`;
}

const colourOf: Readonly<Record<string, 'green' | 'red' | 'yellow' | 'cyan'>> = {
  completed: 'green',
  delivered: 'green',
  sent: 'green',
  failed: 'red',
  rejected: 'red',
  escalated: 'yellow',
  awaiting_approval: 'yellow',
  retrying: 'yellow',
  uncertain: 'yellow',
  running: 'cyan',
};

/** A status in its colour, where the terminal has colours. @param text what is printed of it */
export function coloured(word: string, text = word): string {
  const colour = terminal().colour && Object.hasOwn(colourOf, word) ? colourOf[word] : undefined;
  return colour === undefined ? text : styleText(colour, text, { validateStream: false });
}

function write(line: string): void {
  terminal().out(`${line}\n`);
}

/** Control characters could drive the terminal of anyone who looks. */
export function harmless(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : '\ufffd'));
}

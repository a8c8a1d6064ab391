/** How commands print: JSON for scripts, lines of `name  value` for people. */
import { terminal } from './terminal.ts';

export interface PrintOptions {
  readonly json?: boolean;
}

/** What a column or member may hold. */
type Printable = string | number | boolean | null | readonly string[];

export function printRecord(record: Readonly<Record<string, Printable>>, options: PrintOptions, note?: string): void {
  if (options.json === true) {
    write(JSON.stringify(record));
    return;
  }
  const width = Math.max(...Object.keys(record).map((name) => name.length)) + 2;
  for (const [name, value] of Object.entries(record)) write(`${name.padEnd(width)}${shown(value)}`);
  if (note !== undefined) write(`\n${note}`);
}

export function printList(
  name: string,
  records: readonly Readonly<Record<string, Printable>>[],
  options: PrintOptions,
): void {
  if (options.json === true) write(JSON.stringify({ [name]: records }));
  else if (records.length === 0) write(`There are no ${name}.`);
  else for (const record of records) write(Object.values(record).map(shown).join('  '));
}

function shown(value: Printable): string {
  if (value === null || value === '') return '-';
  return typeof value === 'object' ? value.join(',') : String(value);
}

function write(line: string): void {
  terminal().out(`${line}\n`);
}

/** Control characters could drive the terminal of whoever looks. */
export function harmless(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : '\ufffd'));
}

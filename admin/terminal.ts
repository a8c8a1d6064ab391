/** Where and how a command reads and prints: the terminal of the process, or what a caller in this process hands in. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** What a person in front of it waits for; the empty text takes it away. Not for a pipe or a file. */
  readonly waiting: (text: string) => void;
  /** All of standard input; undefined where a person sits in front of it. */
  readonly input: () => Promise<string | undefined>;
  /** Standard input line by line, as a person types it. */
  readonly lines: () => AsyncIterable<string>;
  /** What a person types in answer to a question, without showing it; undefined where nobody sits in front of it. */
  readonly secret: (question: string) => Promise<string | undefined>;
  /** Who acts, when it is somebody else than the user of the operating system. */
  readonly actor: () => string | undefined;
  /** Whether what is printed may be coloured: a terminal, and NO_COLOR is not set. */
  readonly colour: boolean;
}

const ofProcess: Terminal = {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  waiting: (text) => void (process.stderr.isTTY && process.stderr.write(`\r\u001b[K${text}`)),
  input: async () => (process.stdin.isTTY ? undefined : text(process.stdin)),
  lines: () => createInterface({ input: process.stdin }),
  secret: async (question) => (process.stdin.isTTY ? typedUnseen(question) : undefined),
  actor: () => undefined,
  colour: process.stdout.isTTY && process.stdout.hasColors(),
};

function typedUnseen(question: string): Promise<string> {
  process.stdout.write(question);
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    const onData = (bytes: Buffer): void => {
      for (const sign of bytes.toString('utf8')) {
        if (sign === '\u0003') return end(() => reject(new Error('it was ended by Ctrl+C')));
        if (sign === '\r' || sign === '\n') return end(() => resolve(typed));
        typed = sign === '\u007f' || sign === '\b' ? typed.slice(0, -1) : typed + sign;
      }
    };
    const end = (done: () => void): void => {
      stdin.off('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      process.stdout.write('\n');
      done();
    };
    stdin.on('data', onData);
  });
}

const current = new AsyncLocalStorage<Terminal>();

/** The terminal of the command that runs. */
export function terminal(): Terminal {
  return current.getStore() ?? ofProcess;
}

/** Runs `work` on another terminal, or on this one with something changed. */
export function onTerminal<T>(change: Partial<Terminal>, work: () => T): T {
  return current.run({ ...terminal(), ...change }, work);
}

// How commands print: JSON for scripts, tables and lines of `name  value` for people.

export interface PrintOptions {
  readonly json?: boolean;
}

/** What a column or member may hold. */
type Printable = string | number | boolean | null | readonly string[];
type PrintableRecord = Readonly<Record<string, Printable>>;

export function printRecord(record: PrintableRecord, options: PrintOptions, note?: string): void {
  if (options.json === true) {
    writeLine(JSON.stringify(record));
    return;
  }
  const width = Math.max(...Object.keys(record).map((name) => name.length)) + 2;
  for (const [name, value] of Object.entries(record)) writeLine(`${name.padEnd(width)}${coloured(shown(value))}`);
  if (note !== undefined) writeLine(`\n${note}`);
}

/**
 * @param list what programs call it, in the names of the API, and people where they use other words
 * @param forPeople the same records as a person reads them, where that is not as programs do
 */
export function printList(
  list: string | readonly [key: string, words: string],
  records: readonly PrintableRecord[],
  options: PrintOptions,
  forPeople: readonly PrintableRecord[] = records,
): void {
  const [first] = forPeople;
  const [key, words] = typeof list === 'string' ? [list, list] : list;
  if (options.json === true) writeLine(JSON.stringify({ [key]: records }));
  else if (first === undefined) writeLine(`There are no ${words}.`);
  else printTable(Object.keys(first), forPeople);
}

function printTable(names: readonly string[], records: readonly PrintableRecord[]): void {
  const rows = records.map((record) => names.map((name) => shown(record[name] ?? null)));
  const widths = names.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  // The last column is not filled up: it may be a sentence.
  const padded = (cell: string, column: number): string =>
    column === names.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
  const heading = names.map((name, column) => padded(name.replaceAll('_', ' ').toUpperCase(), column)).join('  ');
  writeLine(terminal().colour ? styleText('bold', heading, { validateStream: false }) : heading);
  for (const row of rows) writeLine(row.map((cell, column) => coloured(cell, padded(cell, column))).join('  '));
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

export function writeLine(line: string): void {
  terminal().out(`${line}\n`);
}

/** Control characters could drive the terminal of anyone who looks. */
export function harmless(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : '\ufffd'));
}

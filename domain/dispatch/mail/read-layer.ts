/** One layer of a mail, line by line: the `key: value` lines, and what is around them and may change their meaning. */
import codes from '../codes.json' with { type: 'json' };
import type { CsvColumn } from '../csv/columns.ts';
import {
  type KeyLine,
  type TableLine,
  cellsAsLines,
  freeText,
  filledBelow,
  headerCells,
  isAddressLine,
  isBoilerplate,
  isClosing,
  isContact,
  isGreeting,
  isMereForm,
  isNameLine,
  isPostscript,
  isSentenceOfNumber,
  keyAlone,
  keyLine,
  plainValue,
  rowAsLines,
  withoutOrdinals,
} from './key-lines.ts';
import {
  type Asked,
  type ReadSentence,
  allKinds,
  asideIn,
  isPlainSubject,
  isTitle,
  readSentences,
  unclearIn,
} from './prose.ts';
import { boundsRequest, isPersonsName, saysSomething } from './header.ts';
import { type LayerLine, isOfAnother } from './quotes-and-forwards.ts';
import { type Spoken, kindsOf, otherMeasures, spokenIn } from './spoken-request.ts';
import { folded, isDetail, lexicons, takesBack, withoutAddresses } from './vocabulary.ts';

export interface FoundLine {
  readonly number: number;
  readonly column: CsvColumn;
  readonly value: string;
  /** The line below it, where it may belong to the value. */
  readonly below?: string;
  /** The row of a table that it is a cell of. */
  readonly row?: number;
}

export interface ReadLayer {
  readonly found: readonly FoundLine[];
  /** Why the lines might not be all that is meant. */
  readonly doubts: readonly string[];
  /** The lines are before and after a quote: answers to it. */
  readonly aroundQuote: boolean;
  /** What is asked for is only said in sentences. */
  readonly isSpoken: boolean;
  /** Sentences ask for each of several records. */
  readonly isList: boolean;
}

/** Mail programs break lines at some 72 to 78 characters. */
const wrapped = { from: 62, to: 80 };

interface Prose {
  readonly number: number;
  /** Its last line, where a program broke it. */
  readonly end?: number;
  readonly line: string;
  /** Names and addresses are there. */
  readonly belowClosing: boolean;
}

interface Reading {
  readonly found: FoundLine[];
  readonly doubts: string[];
  readonly values: string[];
  /** Prose as it was, without what nobody wrote for this mail. */
  readonly prose: Prose[];
}

interface Beside {
  /** Values of a file that the text goes with. */
  readonly file?: readonly string[];
  /** A subject that was written for this text, where sentences may ask for the work. */
  readonly subject?: string;
}

/** @param lines without quotes; a signature after `-- ` is left out here */
export function readLayer(lines: readonly LayerLine[], { file = [], subject }: Beside = {}): ReadLayer {
  const end = lines.findIndex(({ text }) => /^--\s?$/.test(text));
  const own = withRows(end === -1 ? lines : lines.slice(0, end));
  const reading: Reading = { found: [], doubts: [], values: [], prose: [] };
  const signature = signatureFrom(own);
  let closed = false;
  /** Something else was between the lines. */
  let apart = false;
  const parts = new Set<number>();
  for (const block of blocksOf(own)) {
    if (block.kind === 'prose') {
      closed = readProse(reading, block.lines, closed, signature);
      apart = true;
      continue;
    }
    const { line, key } = block;
    if (key.column === null) {
      readUnknown(reading, line, key, closed);
      continue;
    }
    if (closed && reading.found.length > 0) reading.doubts.push(`line ${line.number} is below the closing of the mail`);
    else if (apart && freeText.has(key.column) && reading.found.length > 0)
      reading.doubts.push(`line ${line.number} is apart from the other lines`);
    closed = false;
    apart = false;
    if (key.value !== '' || block.taken !== undefined) parts.add(line.part);
    reading.found.push({
      number: line.number,
      column: key.column,
      ...valueOf(block),
      ...(line.row === undefined ? {} : { row: line.row }),
    });
    if (block.below !== undefined) reading.doubts.push(`line ${block.belowLine} may belong to ${key.column} or not`);
  }
  const hasLines = reading.found.length > 0;
  const spoken = subject === undefined ? null : nameInWords(reading, subject);
  reading.values.push(...[...reading.found.map(({ value }) => value), ...file].map((value) => value.toLowerCase()));
  const said = judgeProse(reading);
  if (spoken !== null && !said.some(({ isRequest }) => isRequest))
    reading.doubts.push('no sentence of the mail asks for it');
  // Somebody may write below a signature, which is not read otherwise.
  for (const { number, text } of end === -1 ? [] : lines.slice(end + 1, end + 10)) {
    const plain = folded(text);
    if (
      plain.length <= 80 &&
      !isBoilerplate(plain) &&
      withoutAddresses(plain)
        .split(/[^a-z]+/)
        .some((word) => takesBack.has(word))
    )
      reading.doubts.push(`line ${number} is below the signature: ${quoted(text)}`);
  }
  for (const { number, column, value } of reading.found) {
    const aside = freeText.has(column) || column.endsWith('_name') ? asideIn(value, reading.values) : null;
    if (aside !== null) reading.doubts.push(`line ${number} may say more than its ${column}: ${quoted(aside)}`);
  }
  reading.doubts.push(...otherMeasures(reading.found));
  for (const { number, value } of reading.found)
    if (value.includes('\ufffd'))
      reading.doubts.push(`line ${number} has letters that its character set does not have`);
  const found = reading.found.filter(({ value }) => value !== '');
  return {
    found,
    doubts: reading.doubts,
    aroundQuote: parts.size > 1,
    isSpoken: spoken !== null && !hasLines,
    isList: spoken?.isList ?? false,
  };
}

/** Takes what sentences name where no line has a type. */
function nameInWords({ found, prose, doubts }: Reading, subject: string): Spoken | null {
  if (found.some(({ column }) => column === 'task_type')) return null;
  const own = prose.flatMap(({ line, belowClosing }) => (belowClosing ? [] : [line.replaceAll('\n', ' ')]));
  const spoken = spokenIn([subject, ...own], found);
  if (spoken === null) return null;
  const said = { number: Infinity };
  const missing = spoken.values.filter(
    ({ column, value }) => !found.some((line) => line.column === column && line.value === value),
  );
  found.push({ ...said, column: 'task_type', value: spoken.type }, ...missing.map((one) => ({ ...said, ...one })));
  doubts.push(...spoken.doubts);
  return spoken;
}

/** A value that begins below its key and could be anything else is taken from there, for its writer to confirm. */
function valueOf({ key, rest, below, taken }: Extract<Block, { kind: 'key' }>): Pick<FoundLine, 'value' | 'below'> {
  if (taken !== undefined) return { value: taken };
  if (key.value === '') return { value: below ?? '' };
  const value = rest === undefined ? key.value : `${key.value} ${rest}`;
  return below === undefined ? { value } : { value, below };
}

/**
 * Whether answers that are written into a quote mean the same without it: it only asks. A quote with lines, numbers or
 * negations of its own may change what an answer means.
 * @param answers the lines that are written into it
 */
export function onlyAsks(quote: readonly LayerLine[], answers: readonly FoundLine[]): boolean {
  if (readLayer(quote).found.length > 0) return false;
  const asked: Asked = { values: answers.map(({ value }) => value), kinds: allKinds };
  return quote.every(({ text }) => {
    const plain = folded(text);
    return plain === '' || isMereForm(plain) || isNameLine(text) || unclearIn(text, asked, true) === null;
  });
}

/** With the rows that were pasted from a spreadsheet as `key: value` lines. */
function withRows(given: readonly LayerLine[]): TableLine[] {
  const lines = withoutOrdinals(given);
  const read: TableLine[] = [];
  let columns: ReturnType<typeof headerCells>;
  for (const line of lines) {
    const row = columns === undefined ? cellsAsLines(line.text) : rowAsLines(columns, line.text);
    if (row !== undefined)
      read.push(...row.map((text) => ({ ...line, text, ...(columns === undefined ? {} : { row: line.number }) })));
    else {
      columns = headerCells(line.text) ?? (line.text.trim() === '' ? columns : undefined);
      if (columns === undefined || line.text.trim() === '') read.push(line);
    }
  }
  return read;
}

interface Continued {
  /** Of a value that the program broke into lines. */
  readonly rest?: string;
  readonly below?: string;
  readonly belowLine?: number;
  /** The value, where it is in a line of its own below the key and can be nothing else. */
  readonly taken?: string;
}

type Block =
  | { readonly kind: 'prose'; readonly lines: readonly LayerLine[] }
  | ({ readonly kind: 'key'; readonly line: TableLine; readonly key: KeyLine } & Continued);

function blocksOf(lines: readonly TableLine[]): Block[] {
  const blocks: Block[] = [];
  let prose: LayerLine[] = [];
  const flush = (): void => {
    if (prose.length > 0) blocks.push({ kind: 'prose', lines: prose });
    prose = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.text.trim() === '' || /^\s*[_=*-]{3,}\s*$/.test(line.text)) {
      flush();
      continue;
    }
    const isDetail = isContact(folded(line.text.slice(0, 200)));
    const key = isDetail ? null : (keyLine(line.text) ?? keyOfValueBelow(lines, at));
    const paragraph = key === null ? [] : paragraphAt(lines, at);
    const anybodys = key !== null && (key.column === null || freeText.has(key.column));
    if (anybodys && isBoilerplate(folded(paragraph.map(({ text }) => text).join(' ')))) {
      // "Note: this message is confidential …" is nobody's note.
      flush();
      blocks.push({ kind: 'prose', lines: paragraph });
      at += paragraph.length - 1;
      continue;
    }
    if (key === null) {
      prose.push(line);
      continue;
    }
    flush();
    const { used, ...more } = continuation(lines, at, key);
    blocks.push({ kind: 'key', line, key, ...more });
    at += used;
  }
  flush();
  return blocks;
}

function paragraphAt(lines: readonly LayerLine[], from: number): LayerLine[] {
  const end = lines.findIndex(
    ({ text }, at) => at > from && (text.trim() === '' || (keyLine(text)?.column ?? null) !== null),
  );
  return lines.slice(from, end === -1 ? undefined : end);
}

/** The name of a key alone on its line, as a cell of a table becomes one, where what is below it can only be its value. */
function keyOfValueBelow(lines: readonly LayerLine[], at: number): KeyLine | null {
  const key = keyAlone(lines[at]!.text);
  if (key === null || key.column === null) return null;
  const below = lines[filledBelow(lines, at)]?.text.trim() ?? '';
  return plainValue(key.column, below) === null ? null : key;
}

/** Whether a line may be part of a free text. */
function mayContinue(text: string): boolean {
  const plain = folded(text.slice(0, 200));
  if (text === '' || /^[-_=*]{2,}\s?$/.test(text) || isClosing(plain) || isGreeting(plain) || isContact(plain))
    return false;
  return keyLine(text) === null;
}

/** What follows a free text without a blank line: its own second half where the first is as long as a line gets. */
function continuation(lines: readonly LayerLine[], at: number, key: KeyLine): Continued & { readonly used: number } {
  if (key.column === null) return { used: 0 };
  if (key.value === '') {
    const next = filledBelow(lines, at);
    const below = lines[next]?.text.trim() ?? '';
    if (!mayContinue(below) || lines[next]!.part !== lines[at]!.part) return { used: 0 };
    const taken = plainValue(key.column, below);
    if (taken !== null) return { taken, used: next - at };
    const isTheirs = !isBoilerplate(
      folded(
        paragraphAt(lines, next)
          .map(({ text }) => text)
          .join(' '),
      ),
    );
    return freeText.has(key.column) && isTheirs ? { below, belowLine: lines[next]!.number, used: 0 } : { used: 0 };
  }
  if (!freeText.has(key.column)) return { used: 0 };
  const rest: string[] = [];
  for (let next = at + 1; next < lines.length; next += 1) {
    const text = lines[next]!.text.trim();
    if (!mayContinue(text) || lines[next]!.part !== lines[at]!.part) break;
    const before = lines[next - 1]!.text.trimEnd();
    const word = text.split(' ', 1)[0] ?? '';
    if (
      before.length > wrapped.to ||
      before.length + word.length < wrapped.from + 6 ||
      before.length < wrapped.from - 14
    )
      return {
        ...(rest.length > 0 ? { rest: rest.join(' ') } : {}),
        below: text,
        belowLine: lines[next]!.number,
        used: rest.length,
      };
    rest.push(text);
  }
  return rest.length > 0 ? { rest: rest.join(' '), used: rest.length } : { used: 0 };
}

/** Whether a line is the rest of a sentence that a program broke, because its first word had no room above. */
const continues = ({ number, end = number, line }: Prose, at: number, text: string): boolean => {
  const last = line.length - (line.lastIndexOf('\n') + 1);
  return (
    at === end + 1 &&
    !/[.!?:]$/.test(line.trimEnd()) &&
    last <= wrapped.to &&
    last + (text.trim().split(' ', 1)[0] ?? '').length >= wrapped.from
  );
};
/**
 * The first of the names, titles and contact details that end a text, where it has a way to reach somebody among them, or
 * begins with a name in a paragraph of its own.
 */
function signatureFrom(lines: readonly LayerLine[]): number {
  let first = Infinity;
  let isSigned = false;
  /** Nothing below has a word that a sentence in capitals would have. */
  let isMere = true;
  for (const { number, text } of lines.toReversed()) {
    const plain = folded(text);
    if (plain === '' || isBoilerplate(plain)) continue;
    const isOffice = isAddressLine(text) && /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b/.test(text);
    const isDetail = isContact(plain) || /^\S+@\S+$/.test(plain) || isOffice;
    if (
      !isDetail &&
      ((keyLine(text)?.column ?? null) !== null || !(isNameLine(text) || isTitle(text) || isAddressLine(text)))
    )
      break;
    isSigned ||= isDetail || (isMere && first < Infinity && isPersonsName(text) && isBlank(lines, number - 1));
    isMere &&= !saysSomething(text);
    first = number;
  }
  return isSigned ? first : Infinity;
}

const isBlank = (lines: readonly LayerLine[], wanted: number): boolean =>
  lines.some(({ number, text }) => number === wanted && text.trim() === '');

/** @returns whether the mail was closed by now */
function readProse(reading: Reading, lines: readonly LayerLine[], closedBefore: boolean, signature: number): boolean {
  let closed = closedBefore;
  if (isBoilerplate(folded(lines.map(({ text }) => text).join(' ')))) return closed;
  for (const { number, text } of lines) {
    const plain = folded(text);
    closed ||= number >= signature;
    if (isMereForm(plain) || isContact(plain)) {
      closed ||= isClosing(plain);
      continue;
    }
    if (isPostscript(plain)) closed = false;
    const above = reading.prose.at(-1);
    if (above !== undefined && above.belowClosing === closed && continues(above, number, text)) {
      reading.prose[reading.prose.length - 1] = {
        ...above,
        line: `${above.line.trimEnd()}\n${text.trim()}`,
        end: number,
      };
    } else reading.prose.push({ number, end: number, line: text, belowClosing: closed });
    closed ||= isClosing(plain);
  }
  return closed;
}

/** What a key that nobody knows may stand for. */
const ofTheRequest =
  /\b(?:tasks?|types?|pros?|numbers?|nos?|invoices?|disputes?|claims?|chargebacks?|reasons?|codes?|amounts?|notes?|comments?|actions?|weights?|class|accessorials?|consignees?|instructions?|priority|requests?|to|from|tipo|numero|factura|motivo|monto|importe|nota|peso|facture|motif|montant|poids|nummer|rechnung|grund|betrag|gewicht)\b/;

function readUnknown(reading: Reading, { number, text }: LayerLine, key: KeyLine, closed: boolean): void {
  const plain = folded(text);
  if (isBoilerplate(plain) || isGreeting(plain) || isClosing(plain)) return;
  // "Quick one for today: the customer waits" is a sentence.
  const introduces =
    key.value === '' || (key.meant === null && key.key.split(/\s+/).length > 2 && !ofTheRequest.test(folded(key.key)));
  if (isDetail(`${key.key}:`, key.value) || isSentenceOfNumber(key.key, key.value))
    reading.prose.push({ number, line: text, belowClosing: closed });
  else if (key.meant !== null && !introduces) {
    reading.found.push({ number, column: key.meant, value: key.value });
    reading.doubts.push(
      `line ${number}: ${JSON.stringify(key.key.slice(0, 60))} is not known; did you mean ${key.meant}?`,
    );
  } else if (
    !introduces &&
    !closed &&
    !/^(?:fyi|ps|p\.s\.|subject|re|summary|reporter|project|ticket|created by|department|description)$/.test(
      key.key.toLowerCase(),
    )
  )
    reading.doubts.push(`line ${number}: ${JSON.stringify(key.key.slice(0, 60))} is not known`);
  else reading.prose.push({ number, line: text, belowClosing: closed });
}

const quoted = (text: string): string => JSON.stringify(text.replace(/\s+/g, ' ').trim().slice(0, 80));

/** Whether all that is written around the lines is harmless. */
function judgeProse({ found, doubts, prose, values }: Reading): readonly ReadSentence[] {
  const asked: Asked = { values, kinds: kindsOf(found) };
  // Without lines of its own, a text is above what it forwards.
  const firstLine = Math.min(...found.map(({ number }) => number));
  const read: { number: number; sentences: readonly ReadSentence[] }[] = [];
  for (const { number, line, belowClosing } of prose) {
    const isAbove = number < firstLine;
    const isName =
      isNameLine(line) && (belowClosing || (!/\d/.test(line) && line.trim().split(/\s+/).length <= (isAbove ? 2 : 4)));
    const text = line.replaceAll('\n', ' ').replace(/^\s*p\.? ?s\.?[: .-]\s*/i, '');
    const isFooter =
      belowClosing &&
      (isTitle(line) || isAddressLine(line) || /^\s*["“”«„].+["”»“]/.test(line) || isBoilerplate(folded(line)));
    if (!isName && !isFooter && !isOfNumbers(line, values))
      read.push({
        number,
        sentences: readSentences(text, { ...asked, isAbove }),
      });
  }
  // Who tells something and then asks for the work in words wants it in view of what they told.
  const all = read.flatMap(({ number, sentences }) => sentences.map((sentence) => ({ number, sentence })));
  const lastRequest = all.findLastIndex(({ sentence }) => sentence.isRequest);
  const isBackgroundAt = (at: number): boolean =>
    at < lastRequest && all[at]!.number < firstLine && all[at]!.sentence.isBackground;
  const unclear = all.filter(({ sentence }, at) => !sentence.isClear && !isBackgroundAt(at));
  for (const number of new Set(unclear.map((one) => one.number)))
    doubts.push(
      `line ${number} may change the request: ${quoted(unclear.find((one) => one.number === number)!.sentence.text)}`,
    );
  return all.map(({ sentence }) => sentence);
}

/** A line of a list: numbers of the request and nothing else. */
const isOfNumbers = (line: string, values: readonly string[]): boolean => {
  const parts = line
    .trim()
    .replace(/^\(?\d{1,2}[.)]\s+/, '')
    .split(/[\s,;#•*–-]+/)
    .filter((part) => part !== '' && !/^(?:and|&|pros?:?)$/i.test(part));
  return parts.length > 0 && parts.every((part) => /\d{6}/.test(part) && values.includes(part.toLowerCase()));
};

const meanings: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({ ...codes.corrections, ...codes.disputes }).map(([code, is]) => [code, is.split(' ')]),
);
/** Why a subject that was written for this mail may say something else than its lines. */
export function subjectDoubts(
  subject: string,
  found: readonly (Pick<FoundLine, 'value'> & Partial<FoundLine>)[],
): string[] {
  // What the code of the request stands for: "Duplicate payment" and "Double billed" with DUP.
  const meant = found.flatMap(({ column, value }) =>
    column === 'reason_code'
      ? [
          ...(meanings.get(value) ?? []),
          ...lexicons().flatMap(({ phrases }) => (phrases.grounds.get(value) ?? []).flat()),
        ]
      : [],
  );
  const values = [...found.map(({ value }) => value.toLowerCase()), ...meant];
  const removes = found.some(({ column }) => column === 'changes.remove_accessorials');
  const read = subject.slice(0, 300);
  return isOfAnother(read) || (isPlainSubject(read, values, removes) && !boundsRequest(read, values))
    ? []
    : [`the subject may change the request: ${quoted(subject)}`];
}

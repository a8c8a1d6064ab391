/** Reads CSV into records that know their line: encoding, delimiter, quotes; what is wrong with it as a sentence. */
import { type CsvFault, type CsvRecord, readRows, sniffDelimiter, declaredDelimiter } from '../../domain/csv.ts';
import { openSlices } from '../../process/time-slices.ts';

/** A file that cannot be read at all; nothing of it is taken. */
interface UnreadableText {
  readonly finding: string;
}

/** Characters of one cell. */
const longestCell = 1_000_000;
/** Cells of one record: fifty megabytes of commas would become as many. */
const mostCells = 10_000;
/** Characters of one record: several of the longest cells. */
const longestRow = 4_000_000;
const headBytes = 64_000;

/** The beginning of a file as text, to recognise what it is; a character that is cut at the end does not count. */
export function csvHead(bytes: Buffer): string {
  return new TextDecoder('utf-8').decode(bytes.subarray(0, headBytes), { stream: true });
}

/**
 * Records in the order of the file; empty lines and the line `sep=;` of Excel are none. Other requests get their turn between them.
 * @param maxRecords reading ends after these
 */
export async function readCsvRecords(bytes: Buffer, maxRecords: number): Promise<CsvRecord[] | UnreadableText> {
  const text = await decoded(bytes);
  if (typeof text !== 'string') return text;
  const records: CsvRecord[] = [];
  const pause = openSlices();
  const declared = declaredDelimiter(text);
  const start =
    declared === undefined
      ? { separator: sniffDelimiter(text), from: 0, line: 1 }
      : { separator: declared.delimiter, from: declared.length, line: 2 };
  for (const row of readRows(text, { ...start, strict: true, mostCells, longestCell, longestRow })) {
    const waited = pause();
    if (waited) await waited;
    if (row === undefined) continue;
    if (row.fault !== undefined) return { finding: sentenceOf[row.fault](row.line) };
    records.push(row);
    if (records.length >= maxRecords) break;
  }
  return records;
}

/** Bytes that become text at once. */
const sliceBytes = 262_144;

/** First bytes of what people send for a CSV file. */
const otherFiles: readonly (readonly [beginning: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or another ZIP file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel workbook of an old version'],
  [[0x1f, 0x8b], 'compressed with gzip'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0xff, 0xfe], 'UTF-16, which Excel calls "Unicode Text"'],
  [[0xfe, 0xff], 'UTF-16'],
];

/** Every line end as `\n`, without the byte order mark. */
async function decoded(bytes: Buffer): Promise<string | UnreadableText> {
  const other = otherFiles.find(([beginning]) => beginning.every((byte, at) => bytes[at] === byte));
  if (other !== undefined)
    return { finding: `the file must be CSV as UTF-8 text; it is ${other[1]}. In Excel, save it as "CSV UTF-8"` };
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const slices: string[] = [];
  const pause = openSlices();
  for (let from = 0; from < bytes.length; from += sliceBytes) {
    const to = Math.min(from + sliceBytes, bytes.length);
    try {
      slices.push(utf8.decode(withLineFeeds(bytes, from, to), { stream: to < bytes.length }));
    } catch {
      return { finding: 'the file must be UTF-8; in Excel, save it as "CSV UTF-8"' };
    }
    const nul = slices.at(-1)!.indexOf('\u0000');
    if (nul !== -1) return { finding: nulSentence(slices, nul) };
    await pause();
  }
  return slices.join('');
}

/** Every other byte of UTF-16 is NUL. */
function nulSentence(slices: readonly string[], nul: number): string {
  if (slices.length === 1 && nul < 2)
    return 'the file must be CSV as UTF-8 text; it has a NUL character at its beginning, as UTF-16 does. In Excel, save it as "CSV UTF-8"';
  const before = [...slices.slice(0, -1), slices.at(-1)!.slice(0, nul)];
  const line = before.reduce((count, text) => count + (text.match(/\n/g)?.length ?? 0), 1);
  return `the file must be text; it has a NUL character on line ${line}`;
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** The bytes from one place to another with every line end as a line feed; one that is cut in two counts once. */
function withLineFeeds(bytes: Buffer, from: number, to: number): Buffer {
  const slice = bytes.subarray(from, to);
  const endsOthersLine = from > 0 && bytes[from - 1] === carriageReturn && slice[0] === lineFeed;
  if (!endsOthersLine && !slice.includes(carriageReturn)) return slice;
  // Byte by byte: a regular expression takes twenty times as long where every character is a line end.
  const read = Buffer.allocUnsafe(slice.length);
  let length = 0;
  let previous = endsOthersLine ? carriageReturn : 0;
  for (const byte of slice) {
    if (byte !== lineFeed || previous !== carriageReturn) {
      read[length] = byte === carriageReturn ? lineFeed : byte;
      length += 1;
    }
    previous = byte;
  }
  return read.subarray(0, length);
}

const sentenceOf: Readonly<Record<CsvFault, (line: number) => string>> = {
  quote_not_closed: (line) => `a quoted cell on line ${line} is not closed before the file ends`,
  stray_quote: (line) => `a quote on line ${line} is where none may be; double the quotes inside a quoted cell`,
  row_too_wide: (line) =>
    `a row must have at most ${mostCells.toLocaleString('en-US')} cells; the one on line ${line} has more`,
  cell_too_long: (line) => `a cell on line ${line} must have at most ${longestCell.toLocaleString('en-US')} characters`,
  row_too_long: (line) =>
    `a row must have at most ${longestRow.toLocaleString('en-US')} characters; the one on line ${line} has more`,
};

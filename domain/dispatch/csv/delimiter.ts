/** Which character separates the cells of a CSV text (D20), told from its header row. */

export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Longer than any header row; a file without line ends is not read to its end for this. */
const sniffedLength = 64_000;

/**
 * The delimiter that stands most often in the header row outside quotes; a comma when none does, which is right for a
 * single column. Quoted names and a byte order mark do not mislead it.
 */
export function sniffDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of text.slice(0, sniffedLength).trimStart()) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return delimiters.reduce((best, delimiter) =>
    (counts.get(delimiter) ?? 0) > (counts.get(best) ?? 0) ? delimiter : best,
  );
}

export interface ToldDelimiter {
  readonly delimiter: Delimiter;
  /** Characters of the line that tells it. */
  readonly length: number;
}

/** What a first line such as `sep=;` says, which Excel writes and reads and which is no row; undefined without one. */
export function toldDelimiter(text: string): ToldDelimiter | undefined {
  const line = /^sep=(.)[ \t]*(?:\r\n|\n|\r|$)/i.exec(text.slice(0, 64));
  const delimiter = delimiters.find((one) => one === line?.[1]);
  return line === null || delimiter === undefined ? undefined : { delimiter, length: line[0].length };
}

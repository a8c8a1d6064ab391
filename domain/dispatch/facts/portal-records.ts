/** Rows of a portal's list as records, and which of them are about the same fact. */
import { marksIn } from '../portal-mark.ts';
import type { Marks, PortalRecord } from '../write-once.ts';
import type { FactReader } from './reading.ts';

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

/** Records of both lists, each number once; what stands in the first list counts. */
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

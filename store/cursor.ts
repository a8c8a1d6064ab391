/**
 * The opaque cursors of lists: the place of the last row seen, part by part as the list is ordered. A cursor comes back
 * from outside, so every part is checked for what its column can be compared with.
 */

interface PartTypes {
  /** A timestamptz, in milliseconds. */
  readonly instant: Date;
  /** An integer column of what is numbered or counted: from 0. */
  readonly count: number;
  /** A bigint that the database numbers rows with: from 0. */
  readonly serial: number;
  /** Text without what PostgreSQL cannot store. */
  readonly text: string;
  /** An id of ours. */
  readonly id: string;
}
type Part = keyof PartTypes;
type Place<Shape extends readonly Part[]> = { readonly [N in keyof Shape]: PartTypes[Shape[N]] };

interface Cursor<Shape extends readonly Part[]> {
  encode(place: Place<Shape>): string;
  /** @returns undefined for a text that `encode` never makes */
  decode(text: string): Place<Shape> | undefined;
}

const longestCursor = 4_000;
const longestText = 512;
const largestCount = 2 ** 31 - 1;
/** Of years 1 to 9999. */
const [firstInstant, lastInstant] = [-62_135_596_800_000, 253_402_300_799_999];

const isWhole = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= from && value <= to;

const readers: { readonly [Kind in Part]: (value: unknown) => PartTypes[Kind] | undefined } = {
  instant: (value) => (isWhole(value, firstInstant, lastInstant) ? new Date(value) : undefined),
  count: (value) => (isWhole(value, 0, largestCount) ? value : undefined),
  serial: (value) => (isWhole(value, 0, Number.MAX_SAFE_INTEGER) ? value : undefined),
  text: (value) =>
    typeof value === 'string' && value.length <= longestText && !/[\p{Cs}\0]/u.test(value) ? value : undefined,
  id: (value) => (typeof value === 'string' && /^[a-z]{2,4}_[0-9a-f-]{36}$/.test(value) ? value : undefined),
};

/** The cursor of a list that is ordered by these parts. */
export function cursorOf<const Shape extends readonly Part[]>(...shape: Shape): Cursor<Shape> {
  const encode = (place: Place<Shape>): string => {
    const parts = place.map((part) => (part instanceof Date ? part.getTime() : part));
    return Buffer.from(JSON.stringify(parts)).toString('base64url');
  };
  const decode = (text: string): Place<Shape> | undefined => {
    if (text.length > longestCursor || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
    let parts: unknown;
    try {
      parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    } catch {
      return undefined;
    }
    if (!Array.isArray(parts) || parts.length !== shape.length) return undefined;
    const place = shape.map((kind, n) => readers[kind](parts[n]));
    if (place.includes(undefined)) return undefined;
    const read = place as unknown as Place<Shape>;
    // One place has one cursor: other spellings of it were not made here.
    return encode(read) === text ? read : undefined;
  };
  return { encode, decode };
}

/**
 * A page of a list whose rows were read up to one beyond its limit.
 * @param cursorAfter the cursor of the page after this row
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { readonly page: Row[]; readonly next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last !== undefined ? cursorAfter(last) : null };
}

/** Where a page of a list ended that runs by when its rows were made, or by a value of theirs and then by that. */
export interface ListPlace {
  readonly at: Date;
  readonly id: string;
  /** The value, as text, of a list that is ordered by one; empty for a row without it. */
  readonly sorted?: string;
}

const listCursor = cursorOf('instant', 'id');
const sortedCursor = cursorOf('text', 'instant', 'id');

/** The cursor of the page after this row, of a list by when its rows were made. */
export const cursorAfterMade = ({ createdAt, id }: { readonly createdAt: Date; readonly id: string }): string =>
  encodeCursor({ at: createdAt, id });

export function encodeCursor({ at, id, sorted }: ListPlace): string {
  return sorted === undefined ? listCursor.encode([at, id]) : sortedCursor.encode([sorted, at, id]);
}

/** @returns undefined for a text that `encodeCursor` never makes */
export function decodeCursor(cursor: string): ListPlace | undefined {
  const made = listCursor.decode(cursor);
  if (made !== undefined) return { at: made[0], id: made[1] };
  const [sorted, at, id] = sortedCursor.decode(cursor) ?? [];
  return sorted === undefined || at === undefined || id === undefined ? undefined : { at, id, sorted };
}

/** The order of a list: by when its rows were made, or by a value of theirs and then the newest first. */
export interface ListOrder {
  /** The columns of when a row was made and of its id. */
  readonly made: readonly [at: string, id: string];
  /** The oldest first; not together with `by`. */
  readonly isTurned?: boolean;
  /** What the rows are ordered by, as SQL, and its type; rows without it come last in both directions. */
  readonly by?: { readonly value: string; readonly type: 'text' | 'bigint'; readonly isDescending: boolean };
}

/**
 * The order of a list as parts of a statement.
 * @param after the last row of the page before
 * @param parameter adds a parameter to the statement, and returns its name
 * @returns what comes after `order by`, and the condition that leaves out the pages before
 */
export function orderOf(
  { made: [at, id], isTurned = false, by }: ListOrder,
  after: ListPlace | undefined,
  parameter: (given: unknown) => string,
): { readonly orderBy: string; readonly beyond: string | undefined } {
  const direction = isTurned ? 'asc' : 'desc';
  const newest = `${at} ${direction}, ${id} ${direction}`;
  const orderBy = by === undefined ? newest : `${by.value} ${by.isDescending ? 'desc' : 'asc'} nulls last, ${newest}`;
  if (after === undefined) return { orderBy, beyond: undefined };
  const older = `(${at}, ${id}) ${isTurned ? '>' : '<'} (${parameter(after.at)}, ${parameter(after.id)})`;
  if (by === undefined) return { orderBy, beyond: older };
  if (!after.sorted) return { orderBy, beyond: `(${by.value} is null and ${older})` };
  const last = `${parameter(after.sorted)}::${by.type}`;
  const further = `${by.value} ${by.isDescending ? '<' : '>'} ${last}`;
  return { orderBy, beyond: `(${further} or ${by.value} is null or (${by.value} = ${last} and ${older}))` };
}

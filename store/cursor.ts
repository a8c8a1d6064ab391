/** The opaque cursor of lists that run newest first: the place of the last row seen. */

export interface ListPlace {
  readonly at: Date;
  readonly id: string;
}

export function encodeCursor(place: ListPlace): string {
  return Buffer.from(`${place.at.getTime()} ${place.id}`).toString('base64url');
}

/** @returns undefined for a text that `encodeCursor` never made */
export function decodeCursor(cursor: string): ListPlace | undefined {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(cursor)) return undefined;
  const match = /^(\d{1,14}) ([a-z]{2,4}_[0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!match?.[1] || !match[2]) return undefined;
  return { at: new Date(Number(match[1])), id: match[2] };
}

/** The cursor of lists in another order: what the last row seen was ordered by. */
export function encodePlace(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * @param shape what stands at each place
 * @returns undefined for a text that `encodePlace` never made for such a list
 */
export function decodePlace(cursor: string, shape: readonly ('string' | 'number')[]): (string | number)[] | undefined {
  if (!/^[A-Za-z0-9_-]{1,2000}$/.test(cursor)) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== shape.length) return undefined;
  const good = (part: unknown, index: number): boolean =>
    typeof part === shape[index] && (typeof part === 'string' ? !/[\p{Cs}\0]/u.test(part) : Number.isSafeInteger(part));
  return parts.every(good) ? (parts as (string | number)[]) : undefined;
}

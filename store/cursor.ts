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

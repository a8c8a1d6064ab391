/** Digests and byte comparison, the ground of the evidence rules. */

/** SHA-256 of bytes as 64 lower-case hex digits; an argument, because the rules themselves compute nothing outside. */
export type Sha256 = (bytes: Uint8Array) => string;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** UTF-8; a byte that is none becomes U+FFFD, so that damaged text can still be looked at. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Offset of the first byte in which the two differ (the shorter one's length where one is the other's beginning). */
export function firstDifference(a: Uint8Array, b: Uint8Array): number | undefined {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i += 1) if (a[i] !== b[i]) return i;
  return a.length === b.length ? undefined : shorter;
}

/** Short digests of every 256 bytes of a file, by which a change is narrowed down to where it begins. */
import type { Sha256 } from './digest.ts';

export const blockBytes = 256;
/** 48 bits: they only say where to look, the file's full digest decides whether anything changed. */
export const blockDigestDigits = 12;

/** The digests of all blocks one after the other, 12 hex digits each; the last block may be shorter. */
export function blockDigests(bytes: Uint8Array, sha256: Sha256): string {
  let digests = '';
  for (let start = 0; start < bytes.length; start += blockBytes)
    digests += sha256(bytes.subarray(start, start + blockBytes)).slice(0, blockDigestDigits);
  return digests;
}

/** What is known of a file as it was. */
export interface KnownFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly blocks: string;
}

export interface Difference {
  readonly code: 'changed' | 'truncated' | 'extended';
  /** The first byte that does not fit is one of the `within` bytes that begin here (1: it is exactly this one). */
  readonly offset: number;
  readonly within: number;
}

/**
 * Finds where a file begins to differ from what is known of it; undefined where it does not.
 * @param pinpoint search for the one byte when only one of its block changed: up to 65,000 digests
 */
export function locateDifference(
  known: KnownFile,
  actual: Uint8Array,
  sha256: Sha256,
  pinpoint: boolean,
): Difference | undefined {
  if (actual.length === known.bytes && sha256(actual) === known.sha256) return undefined;
  for (let start = 0; start < known.bytes; start += blockBytes) {
    const end = Math.min(start + blockBytes, known.bytes);
    // The block is cut: what is left of it cannot be judged, but the first byte that is missing is certain.
    if (actual.length < end) return { code: 'truncated', offset: actual.length, within: 1 };
    const at = (start / blockBytes) * blockDigestDigits;
    const digest = known.blocks.slice(at, at + blockDigestDigits);
    const block = actual.subarray(start, end);
    if (sha256(block).slice(0, blockDigestDigits) === digest) continue;
    const single = pinpoint ? singleChange(block, digest, sha256) : undefined;
    return single === undefined
      ? { code: 'changed', offset: start, within: end - start }
      : { code: 'changed', offset: start + single, within: 1 };
  }
  if (actual.length > known.bytes) return { code: 'extended', offset: known.bytes, within: 1 };
  return { code: 'changed', offset: 0, within: Math.max(1, actual.length) };
}

/** Where one other value of one byte gives the digest back, that byte is the one that was changed. */
function singleChange(block: Uint8Array, digest: string, sha256: Sha256): number | undefined {
  const trial = block.slice();
  for (let i = 0; i < trial.length; i += 1) {
    const value = trial[i]!;
    for (let other = 0; other < 256; other += 1) {
      trial[i] = other;
      if (sha256(trial).startsWith(digest)) return i;
    }
    trial[i] = value;
  }
  return undefined;
}

/** What a verification is given and what it finds. */
import type { Sha256 } from './chain.ts';
import type { Base64 } from './dsse.ts';

/** File name → its bytes as they are now. */
export type Pack = ReadonlyMap<string, Uint8Array>;

export interface VerificationTools {
  readonly sha256: Sha256;
  readonly base64: Base64;
  /** Ids of the keys that are trusted to sign packs. */
  readonly trustedKeys: readonly string[];
  /** Whether this trusted key made this signature (Ed25519); false for a key that is not trusted. */
  signatureHolds(keyId: string, message: Uint8Array, signature: Uint8Array): boolean;
  /** Spend up to some 0.2 s a changed file to name the very byte; without it the block of 256 is named. */
  readonly pinpoint: boolean;
}

export type FindingCode =
  | 'missing'
  | 'changed'
  | 'truncated'
  | 'extended'
  | 'chain_broken'
  | 'inconsistent'
  | 'bad_signature'
  | 'unknown_key';

export interface Finding {
  readonly file: string;
  readonly code: FindingCode;
  /** The first byte that does not fit, counted from 0, is one of the `within` bytes from here (1: exactly this one). */
  readonly offset: number;
  readonly within: number;
  /** Line of events.jsonl, counted from 1. */
  readonly line: number | null;
  readonly sentence: string;
}

/** The in-toto Statement v1 that is signed: every file by its digest, and enough of each to say where it was changed. */
import { linesOf, type Sha256, bytesOf, firstDifference, textOf } from './chain.ts';
import {
  type Envelope,
  envelopeHead,
  envelopeText,
  preAuthenticationEncoding,
  salvageSignatures,
  type Base64,
} from './dsse.ts';
import { type Manifest, eventsFile, manifestFile, manifestText, signatureFile } from './manifest.ts';

// What a verification is given and what it finds.

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

type FindingCode =
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

const statementType = 'https://in-toto.io/Statement/v1';
/** Our own type of predicate; docs/evidence.md describes its members. */
const predicateType = 'urn:lanekeeper:evidence-pack:v1';

export interface Statement {
  readonly _type: typeof statementType;
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: typeof predicateType;
  readonly predicate: {
    /** The whole manifest: manifest.json is exactly this, written with two spaces of indent and a newline. */
    readonly manifest: Manifest;
    /** The lines of events.jsonl. */
    readonly events: readonly string[];
    readonly blocks: {
      readonly bytes: typeof blockBytes;
      readonly digits: typeof blockDigestDigits;
      /** File name → digests of its blocks. */
      readonly files: Readonly<Record<string, string>>;
    };
  };
}

/**
 * Builds the statement over a finished manifest.
 * @param contents the bytes of every file that the manifest lists
 */
export function buildStatement(
  manifest: Manifest,
  events: readonly string[],
  contents: ReadonlyMap<string, Uint8Array>,
  sha256: Sha256,
): Statement {
  const manifestDigest = sha256(bytesOf(manifestText(manifest)));
  const blocks = manifest.files
    .filter(({ file }) => file !== eventsFile)
    .map(({ file }) => [file, blockDigests(contents.get(file) ?? new Uint8Array(), sha256)] as const);
  return {
    _type: statementType,
    subject: [
      { name: manifestFile, digest: { sha256: manifestDigest } },
      ...manifest.files.map((file) => ({ name: file.file, digest: { sha256: file.sha256 } })),
    ],
    predicateType,
    predicate: {
      manifest,
      events,
      blocks: { bytes: blockBytes, digits: blockDigestDigits, files: Object.fromEntries(blocks) },
    },
  };
}

export function statementText(statement: Statement): string {
  return JSON.stringify(statement);
}

/** Reads a payload back; undefined where it is no statement of this kind. */
export function readStatement(payload: Uint8Array): Statement | undefined {
  try {
    const value = JSON.parse(textOf(payload)) as Partial<Statement> | null;
    const { manifest, events, blocks } = value?.predicate ?? {};
    const whole =
      value?._type === statementType &&
      value.predicateType === predicateType &&
      Array.isArray(manifest?.files) &&
      Array.isArray(manifest.steps) &&
      Array.isArray(events) &&
      typeof blocks?.files === 'object';
    return whole ? (value as Statement) : undefined;
  } catch {
    return undefined;
  }
}

// Why the signature of a pack does not hold: the envelope was changed, the key is another's, or it signs other files.

/** A valid envelope has one spelling; another one (white space, a further member) is a change too. */
export function envelopeFinding(envelope: Envelope, actual: Uint8Array, tools: VerificationTools): Finding[] {
  const offset = firstDifference(bytesOf(envelopeText(envelope, tools.base64)), actual);
  if (offset === undefined) return [];
  return [at(offset, 1, 'changed', `${signatureFile} is not written as it was signed; what it says still holds`)];
}

/**
 * Looks for the reason why an envelope does not hold. The files themselves say what was signed if only the
 * envelope was touched: rebuilt from them, the statement must fit the signature again.
 * @returns the finding, and the payload with which the files can be compared, if there is one
 */
export function sealFinding(
  pack: Pack,
  actual: Uint8Array,
  envelope: Envelope | undefined,
  tools: VerificationTools,
): { readonly finding: Finding; readonly payload: Uint8Array | undefined } {
  const signatures = envelope?.signatures ?? salvageSignatures(actual, tools.base64);
  const rebuilt = rebuildPayload(pack, tools);
  if (rebuilt !== undefined) {
    const message = preAuthenticationEncoding(rebuilt);
    const named = signatures.map(({ keyId, bytes }) => {
      const signer = [keyId, ...tools.trustedKeys].find((key) => tools.signatureHolds(key, message, bytes));
      return signer === undefined ? undefined : { keyId: signer, bytes };
    });
    if (named.length > 0 && named.every((signature) => signature !== undefined)) {
      const intact = bytesOf(envelopeText({ payload: rebuilt, signatures: named }, tools.base64));
      const offset = firstDifference(intact, actual) ?? 0;
      const sentence = `${signatureFile} was changed; the files are the ones that were signed`;
      return { finding: at(offset, 1, 'changed', sentence), payload: undefined };
    }
    const head = bytesOf(envelopeHead(rebuilt, tools.base64));
    if (firstDifference(head, actual.subarray(0, head.length)) === undefined)
      return { finding: agreeing(signatureFinding(head.length, actual, envelope, tools)), payload: undefined };
  }
  return { finding: signatureFinding(0, actual, envelope, tools), payload: envelope?.payload };
}

/** Says that only the signature is between the pack and its verification. */
function agreeing(finding: Finding): Finding {
  return { ...finding, sentence: `${finding.sentence}; the files agree with what it signs` };
}

function signatureFinding(
  start: number,
  actual: Uint8Array,
  envelope: Envelope | undefined,
  tools: VerificationTools,
): Finding {
  const within = Math.max(1, actual.length - start);
  const unknown = envelope?.signatures.find(({ keyId }) => !tools.trustedKeys.includes(keyId));
  if (envelope === undefined)
    return at(start, within, 'bad_signature', `${signatureFile} is not a signature envelope any more`);
  if (unknown)
    return at(
      start,
      within,
      'unknown_key',
      `the pack is signed with key ${unknown.keyId || '(unnamed)'}, which is not a trusted one`,
    );
  return at(start, within, 'bad_signature', 'the signature is not one of the key it names over this statement');
}

/** What would have been signed for the files as they are; undefined where the manifest cannot be read. */
function rebuildPayload(pack: Pack, tools: VerificationTools): Uint8Array | undefined {
  try {
    const manifest = JSON.parse(textOf(pack.get(manifestFile) ?? new Uint8Array())) as Manifest;
    const lines = linesOf(textOf(pack.get(eventsFile) ?? new Uint8Array()));
    return bytesOf(statementText(buildStatement(manifest, lines, pack, tools.sha256)));
  } catch {
    return undefined;
  }
}

function at(offset: number, within: number, code: Finding['code'], sentence: string): Finding {
  return { file: signatureFile, offset, within, line: null, code, sentence };
}

// Short digests of every 256 bytes of a file, by which a change is narrowed down to where it begins.

const blockBytes = 256;
/** 48 bits: they only say where to look, the file's full digest decides whether anything changed. */
const blockDigestDigits = 12;

/** The digests of all blocks one after the other, 12 hex digits each; the last block may be shorter. */
function blockDigests(bytes: Uint8Array, sha256: Sha256): string {
  let digests = '';
  for (let start = 0; start < bytes.length; start += blockBytes)
    digests += sha256(bytes.subarray(start, start + blockBytes)).slice(0, blockDigestDigits);
  return digests;
}

/** What is known of a file as it was. */
interface KnownFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly blocks: string;
}

interface Difference {
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

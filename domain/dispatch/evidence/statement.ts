/** The in-toto Statement v1 that is signed: every file by its digest, and enough of each to say where it was changed. */
import { blockBytes, blockDigestDigits, blockDigests } from './blocks.ts';
import { linesOf } from './chain.ts';
import { type Sha256, bytesOf, firstDifference, textOf } from './digest.ts';
import { type Envelope, envelopeHead, envelopeText, preAuthenticationEncoding, salvageSignatures } from './dsse.ts';
import type { Finding, Pack, VerificationTools } from './finding.ts';
import { type Manifest, eventsFile, manifestFile, manifestText, signatureFile } from './manifest.ts';

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

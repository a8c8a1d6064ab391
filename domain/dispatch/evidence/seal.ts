/** Why the signature of a pack does not hold: the envelope was changed, the key is another's, or it signs other files. */
import { linesOf } from './chain.ts';
import { bytesOf, firstDifference, textOf } from './digest.ts';
import { envelopeHead, envelopeText, preAuthenticationEncoding, salvageSignatures, type Envelope } from './dsse.ts';
import type { Finding, Pack, VerificationTools } from './finding.ts';
import { type Manifest, eventsFile, manifestFile, signatureFile } from './manifest.ts';
import { buildStatement, statementText } from './statement.ts';

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

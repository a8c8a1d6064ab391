/** The signature envelope of a pack: DSSE v1 (github.com/secure-systems-lab/dsse), in one canonical form. */
import { bytesOf, textOf } from './chain.ts';

const payloadType = 'application/vnd.in-toto+json';

export interface Signature {
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

export interface Envelope {
  readonly payload: Uint8Array;
  readonly signatures: readonly Signature[];
}

/** Standard base64 with padding. */
export interface Base64 {
  encode(bytes: Uint8Array): string;
  decode(text: string): Uint8Array;
}

/** What is signed: `DSSEv1 <length> <type> <length> <payload>`, lengths in bytes. */
export function preAuthenticationEncoding(payload: Uint8Array): Uint8Array {
  const head = bytesOf(`DSSEv1 ${bytesOf(payloadType).length} ${payloadType} ${payload.length} `);
  const whole = new Uint8Array(head.length + payload.length);
  whole.set(head);
  whole.set(payload, head.length);
  return whole;
}

/** Everything of the envelope's text up to its signatures. */
export function envelopeHead(payload: Uint8Array, base64: Base64): string {
  return `{"payloadType":${JSON.stringify(payloadType)},"payload":"${base64.encode(payload)}","signatures":[`;
}

/** The content of the signature file. */
export function envelopeText(envelope: Envelope, base64: Base64): string {
  const signatures = envelope.signatures.map(({ keyId, bytes }) =>
    JSON.stringify({ keyid: keyId, sig: base64.encode(bytes) }),
  );
  return `${envelopeHead(envelope.payload, base64)}${signatures.join(',')}]}\n`;
}

/** Reads an envelope; undefined where it is none. That the text is in the canonical form is not asked here. */
export function parseEnvelope(bytes: Uint8Array, base64: Base64): Envelope | undefined {
  try {
    const value = JSON.parse(textOf(bytes)) as Record<string, unknown> | null;
    if (value?.['payloadType'] !== payloadType || typeof value['payload'] !== 'string') return undefined;
    if (!Array.isArray(value['signatures'])) return undefined;
    const signatures = (value['signatures'] as unknown[]).map((entry) => {
      const { keyid, sig } = entry as Record<string, unknown>;
      return typeof keyid === 'string' && typeof sig === 'string'
        ? { keyId: keyid, bytes: base64.decode(sig) }
        : undefined;
    });
    if (!signatures.every((signature) => signature !== undefined)) return undefined;
    return { payload: base64.decode(value['payload']), signatures };
  } catch {
    return undefined;
  }
}

/** Signatures that can still be read in a damaged envelope. */
export function salvageSignatures(bytes: Uint8Array, base64: Base64): Signature[] {
  const found = textOf(bytes).matchAll(/"keyid":"([^"]*)","sig":"([A-Za-z0-9+/=]+)"/g);
  return [...found].map(([, keyId, sig]) => ({ keyId: keyId ?? '', bytes: base64.decode(sig ?? '') }));
}

/**
 * Time stamps of RFC 3161: what an authority is asked, and the check of what it answers. ASN.1, CMS and certificate
 * paths are PKI.js's; what RFC 3161 asks of a token on top of that is here.
 */
import { hash, randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type * as Asn1 from 'asn1js';
import type { Certificate, SignedData, TSTInfo } from 'pkijs';
import { sha256 } from './evidence-crypto.ts';
import { type Settings, SettingsError } from './settings.ts';

/** Why an answer is no time stamp of the bytes. */
type TimeStampFault =
  | 'unreadable'
  | 'rejected'
  | 'wrong_imprint'
  | 'wrong_nonce'
  | 'no_certificate'
  | 'wrong_purpose'
  | 'weak_signature'
  | 'bad_signature'
  | 'untrusted'
  | 'in_the_future';

interface TimeStamp {
  /** The authority's time. */
  readonly at: Date;
  /** Who signed it, by the name in the certificate. */
  readonly authority: string;
  /** Whether its certificate leads to one of the given roots; null where none were given. */
  readonly isTrusted: true | null;
}

export type TimeStampCheck =
  | { readonly ok: true; readonly stamp: TimeStamp }
  | { readonly ok: false; readonly fault: TimeStampFault; readonly sentence: string };

/** Certificates whose signatures count, DER. */
export type TrustedRoots = readonly Uint8Array[];

const oids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  signedData: '1.2.840.113549.1.7.2',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;
/** The digests that a token may be signed with. */
const digests: Readonly<Record<string, 'SHA-256' | 'SHA-384' | 'SHA-512'>> = {
  [oids.sha256]: 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
const clockTolerance = 5 * 60_000;

/** A refusal on the way through the checks. */
class Unfit extends Error {
  readonly fault: TimeStampFault;
  constructor(fault: TimeStampFault, sentence: string) {
    super(sentence);
    this.name = 'Unfit';
    this.fault = fault;
  }
}

/** Loaded when a stamp is first needed: most processes never do. */
const library = async () => ({ pki: await import('pkijs'), asn1: await import('asn1js') });

/**
 * Reads trusted certificates from PEM.
 * @throws Error with a sentence where there is none, or one that cannot be read
 */
export function readRoots(pem: string): TrustedRoots {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error('there is no certificate in PEM in it');
  return blocks.map((block) => new X509Certificate(block).raw);
}

/**
 * The certificates that EVIDENCE_TIME_STAMP_CA names; null where it names none.
 * @throws SettingsError where they cannot be used
 */
export function stampRoots({
  EVIDENCE_TIME_STAMP_CA: file,
}: Pick<Settings, 'EVIDENCE_TIME_STAMP_CA'>): TrustedRoots | null {
  if (file === '') return null;
  try {
    return readRoots(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SettingsError([`EVIDENCE_TIME_STAMP_CA must name a file with certificates in PEM: ${code ?? message}`]);
  }
}

/** The request for a stamp of these bytes, with a nonce, asking for the authority's certificate: DER. */
export async function timeStampRequest(stamped: Uint8Array): Promise<Uint8Array> {
  const { pki, asn1 } = await library();
  // Positive and without a leading zero, as an INTEGER is written.
  const nonce = randomBytes(16);
  nonce[0] = (nonce[0]! & 0x3f) | 0x40;
  const request = new pki.TimeStampReq({
    version: 1,
    messageImprint: new pki.MessageImprint({
      hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: oids.sha256, algorithmParams: new asn1.Null() }),
      hashedMessage: new asn1.OctetString({ valueHex: Buffer.from(sha256(stamped), 'hex') }),
    }),
    nonce: new asn1.Integer({ valueHex: nonce }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/**
 * Checks an authority's answer: status, the digest and nonce that were asked for, the signature, the purpose of the
 * certificate and, where roots are given, its path to one of them at the time of the stamp.
 * @param answer a TimeStampResp, as it came
 * @param request what was sent; without it the nonce is not compared
 */
export async function checkTimeStamp(
  answer: Uint8Array,
  stamped: Uint8Array,
  { request, roots, now }: { request?: Uint8Array | undefined; roots: TrustedRoots | null; now: Date },
): Promise<TimeStampCheck> {
  try {
    const { signedData, info } = await readToken(answer);
    checkImprint(info, stamped);
    if (request !== undefined) await checkNonce(info, request);
    const signer = await signerOf(signedData);
    checkPurpose(signer);
    await checkSignature(signedData, signer, stamped);
    if (info.genTime.getTime() > now.getTime() + clockTolerance)
      throw new Unfit('in_the_future', `its time, ${info.genTime.toISOString()}, is still to come`);
    if (roots !== null) await checkPath(signedData, signer, roots, info.genTime);
    const stamp = { at: info.genTime, authority: nameOf(signer), isTrusted: roots === null ? null : true } as const;
    return { ok: true, stamp };
  } catch (error) {
    if (error instanceof Unfit) return { ok: false, fault: error.fault, sentence: error.message };
    // Bytes of a form that the library does not expect.
    return { ok: false, fault: 'unreadable', sentence: 'it has parts that cannot be read' };
  }
}

async function readToken(answer: Uint8Array): Promise<{ signedData: SignedData; info: TSTInfo }> {
  const { pki } = await library();
  const response = readable(() => pki.TimeStampResp.fromBER(answer), 'it is no answer of RFC 3161');
  const { status, statusStrings, failInfo } = response.status;
  if (
    (status !== pki.PKIStatus.granted && status !== pki.PKIStatus.grantedWithMods) ||
    response.timeStampToken === undefined
  ) {
    const said = (statusStrings ?? []).map((text) => text.valueBlock.value).join(' ');
    throw new Unfit('rejected', `the authority refused${reasonOf(failInfo?.valueBlock.valueHexView, said)}`);
  }
  const token = response.timeStampToken;
  if (token.contentType !== oids.signedData) throw new Unfit('unreadable', 'its token is not signed data');
  return readable(() => {
    const signedData = new pki.SignedData({ schema: token.content });
    const { eContentType, eContent } = signedData.encapContentInfo;
    if (eContentType !== oids.tstInfo || eContent === undefined) throw new Error('another content');
    return { signedData, info: pki.TSTInfo.fromBER(eContent.getValue()) };
  }, 'its token is not that of a time stamp');
}

/** Bits of PKIFailureInfo (RFC 3161, 2.4.2). */
const failures: Readonly<Record<number, string>> = {
  0: 'it does not know the digest algorithm',
  2: 'it does not support this request',
  5: 'it could not read the request',
  14: 'its time source is not available',
  15: 'it does not support the policy',
  16: 'it does not support an extension',
  17: 'it cannot give what was asked for',
  25: 'it has a failure of its own',
};

function reasonOf(bits: Uint8Array | undefined, said: string): string {
  const named = Object.entries(failures)
    .filter(([bit]) => ((bits?.[Number(bit) >> 3] ?? 0) & (0x80 >> (Number(bit) & 7))) !== 0)
    .map(([, sentence]) => sentence);
  const quoted = said === '' ? [] : [`it says “${said.replace(/\s+/g, ' ').slice(0, 200)}”`];
  const reasons = [...named, ...quoted];
  return reasons.length === 0 ? ', without a reason' : `: ${reasons.join('; ')}`;
}

/** What cannot be read is the other side's fault, whatever the reader says of it. */
function readable<T>(read: () => T, sentence: string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unfit) throw error;
    throw new Unfit('unreadable', sentence);
  }
}

function checkImprint({ messageImprint }: TSTInfo, stamped: Uint8Array): void {
  if (messageImprint.hashAlgorithm.algorithmId !== oids.sha256)
    throw new Unfit('wrong_imprint', 'it stamps a digest of another algorithm than SHA-256');
  if (hex(messageImprint.hashedMessage.valueBlock.valueHexView) !== sha256(stamped))
    throw new Unfit('wrong_imprint', 'it is the time stamp of other bytes');
}

async function checkNonce(info: TSTInfo, request: Uint8Array): Promise<void> {
  const { pki } = await library();
  const asked = readable(() => pki.TimeStampReq.fromBER(request), 'the request that is kept with it cannot be read');
  if (hex(asked.nonce?.valueBlock.valueHexView) !== hex(info.nonce?.valueBlock.valueHexView))
    throw new Unfit('wrong_nonce', 'it does not carry the nonce of the request: it answers another one');
}

/** The certificate of the one signature that a token has. */
async function signerOf({ signerInfos, certificates }: SignedData): Promise<Certificate> {
  const { pki, asn1 } = await library();
  const [info, ...more] = signerInfos;
  if (info === undefined || more.length > 0) throw new Unfit('bad_signature', 'it has not exactly one signature');
  if (!(info.sid instanceof pki.IssuerAndSerialNumber))
    throw new Unfit('unreadable', 'it names its signer by a key identifier, which is not supported');
  const { issuer, serialNumber } = info.sid;
  const signer = (certificates ?? []).find(
    (one): one is Certificate =>
      one instanceof pki.Certificate && one.issuer.isEqual(issuer) && one.serialNumber.isEqual(serialNumber),
  );
  if (signer === undefined) throw new Unfit('no_certificate', 'it does not contain the certificate of its signer');
  // RFC 3161, 2.4.2: the signed attributes name the certificate, so that no other one of the same key takes its place.
  const { attributes = [] } = info.signedAttrs ?? {};
  const der = new Uint8Array(signer.toSchema(true).toBER());
  const names = attributes.some(({ type, values }) => {
    const digest = type === oids.signingCertificateV2 ? 'sha256' : type === oids.signingCertificate ? 'sha1' : null;
    return digest !== null && namedCertificate(asn1, values[0], digest, der);
  });
  if (!names) throw new Unfit('bad_signature', 'its signature does not name the certificate that it was made with');
  return signer;
}

/** Whether SigningCertificate or SigningCertificateV2 names the certificate, as the first. */
function namedCertificate(asn1: typeof Asn1, value: unknown, usual: 'sha256' | 'sha1', der: Uint8Array): boolean {
  const first = (part: unknown): unknown => (part instanceof asn1.Sequence ? part.valueBlock.value[0] : undefined);
  const named = first(first(value));
  if (!(named instanceof asn1.Sequence)) return false;
  const [algorithm, ...rest] = named.valueBlock.value;
  const isNamed = usual === 'sha256' && algorithm instanceof asn1.Sequence;
  const oid = isNamed ? String((first(algorithm) as { valueBlock?: unknown }).valueBlock) : oids.sha256;
  const digest = isNamed ? digests[oid] : usual;
  const of = isNamed ? rest[0] : algorithm;
  if (digest === undefined || !(of instanceof asn1.OctetString)) return false;
  return hex(of.valueBlock.valueHexView) === hash(digest.replace('-', '').toLowerCase(), der, 'hex');
}

function checkPurpose({ extensions }: Certificate): void {
  const usage = extensions?.find(({ extnID }) => extnID === oids.extendedKeyUsage);
  const purposes = (usage?.parsedValue as { keyPurposes?: readonly string[] } | undefined)?.keyPurposes ?? [];
  if (usage?.critical !== true || purposes.length !== 1 || purposes[0] !== oids.timeStamping)
    throw new Unfit('wrong_purpose', 'the certificate of its signer is not one for time stamping alone');
}

async function checkSignature(signedData: SignedData, signer: Certificate, stamped: Uint8Array): Promise<void> {
  const [info] = signedData.signerInfos;
  if (digests[info?.digestAlgorithm.algorithmId ?? ''] === undefined)
    throw new Unfit('weak_signature', 'it is signed with a digest weaker than SHA-256');
  const content = signedData.encapContentInfo.eContentType;
  const types = info?.signedAttrs?.attributes.filter(({ type }) => type === '1.2.840.113549.1.9.3') ?? [];
  const [type] = types.flatMap(({ values }) => values as { getValue?: () => string }[]);
  if (types.length !== 1 || type?.getValue?.() !== content)
    throw new Unfit('bad_signature', 'its signature is one of another type of content');
  // PKI.js takes the first certificate of this issuer and number, which is the signer above.
  const one = signedData.certificates;
  signedData.certificates = [signer];
  const holds = await signedData
    .verify({ signer: 0, data: new Uint8Array(stamped).buffer, checkChain: false })
    .catch(() => false)
    .finally(() => {
      signedData.certificates = one;
    });
  if (!holds) throw new Unfit('bad_signature', 'its signature does not hold');
}

async function checkPath(signedData: SignedData, signer: Certificate, roots: TrustedRoots, at: Date): Promise<void> {
  const { pki } = await library();
  if (at < signer.notBefore.value || at > signer.notAfter.value)
    throw new Unfit('untrusted', `the certificate of its signer was not valid at ${at.toISOString()}`);
  const trusted = roots.map((der) => pki.Certificate.fromBER(der));
  const further = (signedData.certificates ?? []).filter((one): one is Certificate => one instanceof pki.Certificate);
  const engine = new pki.CertificateChainValidationEngine({
    trustedCerts: trusted,
    // The last one is the certificate whose path is asked for.
    certs: [...further.filter((one) => one !== signer), signer],
    checkDate: at,
  });
  const { result, resultMessage } = await engine
    .verify({ passedWhenNotRevValues: true })
    .catch((error: unknown) => ({ result: false, resultMessage: (error as Error).message }));
  if (!result)
    throw new Unfit(
      'untrusted',
      `the certificate of its signer does not lead to a trusted one that was valid then (${resultMessage})`,
    );
}

/** The common name of a certificate, or all of its subject. */
function nameOf({ subject }: Certificate): string {
  const parts = subject.typesAndValues.map(({ type, value }) => {
    // Of some types of text the library has no text.
    const text: unknown = value.valueBlock.value;
    return [type, typeof text === 'string' ? text : ''] as const;
  });
  const common = parts.find(([type]) => type === '2.5.4.3')?.[1];
  return (common ?? parts.map(([, value]) => value).join(', ')).replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 200);
}

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? new Uint8Array()).toString('hex');

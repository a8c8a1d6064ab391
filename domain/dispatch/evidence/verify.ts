/** Verifies an evidence pack from its bytes alone, and says which file, event and byte do not fit. */
import type { ApprovalRecord } from '../task-record.ts';
import type { Outcome } from '../task.ts';
import { type ShownFile, type ShownMatter, shownDigest } from '../writing/shown-page.ts';
import { eventsText, linesOf, readChain, bytesOf, firstDifference, textOf } from './chain.ts';
import { type Signature, parseEnvelope, preAuthenticationEncoding } from './dsse.ts';
import type { ChainedEvent, NoteEvent } from './evidence-events.ts';
import {
  type Finding,
  type Pack,
  type VerificationTools,
  locateDifference,
  type Statement,
  envelopeFinding,
  readStatement,
  sealFinding,
} from './statement.ts';
import {
  type Manifest,
  eventsFile,
  isPackFileName,
  manifestFile,
  manifestText,
  signatureFile,
  stampFile,
  stampRequestFile,
  summaryOfEvents,
} from './manifest.ts';

export interface Verification {
  /** Every signature is by a trusted key, and every byte of every file is the one that was signed. */
  readonly verified: boolean;
  /** In the order: seal, manifest, events, files by name. */
  readonly findings: readonly Finding[];
  /** What the signatures cover; null where no signed statement could be read. */
  readonly statement: Statement | null;
  readonly signedBy: readonly string[];
}

/** @param pack the bytes of every file of the pack by its name, manifest and signature file included */
export function verifyPack(pack: Pack, tools: VerificationTools): Verification {
  const envelopeBytes = pack.get(signatureFile);
  if (envelopeBytes === undefined)
    return failed([missing(signatureFile, 'without it nothing shows that the files are the ones that were signed')]);
  const envelope = parseEnvelope(envelopeBytes, tools.base64);
  if (envelope === undefined || !holds(envelope.payload, envelope.signatures, tools)) {
    const { finding, payload } = sealFinding(pack, envelopeBytes, envelope, tools);
    // The files may still be compared with what the envelope says, signed or not: it shows where they part.
    const statement = payload && readStatement(payload);
    return failed([finding, ...(statement ? fileFindings(statement, pack, tools) : [])]);
  }
  const statement = readStatement(envelope.payload);
  if (statement === undefined)
    return failed([whole(signatureFile, envelopeBytes, 'what is signed is not the statement of an evidence pack')]);
  const findings = [
    ...envelopeFinding(envelope, envelopeBytes, tools),
    ...fileFindings(statement, pack, tools),
    ...approvalFindings(statement, pack, tools),
  ];
  return {
    verified: findings.length === 0,
    findings,
    statement,
    signedBy: envelope.signatures.map(({ keyId }) => keyId),
  };
}

/**
 * The files a verifier needs, by what the manifest and the envelope say, whichever of them can be read.
 * Names that are not those of pack files are left out: they come from bytes that nobody has checked yet.
 */
export function filesOfPack(
  manifest: Uint8Array | undefined,
  envelope: Uint8Array | undefined,
  base64: VerificationTools['base64'],
): string[] {
  const names = new Set<unknown>([manifestFile, eventsFile, signatureFile]);
  try {
    const value = JSON.parse(textOf(manifest ?? new Uint8Array())) as Partial<Manifest>;
    for (const entry of value.files ?? []) names.add(entry.file);
    if (value.time_stamp) for (const file of [stampRequestFile, stampFile]) names.add(file);
  } catch {
    // A manifest that cannot be read is found by the verification; the statement still names the files.
  }
  const payload = envelope && parseEnvelope(envelope, base64)?.payload;
  for (const subject of (payload && readStatement(payload)?.subject) ?? []) names.add(subject.name);
  return [...names].filter((name): name is string => typeof name === 'string' && isPackFileName(name));
}

function holds(payload: Uint8Array, signatures: readonly Signature[], tools: VerificationTools): boolean {
  const message = preAuthenticationEncoding(payload);
  return signatures.length > 0 && signatures.every(({ keyId, bytes }) => tools.signatureHolds(keyId, message, bytes));
}

function fileFindings(statement: Statement, pack: Pack, tools: VerificationTools): Finding[] {
  const { manifest, blocks } = statement.predicate;
  const others = manifest.files.filter(({ file }) => file !== eventsFile);
  return [
    ...manifestFindings(statement, pack),
    ...eventFindings(statement, pack, tools),
    ...others.flatMap(({ file, sha256, bytes }) => {
      const actual = pack.get(file);
      if (actual === undefined) return [missing(file, 'the manifest lists it')];
      const known = { sha256, bytes, blocks: blocks.files[file] ?? '' };
      const difference = locateDifference(known, actual, tools.sha256, tools.pinpoint);
      if (difference === undefined) return [];
      const sentences = {
        changed: `${file} was changed`,
        truncated: `${file} ends after ${actual.length} of ${bytes} bytes`,
        extended: `${file} goes on after its ${bytes} bytes`,
      };
      return [{ file, line: null, ...difference, sentence: sentences[difference.code] }];
    }),
  ];
}

function manifestFindings(statement: Statement, pack: Pack): Finding[] {
  const actual = pack.get(manifestFile);
  if (actual === undefined) return [missing(manifestFile, 'the signature covers it')];
  const offset = firstDifference(bytesOf(manifestText(statement.predicate.manifest)), actual);
  if (offset === undefined) return [];
  return [changedAt(manifestFile, offset, `${manifestFile} differs from the manifest that was signed`)];
}

function eventFindings(statement: Statement, pack: Pack, tools: VerificationTools): Finding[] {
  const { manifest, events: lines } = statement.predicate;
  const actual = pack.get(eventsFile);
  if (actual === undefined) return [missing(eventsFile, 'the signature covers it')];
  const chain = readChain(linesOf(textOf(actual)), tools.sha256);
  const offset = firstDifference(bytesOf(eventsText(lines)), actual);
  if (offset !== undefined) {
    const line = actual.subarray(0, offset).reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 1);
    const reason = chain.broken?.sentence ?? `it has ${chain.head.seq} events, ${lines.length} were signed`;
    const sentence = `${eventsFile} differs from the signed events in line ${line}; ${reason}`;
    return [{ ...changedAt(eventsFile, offset, sentence), line }];
  }
  const { broken, head } = chain;
  if (broken) return [{ ...whole(eventsFile, actual, broken.sentence), code: 'chain_broken', line: broken.line }];
  if (head.seq !== manifest.events.count || head.hash !== manifest.events.head_sha256)
    return [
      {
        ...whole(eventsFile, actual, 'the chain does not end in the hash that the manifest names'),
        code: 'chain_broken',
      },
    ];
  const { steps, checker } = summaryOfEvents(chain.events);
  const same = JSON.stringify([steps, checker]) === JSON.stringify([manifest.steps, manifest.checker]);
  return same
    ? []
    : [{ ...whole(eventsFile, actual, 'the steps of the manifest are not those of the events'), code: 'inconsistent' }];
}

/** Of a signed statement only: what nobody signed may have any form. */
function approvalFindings(statement: Statement, pack: Pack, tools: VerificationTools): Finding[] {
  const { manifest, events } = statement.predicate;
  const problems = approvalProblems(manifest, readChain(events, tools.sha256).events, pack, tools);
  const bytes = pack.get(manifestFile) ?? new Uint8Array();
  return problems.map((sentence) => ({ ...whole(manifestFile, bytes, sentence), code: 'inconsistent' }));
}

function failed(findings: Finding[]): Verification {
  return { verified: false, findings, statement: null, signedBy: [] };
}

function missing(file: string, why: string): Finding {
  return { file, offset: 0, within: 1, line: null, code: 'missing', sentence: `${file} is missing; ${why}` };
}

function whole(file: string, bytes: Uint8Array, sentence: string): Finding {
  return { file, offset: 0, within: Math.max(1, bytes.length), line: null, code: 'changed', sentence };
}

function changedAt(file: string, offset: number, sentence: string): Finding {
  return { file, offset, within: 1, line: null, code: 'changed', sentence };
}

// Compares a verified pack with what the service itself says of the task today.

/** What the database says of a final task and its chain. */
interface RecordedEnding {
  readonly taskId: string;
  readonly outcome: Outcome;
  readonly summary: string | null;
  readonly confirmationNumber: string | null;
  readonly headSha256: string;
}

/** @returns a sentence for each way in which the record and the signed pack part */
export function compareWithRecord(manifest: Manifest, record: RecordedEnding): string[] {
  const pairs: readonly (readonly [what: string, packed: string | null, recorded: string | null])[] = [
    ['task', manifest.task_id, record.taskId],
    ['outcome', manifest.outcome, record.outcome],
    ['summary', manifest.summary, record.summary],
    ['confirmation number', manifest.confirmation_number, record.confirmationNumber],
    ['end of the event chain', manifest.events.head_sha256, record.headSha256],
  ];
  return pairs
    .filter(([, packed, recorded]) => packed !== recorded)
    .map(
      ([what, packed, recorded]) =>
        `the ${what} in the signed pack is “${packed ?? 'none'}”, in the record “${recorded ?? 'none'}”`,
    );
}

// Computes again, from the files of a pack, the digests of what approvers were shown.

type Tools = Pick<VerificationTools, 'sha256'>;

/** @returns a sentence for each approval whose digest is not that of what the pack has */
export function approvalProblems(
  { approvals }: Pick<Manifest, 'approvals'>,
  events: readonly ChainedEvent[],
  pack: Pack,
  tools: Tools,
): string[] {
  return approvals.flatMap((approval) => [...shownProblems(approval, pack, tools), ...chainProblems(approval, events)]);
}

function shownProblems({ id, shown }: ApprovalRecord, pack: Pack, tools: Tools): string[] {
  // Earlier versions bound nothing.
  if (!shown) return [];
  const { matter_sha256, change, values, page } = shown;
  const stored = page && {
    ...page,
    screenshot: asStored(page.screenshot, pack, tools),
    page_text: asStored(page.page_text, pack, tools),
    tables: asStored(page.tables, pack, tools),
  };
  // As it is recorded, and as the files are: either alone could have been exchanged.
  if ([page, stored].every((each) => digestOf({ matter_sha256, change, values, page: each }, tools) === shown.sha256))
    return [];
  const changed = [page?.screenshot, page?.page_text, page?.tables]
    .filter((file) => file !== null && file !== undefined)
    .filter((file) => asStored(file, pack, tools)?.sha256 !== file.sha256)
    .map(({ file }) => file);
  const which = changed.length === 0 ? 'the record of it' : changed.join(', ');
  return [`what approvers of ${id} were shown does not have the digest they were asked with: ${which} differs`];
}

/** With the digest of the bytes that the pack has; as it is named where the pack has none. */
function asStored(file: ShownFile | null, pack: Pack, { sha256 }: Tools): ShownFile | null {
  const bytes = file === null ? undefined : pack.get(file.file);
  return file === null || bytes === undefined ? file : { ...file, sha256: sha256(bytes) };
}

/** @returns null for what has no canonical form, and so never had a digest */
function digestOf(matter: ShownMatter, { sha256 }: Tools): string | null {
  try {
    return shownDigest(matter, (text) => sha256(bytesOf(text)));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The chain names the digest from the moment of asking (activities/dispatch/approval-record). */
function chainProblems({ id, shown }: ApprovalRecord, events: readonly ChainedEvent[]): string[] {
  for (const event of events) {
    const named = event.kind === 'note' ? digestAsked(event, id) : undefined;
    if (named === undefined) continue;
    const agrees = named === null || named === shown?.sha256;
    return agrees ? [] : [`the digest of what approvers of ${id} were shown is not the one in event ${event.seq}`];
  }
  return [];
}

/** @returns null where the approval was asked for without a digest, undefined where the note is about something else */
function digestAsked({ note, about }: NoteEvent, approvalId: string): string | null | undefined {
  if (about !== undefined) return about.approval_id === approvalId ? about.shown_sha256 : undefined;
  // Logs written before notes carried data have the sentence alone.
  if (!note.startsWith(`Approval ${approvalId} is needed: `)) return undefined;
  return [...note.matchAll(/SHA-256 of all they are shown: ([0-9a-f]{64})/g)].at(-1)?.[1] ?? null;
}

/** The manifest of an evidence pack: what was done, checked, decided and found, with the digest of every file (D19). */
import type { ApprovalRecord } from '../task-record.ts';
import type { Outcome, TaskType } from '../task.ts';
import type { ChainedEvent, EvidenceFile, StepEvent } from './evidence-events.ts';

type ManifestStep = Omit<StepEvent, 'kind'> & { readonly seq: number; readonly at: string };

interface ManifestCheck {
  readonly check: string;
  readonly expected: string;
  readonly found: string;
  readonly verdict: 'pass' | 'fail';
}

/** What produced the pack. */
export interface Software {
  readonly name: string;
  readonly version: string;
  /** Digest of the playbook in whose words the steps were done; null where none was. */
  readonly playbook_digest: string | null;
}

/** What a task worked on, by which packs of the same record follow one another. */
export interface PackRecord {
  /** Id of the playbook; null where no portal was worked. */
  readonly portal: string | null;
  /** Such as `PRO 0412708839`. */
  readonly record: string;
}

/** The pack of the same sender and record that was the last to be final when this one was made. */
export interface PreviousPack {
  readonly task_id: string;
  readonly manifest_sha256: string;
}

/** Whom a time stamp of the signature file is asked of, and where it is kept once there is one. */
interface StampPlan {
  /** Host of the authority. */
  readonly authority: string;
  readonly request_file: string;
  readonly response_file: string;
}

export interface Manifest {
  readonly version: 1;
  readonly task_id: string;
  readonly task_type: TaskType;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly confirmation_number: string | null;
  readonly pod: Omit<EvidenceFile, 'media_type'> | null;
  readonly steps: readonly ManifestStep[];
  readonly checker: readonly ManifestCheck[];
  readonly approvals: readonly ApprovalRecord[];
  readonly files: readonly EvidenceFile[];
  /** ISO 8601 UTC with milliseconds. */
  readonly created_at: string;
  readonly events: { readonly file: string; readonly count: number; readonly head_sha256: string };
  readonly software: Software;
  readonly signature_file: string;
  /** These three are missing in packs made before they were introduced. */
  readonly record?: PackRecord | null;
  readonly previous_pack?: PreviousPack | null;
  readonly time_stamp?: StampPlan | null;
}

interface ManifestFacts {
  readonly taskId: string;
  readonly taskType: TaskType;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly confirmationNumber: string | null;
  /** Name of the POD among the files. */
  readonly podFile: string | null;
  readonly events: readonly ChainedEvent[];
  readonly headSha256: string;
  readonly approvals: readonly ApprovalRecord[];
  /** Every file of the pack but the manifest and its signature; events.jsonl is one of them. */
  readonly files: readonly EvidenceFile[];
  readonly createdAt: string;
  readonly software: Software;
  readonly record: PackRecord | null;
  readonly previousPack: PreviousPack | null;
  /** Host of the authority that a time stamp is asked of. */
  readonly stampAuthority: string | null;
}

/** Steps and checks in the order in which they happened. */
export function summaryOfEvents(events: readonly ChainedEvent[]): Pick<Manifest, 'steps' | 'checker'> {
  const steps: ManifestStep[] = [];
  const checker: ManifestCheck[] = [];
  for (const event of events) {
    if (event.kind === 'step')
      steps.push({
        seq: event.seq,
        at: event.at,
        portal: event.portal,
        action: event.action,
        target: event.target,
        url: event.url,
        page_text: event.page_text && { file: event.page_text.file, sha256: event.page_text.sha256 },
        screenshot: event.screenshot && { file: event.screenshot.file, sha256: event.screenshot.sha256 },
        guard: { verdict: event.guard.verdict, rule: event.guard.rule, reason: event.guard.reason },
      });
    if (event.kind === 'check')
      checker.push({ check: event.check, expected: event.expected, found: event.found, verdict: event.verdict });
  }
  return { steps, checker };
}

/** Builds the manifest; the order of its members is part of its bytes. */
export function buildManifest(facts: ManifestFacts): Manifest {
  const pod = facts.files.find(({ file }) => file === facts.podFile);
  const files = facts.files
    .map(({ file, sha256, bytes, media_type }) => ({ file, sha256, bytes, media_type }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  const { steps, checker } = summaryOfEvents(facts.events);
  return {
    version: 1,
    task_id: facts.taskId,
    task_type: facts.taskType,
    outcome: facts.outcome,
    summary: facts.summary,
    confirmation_number: facts.confirmationNumber,
    pod: pod ? { file: pod.file, sha256: pod.sha256, bytes: pod.bytes } : null,
    steps,
    checker,
    approvals: facts.approvals,
    files,
    created_at: facts.createdAt,
    events: { file: eventsFile, count: facts.events.length, head_sha256: facts.headSha256 },
    software: facts.software,
    signature_file: signatureFile,
    record: facts.record,
    previous_pack: facts.previousPack,
    time_stamp:
      facts.stampAuthority === null
        ? null
        : { authority: facts.stampAuthority, request_file: stampRequestFile, response_file: stampFile },
  };
}

/** The content of manifest.json. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

// The names of files inside an evidence pack: flat, harmless in a path and in an address.

export const manifestFile = 'manifest.json';
export const eventsFile = 'events.jsonl';
export const signatureFile = 'manifest.dsse.json';
/** The time stamp of the signature file (RFC 3161) and the request that it answers; not covered by the signature. */
export const stampFile = 'manifest.tsr';
export const stampRequestFile = 'manifest.tsq';

/** Files that only packing writes. */
export const reservedFiles: readonly string[] = [manifestFile, eventsFile, signatureFile, stampRequestFile, stampFile];

const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/** A name is one path segment of ASCII letters, digits, dot, dash and underscore, and does not begin with a dot. */
export function isPackFileName(name: string): boolean {
  return pattern.test(name) && !name.includes('..');
}

/** `steps.png` → `steps-2.png`: a second file of the same name keeps its ending. */
export function numberedName(name: string, n: number): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}-${n}${name.slice(dot)}` : `${name}-${n}`;
}

/** What a pack holds, by ending. */
const mediaTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  tsq: 'application/timestamp-query',
  tsr: 'application/timestamp-reply',
};

/** Media type of the files that packing writes. */
export function reservedMediaType(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

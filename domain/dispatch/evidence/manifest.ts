/** The manifest of an evidence pack: what was done, checked, decided and found, with the digest of every file (D19). */
import type { ApprovalRecord } from '../task-record.ts';
import type { Outcome, TaskType } from '../task.ts';
import type { ChainedEvent, EvidenceFile, StepEvent } from './evidence-events.ts';

export type ManifestStep = Omit<StepEvent, 'kind'> & { readonly seq: number; readonly at: string };

export interface ManifestCheck {
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
}

export interface ManifestFacts {
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

/** Files that only packing writes. */
export const reservedFiles: readonly string[] = [manifestFile, eventsFile, signatureFile];

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
};

/** Media type of the files that packing writes. */
export function reservedMediaType(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Closes the evidence log of a task into a signed evidence pack, whatever the outcome (D19). */
import { ApplicationFailure } from '@temporalio/common';
import { eventsText, readChain, bytesOf, textOf } from '../../domain/dispatch/evidence/chain.ts';
import { envelopeText, preAuthenticationEncoding, type Signature } from '../../domain/dispatch/evidence/dsse.ts';
import {
  type Manifest,
  type Software,
  buildManifest,
  eventsFile,
  manifestFile,
  manifestText,
  reservedFiles,
  reservedMediaType,
  signatureFile,
} from '../../domain/dispatch/evidence/manifest.ts';
import { stampAskedForMs } from '../../domain/dispatch/task-run.ts';
import { buildStatement, statementText } from '../../domain/dispatch/evidence/statement.ts';
import type { EvidenceFile } from '../../domain/dispatch/evidence/evidence-events.ts';
import { recordOf } from '../../domain/dispatch/task-title.ts';
import { presentApproval } from '../../domain/dispatch/present-task.ts';
import { base64, sha256 } from '../../process/evidence-crypto.ts';
import { type BlobStore } from '../../store/blobs/blob-store.ts';
import type { Pool } from '../../store/database.ts';
import {
  closePack,
  previousPack,
  readEvents,
  readFile,
  readFiles,
  type EvidenceFileRow,
} from '../../store/evidence.ts';
import { readApprovals, readTask, type Ending, type TaskRow } from '../../store/tasks.ts';
import { planTimeStamp } from '../../store/time-stamps.ts';
import { appendNote, storedFile } from './recorder.ts';

export interface PackDeps {
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly now: () => Date;
  /** The deployment's evidence key in force (process/evidence-crypto: evidenceSigner). */
  readonly sign: (message: Uint8Array) => Signature;
  readonly software: Omit<Software, 'playbook_digest'>;
  /** Host of the authority that time stamps are asked of; null or left out: packs get none. */
  readonly stampAuthority?: string | null;
}

export interface PackedEvidence {
  readonly manifestFile: typeof manifestFile;
  /** Set where a time stamp is to be asked for. Part of stored histories. */
  readonly isStamped?: true;
}

type PackEnding = Pick<Ending, 'status' | 'outcomeReason' | 'summary' | 'confirmationNumber' | 'podFile'>;

/**
 * Packs a task that is about to become final. Safe to run twice: a pack that already says the same is left
 * alone, another is replaced; once the task is final its pack never changes.
 * @throws ApplicationFailure `chain_broken` or `evidence_lost` (both not retryable): what is stored is not what was recorded
 */
export async function packEvidence(deps: PackDeps, taskId: string, ending: PackEnding): Promise<PackedEvidence> {
  const task = await readTask(deps.pool, taskId);
  if (task === undefined) throw ApplicationFailure.nonRetryable(`there is no task ${taskId}`, 'no_such_task');
  const { stampAuthority = null } = deps;
  const packed: PackedEvidence = { manifestFile, ...(stampAuthority === null ? {} : { isStamped: true }) };
  if (task.finishedAt !== null) return packed;
  await recordOutcome(deps, taskId, ending);
  while (!(await packOnce(deps, task, ending)));
  if (stampAuthority !== null) {
    const askedUntil = new Date(deps.now().getTime() + stampAskedForMs);
    await planTimeStamp(deps.pool, taskId, { authority: stampAuthority, askedUntil });
  }
  return packed;
}

/** The outcome is the last event; a second packing finds it there. */
async function recordOutcome(deps: PackDeps, taskId: string, ending: PackEnding): Promise<void> {
  const reason = ending.outcomeReason === null ? '' : ` (${ending.outcomeReason})`;
  await appendNote(deps, taskId, `Outcome: ${ending.status}${reason}. ${ending.summary}`);
}

/** @returns false when the chain grew meanwhile */
async function packOnce(deps: PackDeps, task: TaskRow, ending: PackEnding): Promise<boolean> {
  const { pool, blobs } = deps;
  const lines = (await readEvents(pool, task.id)).map(({ line }) => line);
  const chain = readChain(lines, sha256);
  if (chain.broken) throw ApplicationFailure.nonRetryable(chain.broken.sentence, 'chain_broken');
  const recorded = (await readFiles(pool, task.id)).filter(({ file }) => !reservedFiles.includes(file));
  const contents = new Map<string, Uint8Array>();
  for (const row of recorded) contents.set(row.file, await recordedBytes(blobs, row));
  contents.set(eventsFile, bytesOf(eventsText(lines)));
  const approvals = (await readApprovals(pool, [task.id])).get(task.id) ?? [];
  const named = recordOf(task);
  const record = named === null ? null : { portal: task.portal, record: named };
  const previous = await previousPack(pool, task.senderId, record);
  const manifest = await settled(
    deps,
    task.id,
    buildManifest({
      taskId: task.id,
      taskType: task.taskType,
      outcome: ending.status,
      summary: ending.summary,
      confirmationNumber: ending.confirmationNumber,
      podFile: ending.podFile,
      events: chain.events,
      headSha256: chain.head.hash,
      approvals: approvals.map(presentApproval),
      files: [...recorded.map(fileOf), describe(eventsFile, contents.get(eventsFile)!)],
      createdAt: deps.now().toISOString(),
      software: { ...deps.software, playbook_digest: task.playbookDigest },
      record,
      previousPack: previous,
      stampAuthority: deps.stampAuthority ?? null,
    }),
  );
  const payload = bytesOf(statementText(buildStatement(manifest, lines, contents, sha256)));
  const signatures = [deps.sign(preAuthenticationEncoding(payload))];
  const closing = new Map([
    [manifestFile, bytesOf(manifestText(manifest))],
    [eventsFile, contents.get(eventsFile)!],
    [signatureFile, bytesOf(envelopeText({ payload, signatures }, base64))],
  ]);
  const rows = await Promise.all(
    [...closing].map(([file, bytes]) =>
      storedFile(blobs, task.id, { file: file, mediaType: reservedMediaType(file) }, bytes),
    ),
  );
  return closePack(pool, task.id, { head: chain.head, senderId: task.senderId, record, previous }, rows);
}

/** A manifest that says the same as the one packed before keeps that one's time, and so all its bytes. */
async function settled({ pool, blobs }: PackDeps, taskId: string, manifest: Manifest): Promise<Manifest> {
  const row = await readFile(pool, taskId, manifestFile);
  const before = row && (await blobs.get(row.blobKey));
  if (before === undefined) return manifest;
  const { created_at } = JSON.parse(textOf(before)) as Manifest;
  const same = { ...manifest, created_at };
  return textOf(before) === manifestText(same) ? same : manifest;
}

async function recordedBytes(blobs: BlobStore, row: EvidenceFileRow): Promise<Buffer> {
  const bytes = await blobs.get(row.blobKey);
  if (bytes === undefined || sha256(bytes) !== row.sha256)
    throw ApplicationFailure.nonRetryable(
      `the stored bytes of ${row.file} are not the ones that were recorded`,
      'evidence_lost',
    );
  return bytes;
}

function describe(file: string, bytes: Uint8Array): EvidenceFile {
  return { file, sha256: sha256(bytes), bytes: bytes.length, media_type: reservedMediaType(file) };
}

function fileOf({ file, sha256, bytes, mediaType }: EvidenceFileRow): EvidenceFile {
  return { file, sha256, bytes, media_type: mediaType };
}

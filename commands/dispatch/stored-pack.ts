/** Verifies the evidence pack of a task from its bytes as they lie in the store now; no flag is kept or believed. */
import { compareWithRecord, verifyPack } from '../../domain/dispatch/evidence/verify.ts';
import { isFinal } from '../../domain/dispatch/task.ts';
import type { Pack } from '../../domain/dispatch/evidence/finding.ts';
import type { Manifest } from '../../domain/dispatch/evidence/manifest.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { base64, evidenceKeys, sha256, signatureChecks } from '../../process/evidence-crypto.ts';
import { SettingsError, type Settings } from '../../process/settings.ts';
import { stampRoots, type TrustedRoots } from '../../process/time-stamp.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { Pool } from '../../store/database.ts';
import { chainHead, readFiles, type EvidenceFileRow } from '../../store/evidence.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { readStampState, type StampState } from '../../store/time-stamps.ts';
import { readPackStamp, type StampReport } from './pack-time-stamp.ts';

export interface PackDeps {
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly settings: Pick<Settings, 'EVIDENCE_KEY_GENERATION' | 'EVIDENCE_TIME_STAMP_CA'>;
  readonly deploymentSecret: DeploymentSecret;
}

export interface SealState {
  /** `open`: the task is under way and has no pack yet. */
  readonly state: 'open' | 'verified' | 'broken';
  readonly findings: readonly string[];
  readonly keyIds: readonly string[];
  readonly files: number;
  readonly events: number;
  readonly headSha256: string;
  /** The time stamp, and what became of the attempts to get it; null where there is no signed pack. */
  readonly stamp: (StampReport & { readonly attempts: StampState | null }) | null;
}

/** @param rows the files of the task, as the database lists them */
export async function verifyStoredPack(
  deps: PackDeps,
  task: TaskRow,
  rows?: readonly EvidenceFileRow[],
): Promise<SealState> {
  const nothing = { findings: [], keyIds: [], files: 0, events: 0, headSha256: '', stamp: null };
  if (!isFinal(task.status)) return { state: 'open', ...nothing };
  if (task.manifestFile === null)
    return { ...nothing, state: 'broken', findings: ['the task ended without an evidence pack'] };
  const pack = new Map<string, Uint8Array>();
  await Promise.all(
    (rows ?? (await readFiles(deps.pool, task.id))).map(async ({ file, blobKey }) => {
      const bytes = await deps.blobs.get(blobKey);
      if (bytes !== undefined) pack.set(file, bytes);
    }),
  );
  const checks = signatureChecks(evidenceKeys(deps.deploymentSecret, deps.settings.EVIDENCE_KEY_GENERATION));
  const { findings, statement, signedBy } = verifyPack(pack, { sha256, base64, pinpoint: false, ...checks });
  const sentences = findings.map(
    ({ file, offset, within, sentence }) => `${sentence} (${placeOf(file, offset, within)})`,
  );
  const manifest = statement?.predicate.manifest;
  if (manifest) {
    const { hash } = await chainHead(deps.pool, task.id);
    const { id, status, summary, confirmationNumber } = task;
    sentences.push(
      ...compareWithRecord(manifest, { taskId: id, outcome: status, summary, confirmationNumber, headSha256: hash }),
    );
  }
  const stamp = manifest ? await storedStamp(deps, task.id, pack, manifest) : null;
  if (stamp?.state === 'broken') sentences.push(stamp.sentence);
  return {
    stamp,
    state: sentences.length === 0 ? 'verified' : 'broken',
    findings: sentences,
    keyIds: signedBy,
    files: manifest ? manifest.files.length + 2 + ((stamp?.at ?? null) === null ? 0 : 2) : 0,
    events: manifest?.events.count ?? 0,
    headSha256: manifest?.events.head_sha256 ?? '',
  };
}

async function storedStamp(
  { pool, settings }: PackDeps,
  taskId: string,
  pack: Pack,
  manifest: Manifest,
): Promise<SealState['stamp']> {
  const report = await readPackStamp(pack, manifest, rootsAtHand(settings), new Date());
  return { ...report, attempts: report.state === 'missing' ? ((await readStampState(pool, taskId)) ?? null) : null };
}

/** None where the file cannot be read here: what it says of the stamp is then not checked, which the page says. */
function rootsAtHand(settings: PackDeps['settings']): TrustedRoots | null {
  try {
    return stampRoots(settings);
  } catch (error) {
    if (error instanceof SettingsError) return null;
    throw error;
  }
}

function placeOf(file: string, offset: number, within: number): string {
  return within === 1 ? `${file}, byte ${offset}` : `${file}, bytes ${offset} to ${offset + within - 1}`;
}

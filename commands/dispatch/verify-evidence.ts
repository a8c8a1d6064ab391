/** Verifies the evidence pack of a task, with its time stamp, from its bytes as they are in the store now; no flag is kept or believed. */
import type { Pack } from '../../domain/dispatch/evidence/statement.ts';
import { type Manifest, signatureFile, stampFile, stampRequestFile } from '../../domain/dispatch/evidence/manifest.ts';
import { compareWithRecord, verifyPack } from '../../domain/dispatch/evidence/verify.ts';
import { stampAskedForMs } from '../../domain/dispatch/task-run.ts';
import { isFinal } from '../../domain/dispatch/task.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { base64, evidenceKeys, sha256, signatureChecks } from '../../process/evidence-crypto.ts';
import { type Settings, SettingsError } from '../../process/settings.ts';
import { type TrustedRoots, checkTimeStamp, stampRoots } from '../../process/time-stamp.ts';
import { addAudit } from '../../store/audit-log.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { type Pool, inTransaction } from '../../store/database.ts';
import { type EvidenceFileRow, chainHead, readFiles } from '../../store/evidence.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { type StampState, planLateTimeStamp, readStampState, renewTimeStamp } from '../../store/time-stamps.ts';
import { type Refusal, refusal } from '../refusal.ts';

interface PackDeps {
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
  /** The time stamp, and the results of the attempts to get it; null where there is no signed pack. */
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
  const isOpen = report.state === 'missing' || report.state === 'none';
  return { ...report, attempts: isOpen ? ((await readStampState(pool, taskId)) ?? null) : null };
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

// What the time stamp of an evidence pack is worth, from the bytes of the pack.

export interface StampReport {
  /**
   * `none`: none was to be had; `missing`: the manifest plans one and the pack has none; `not_checked`: it holds, but
   * nobody vouches for the authority's certificate; `verified`; `broken`.
   */
  readonly state: 'none' | 'missing' | 'not_checked' | 'verified' | 'broken';
  /** The authority's time. */
  readonly at: Date | null;
  readonly authority: string | null;
  readonly sentence: string;
}

/** Clocks that differ by more are worth a remark. */
const clockTolerance = 5 * 60_000;

/** @param roots null where there are none */
export async function readPackStamp(
  pack: Pack,
  manifest: Pick<Manifest, 'time_stamp' | 'created_at'>,
  roots: TrustedRoots | null,
  now: Date,
): Promise<StampReport> {
  const plan = manifest.time_stamp ?? null;
  const answer = pack.get(stampFile);
  const nothing = { at: null, authority: plan?.authority ?? null };
  // One that was asked for later is in the pack without a plan.
  if (plan === null && answer === undefined)
    return { ...nothing, state: 'none', sentence: 'no time stamp was asked for' };
  if (answer === undefined)
    return { ...nothing, state: 'missing', sentence: `there is no time stamp of ${nothing.authority} in the pack` };
  const request = pack.get(stampRequestFile);
  if (request === undefined)
    return { ...nothing, state: 'broken', sentence: `${stampRequestFile} is missing, the request of the time stamp` };
  const stamped = pack.get(signatureFile) ?? new Uint8Array();
  const check = await checkTimeStamp(answer, stamped, { request, roots, now });
  if (!check.ok)
    return {
      ...nothing,
      state: 'broken',
      sentence: `${stampFile} is no valid time stamp of ${signatureFile}: ${check.sentence}`,
    };
  const { at, authority, isTrusted } = check.stamp;
  const early = Date.parse(manifest.created_at) - at.getTime() > clockTolerance;
  const clocks = early ? '; that is before the pack says it was made, so one of the two clocks was wrong' : '';
  return {
    state: isTrusted === true ? 'verified' : 'not_checked',
    at,
    authority,
    sentence: `stamped by ${authority} at ${at.toISOString()}${clocks}`,
  };
}

// Asks the authority again for the time stamp of a pack that has none: after its 24 hours nobody else does.

interface AskTimeStampDeps {
  readonly pool: Pool;
  /** False where it is being asked for. */
  readonly startTimeStamp: (taskId: string) => Promise<boolean>;
  readonly now: () => Date;
  /** Host of the authority of this deployment; null where none is set. */
  readonly authority: string | null;
}

/** Host of the authority that the settings name; null where they name none. */
export function stampAuthorityHost({
  EVIDENCE_TIME_STAMP_URL: address,
}: Pick<Settings, 'EVIDENCE_TIME_STAMP_URL'>): string | null {
  return address === '' ? null : new URL(address).host;
}

export interface AskedTimeStamp {
  readonly task_id: string;
  /** False: it was being asked for already. */
  readonly asked: boolean;
}

/** @throws what the engine throws while it is away; nothing is recorded then but the time until when it is asked for */
export async function askTimeStamp(
  { pool, startTimeStamp, now, authority }: AskTimeStampDeps,
  { id, senderId, status }: Pick<TaskRow, 'id' | 'senderId' | 'status'>,
  actor: string,
): Promise<AskedTimeStamp | Refusal> {
  if (!isFinal(status))
    return refusal('bad_request', `task ${id} has not ended; its evidence is signed and stamped when it does`);
  const askedUntil = new Date(now().getTime() + stampAskedForMs);
  const isPlanned =
    (await renewTimeStamp(pool, id, askedUntil)) ||
    (authority !== null && (await planLateTimeStamp(pool, id, { authority, askedUntil })));
  if (!isPlanned)
    return refusal(
      'bad_request',
      `the evidence of task ${id} has a time stamp, or was signed while no authority was set and none is set now (EVIDENCE_TIME_STAMP_URL)`,
    );
  const asked = await startTimeStamp(id);
  if (asked)
    await inTransaction(pool, (q) =>
      addAudit(q, { actor, act: 'task.time_stamp_asked', subject: id, details: { owner_id: senderId } }),
    );
  return { task_id: id, asked };
}

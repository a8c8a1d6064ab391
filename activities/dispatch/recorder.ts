/** Records what a run does: files into the blob store, events into the chain of the task, each safely stored at once. */
import type { ChainHead } from '../../domain/dispatch/evidence/chain.ts';
import type { CheckEvent, EvidenceEvent, NoteEvent } from '../../domain/dispatch/evidence/evidence-events.ts';
import { isPackFileName, reservedFiles } from '../../domain/dispatch/evidence/manifest.ts';
import type { WriteOrder } from '../../domain/dispatch/writing/order.ts';
import type { EvidenceSink } from '../../portals/step-recorder.ts';
import { sha256 } from '../../process/evidence-crypto.ts';
import { type BlobStore, evidenceBlobKey } from '../../store/blobs/blob-store.ts';
import type { Pool } from '../../store/database.ts';
import { addFile, appendEvents, appendLinks, readEvents, type EvidenceFileRow } from '../../store/evidence.ts';
import { type IntentState, readIntents, settleIntent } from '../../store/portal-intents.ts';

export interface RecorderDeps {
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly now: () => Date;
}

/**
 * A sink for the evidence log of one task. A file whose name is taken by other bytes (an earlier attempt's) gets a
 * number; use the name that comes back.
 */
export function openRecorder({ pool, blobs, now }: RecorderDeps, taskId: string): EvidenceSink {
  let end: ChainHead | undefined;
  return {
    async file(name, bytes, mediaType) {
      if (!isPackFileName(name) || reservedFiles.includes(name))
        throw new RangeError(`${JSON.stringify(name)} cannot name a file of an evidence pack`);
      // The bytes first: a listed file is always there.
      return addFile(pool, taskId, await storedFile(blobs, taskId, { file: name, mediaType }, bytes));
    },
    async record(events) {
      const links = await appendLinks(pool, taskId, events, now(), end);
      end = links.at(-1) ?? end;
      return links.map(({ seq }) => seq);
    },
  };
}

/** Stores the bytes of a file of a task's evidence. @returns its row, which is to be added */
export async function storedFile(
  blobs: BlobStore,
  taskId: string,
  { file, mediaType }: Pick<EvidenceFileRow, 'file' | 'mediaType'>,
  bytes: Uint8Array,
): Promise<EvidenceFileRow> {
  const digest = sha256(bytes);
  const blobKey = evidenceBlobKey(taskId, digest);
  await blobs.put(blobKey, bytes);
  return { file, sha256: digest, bytes: bytes.length, mediaType, blobKey };
}

interface NoteDeps {
  readonly pool: Pool;
  readonly now: () => Date;
}

/** Adds a note to a task's evidence log, unless the log ends with it: safe to run twice. */
export async function appendNote(
  { pool, now }: NoteDeps,
  taskId: string,
  note: string,
  about?: NoteEvent['about'],
): Promise<void> {
  const last = (await readEvents(pool, taskId)).at(-1);
  const event = last && (JSON.parse(last.line) as EvidenceEvent);
  if (event?.kind === 'note' && event.note === note) return;
  await appendEvents(pool, taskId, [{ kind: 'note', note, ...(about === undefined ? {} : { about }) }], now());
}

/** A comparison as an event of the evidence log. */
export function checkEvent({ check, expected, found, verdict }: Omit<CheckEvent, 'kind'>): CheckEvent {
  return { kind: 'check', check, expected, found, verdict };
}

// What is known of a task's writes, for a workflow that has to continue after a loss (D25).

export interface KnownIntent {
  readonly state: IntentState;
  /** Clicks that were allowed. */
  readonly submits: number;
  readonly number: string | null;
  readonly order: WriteOrder;
}

/** The newest intent of a task that may have left something in the portal; null when nothing was clicked. */
export async function openIntentOf(pool: Pool, taskId: string): Promise<KnownIntent | null> {
  const intent = (await readIntents(pool, taskId)).find(({ state }) => state !== 'absent');
  if (intent === undefined) return null;
  const { state, submits, number, order } = intent;
  return { state, submits, number, order };
}

/** Safe to run twice. */
export async function closeIntent(
  pool: Pool,
  taskId: string,
  action: string,
  state: Exclude<IntentState, 'open'>,
  number: string | null,
): Promise<void> {
  await settleIntent(pool, taskId, action, state, number);
}

/** Records what a run does: files into the blob store, events into the chain of the task, each safely stored at once. */
import { isPackFileName, reservedFiles } from '../../domain/dispatch/evidence/pack-files.ts';
import { sha256 } from '../../process/evidence-crypto.ts';
import type { StorySink } from '../../portals/story-sink.ts';
import { evidenceBlobKey } from '../../store/blobs/blob-key.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { Pool } from '../../store/database.ts';
import { addFile, appendEvents } from '../../store/evidence.ts';

export interface RecorderDeps {
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly now: () => Date;
}

/**
 * A sink for the story of one task. A file whose name is taken by other bytes (an earlier attempt's) gets a
 * number; use the name that comes back.
 */
export function openRecorder({ pool, blobs, now }: RecorderDeps, taskId: string): StorySink {
  return {
    async file(name, bytes, mediaType) {
      if (!isPackFileName(name) || reservedFiles.includes(name))
        throw new RangeError(`${JSON.stringify(name)} cannot name a file of an evidence pack`);
      const digest = sha256(bytes);
      const blobKey = evidenceBlobKey(taskId, digest);
      // The bytes first: a listed file is always there.
      await blobs.put(blobKey, bytes);
      return addFile(pool, taskId, { file: name, sha256: digest, bytes: bytes.length, mediaType, blobKey });
    },
    async record(events) {
      return (await appendEvents(pool, taskId, events, now())).map(({ seq }) => seq);
    },
  };
}

/** Where the interpreter tells what it does: files and events of a task's evidence. */
import type { EvidenceFile, StoryEvent } from '../domain/dispatch/evidence/story.ts';

export interface StorySink {
  /** Keeps a file of the pack; the answer names it by digest. Safe to repeat with the same bytes. */
  file(name: string, bytes: Buffer, mediaType: string): Promise<EvidenceFile>;
  /** Appends events in order, chained by hash, in one transaction. @returns the sequence number of each */
  record(events: readonly StoryEvent[]): Promise<readonly number[]>;
}

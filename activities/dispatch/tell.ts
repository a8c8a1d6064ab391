/** Adds a note to a task's story, unless it was the last thing told. */
import type { StoryEvent } from '../../domain/dispatch/evidence/story.ts';
import type { Pool } from '../../store/database.ts';
import { appendEvents, readEvents } from '../../store/evidence.ts';

export interface TellDeps {
  readonly pool: Pool;
  readonly now: () => Date;
}

/** Safe to run twice. */
export async function tell({ pool, now }: TellDeps, taskId: string, note: string): Promise<void> {
  const last = (await readEvents(pool, taskId)).at(-1);
  const event = last && (JSON.parse(last.line) as StoryEvent);
  if (event?.kind === 'note' && event.note === note) return;
  await appendEvents(pool, taskId, [{ kind: 'note', note }], now());
}

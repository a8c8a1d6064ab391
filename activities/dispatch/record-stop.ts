/** Puts the stop of a portal action into the task's story: what was asked for, and the verdict (D24). */
import type { Verdict } from '../../domain/dispatch/guard/verdict.ts';
import type { StoryEvent } from '../../domain/dispatch/evidence/story.ts';
import type { Pool } from '../../store/database.ts';
import { appendEvents, readEvents } from '../../store/evidence.ts';

export interface RecordStopDeps {
  readonly pool: Pool;
  readonly now: () => Date;
}

/** Safe to run twice: a story that already tells of a verdict is left alone. */
export async function recordStop(
  { pool, now }: RecordStopDeps,
  taskId: string,
  subject: string,
  verdict: Verdict,
): Promise<void> {
  const told = (await readEvents(pool, taskId)).some(({ line }) => kindOf(line) === 'verdict');
  if (told) return;
  const { rule, reason } = verdict;
  const events: StoryEvent[] = [
    { kind: 'verdict', ...verdict },
    {
      kind: 'step',
      portal: 'none',
      action: verdict.subject,
      target: subject,
      url: null,
      page_text: null,
      screenshot: null,
      guard: { verdict: verdict.verdict, rule, reason },
    },
  ];
  await appendEvents(pool, taskId, events, now());
}

function kindOf(line: string): string {
  return (JSON.parse(line) as StoryEvent).kind;
}

/** Beats from a timer, so that the engine notices a dead worker soon and a live one hears of a cancellation. */
import type { Context } from '@temporalio/activity';

/** At least three in every heartbeat time-out (8 s, workflows/task). */
const everyMs = 2_000;

export interface Heart {
  /** What the activity is doing now; shown in the Temporal UI with the pending activity. */
  tell(details: string): void;
  stop(): void;
}

export function openHeart(context: Context, details: string): Heart {
  let current = details;
  const beat = (): void => context.heartbeat(current);
  beat();
  const timer = setInterval(beat, everyMs);
  return {
    tell: (details) => (current = details),
    stop: () => clearInterval(timer),
  };
}

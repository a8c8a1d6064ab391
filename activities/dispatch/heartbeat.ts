/** Beats from a timer, so that the engine notices a dead worker soon and a live one hears of a cancellation. */
import type { Context } from '@temporalio/activity';

/** Beats in every heartbeat time-out (workflows/portal-work), so that one may be late. */
const beats = 4;
const everyMsAtMost = 2_000;

export interface Heartbeat {
  /** What the activity is doing now; shown in the Temporal UI with the pending activity. */
  report(details: string): void;
  stop(): void;
}

export function openHeartbeat(context: Context, details: string): Heartbeat {
  let current = details;
  const beat = (): void => context.heartbeat(current);
  beat();
  const { heartbeatTimeoutMs = Infinity } = context.info;
  const timer = setInterval(beat, Math.min(everyMsAtMost, heartbeatTimeoutMs / beats));
  return {
    report: (details) => (current = details),
    stop: () => clearInterval(timer),
  };
}

/**
 * How the start dispatcher rests while many tasks come. Starting them at once would only take the processor from
 * the callers: a small machine takes a thousand tasks a second, and its engine carries some 70. So a burst is
 * taken first and started after; a rush that lasts is started meanwhile, at about what the engine carries.
 */
import { openRecentCount } from '../../process/recent-count.ts';

export interface Rush {
  /** Told how many starts a commit put into the outbox. */
  committed(starts: number): void;
  /** How long a lane of the dispatcher rests before its next start, in milliseconds. */
  restMs(): number;
}

/** Tasks a second from which on it is a rush. */
const rushPerSecond = 70;
/** As long as this it is a burst. */
const burstMs = 10_000;
const restInBurstMs = 1_000;
const restInRushMs = 50;

/** @param now milliseconds that never step back */
export function openRush(now: () => number = () => performance.now()): Rush {
  const recent = openRecentCount(now);
  let since: number | undefined;
  return {
    committed: (starts) => recent.add(starts),
    restMs: () => {
      if (recent.lastSecond() <= rushPerSecond) {
        since = undefined;
        return 0;
      }
      since ??= now();
      return now() - since < burstMs ? restInBurstMs : restInRushMs;
    },
  };
}

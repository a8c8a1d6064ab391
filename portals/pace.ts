/** Keeps requests to a portal below the rate that its playbook promises, for all runs of this process together. */
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';

export interface Pace {
  /** Waits for the turn of the next page. */
  turn(): Promise<void>;
}

const paces = new Map<string, Pace>();

export function paceOf(playbook: LoadedPlaybook): Pace {
  const perMinute = playbook.rate_limit?.per_minute;
  if (perMinute === undefined) return { turn: () => Promise.resolve() };
  const key = `${playbook.id} ${perMinute}`;
  const known = paces.get(key);
  if (known !== undefined) return known;
  const made = openPace(perMinute);
  paces.set(key, made);
  return made;
}

/** A bucket that holds the turns of ten seconds and fills evenly. */
function openPace(perMinute: number): Pace {
  const spacingMs = 60_000 / perMinute;
  const burstMs = 10_000;
  let next = 0;
  return {
    async turn() {
      const now = performance.now();
      next = Math.max(next, now - burstMs) + spacingMs;
      const waitMs = next - now;
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    },
  };
}

/**
 * Lets few mails of one origin be checked at a time, so that who sends many delays only its own: the thread divides its time
 * among the mails it has.
 */
import { networkOf } from '../../http/client-network.ts';

export interface TurnsByOrigin {
  /** Does the work when it is the turn of this origin, first come, first served. */
  take<T>(origin: { remoteAddress: string; from: string }, work: () => Promise<T>): Promise<T>;
}

/** Two, so that one that waits for a name server does not hold up the next. */
const atOnce = 2;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function openTurnsByOrigin(): TurnsByOrigin {
  const lines = new Map<string, Line>();
  return {
    take: async ({ remoteAddress, from }, work) => {
      const key = `${networkOf(remoteAddress)} ${from}`;
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      // A turn is handed on to the next in line, so nobody can get ahead of it.
      if (line.running < atOnce) line.running += 1;
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = line.waiting.shift();
        if (next) next();
        else {
          line.running -= 1;
          if (line.running === 0) lines.delete(key);
        }
      }
    },
  };
}

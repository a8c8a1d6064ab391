/**
 * Ports that a machine has chosen and does not listen on yet. Starts on one computer choose in turns and pass over each
 * other's claims; else two within seconds would choose the same, and each would find the other's services answering.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { releaseFileLock, takeFileLock, withFileLock } from '../process/file-lock.ts';

export interface PortClaims {
  /** Runs `work` while no other start of this user chooses ports. */
  readonly inTurn: <T>(say: (line: string) => void, work: () => Promise<T>) => Promise<T>;
  /** @returns whether the port is ours now; false while another running start holds it */
  readonly claim: (port: number) => boolean;
  readonly release: () => void;
}

const choosing = 'choosing.lock';

/** Claims of a process that has died count no longer, and are removed by the next start. */
export function portClaims(env: NodeJS.ProcessEnv = process.env): PortClaims {
  const folder = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lanekeeper', 'ports');
  const held = new Set<string>();
  return {
    inTurn: (say, work) => {
      mkdirSync(folder, { recursive: true });
      return withFileLock(join(folder, choosing), say, async () => {
        removeStale(folder);
        return await work();
      });
    },
    claim: (port) => {
      const file = join(folder, String(port));
      const holder = takeFileLock(file);
      if (holder !== null && holder.pid !== process.pid) return false;
      held.add(file);
      return true;
    },
    release: () => {
      for (const file of held) releaseFileLock(file);
      held.clear();
    },
  };
}

function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name !== choosing && takeFileLock(file) === null) releaseFileLock(file);
  }
}

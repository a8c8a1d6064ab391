/** Lets one process at a time do a piece of work, by a file that names the holder; a dead holder's is taken over. */
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isRunning, isStopped, readIdentity, type ProcessIdentity } from './identity.ts';

/** A holder that is stopped (SIGSTOP, Ctrl-Z) keeps the others waiting for so long. */
const stoppedHolderMs = 20_000;

/**
 * Runs `work` while holding the lock at `path`; waits while another process holds it. The lock of a holder that stays
 * stopped is taken over, so `work` must be harmless when that holder runs again and finishes it too.
 * @param say called once when there is somebody to wait for
 */
export async function withFileLock<T>(
  path: string,
  say: (line: string) => void,
  work: () => Promise<T>,
  { stoppedMs = stoppedHolderMs }: { readonly stoppedMs?: number } = {},
): Promise<T> {
  let said = false;
  let runsAt = performance.now();
  while (!take(path)) {
    const holder = readIdentity(path);
    if (holder === null || !isStopped(holder)) runsAt = performance.now();
    if (holder !== null && (!isRunning(holder) || performance.now() - runsAt > stoppedMs)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!said && holder !== null) say(`waiting for process ${holder.pid}, which holds ${path}`);
    said = true;
    await delay(250);
  }
  try {
    return await work();
  } finally {
    // The process that took it over while this process was stopped keeps it.
    if (isOurs(path)) rmSync(path, { force: true });
  }
}

/**
 * Takes the lock at `path` without waiting.
 * @returns null when it is ours now (give it back with `releaseFileLock`), else who holds it
 */
export function takeFileLock(path: string): ProcessIdentity | null {
  for (;;) {
    if (take(path)) return null;
    const holder = readIdentity(path);
    if (holder !== null && isRunning(holder)) return holder;
    rmSync(path, { force: true });
  }
}

export function releaseFileLock(path: string): void {
  rmSync(path, { force: true });
}

function isOurs(path: string): boolean {
  const [holder, we] = [readIdentity(path), identify(process.pid)];
  return holder?.pid === we?.pid && holder?.began === we?.began;
}

function take(path: string): boolean {
  try {
    writeFileSync(path, JSON.stringify(identify(process.pid)), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

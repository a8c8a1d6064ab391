/** Lets one process at a time do a piece of work, by a file that names the holder; a dead holder's is taken over. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isRunning, type ProcessIdentity } from './identity.ts';

/**
 * Runs `work` while holding the lock at `path`; waits while another process holds it.
 * @param say told once when there is somebody to wait for
 */
export async function withFileLock<T>(path: string, say: (line: string) => void, work: () => Promise<T>): Promise<T> {
  let told = false;
  while (!take(path)) {
    const holder = read(path);
    if (holder !== null && !isRunning(holder)) {
      rmSync(path, { force: true });
      continue;
    }
    if (!told && holder !== null) say(`waiting for process ${holder.pid}, which holds ${path}`);
    told = true;
    await delay(250);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * Takes the lock at `path` without waiting.
 * @returns null when it is ours now (give it back with `releaseFileLock`), else who holds it
 */
export function takeFileLock(path: string): ProcessIdentity | null {
  for (;;) {
    if (take(path)) return null;
    const holder = read(path);
    if (holder !== null && isRunning(holder)) return holder;
    rmSync(path, { force: true });
  }
}

export function releaseFileLock(path: string): void {
  rmSync(path, { force: true });
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

/** Null while the holder has made the file but not yet written its name. */
function read(path: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
}

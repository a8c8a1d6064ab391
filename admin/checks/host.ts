/** This machine: a browser that starts, and room on the disk of the data folder. */
import { type StatsFs, mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { openBrowserPool } from '../../portals/browser-pool.ts';
import { findBrowser } from '../../portals/executable.ts';
import type { Settings } from '../../process/settings.ts';
import { type Check, broken, doubtful, errorText, fine } from './check.ts';

const room = { warnBytes: 5_000_000_000, failBytes: 500_000_000 } as const;

/** Launches the browser as a worker does. */
export async function checkBrowser(settings: Settings): Promise<Check> {
  const profiles = mkdtempSync(join(tmpdir(), 'lanekeeper-doctor-'));
  const found = { program: '' };
  const pool = openBrowserPool({
    program: async () => {
      const program = await findBrowser(settings);
      found.program = `${program.path} (${program.source})`;
      return program;
    },
    size: 1,
    profiles,
    sandbox: settings.PORTAL_BROWSER_SANDBOX,
  });
  try {
    const began = performance.now();
    await pool.warm();
    return fine('Browser', `${found.program} starts in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    return broken(
      'Browser',
      found.program === '' ? errorText(error) : `${found.program} does not start: ${errorText(error)}`,
      'install Chromium (Debian: apt-get install chromium) and set CHROMIUM_PATH to it; only workers need it',
    );
  } finally {
    await pool.close();
    rmSync(profiles, { recursive: true, force: true });
  }
}

export async function checkDisk(settings: Settings): Promise<Check> {
  const folder = resolve(settings.DATA_DIR);
  const { bavail, bsize, blocks } = await statfsAbove(folder);
  const free = bavail * bsize;
  const found = `${gigabytes(free)} of ${gigabytes(blocks * bsize)} free under ${folder}`;
  const advice = 'make room: evidence, embedded PostgreSQL and logs grow there';
  if (free < room.failBytes) return broken('Disk', found, advice);
  return free < room.warnBytes ? doubtful('Disk', found, advice) : fine('Disk', found);
}

/** Of the folder, or of the first above it that is there. */
async function statfsAbove(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    const above = dirname(folder);
    if (above === folder) throw error;
    return statfsAbove(above);
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

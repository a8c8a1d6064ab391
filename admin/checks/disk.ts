/** This machine: room on the disk of the data folder. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Settings } from '../../process/settings.ts';
import { type Check, broken, doubtful, fine } from './check.ts';

const room = { warnBytes: 5_000_000_000, failBytes: 500_000_000 } as const;

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

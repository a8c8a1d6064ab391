/**
 * `run.json` in the data folder: the settings a running embedded machine works with, by name, so that the admin
 * command line reaches the same database with the same secrets. Mode 0600; it goes when the machine stops.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const runFileName = 'run.json';

/** The settings of the machine that runs on this data folder; empty when none does. */
export function settingsOfRunningMachine(dataDir: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(join(dataDir, runFileName), 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

// What this software is called and which version of it runs.

const { name, version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};

export const software = { name, version } as const;

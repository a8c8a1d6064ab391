/** The official release of the Temporal program that this version is made for: its archives and their checksums. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Release {
  readonly version: string;
  /** By platform, as Node names it: `linux-x64`. */
  readonly archives: Readonly<Record<string, Archive>>;
}

export interface Archive {
  readonly name: string;
  readonly sha256: string;
}

/** The same version as the pin in go.mod, which a machine without a way to the release builds instead. */
export const pinnedRelease = JSON.parse(readFileSync(join(import.meta.dirname, 'release.json'), 'utf8')) as Release;

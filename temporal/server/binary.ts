/**
 * Finds the program of the embedded Temporal server: on the PATH, in the cache, the official release downloaded, or
 * built with Go from the pinned module. Cached outside the clone, so that a fresh clone does neither again.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { withFileLock } from '../../process/file-lock.ts';
import { embeddedSettings } from '../../process/settings/deployment.ts';
import { buildTemporal } from './build.ts';
import { type Release, downloadTemporal, pinnedRelease } from './download.ts';

export interface FoundBinary {
  readonly path: string;
  readonly from: 'path' | 'cache' | 'download' | 'build';
}

export interface FindOptions {
  readonly say?: (line: string) => void;
  /** How far a download or build is; said often, so the caller shows the last one. */
  readonly status?: (line: string) => void;
  /** Stops a download or build under way. */
  readonly signal?: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
  /** For tests: another release than the pinned one. */
  readonly release?: Release;
}

export class NoTemporalServerError extends Error {
  readonly code = 'no_temporal_server';
  constructor(findings: readonly string[]) {
    super(
      [
        'There is no Temporal server to start:',
        ...findings.map((finding) => `  - ${finding}`),
        'Do one of these, then start again:',
        '  - let this machine reach the address above (HTTPS_PROXY is honoured), or set EMBEDDED_TEMPORAL_DOWNLOAD_URL to a mirror',
        '  - install the Temporal command line (https://docs.temporal.io/cli), so that "temporal" is on the PATH',
        '  - install Go 1.26.4 or newer (https://go.dev/dl); the server is then built once, in three to eight minutes',
        '  - set TEMPORAL_ADDRESS to a server that already runs',
      ].join('\n'),
    );
    this.name = 'NoTemporalServerError';
  }
}

/**
 * Finds or makes the program. The first hit counts: PATH, cache, download, Go build.
 * @throws NoTemporalServerError that says what was tried and what to install
 */
export async function findTemporalBinary(options: FindOptions = {}): Promise<FoundBinary> {
  const { env = process.env, say = () => {}, status = () => {}, signal } = options;
  const onPath = findOnPath(env);
  if (onPath !== null) return { path: onPath, from: 'path' };
  const cached = cachedBinary(env);
  if (isProgram(cached)) return { path: cached, from: 'cache' };
  mkdirSync(join(cached, '..'), { recursive: true });
  return await withFileLock(`${cached}.lock`, say, async () => {
    if (isProgram(cached)) return { path: cached, from: 'cache' } as const;
    const url = env['EMBEDDED_TEMPORAL_DOWNLOAD_URL'] ?? embeddedSettings.EMBEDDED_TEMPORAL_DOWNLOAD_URL.default;
    const release = options.release ?? pinnedRelease;
    const began = Date.now();
    const noDownload = await downloadTemporal(cached, { release, url, status, ...(signal === undefined ? {} : { signal }) });
    signal?.throwIfAborted();
    if (noDownload === null && isProgram(cached)) {
      say(`downloaded the Temporal server ${release.version} in ${seconds(began)} s: ${cached}`);
      return { path: cached, from: 'download' } as const;
    }
    const why = noDownload ?? `the release from ${url} does not run on this machine`;
    say(why);
    const noBuild = await buildTemporal(cached, { env, say, status, ...(signal === undefined ? {} : { signal }) });
    signal?.throwIfAborted();
    if (noBuild !== null) throw new NoTemporalServerError([why, noBuild]);
    say(`built the Temporal server in ${seconds(began)} s: ${cached}`);
    return { path: cached, from: 'build' } as const;
  });
}

const seconds = (since: number): number => Math.round((Date.now() - since) / 1_000);

/** `<cache>/lanekeeper/temporal-<hash of go.mod and go.sum>`. */
export function cachedBinary(env: NodeJS.ProcessEnv = process.env): string {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(join(import.meta.dirname, file)));
  const cache = env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'lanekeeper', `temporal-${hash.digest('hex').slice(0, 16)}`);
}

/** A program called temporal that answers like the Temporal command line; others of that name exist. */
function findOnPath(env: NodeJS.ProcessEnv): string | null {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, 'temporal');
    if (folder !== '' && existsSync(path) && isProgram(path)) return path;
  }
  return null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  const asked = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return asked.status === 0 && /^temporal version .*Server/.test(asked.stdout);
}

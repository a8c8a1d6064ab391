/**
 * Finds the program of the embedded Temporal server: on the PATH, in the cache, the official release downloaded, or
 * built with Go from the pinned module. Cached outside the clone, so that a fresh clone does neither again.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { withFileLock } from '../../process/file-lock.ts';
import { embeddedSettings } from '../../process/settings/deployment.ts';
import { type Release, downloadTemporal, pinnedRelease } from './download.ts';

interface FoundBinary {
  readonly path: string;
  readonly from: 'path' | 'cache' | 'download' | 'build';
}

interface FindOptions {
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

// Builds the Temporal program from the pinned Go module, for machines that cannot download it, and reports how far it is.

interface BuildOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
  readonly status: (line: string) => void;
  readonly signal?: AbortSignal;
}

const moduleFolder = import.meta.dirname;
/** The tag in go.mod; stamped into the program, which otherwise calls itself 0.0.0-DEV. */
export const builtVersion =
  /github\.com\/temporalio\/cli v([\d.]+)/.exec(readFileSync(join(moduleFolder, 'go.mod'), 'utf8'))?.[1] ?? '0.0.0';
/** What `go build -v` names with an empty build cache; with a filled one it names fewer. */
const packagesOfBuild = 1_716;

/** Builds with Go into the cache; null, or the sentence that says why not. */
async function buildTemporal(target: string, options: BuildOptions): Promise<string | null> {
  const { env, say, status, signal } = options;
  const unfit = unfitGo(env);
  if (unfit !== null) return unfit;
  const unfinished = `${target}.${process.pid}`;
  const progress = new BuildProgress();
  let output = '';
  say(`building the Temporal server ${builtVersion} with Go (once; three to eight minutes on two cores)`);
  const ticking = setInterval(() => status(progress.line(Date.now())), 1_000);
  try {
    const child = spawn(
      'go',
      [
        'build', '-v', '-trimpath', '-mod=readonly',
        `-ldflags=-s -w -X github.com/temporalio/cli/internal/temporalcli.Version=${builtVersion}`,
        '-o', unfinished, 'github.com/temporalio/cli/cmd/temporal',
      ],
      { cwd: moduleFolder, env: { ...env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' }, stdio: ['ignore', 'ignore', 'pipe'], signal },
    );
    let rest = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) progress.take(line, Date.now());
      output = (output + chunk).slice(-2_000);
    });
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null));
      child.once('close', resolve);
    });
    if (code !== 0) return `go build failed:\n    ${output.trim().split('\n').slice(-5).join('\n    ')}`;
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, target);
    return null;
  } finally {
    clearInterval(ticking);
    rmSync(unfinished, { force: true });
  }
}

/** How far a build is, from what Go says of it. */
export class BuildProgress {
  #modules = 0;
  #packages = 0;
  #firstPackageAt = 0;

  /** A line of `go build -v`: a module that is fetched, or a package that is compiled. */
  take(line: string, at: number): void {
    if (line.startsWith('go: downloading ')) this.#modules += 1;
    else if (/^[\w./~-]+$/.test(line)) {
      if (this.#packages === 0) this.#firstPackageAt = at;
      this.#packages += 1;
    }
  }

  line(now: number): string {
    const what = 'building the Temporal server: ';
    if (this.#packages === 0)
      return this.#modules === 0 ? `${what}reading the modules` : `${what}fetching Go modules, ${this.#modules} so far`;
    const done = Math.min(1, this.#packages / packagesOfBuild);
    const text = `${what}${Math.floor(100 * done)} % (${this.#packages} of ${packagesOfBuild.toLocaleString('en-US')} packages)`;
    // Early on a few slow packages say nothing about the rest.
    if (done < 0.05) return text;
    const leftMs = ((now - this.#firstPackageAt) * (1 - done)) / done;
    return `${text}, about ${leftMs > 90_000 ? `${Math.round(leftMs / 60_000)} min` : `${Math.ceil(leftMs / 10_000) * 10} s`} left`;
  }
}

/** Go 1.21 and newer fetch the toolchain that go.mod asks for, unless set to stay local. */
function unfitGo(env: NodeJS.ProcessEnv): string | null {
  const asked = spawnSync('go', ['env', 'GOVERSION', 'GOTOOLCHAIN'], { cwd: '/', env, encoding: 'utf8' });
  if (asked.status !== 0) return 'Go is not on the PATH';
  const [version = '', toolchain = ''] = asked.stdout.trim().split('\n');
  const [major = 0, minor = 0, patch = 0] = (/^go(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? []).slice(1).map((part) => Number(part ?? 0));
  const atLeast = (wantMinor: number, wantPatch: number): boolean =>
    major > 1 || (major === 1 && (minor > wantMinor || (minor === wantMinor && patch >= wantPatch)));
  if (atLeast(26, 4) || (atLeast(21, 0) && toolchain !== 'local')) return null;
  return `Go is ${version || 'of an unknown version'}; the build needs 1.26.4 (or 1.21 that may fetch its toolchain)`;
}

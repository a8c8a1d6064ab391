/**
 * Finds the program of the embedded Temporal server: on the PATH, in the cache, built once from the pinned Go
 * module, or downloaded through the SDK. Cached outside the clone, so that a fresh clone does not build again.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { withFileLock } from '../../process/file-lock.ts';

export interface FoundBinary {
  readonly path: string;
  readonly from: 'path' | 'cache' | 'build' | 'download';
}

export interface FindOptions {
  readonly say?: (line: string) => void;
  /** Stops a build or download under way. */
  readonly signal?: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
}

export class NoTemporalServerError extends Error {
  readonly code = 'no_temporal_server';
  constructor(findings: readonly string[]) {
    super(
      [
        'There is no Temporal server to start:',
        ...findings.map((finding) => `  - ${finding}`),
        'Install one of these, then start again:',
        '  - Go 1.26.4 or newer (https://go.dev/dl); the server is then built once, in about three minutes',
        '  - the Temporal command line (https://docs.temporal.io/cli), so that "temporal" is on the PATH',
        'or set TEMPORAL_ADDRESS to a server that already runs.',
      ].join('\n'),
    );
    this.name = 'NoTemporalServerError';
  }
}

const moduleFolder = import.meta.dirname;
/** The tag in go.mod; stamped into the program, which otherwise calls itself 0.0.0-DEV. */
const cliVersion = /github\.com\/temporalio\/cli (v[\d.]+)/.exec(readFileSync(join(moduleFolder, 'go.mod'), 'utf8'))?.[1] ?? 'v0.0.0';
const progressEveryMs = 10_000;

/**
 * Finds or makes the program. The first hit counts: PATH, cache, Go build, download.
 * @throws NoTemporalServerError that says what was tried and what to install
 */
export async function findTemporalBinary(options: FindOptions = {}): Promise<FoundBinary> {
  const env = options.env ?? process.env;
  const say = options.say ?? (() => {});
  const onPath = findOnPath(env);
  if (onPath !== null) return { path: onPath, from: 'path' };
  const cached = cachedBinary(env);
  if (isProgram(cached)) return { path: cached, from: 'cache' };
  mkdirSync(join(cached, '..'), { recursive: true });
  return await withFileLock(`${cached}.lock`, say, async () => {
    if (isProgram(cached)) return { path: cached, from: 'cache' } as const;
    const findings: string[] = [];
    for (const [from, make] of [['build', build], ['download', download]] as const) {
      const finding = await make(cached, env, say, options.signal);
      if (finding === null) return { path: cached, from };
      options.signal?.throwIfAborted();
      findings.push(finding);
    }
    throw new NoTemporalServerError(findings);
  });
}

/** `<cache>/lanekeeper/temporal-<hash of go.mod and go.sum>`. */
export function cachedBinary(env: NodeJS.ProcessEnv = process.env): string {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(join(moduleFolder, file)));
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

/** Builds with Go into the cache; null, or the sentence that says why not. */
async function build(target: string, env: NodeJS.ProcessEnv, say: (line: string) => void, signal?: AbortSignal): Promise<string | null> {
  const unfit = unfitGo(env);
  if (unfit !== null) return unfit;
  const unfinished = `${target}.${process.pid}`;
  const began = Date.now();
  let packages = 0;
  let output = '';
  say(`building the Temporal server ${cliVersion} with Go (once; about three minutes on two cores)`);
  const progress = setInterval(
    () => say(`  still building: ${packages} packages compiled, ${Math.round((Date.now() - began) / 1000)} s`),
    progressEveryMs,
  );
  try {
    const child = spawn(
      'go',
      [
        'build', '-v', '-trimpath', '-mod=readonly',
        `-ldflags=-s -w -X github.com/temporalio/cli/internal/temporalcli.Version=${cliVersion.slice(1)}`,
        '-o', unfinished, 'github.com/temporalio/cli/cmd/temporal',
      ],
      { cwd: moduleFolder, env: { ...env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' }, stdio: ['ignore', 'ignore', 'pipe'], signal },
    );
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      packages += chunk.split('\n').filter((line) => /^[\w./~-]+$/.test(line)).length;
      output = (output + chunk).slice(-2_000);
    });
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null));
      child.once('close', resolve);
    });
    if (code !== 0) return `go build failed:\n    ${output.trim().split('\n').slice(-5).join('\n    ')}`;
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, target);
    say(`built the Temporal server in ${Math.round((Date.now() - began) / 1000)} s: ${target}`);
    return null;
  } finally {
    clearInterval(progress);
    rmSync(unfinished, { force: true });
  }
}

/** Go 1.21 and newer fetch the toolchain that go.mod asks for, unless told to stay local. */
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

/** Lets the SDK's testing package fetch its server and moves the program into the cache; null, or why not. */
async function download(target: string, _env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<string | null> {
  const folder = mkdtempSync(`${target}.download-`);
  say('downloading a Temporal server through the SDK');
  try {
    const { TestWorkflowEnvironment } = await import('@temporalio/testing');
    const environment = await TestWorkflowEnvironment.createLocal({
      server: { executable: { type: 'cached-download', downloadDir: folder } },
    });
    await environment.teardown();
    const file = readdirSync(folder).map((name) => join(folder, name)).find(isProgram);
    if (file === undefined) return 'the download brought no program';
    copyFileSync(file, `${target}.${process.pid}`);
    chmodSync(`${target}.${process.pid}`, 0o755);
    renameSync(`${target}.${process.pid}`, target);
    return null;
  } catch (error) {
    return `the download failed: ${(error as Error).message}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

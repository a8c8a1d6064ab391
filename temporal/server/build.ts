/** Builds the Temporal program from the pinned Go module, for machines that cannot download it, and reports how far it is. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface BuildOptions {
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
export async function buildTemporal(target: string, options: BuildOptions): Promise<string | null> {
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

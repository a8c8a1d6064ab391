/**
 * Lint, types and every test, in one run: while tests wait for portals and timers, the checks use the processors. A
 * failed check ends the run at once. Tests that drive a browser or kill processes come first: they take the longest, and
 * the short ones fill what is left of the jobs at the end. `--fast` leaves them and the checks out. Further arguments are
 * mocha's.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suites } from './support/suites.ts';

/** More than there are processors: a file with a browser waits more than half of its time, the trial most of it. */
const jobs = process.env['TEST_JOBS'] ?? '4';
const args = process.argv.slice(2);
const isFast = args.includes('--fast');
const { heavy, fast } = suites(import.meta.dirname);
const files = isFast ? fast : [...heavy, ...fast];
const mocha = join(createRequire(import.meta.url).resolve('mocha/package.json'), '..', 'bin', 'mocha.js');
const codeCache = join(import.meta.dirname, '..', 'dist', 'code-cache');
const notes = mkdtempSync(join(tmpdir(), 'lanekeeper-times-'));

/** What runs now, ended by the signals that end this process. */
const running = new Set<ChildProcess>();
let isEnding = false;
function end(signal: 'SIGINT' | 'SIGTERM'): void {
  isEnding = true;
  for (const child of running) child.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal));

interface Ended {
  readonly isGood: boolean;
  /** What it printed, where that was not shown meanwhile. */
  readonly output: string;
}

function run(command: string, its: readonly string[], shown: 'at once' | 'by the caller'): Promise<Ended> {
  if (isEnding) return Promise.resolve({ isGood: false, output: '' });
  const child = spawn(command, its, {
    stdio: ['ignore', ...(shown === 'at once' ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
    env: { TEST_FILE_TIMES: join(notes, 'files'), NODE_COMPILE_CACHE: codeCache, ...process.env },
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => (output += `${error.message}\n`));
    child.once('close', (code) => {
      running.delete(child);
      resolve({ isGood: code === 0, output });
    });
  });
}

async function checks(): Promise<boolean> {
  for (const name of ['lint', 'check']) {
    const { isGood, output } = await run('npm', ['run', name], 'by the caller');
    if (isGood) continue;
    // Mocha forwards this one to its processes.
    if (!isEnding) end('SIGINT');
    process.stdout.write(`${output}\nnpm run ${name} failed\n`);
    return false;
  }
  return true;
}

async function tests(): Promise<boolean> {
  const prepare = join(import.meta.dirname, 'prepare.ts');
  const prepared = await run(process.execPath, [prepare], 'at once');
  if (!prepared.isGood) return false;
  const rest = args.filter((arg) => arg !== '--fast');
  return (await run(process.execPath, [mocha, '--parallel', '--jobs', jobs, ...rest, ...files], 'at once')).isGood;
}

const [areChecked, areGood] = await Promise.all([isFast || checks(), tests()]);
rmSync(notes, { recursive: true, force: true });
// The last of such lines counts: the tests alone may all have passed.
if (!areChecked) process.stdout.write('0 passed, 1 failed\n');
if (!areChecked || !areGood) process.exitCode = 1;

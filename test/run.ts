/**
 * Runs mocha over every test, those that drive a browser or kill processes first: they take the longest, and the short
 * ones fill what is left of the jobs at the end. `--fast` leaves the former out. Further arguments are mocha's.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suites } from './support/suites.ts';

const args = process.argv.slice(2);
const { heavy, fast } = suites(import.meta.dirname);
const files = args.includes('--fast') ? fast : [...heavy, ...fast];
const mocha = join(createRequire(import.meta.url).resolve('mocha/package.json'), '..', 'bin', 'mocha.js');
const notes = mkdtempSync(join(tmpdir(), 'lanekeeper-times-'));
const child = spawn(
  process.execPath,
  [mocha, '--parallel', '--jobs', '3', ...args.filter((arg) => arg !== '--fast'), ...files],
  { stdio: 'inherit', env: { TEST_FILE_TIMES: join(notes, 'files'), ...process.env } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('close', (code) => {
  rmSync(notes, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});

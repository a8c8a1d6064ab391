/**
 * What of our own files a process ran, for `npm run coverage`: written after each test file, because mocha kills its
 * processes. V8's own files (NODE_V8_COVERAGE) hold every package as well, some gigabytes in a run.
 */
import { writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the processes of one run write; set by test/coverage.ts. */
const folder = process.env['TEST_COVERAGE'];
const root = pathToFileURL(join(import.meta.dirname, '../..')).href;
let session: Session | undefined;
let written = 0;

export function startCoverage(): void {
  if (folder === undefined) return;
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/** Writes what ran since the last call. */
export function writeCoverage(): void {
  if (folder === undefined) return;
  session?.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error !== null) throw error;
    const result = taken.result.filter(isOurs);
    written += 1;
    writeFileSync(join(folder, `coverage-${process.pid}-${written}.json`), JSON.stringify({ result }));
  });
}

function isOurs({ url }: Profiler.ScriptCoverage): boolean {
  return url.startsWith(`${root}/`) && !url.includes('/node_modules/') && !url.startsWith(`${root}/test/`);
}

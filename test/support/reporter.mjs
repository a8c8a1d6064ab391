/**
 * Mocha's spec report, the files that took longest, and at its very end the counts as one plain line for scripts:
 * `N passed, N failed`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import mocha from 'mocha';

const shown = 40;

/** With `npm test` only: mocha by itself notes no files. */
function slowestFiles() {
  const noted = process.env['TEST_FILE_TIMES'] ?? '';
  if (!existsSync(noted)) return '';
  const files = readFileSync(noted, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .sort((a, b) => b.wall - a.wall);
  const seconds = (of) => `${files.reduce((sum, file) => sum + file[of], 0).toFixed(0)} s`;
  const lines = files
    .slice(0, shown)
    .map(
      ({ file, wall, own, all }) =>
        `${[wall, all, own].map((of) => of.toFixed(1).padStart(8)).join(' ')}  ${relative('.', file)}`,
    );
  return `  ${files.length} files took ${seconds('wall')}, ${seconds('all')} on the processor, ${seconds('own')} of it without child processes; the longest:\n${lines.join('\n')}\n`;
}

export default class CountingReporter extends mocha.reporters.Spec {
  epilogue() {
    super.epilogue();
    process.stdout.write(slowestFiles());
    const { passes, failures } = this.stats;
    process.stdout.write(`${passes} passed, ${failures} failed\n`);
  }
}

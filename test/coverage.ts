/**
 * `npm run coverage`: the tests without a browser or a kill, and which lines and branches of each layer they ran. Workflows run as a
 * bundle in a context of their own and are not in it: their branches are test/workflows/branches.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'dist/coverage');
const files = join(folder, 'files');
/** As .c8rc.json includes them. */
const layers = ['domain', 'commands', 'activities', 'store', 'temporal', 'api', 'process'];

interface Share {
  readonly total: number;
  readonly covered: number;
}
type Covered = Readonly<Record<'lines' | 'branches' | 'functions', Share>>;

rmSync(folder, { recursive: true, force: true });
mkdirSync(files, { recursive: true });
const tests = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), '--fast'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_COVERAGE: files },
});
const c8 = join(createRequire(import.meta.url).resolve('c8/package.json'), '../bin/c8.js');
const report = spawnSync(process.execPath, [c8, 'report'], { cwd: root, stdio: 'inherit' });
if (report.status === 0) printLayers();
process.exitCode = tests.status === 0 ? (report.status ?? 1) : (tests.status ?? 1);

function printLayers(): void {
  const byFile = JSON.parse(readFileSync(join(folder, 'report/coverage-summary.json'), 'utf8')) as Readonly<
    Record<string, Covered>
  >;
  const row = (name: string, cells: readonly string[]): void =>
    void process.stdout.write(`${name.padEnd(12)}${cells.map((cell) => cell.padStart(11)).join('')}\n`);
  row('', ['lines', 'branches', 'functions']);
  for (const layer of layers) {
    const own = Object.entries(byFile).flatMap(([file, covered]) =>
      file.startsWith(join(root, layer, '/')) ? [covered] : [],
    );
    row(
      layer,
      (['lines', 'branches', 'functions'] as const).map((kind) => percent(own.map((covered) => covered[kind]))),
    );
  }
  process.stdout.write(`by file: ${join('dist/coverage/report', 'index.html')}\n`);
}

function percent(shares: readonly Share[]): string {
  const sum = (of: keyof Share): number => shares.reduce((all, share) => all + share[of], 0);
  return `${((100 * sum('covered')) / Math.max(1, sum('total'))).toFixed(1)} %`;
}

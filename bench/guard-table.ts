/** Runs the whole table of the guard against a real browser and prints it as it is in docs/guard.md. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowserPool } from '../portals/browser-pool.ts';
import { findBrowser } from '../portals/executable.ts';
import { readSettings } from '../process/settings.ts';
import { guardCases } from '../test/portals/guard/cases/all.ts';
import { breaches, type GuardCase, isHonest, runCase } from '../test/portals/guard/guard-case.ts';
import { openHostilePortal } from '../test/portals/guard/hostile-portal.ts';
import { openOtherParsers } from './guard-table/other-parsers.ts';

const browsersAtOnce = 2;

interface Row {
  readonly guardCase: GuardCase;
  readonly ended: string;
  readonly wrong: readonly string[];
}

/** @returns whether every case held */
export async function guardTable(args: readonly string[]): Promise<boolean> {
  const only = args[0] === '--only' ? new RegExp(args[1] ?? '') : /^/;
  const cases = guardCases.filter(({ group, name }) => only.test(`${group}: ${name}`));
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bench-'));
  const browsers = openBrowserPool({
    program: () => findBrowser(readSettings()),
    size: browsersAtOnce,
    profiles: folder,
  });
  const parsers = await openOtherParsers();
  let bodies = 0;
  const rows: Row[] = [];
  const waiting = [...cases.entries()];
  const started = performance.now();
  try {
    await browsers.warm();
    await Promise.all(
      Array.from({ length: browsersAtOnce }, async () => {
        const portal = await openHostilePortal();
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const [index, guardCase] = next;
          const run = await runCase(guardCase, portal, browsers);
          const ended = run.ended === 'stopped' ? `\`${run.rule ?? ''}\`` : run.ended;
          const differences = await Promise.all(run.bodies.map((body) => parsers.differences(body)));
          bodies += run.bodies.length;
          rows[index] = { guardCase, ended, wrong: [...breaches(guardCase, run), ...differences.flat()] };
        }
        await portal.close();
      }),
    );
  } finally {
    parsers.close();
    await browsers.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = (performance.now() - started) / 1000;
  console.log('| Case | Ends | Forbidden requests |\n|---|---|---|');
  for (const { guardCase, ended, wrong } of rows)
    console.log(
      `| ${guardCase.group}: ${guardCase.name.replaceAll('|', '\\|')} | ${ended} | ${wrong.length === 0 ? 'none' : wrong.join('; ')} |`,
    );
  const broken = rows.filter(({ wrong }) => wrong.length > 0);
  console.log(`\n${rows.length} cases, ${broken.length} broken, ${seconds.toFixed(0)} s`);
  console.log(`hostile stopped: ${share(rows.filter(({ guardCase }) => !isHonest(guardCase)))}`);
  console.log(`honest worked: ${share(rows.filter(({ guardCase }) => isHonest(guardCase)))}`);
  const readers = parsers.hasPython ? 'busboy and by Python' : 'busboy only: there is no python3 here';
  console.log(
    `${bodies} bodies arrived and were read again by ${readers}; folded as by PHP, Rack, ASP.NET and servlets`,
  );
  return broken.length === 0;
}

function share(rows: readonly Row[]): string {
  const held = rows.filter(({ wrong }) => wrong.length === 0).length;
  return `${held} of ${rows.length}${rows.length === 0 ? '' : ` (${((100 * held) / rows.length).toFixed(1)} %)`}`;
}

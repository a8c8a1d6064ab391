/** Tries generated pages on the guard: none gets a request out that is on no list, nor a declared write twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowserPool } from '../portals/browser-pool.ts';
import { findBrowser } from '../portals/executable.ts';
import { readSettings } from '../process/settings.ts';
import { tryPages } from '../test/portals/guard/generated-pages.ts';
import { openHostilePortal } from '../test/portals/guard/hostile-portal.ts';

/** @param args `--pages <count>`, `--seed <number>` (by the clock when left out) @returns whether all of them held */
export async function guardPages(args: readonly string[]): Promise<boolean> {
  const options = { pages: { type: 'string', default: '200' }, seed: { type: 'string', default: '' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const count = Number(values.pages);
  const seed = values.seed === '' ? Date.now() % 2 ** 31 : Number(values.seed);
  const folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bench-'));
  const browsers = openBrowserPool({ program: () => findBrowser(readSettings()), size: 1, profiles: folder });
  const portal = await openHostilePortal();
  const started = performance.now();
  try {
    await tryPages(portal, browsers, { seed, count });
    console.log(`${count} pages of seed ${seed} held, ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return true;
  } catch (error) {
    console.log((error as Error).message);
    return false;
  } finally {
    await portal.close();
    await browsers.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

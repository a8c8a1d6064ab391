/** A browser that starts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowserPool } from '../../portals/browser-pool.ts';
import { findBrowser } from '../../portals/executable.ts';
import type { Settings } from '../../process/settings.ts';
import { type Check, asking, broken, errorText, fine } from './check.ts';

/** Launches the browser as a worker does. */
export async function checkBrowser(settings: Settings): Promise<Check[]> {
  const profiles = mkdtempSync(join(tmpdir(), 'lanekeeper-doctor-'));
  const found = { program: '' };
  const pool = openBrowserPool({
    program: async () => {
      const program = await findBrowser(settings);
      found.program = `${program.path} (${program.source})`;
      return program;
    },
    size: 1,
    profiles,
    sandbox: settings.PORTAL_BROWSER_SANDBOX,
  });
  const ask = async (): Promise<Check[]> => {
    const began = performance.now();
    await pool.warm();
    return [fine('Browser', `${found.program} starts in ${((performance.now() - began) / 1000).toFixed(1)} s`)];
  };
  try {
    return await asking('Browser', ask, (error) =>
      broken(
        'Browser',
        found.program === '' ? errorText(error) : `${found.program} does not start: ${errorText(error)}`,
        'install Chromium (Debian: apt-get install chromium) and set CHROMIUM_PATH to it; only workers need it',
      ),
    );
  } finally {
    await pool.close();
    rmSync(profiles, { recursive: true, force: true });
  }
}

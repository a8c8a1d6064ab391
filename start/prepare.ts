/** Before the tests: finds or builds the Temporal server and unpacks the browser, so that no test waits for either. */
import { findBrowser } from '../portals/executable.ts';
import { readSettings } from '../process/settings.ts';
import { findTemporalBinary } from '../temporal/server/binary.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const settings = readSettings();
  const [server, browser] = await Promise.all([findTemporalBinary({ say }), findBrowser(settings)]);
  say(`Temporal server: ${server.path}`);
  say(`browser: ${browser.path}`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

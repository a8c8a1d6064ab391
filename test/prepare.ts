/** Before the tests: Temporal server, browser and workflow bundle are made once, so that no test waits. */
import { findBrowser } from '../portals/executable.ts';
import { openLog } from '../process/logging.ts';
import { readSettings } from '../process/settings.ts';
import { findTemporalBinary } from '../temporal/server/binary.ts';
import { loadWorkflows } from '../worker/workflow-code.ts';
import { openScreen } from '../start/progress.ts';

const { say, status, clear } = openScreen(process.stdout);

try {
  const settings = readSettings();
  // A download or build of the server waits for the network or takes minutes: the rest is made meanwhile.
  const [server, browser] = await Promise.all([
    findTemporalBinary({ say, status }),
    findBrowser(settings),
    loadWorkflows(false, openLog('tests', 'silent')),
  ]);
  say(`Temporal server: ${server.path}`);
  say(`browser: ${browser.path}`);
} catch (error) {
  clear();
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

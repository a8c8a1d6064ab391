/** Before the tests: Temporal server, browser, workflow bundle and compiled tree are made once, so that no test waits. */
import { join } from 'node:path';
import { findBrowser } from '../portals/executable.ts';
import { openLog } from '../process/logging.ts';
import { readSettings } from '../process/settings.ts';
import { findTemporalBinary } from '../temporal/server/binary.ts';
import { loadWorkflows } from '../worker/workflow-code.ts';
import { compiledTree } from './compiled-tree.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const settings = readSettings();
  const [server, browser] = await Promise.all([findTemporalBinary({ say }), findBrowser(settings)]);
  const root = join(import.meta.dirname, '..');
  await Promise.all([loadWorkflows(false, openLog('tests', 'silent')), compiledTree(root)]);
  say(`Temporal server: ${server.path}`);
  say(`browser: ${browser.path}`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

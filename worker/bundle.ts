/** `npm run bundle`: makes the workflow bundles of this version, so that no start has to. */
import { openLog } from '../process/logging.ts';
import { loadWorkflows } from './workflow-code.ts';

const log = openLog('bundle', 'info');
for (const encrypted of [false, true]) {
  const { code, from } = await loadWorkflows(encrypted, log);
  log.info({ encrypted, bytes: code.length, from }, 'workflow bundle');
}

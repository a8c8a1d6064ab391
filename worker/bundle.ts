/** `npm run bundle`: makes the workflow bundles of this version, so that no start has to. */
import { openLog } from '../process/logging.ts';
import { buildWorkflowBundle, keptWorkflowBundle } from '../temporal/bundle.ts';
import { workflowSources } from './workflow-code.ts';

const log = openLog('bundle', 'info');
for (const encrypted of [false, true]) {
  const sources = workflowSources(encrypted);
  const kept = keptWorkflowBundle(sources);
  const code = kept ?? (await buildWorkflowBundle(sources, log));
  log.info({ encrypted, bytes: code.length, built: kept === undefined }, 'workflow bundle');
}

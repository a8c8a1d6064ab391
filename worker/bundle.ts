/**
 * `npm run bundle`: makes the workflow bundles of this version, so that no start has to. A start that has to makes those
 * it needs: `bundle.ts untraced`, or `bundle.ts traced plain` and `bundle.ts traced encrypted`.
 */
import { openLog } from '../process/logging.ts';
import { buildWorkflowBundle, keptWorkflowBundle } from '../temporal/bundle.ts';
import { workflowSources } from './workflow-code.ts';

const log = openLog('bundle', 'info');
const [traces, payloads] = process.argv.slice(2);
const isWanted = (wanted: string | undefined, name: string): boolean => wanted === undefined || wanted === name;
for (const traced of [false, true].filter((traced) => isWanted(traces, traced ? 'traced' : 'untraced')))
  for (const encrypted of [false, true].filter((encrypted) => isWanted(payloads, encrypted ? 'encrypted' : 'plain'))) {
    const sources = workflowSources(encrypted, traced);
    const kept = keptWorkflowBundle(sources);
    const code = kept ?? (await buildWorkflowBundle(sources, log));
    log.info({ encrypted, traced, bytes: code.length, built: kept === undefined }, 'workflow bundle');
  }

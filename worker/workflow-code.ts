/** The workflow bundle of this version: `npm run bundle` makes it beforehand, else the first start does. */
import { join } from 'node:path';
import type { Log } from '../process/logging.ts';
import { workflowBundle } from '../temporal/bundle.ts';
import type { WorkflowBundle } from '../temporal/bundle.ts';

const root = join(import.meta.dirname, '..');

export function loadWorkflows(encrypted: boolean, log: Log): Promise<WorkflowBundle> {
  const sources = {
    workflowsPath: join(root, 'workflows', 'index.ts'),
    folders: [join(root, 'workflows'), join(root, 'domain')],
    encrypted,
    cacheFolder: join(root, 'dist'),
  };
  return workflowBundle(sources, log);
}

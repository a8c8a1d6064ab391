/**
 * The workflow bundle of this version: `npm run bundle` makes it beforehand, else the first start does, in a process
 * of its own: the compiler needs 300 MB that a worker would keep for ever.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../process/logging.ts';
import { type WorkflowSources, buildWorkflowBundle, keptWorkflowBundle, workflowBuildId } from '../temporal/bundle.ts';

const root = join(import.meta.dirname, '..');

export function workflowSources(encrypted: boolean, traced = false): WorkflowSources {
  return {
    workflowsPath: join(root, 'workflows', 'index.ts'),
    folders: [join(root, 'workflows'), join(root, 'domain')],
    encrypted,
    traced,
    cacheFolder: join(root, 'dist'),
  };
}

interface WorkflowCode {
  readonly code: string;
  /** Of Worker Versioning: the hash of the bundle's sources. */
  readonly buildId: string;
  readonly from: 'kept' | 'built';
}

/** @param traced with the interceptors of `temporal/traced-workflows` */
export async function loadWorkflows(encrypted: boolean, log: Log, traced = false): Promise<WorkflowCode> {
  const sources = workflowSources(encrypted, traced);
  const kept = keptWorkflowBundle(sources);
  const buildId = workflowBuildId(sources);
  if (kept !== undefined) return { code: kept, buildId, from: 'kept' };
  log.info('building the workflow bundle of this version');
  const bundle = [
    join(import.meta.dirname, 'bundle.ts'),
    ...(traced ? ['traced', encrypted ? 'encrypted' : 'plain'] : ['untraced']),
  ];
  await promisify(execFile)(process.execPath, [...bundle], { cwd: root });
  // Where nothing can be kept, the process builds it itself.
  return { code: keptWorkflowBundle(sources) ?? (await buildWorkflowBundle(sources, log)), buildId, from: 'built' };
}

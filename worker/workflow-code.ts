/**
 * The workflow bundle of this version: `npm run bundle` makes it beforehand, else the first start does, in a process
 * of its own: the compiler needs 300 MB that a worker would keep for ever.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Log, openLog } from '../process/logging.ts';
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
  const bundle = [import.meta.filename, ...(traced ? ['traced', encrypted ? 'encrypted' : 'plain'] : ['untraced'])];
  await promisify(execFile)(process.execPath, [...bundle], { cwd: root });
  // Where nothing can be kept, the process builds it itself.
  return { code: keptWorkflowBundle(sources) ?? (await buildWorkflowBundle(sources, log)), buildId, from: 'built' };
}

/**
 * `npm run bundle`: makes the bundles of this version, so that no start has to. A start that has to makes those it needs:
 * `untraced`, or `traced plain` and `traced encrypted`.
 */
async function makeBundles([traces, payloads]: readonly string[]): Promise<void> {
  const log = openLog('bundle', 'info');
  const isWanted = (wanted: string | undefined, name: string): boolean => wanted === undefined || wanted === name;
  for (const traced of [false, true].filter((traced) => isWanted(traces, traced ? 'traced' : 'untraced')))
    for (const encrypted of [false, true].filter((encrypted) =>
      isWanted(payloads, encrypted ? 'encrypted' : 'plain'),
    )) {
      const sources = workflowSources(encrypted, traced);
      const kept = keptWorkflowBundle(sources);
      const code = kept ?? (await buildWorkflowBundle(sources, log));
      log.info({ encrypted, traced, bytes: code.length, built: kept === undefined }, 'workflow bundle');
    }
}

if (import.meta.main) await makeBundles(process.argv.slice(2));

/** What the handlers of the dispatch API depend on, made once at the start of the process. */
import type { DispatchCommands } from '../../commands/dispatch/deps.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { TaskLinks } from '../../domain/dispatch/present-task.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { TaskRow } from '../../store/tasks.ts';
import type { EnginePulse } from '../../temporal/engine-pulse.ts';
import type { DispatchMetrics } from './metrics.ts';

export interface DispatchDeps extends DispatchCommands {
  readonly metrics: DispatchMetrics;
  readonly blobs: BlobStore;
  /** The files; those in force for a sender are `playbooksOf`. */
  readonly playbooks: readonly LoadedPlaybook[];
  /** Address of this API as the outside knows it, without a slash at the end. */
  readonly baseUrl: () => string;
  /** Whether the engine answers and who polls it, for the console. */
  readonly enginePulse: () => Promise<EnginePulse>;
  /** Whether the engine answers, now. */
  readonly engineReachable: () => Promise<boolean>;
  readonly linksOf: (task: Pick<TaskRow, 'id' | 'manifestFile' | 'podFile' | 'linkGeneration'>) => TaskLinks;
}

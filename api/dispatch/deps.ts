/** What the handlers of the dispatch API stand on, made once at the start of the process. */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { DecisionInput } from '../../domain/dispatch/decision-input.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { TaskLinks } from '../../domain/dispatch/present-task.ts';
import type { Log } from '../../process/logging.ts';
import type { Settings } from '../../process/settings.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { Pool } from '../../store/database.ts';
import type { TaskRow } from '../../store/tasks.ts';
import type { DecisionAnswer } from '../../temporal/decide-approval.ts';
import type { DispatchMetrics } from './metrics.ts';
import type { SenderPlaybooks } from './sender-playbooks.ts';
import type { SenderPortals } from './sender-portals.ts';
import type { TaskWriter } from './task-writer.ts';
import type { EnginePulse } from '../../temporal/engine-pulse.ts';

export interface DispatchDeps {
  readonly settings: Settings;
  readonly log: Log;
  readonly metrics: DispatchMetrics;
  readonly pool: Pool;
  readonly blobs: BlobStore;
  readonly playbooks: readonly LoadedPlaybook[];
  /** Those in force for a sender's new tasks; `playbooks` are the files. */
  readonly playbooksOf: SenderPlaybooks;
  readonly portalsOf: SenderPortals;
  readonly deploymentSecret: DeploymentSecret;
  /** Address of this API as the outside knows it, without a slash at the end. */
  readonly baseUrl: () => string;
  readonly now: () => Date;
  readonly writeTasks: TaskWriter;
  /** Says that workflow starts were committed to the outbox. */
  readonly wakeStarts: () => void;
  /** Has a delivery that waits make its next attempt now; false when its workflow does not run. */
  readonly askRetryNow: (deliveryId: string) => Promise<boolean>;
  /** Hands a decision to the workflow of a task; throws when the engine or every worker is away. */
  readonly decideApproval: (taskId: string, input: DecisionInput & { readonly id: string }) => Promise<DecisionAnswer>;
  /** Asks the workflow of a task to stop; false where there is none. Throws when the engine is away. */
  readonly cancelTask: (taskId: string, by: string) => Promise<boolean>;
  /** Whether the engine answers and who polls it, for the console. */
  readonly enginePulse: () => Promise<EnginePulse>;
  /** Whether the engine answers, now. */
  readonly engineReachable: () => Promise<boolean>;
  readonly linksOf: (task: Pick<TaskRow, 'id' | 'manifestFile' | 'podFile' | 'linkGeneration'>) => TaskLinks;
}

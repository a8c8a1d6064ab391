/** What the commands of dispatch need of the process that runs them: an API, or the command line. */
import type { DecisionInput } from '../../domain/dispatch/approval-input.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Log } from '../../process/logging.ts';
import type { Settings } from '../../process/settings.ts';
import type { Pool } from '../../store/database.ts';
import type { DecisionAnswer } from '../../temporal/workflow-messages.ts';
import type { SenderPlaybooks, SenderPortals } from './find-playbooks.ts';
import type { TaskWriter } from './write-tasks.ts';

export interface DispatchCommands {
  readonly settings: Settings;
  readonly log: Log;
  readonly metrics: {
    readonly tasksTaken: {
      inc(labels: { readonly task_type: string; readonly channel: string; readonly fate: string }): void;
    };
  };
  readonly pool: Pool;
  /** The playbooks in force for a sender's new tasks. */
  readonly playbooksOf: SenderPlaybooks;
  readonly portalsOf: SenderPortals;
  readonly deploymentSecret: DeploymentSecret;
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
  /** Starts asking for the time stamp of a pack; false where it is being asked for. Throws when the engine is away. */
  readonly startTimeStamp: (taskId: string) => Promise<boolean>;
}

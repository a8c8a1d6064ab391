/** Messages to running workflows: a decision on an approval (an update, D17), an immediate retry of a delivery, a cancellation. */
import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  isGrpcServiceError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { DecisionInput, DecisionTaken } from '../domain/dispatch/approval-input.ts';
import { timeStampId } from '../domain/dispatch/task-run.ts';
import { signDecision } from '../process/decision-mac.ts';
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import { type SessionRole, taskQueueName, workflowIds } from './names.ts';

/** The update's name in `workflows/approval`. */
const decide = 'decide';
/** gRPC's NOT_FOUND: also said of a workflow that has ended. */
const notFound: number = 5;

export type DecisionAnswer =
  | ({ readonly kind: 'taken' } & DecisionTaken)
  /** The workflow's words and code: `not_allowed`, `already_decided` or `invalid_decision`. */
  | { readonly kind: 'refused'; readonly code: string; readonly sentence: string }
  /** No workflow of this task runs: it has ended, or has yet to be started again. */
  | { readonly kind: 'not_running' };

/**
 * @param input with the id of this act, which is also the update's, so that one act is taken once
 * @throws what the client throws when the engine or every worker is away
 */
export async function sendDecision(
  client: Client,
  deploymentSecret: DeploymentSecret,
  taskId: string,
  input: DecisionInput & { readonly id: string },
): Promise<DecisionAnswer> {
  const signed = signDecision(deploymentSecret, taskId, input, new Date());
  try {
    const taken = await client.workflow
      .getHandle(workflowIds.task(taskId))
      .executeUpdate<DecisionTaken, [DecisionInput]>(decide, { args: [signed], updateId: input.id });
    return { kind: 'taken', ...taken };
  } catch (error) {
    if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
      const { type, message } = error.cause;
      return { kind: 'refused', code: type ?? '', sentence: message };
    }
    if (error instanceof WorkflowNotFoundError) return { kind: 'not_running' };
    const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
    if (code === notFound) return { kind: 'not_running' };
    throw error;
  }
}

// Asks workflows of deliveries to make their next attempt at once, or to find that they are over.

/** The signal's name in `workflows/delivery`. */
const retryNow = 'retryNow';

/**
 * @returns false when no workflow of this delivery runs: it has yet to start, or the sweep will start it again
 * @throws what the client throws when the engine is away
 */
export async function askRetryNow(client: Client, deliveryId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowIds.delivery(deliveryId)).signal(retryNow);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * Asks the workflow of a task to stop: it ends the step under way, packs its evidence and hands over to a person.
 * @param by who cancels: recorded as the identity in the history, where the task's ending reads it
 * @returns false where the engine knows no workflow of this task, such as before its start; one that has ended takes it
 *   without a word
 * @throws what the client throws when the engine is away
 */
export async function cancelTask(client: Client, namespace: string, taskId: string, by: string): Promise<boolean> {
  try {
    await client.workflowService.requestCancelWorkflowExecution({
      namespace,
      workflowExecution: { workflowId: workflowIds.task(taskId) },
      identity: by,
      // The same act sent twice is one.
      requestId: `cancel-${taskId}-${by}`,
    });
    return true;
  } catch (error) {
    const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
    if (code === notFound) return false;
    throw error;
  }
}

/**
 * Asks the authority again for the time stamp of a task's evidence, for another 24 hours.
 * @returns false where it is being asked
 * @throws what the client throws when the engine is away
 */
export async function startTimeStamp(client: Client, queueSuffix: string, taskId: string): Promise<boolean> {
  try {
    await client.workflow.start('timeStamp', {
      workflowId: timeStampId(taskId),
      taskQueue: taskQueueName('tasks', queueSuffix),
      args: [taskId],
      workflowIdConflictPolicy: 'FAIL',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      staticSummary: `time stamp of the evidence of ${taskId}`,
    });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

// Starts the ingest session of a shard where none runs.

/** As `store/lanes/session-starter` calls it. */
type SessionStart = (shard: { readonly no: number; readonly of: number }, role: SessionRole) => Promise<void>;

/** A call that takes longer counts as an engine that is away; the next tick asks again. */
const timeoutMs = 5_000;

export function openSessionStarts(
  client: Client,
  queueSuffix: string,
  { lingerMs }: { readonly lingerMs: number },
): SessionStart {
  return async (shard, role) => {
    const summary = `shard ${shard.no} of ${shard.of}`;
    await client.connection.withDeadline(Date.now() + timeoutMs, () =>
      client.workflow.start('ingestShard', {
        workflowId: workflowIds.ingestShard(queueSuffix, shard, role),
        taskQueue: taskQueueName('lanes', queueSuffix),
        args: [{ shard, role, lingerMs }],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        staticSummary: role === 'main' ? `Ingests events of ${summary}` : `Ingests events of ${summary}, as ${role}`,
      }),
    );
  };
}

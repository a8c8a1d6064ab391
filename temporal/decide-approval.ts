/** Signs a decision on an approval and sends it to the workflow of its task, which alone takes it (D17). */
import type { DeploymentSecret } from '../process/deployment-secret.ts';
import { isGrpcServiceError, WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { DecisionInput, DecisionTaken } from '../domain/dispatch/decision-input.ts';
import { signDecision } from '../process/decision-mac.ts';
import { workflowIds } from './workflow-ids.ts';

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

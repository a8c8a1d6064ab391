/** Who sent a decision or a cancellation straight to a workflow: the identity that the engine recorded with it. */
import type { Client } from '@temporalio/client';
import type { Decider } from '../../domain/dispatch/approval.ts';
import type { DecisionInput } from '../../domain/dispatch/decision-input.ts';
import { verifyDecision } from '../../process/decision-mac.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';

/** Which act: an update by its id, or the n-th signal `decide` of this run, counted from 1. */
export type DecisionAct =
  | { readonly kind: 'update'; readonly updateId: string }
  | { readonly kind: 'signal'; readonly n: number };

/** The signal and update in workflows/approval. */
const decide = 'decide';

/** @returns the identity, or a word for somebody unknown */
export async function whoDecided(
  client: Client,
  namespace: string,
  execution: { readonly workflowId: string; readonly runId: string } | undefined,
  act: DecisionAct,
): Promise<string> {
  let signals = 0;
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await client.workflowService.getWorkflowExecutionHistory({
      namespace,
      execution: { workflowId: execution?.workflowId ?? '', runId: execution?.runId ?? '' },
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
    });
    for (const event of page.history?.events ?? []) {
      const signal = event.workflowExecutionSignaledEventAttributes;
      if (signal?.signalName === decide) {
        signals += 1;
        if (act.kind === 'signal' && signals === act.n) return signal.identity || 'somebody';
      }
      const request = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest;
      if (act.kind === 'update' && request?.meta?.updateId === act.updateId)
        return request.meta?.identity || 'somebody';
    }
    nextPageToken = page.nextPageToken?.length ? page.nextPageToken : undefined;
  } while (nextPageToken !== undefined);
  return 'somebody';
}

// Finds out who cancelled a workflow, for the sentence that the task ends with.

/** @returns the identity that the engine recorded, or a word for somebody unknown */
export async function whoCancelled(client: Client, namespace: string, workflowId: string): Promise<string> {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace,
    execution: { workflowId },
    maximumPageSize: 50,
  });
  for (const event of history?.events ?? []) {
    const request = event.workflowExecutionCancelRequestedEventAttributes;
    if (request) return request.identity || 'somebody';
  }
  return 'somebody';
}

/** Whether a decision that names its decider was signed by this deployment; workflow code computes no MAC. */
export interface BelieveDeps {
  readonly deploymentSecret: DeploymentSecret;
  readonly now: () => Date;
}

export type BelievedDecider =
  | { readonly kind: 'believed'; readonly decider: Decider }
  /** With the rest of a sentence. */
  | { readonly kind: 'rejected'; readonly sentence: string };

/** Safe to run twice. */
export async function believeDecider(
  { deploymentSecret, now }: BelieveDeps,
  taskId: string,
  input: DecisionInput,
): Promise<BelievedDecider> {
  const { decider } = input;
  const signature = verifyDecision(deploymentSecret, taskId, input, now());
  if (signature === 'too_old')
    return { kind: 'rejected', sentence: 'the signature of this decision is no longer valid; decide again' };
  if (signature !== 'valid' || decider === undefined)
    return { kind: 'rejected', sentence: 'this decision does not carry a valid signature of this deployment' };
  const { by, actor = by, key_id: keyId, email, may_approve: mayApprove } = decider;
  const { person_id: personId = null, name = null } = decider;
  return { kind: 'believed', decider: { by, name, actor, keyId, email, personId, mayApprove } };
}

/** Finds out who sent a decision straight to the workflow: the identity that the engine recorded with it. */
import type { Client } from '@temporalio/client';

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

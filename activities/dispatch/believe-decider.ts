/** Whether a decision that names its decider was signed by this deployment; workflow code computes no MAC. */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Decider } from '../../domain/dispatch/approval.ts';
import type { DecisionInput } from '../../domain/dispatch/decision-input.ts';
import { verifyDecision } from '../../process/decision-mac.ts';

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
  const { by, actor = by, key_id: keyId, email, person_id: personId = null, may_approve: mayApprove } = decider;
  return { kind: 'believed', decider: { by, actor, keyId, email, personId, mayApprove } };
}

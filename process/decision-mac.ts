/**
 * Signs decisions on approvals (D17): the API, the console and the command line vouch for who decides, and the worker
 * verifies it, so that anyone who only reaches the engine decides as nobody else.
 */
import type { DeploymentSecret } from './deployment-secret.ts';
import type { DecisionInput } from '../domain/dispatch/approval-input.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { equalConstantTime, macsOf } from './secrets.ts';

/** How long a signed decision may be on its way: workers may be away for a moment. */
const validForMs = 10 * 60_000;
/** How much the clocks of two hosts may differ. */
const clocksDifferByMs = 2 * 60_000;

/** @param input with everything that is to be believed: approval, decision, note, decider and the id of the act */
export function signDecision<Input extends DecisionInput>(
  deploymentSecret: DeploymentSecret,
  taskId: string,
  input: Input,
  now: Date,
): Input {
  const at = now.toISOString();
  return { ...input, signed: { at, mac: decisionMacs(deploymentSecret, taskId, input, at)[0]! } };
}

type DecisionSignature = 'valid' | 'not_ours' | 'too_old';

export function verifyDecision(
  deploymentSecret: DeploymentSecret,
  taskId: string,
  input: DecisionInput,
  now: Date,
): DecisionSignature {
  const { signed } = input;
  if (typeof signed?.at !== 'string' || typeof signed.mac !== 'string') return 'not_ours';
  // The MAC first: a forged decision learns nothing of the clock.
  if (!isOurs(deploymentSecret, taskId, input, signed)) return 'not_ours';
  const age = now.getTime() - Date.parse(signed.at);
  return age <= validForMs && age >= -clocksDifferByMs ? 'valid' : 'too_old';
}

function isOurs(
  deploymentSecret: DeploymentSecret,
  taskId: string,
  input: DecisionInput,
  { at, mac }: NonNullable<DecisionInput['signed']>,
): boolean {
  try {
    return decisionMacs(deploymentSecret, taskId, input, at).some((known) => equalConstantTime(mac, known));
  } catch (error) {
    // What has no canonical form was never signed here.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** With each deployment secret at hand, the current one first. */
function decisionMacs(deploymentSecret: DeploymentSecret, taskId: string, input: DecisionInput, at: string): string[] {
  const { id = null, approval_id: approvalId = null, decision, note = null, decider = null } = input;
  const said = canonicalJson({ task_id: taskId, approval_id: approvalId, id, decision, note, decider, at });
  return macsOf(deploymentSecret, 'decision', said);
}

/** Hands a decision on an approval to the workflow of its task, and turns a refusal into the error it is answered by. */
import type { Approval } from '../../domain/dispatch/approval.ts';
import type { DecisionInput, DecisionTaken } from '../../domain/dispatch/decision-input.ts';
import { readApproval } from '../../store/approvals.ts';
import { ApiError } from '../http/errors.ts';
import type { DispatchDeps } from './deps.ts';

const retryAfterSeconds = 5;

/** How an approval ended, if it has. */
type Settled = Pick<Approval, 'status' | 'supersededBy'>;

/**
 * Nothing is written here: the workflow takes the decision, or says why not.
 * @param approval as it was read right before
 * @throws ApiError not_allowed, already_decided, invalid_decision, unavailable
 */
export async function decideOn(
  deps: Pick<DispatchDeps, 'decideApproval' | 'log' | 'pool'>,
  taskId: string,
  approval: Settled & Pick<Approval, 'id'>,
  input: DecisionInput & { readonly id: string },
): Promise<DecisionTaken> {
  // What is settled stays so; only what may still be pending is the workflow's to say.
  if (approval.status !== 'pending') throw notTaken(approval);
  const answer = await handOn(deps, taskId, input);
  if (answer.kind === 'refused') throw refusal(answer.code, answer.sentence);
  if (answer.kind === 'not_running') {
    // Another decision of the same instant may have ended the work meanwhile.
    const now = await readApproval(deps.pool, taskId, approval.id);
    throw notTaken(now ?? approval);
  }
  return { approval_id: answer.approval_id, status: answer.status };
}

/** @throws ApiError unavailable: the engine or every worker is away; the decision may still be taken later */
async function handOn(
  { decideApproval, log }: Pick<DispatchDeps, 'decideApproval' | 'log'>,
  taskId: string,
  input: DecisionInput & { readonly id: string },
): ReturnType<DispatchDeps['decideApproval']> {
  try {
    return await decideApproval(taskId, input);
  } catch (error) {
    log.warn({ task: taskId, err: error }, 'a decision could not be handed to its workflow');
    throw new ApiError('unavailable', 'the decision could not be delivered; check the task before deciding again', {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }
}

function refusal(code: string, sentence: string): ApiError {
  if (code === 'not_allowed' || code === 'already_decided' || code === 'invalid_decision')
    return new ApiError(code, sentence);
  return new ApiError('internal', 'the workflow of this task returned an unknown answer');
}

/** The workflow has ended, or waits to be started again. */
function notTaken({ status, supersededBy }: Settled): ApiError {
  const by = supersededBy === null || supersededBy === undefined ? '' : ` by ${supersededBy}`;
  if (status !== 'pending') return new ApiError('already_decided', `the approval is already ${status}${by}`);
  return new ApiError('unavailable', 'the work on this task is being resumed; try again shortly', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

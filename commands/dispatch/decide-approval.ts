/** Decides an approval, for every surface: the workflow of its task takes the decision, or says why not (D17). */
import { keyActor } from '../../domain/actor.ts';
import type { Approval } from '../../domain/dispatch/approval.ts';
import type { DecisionInput, DecisionTaken } from '../../domain/dispatch/approval-input.ts';
import { newId } from '../../process/ids.ts';
import { readApproval } from '../../store/approvals.ts';
import type { Pool } from '../../store/database.ts';
import { firstKeyOfLine, readKeyLabel, readKeyPerson } from '../../store/keys.ts';
import { isRefused, refusal, type Refusal } from '../refusal.ts';
import type { DispatchCommands } from './deps.ts';

const retryAfterSeconds = 5;

/** How an approval ended, if it has. */
type Settled = Pick<Approval, 'status' | 'supersededBy' | 'note'>;

type Said = Pick<DecisionInput, 'decision' | 'note'> & { readonly decider: Required<DecisionInput>['decider'] };

/**
 * Nothing is written here: the workflow writes the decision and its entry of the audit log.
 * @param approval as it was read right before
 */
export async function decideApproval(
  deps: Pick<DispatchCommands, 'decideApproval' | 'pool'> & Partial<Pick<DispatchCommands, 'log'>>,
  taskId: string,
  approval: Settled & Pick<Approval, 'id'>,
  said: Said,
): Promise<DecisionTaken | Refusal> {
  // What is settled stays so; only what may still be pending is the workflow's to say.
  if (approval.status !== 'pending') return notTaken(approval);
  const answer = await handOn(deps, taskId, { id: newId('decision'), approval_id: approval.id, ...said });
  if (isRefused(answer)) return answer;
  if (answer.kind === 'refused') {
    const { code, sentence } = answer;
    if (code === 'not_allowed' || code === 'already_decided' || code === 'invalid_decision')
      return refusal(code, sentence);
    throw new Error(`the workflow of ${taskId} refused a decision with the unknown code ${code}: ${sentence}`);
  }
  if (answer.kind === 'not_running') {
    // Another decision of the same instant may have ended the work meanwhile.
    const now = await readApproval(deps.pool, taskId, approval.id);
    return notTaken(now ?? approval);
  }
  return { approval_id: answer.approval_id, status: answer.status };
}

/** The engine or every worker may be away; the decision may still be taken later. */
async function handOn(
  { decideApproval: send, log }: Parameters<typeof decideApproval>[0],
  taskId: string,
  input: DecisionInput & { readonly id: string },
): Promise<Awaited<ReturnType<DispatchCommands['decideApproval']>> | Refusal> {
  try {
    return await send(taskId, input);
  } catch (cause) {
    log?.warn({ task: taskId, err: cause }, 'a decision could not be handed to its workflow');
    return refusal('unavailable', 'the decision could not be delivered; check the task before deciding again', {
      retryAfterSeconds,
      cause,
    });
  }
}

/** The workflow has ended, or waits to be started again. */
function notTaken({ status, supersededBy, note }: Settled): Refusal {
  const by = supersededBy === null || supersededBy === undefined ? '' : ` by ${supersededBy}`;
  // Its time is not over where it was withdrawn; the note says why it was.
  const why = status === 'expired' && note !== null ? `: ${note}` : '';
  if (status !== 'pending') return refusal('already_decided', `the approval is already ${status}${by}${why}`);
  return refusal('unavailable', 'the work on this task is being resumed; try again shortly', { retryAfterSeconds });
}

/**
 * Who decides with a key: the key itself, and the person whose key it is.
 * @param submittedBy the key that asked for the task
 */
export async function keyDecider(pool: Pool, keyId: string, submittedBy: string | null): Promise<Said['decider']> {
  const label = await readKeyLabel(pool, keyId);
  const owner = await readKeyPerson(pool, keyId);
  return {
    by: label === '' ? keyId : `${label} (${keyId})`,
    actor: keyActor(keyId),
    key_id: await countedKey(pool, keyId, submittedBy),
    email: owner?.email ?? null,
    person_id: owner?.id ?? null,
    name: owner?.name ?? null,
    may_approve: true,
  };
}

/** A rotated key is still the one it took the place of: it neither decides on what that one asked for, nor twice. */
async function countedKey(pool: Pool, keyId: string, submittedBy: string | null): Promise<string> {
  const first = await firstKeyOfLine(pool, keyId);
  if (submittedBy !== null && first === (await firstKeyOfLine(pool, submittedBy))) return submittedBy;
  return first;
}

/** POST /api/tasks/{id}/approvals/{approval_id}: a decision on an approval, handed to the task's workflow (D17). */
import type { Context } from 'koa';
import { noteLimit } from '../../domain/dispatch/decision-input.ts';
import type { DecisionInput } from '../../domain/dispatch/decision-input.ts';
import { newId } from '../../process/ids.ts';
import { readApproval } from '../../store/approvals.ts';
import { firstKeyOfLine, readKeyLabel } from '../../store/keys.ts';
import type { Pool } from '../../store/database.ts';
import { readTask } from '../../store/tasks.ts';
import type { DecisionAnswer } from '../../temporal/decide-approval.ts';
import { callerOf } from '../http/bearer-key.ts';
import { ApiError, findingsError, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { unknownMember } from '../http/sentences.ts';
import type { DispatchDeps } from './deps.ts';
import { presentTasks, taskIdForm } from './present-tasks.ts';

const members = ['decision', 'note'];
const approvalIdForm = /^apr_[0-9a-z-]{1,64}$/;
const retryAfterSeconds = 5;

/** Nothing is written here: the workflow takes the decision, or says why not. */
export function postDecision(deps: DispatchDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { ownerId, keyId } = callerOf(ctx);
    const { id, approval_id: approvalId } = ctx['params'] as { id: string; approval_id: string };
    const task = taskIdForm.test(id) ? await readTask(deps.pool, id, ownerId) : undefined;
    if (!task) throw notFound('task');
    const approval = approvalIdForm.test(approvalId) ? await readApproval(deps.pool, id, approvalId) : undefined;
    if (!approval) throw notFound('approval');
    const input = readDecision(await readJsonBody(ctx));
    // What is settled stays so; only what may still be pending is the workflow's to say.
    if (approval.status !== 'pending') throw notTaken(approval.status);
    const label = await readKeyLabel(deps.pool, keyId);
    const answer = await handOn(deps, id, {
      ...input,
      id: newId('decision'),
      approval_id: approvalId,
      decider: {
        by: label === '' ? keyId : `${label} (${keyId})`,
        key_id: await deciderKey(deps.pool, keyId, task.submittedByKey),
        email: null,
        may_approve: true,
      },
    });
    if (answer.kind === 'refused') throw refusal(answer.code, answer.sentence);
    if (answer.kind === 'not_running') throw notTaken(approval.status);
    const now = await readTask(deps.pool, id, ownerId);
    [ctx.body] = await presentTasks(deps, [now ?? task]);
    ctx.status = 200;
  };
}

/** A rotated key is still the one it took the place of: it neither decides on what that one asked for, nor twice. */
async function deciderKey(pool: Pool, keyId: string, submittedBy: string | null): Promise<string> {
  const first = await firstKeyOfLine(pool, keyId);
  if (submittedBy !== null && first === (await firstKeyOfLine(pool, submittedBy))) return submittedBy;
  return first;
}

/** @throws ApiError unavailable: the engine or every worker is away; the decision may still be taken later */
async function handOn(
  { decideApproval, log }: DispatchDeps,
  taskId: string,
  input: DecisionInput & { readonly id: string },
): Promise<DecisionAnswer> {
  try {
    return await decideApproval(taskId, input);
  } catch (error) {
    log.warn({ task: taskId, err: error }, 'a decision could not be handed to its workflow');
    throw new ApiError('unavailable', 'the decision could not be handed on; see the task before deciding again', {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }
}

/** @throws ApiError invalid_decision with every finding */
function readDecision(body: unknown): Pick<DecisionInput, 'decision' | 'note'> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_decision', 'the decision must be an object');
  const { decision, note = null } = body as Readonly<Record<string, unknown>>;
  const findings = Object.keys(body)
    .filter((name) => !members.includes(name))
    .map((name) => unknownMember('', name, members, 'member of a decision'));
  if (decision === undefined) findings.push('decision is required');
  else if (decision !== 'approve' && decision !== 'refuse') findings.push('decision must be one of approve, refuse');
  if (note !== null && typeof note !== 'string') findings.push('note must be text');
  else if (note !== null && note.length > noteLimit) findings.push(`note must have at most ${noteLimit} characters`);
  // Control characters but newline and tab, and halves of surrogate pairs, which no database takes as text.
  else if (note !== null && /[^\P{Cc}\n\t]|\p{Cs}/u.test(note)) findings.push('note must not hold control characters');
  if (findings.length > 0) throw findingsError('invalid_decision', findings.toSorted());
  return { decision: decision as DecisionInput['decision'], note: note as string | null };
}

function refusal(code: string, sentence: string): ApiError {
  if (code === 'not_allowed' || code === 'already_decided' || code === 'invalid_decision')
    return new ApiError(code, sentence);
  return new ApiError('internal', 'the workflow of this task answered in a way that is not known here');
}

/** The workflow has ended, or waits to be started again. */
function notTaken(status: string): ApiError {
  if (status !== 'pending') return new ApiError('already_decided', `the approval is already ${status}`);
  return new ApiError('unavailable', 'the work on this task is being taken up again; try again shortly', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

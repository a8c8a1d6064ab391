/** POST /api/tasks/{id}/approvals/{approval_id}: a decision on an approval, handed to the task's workflow (D17). */
import type { Context } from 'koa';
import { problemOfNote } from '../../domain/dispatch/decision-input.ts';
import type { DecisionInput } from '../../domain/dispatch/decision-input.ts';
import { readApproval } from '../../store/approvals.ts';
import { readTask } from '../../store/tasks.ts';
import { callerOf } from '../http/bearer-key.ts';
import { ApiError, findingsError, granted, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/json-body.ts';
import { unknownMember } from '../../commands/input/sentences.ts';
import { decideApproval, keyDecider } from '../../commands/dispatch/decide-approval.ts';
import type { DispatchDeps } from './deps.ts';
import { presentTasks } from './present-tasks.ts';
import { isId } from '../../process/ids.ts';

const members = ['decision', 'note'];
/** Nothing is written here: the workflow takes the decision, or says why not. */
export function postDecision(deps: DispatchDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { ownerId, keyId } = callerOf(ctx);
    const { id, approval_id: approvalId } = ctx['params'] as { id: string; approval_id: string };
    const task = isId('task', id) ? await readTask(deps.pool, id, ownerId) : undefined;
    if (!task) throw notFound('task');
    const approval = isId('approval', approvalId) ? await readApproval(deps.pool, id, approvalId) : undefined;
    if (!approval) throw notFound('approval');
    const input = readDecision(await readJsonBody(ctx));
    const decider = await keyDecider(deps.pool, keyId, task.submittedByKey);
    granted(await decideApproval(deps, id, approval, { ...input, decider }));
    const now = await readTask(deps.pool, id, ownerId);
    [ctx.body] = await presentTasks(deps, [now ?? task]);
    ctx.status = 200;
  };
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
  else if (note !== null) {
    const problem = problemOfNote(note);
    if (problem !== undefined) findings.push(problem);
  }
  if (findings.length > 0) throw findingsError('invalid_decision', findings.toSorted());
  return { decision: decision as DecisionInput['decision'], note: (note as string | null) || null };
}

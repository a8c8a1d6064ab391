/** The query of GET /api/tasks (D16): which parameters there are, and what they must be. */
import type { Context } from 'koa';
import { limits } from '../../domain/dispatch/task-schemas.ts';
import { outcomeReasons, statuses, taskTypes } from '../../domain/dispatch/task.ts';
import { decodeCursor } from '../../store/cursor.ts';
import type { TaskFilter } from '../../store/tasks.ts';
import { ref } from '../http/openapi-parts.ts';
import { cursor, oneOf, pageSize, printable, readQuery } from '../http/query.ts';

export const listLimit = { default: 50, max: 200 } as const;

export const taskQuery = {
  status: oneOf(statuses, 'Only tasks in this state.', ref('Status')),
  task_type: oneOf(taskTypes, 'Only tasks of this type.', ref('TaskType')),
  outcome_reason: oneOf(outcomeReasons, 'Only tasks that ended for this reason.', ref('OutcomeReason')),
  client_ref: printable(limits.reference, 'Only tasks with this reference.'),
  limit: pageSize(listLimit),
  cursor: cursor(decodeCursor),
};

/** @throws ApiError invalid_query */
export function readTaskQuery(ctx: Context): TaskFilter {
  const { status, task_type, outcome_reason, client_ref, limit, cursor: after } = readQuery(ctx, taskQuery);
  return {
    limit: limit ?? listLimit.default,
    ...(status === undefined ? {} : { status }),
    ...(task_type === undefined ? {} : { taskType: task_type }),
    ...(outcome_reason === undefined ? {} : { outcomeReason: outcome_reason }),
    ...(client_ref === undefined ? {} : { clientRef: client_ref }),
    ...(after === undefined ? {} : { after }),
  };
}

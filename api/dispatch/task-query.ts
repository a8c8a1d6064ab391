/** The query of GET /api/tasks (D16): which parameters there are, and what they must be. */
import type { Context } from 'koa';
import { limits } from '../../domain/dispatch/task-schemas.ts';
import { outcomeReasons, statuses, taskTypes } from '../../domain/dispatch/task.ts';
import { decodeCursor } from '../../store/cursor.ts';
import type { ListPlace } from '../../store/cursor.ts';
import type { TaskFilter } from '../../store/tasks.ts';
import { oneOf, printable, readQuery, wholeNumber } from '../http/query.ts';
import type { Parameter } from '../http/query.ts';

export const listLimit = { default: 50, max: 200 } as const;

const cursor: Parameter<ListPlace> = { must: 'be the next_cursor of an earlier answer', parse: decodeCursor };

const parameters = {
  status: oneOf(statuses),
  task_type: oneOf(taskTypes),
  outcome_reason: oneOf(outcomeReasons),
  client_ref: printable(limits.reference),
  limit: wholeNumber(1, listLimit.max),
  cursor,
};

/** @throws ApiError invalid_query */
export function readTaskQuery(ctx: Context): TaskFilter {
  const { status, task_type, outcome_reason, client_ref, limit, cursor: after } = readQuery(ctx, parameters);
  return {
    limit: limit ?? listLimit.default,
    ...(status === undefined ? {} : { status }),
    ...(task_type === undefined ? {} : { taskType: task_type }),
    ...(outcome_reason === undefined ? {} : { outcomeReason: outcome_reason }),
    ...(client_ref === undefined ? {} : { clientRef: client_ref }),
    ...(after === undefined ? {} : { after }),
  };
}

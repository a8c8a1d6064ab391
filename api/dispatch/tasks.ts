/** POST and GET of tasks (document 1 §4, D15, D16, D20). */
import type { Context } from 'koa';
import { listTasks, readTask } from '../../store/tasks.ts';
import { callerOf } from '../http/bearer-key.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { mediaTypeOf, readJsonBody } from '../http/json-body.ts';
import { answerCsv } from './answer-csv.ts';
import { answerTasks } from './answer-tasks.ts';
import type { DispatchDeps } from './deps.ts';
import { presentTasks } from './present-tasks.ts';
import { readTaskQuery } from './task-query.ts';
import { isId } from '../../process/ids.ts';

type Handler = (ctx: Context) => Promise<void>;

/** POST /api/tasks: one task, a batch when the body has `tasks`, or a CSV file. */
export function postTasks(deps: DispatchDeps): Handler {
  return async (ctx) => {
    const { ownerId: senderId, keyId } = callerOf(ctx);
    const type = mediaTypeOf(ctx);
    if (type === 'text/csv') return answerCsv(deps, ctx, { senderId, keyId, channel: 'csv' });
    if (!type.endsWith('json'))
      throw new ApiError('unsupported_media_type', 'Content-Type must be application/json or text/csv');
    await answerTasks(deps, ctx, { senderId, keyId, channel: 'api' }, await readJsonBody(ctx));
  };
}

/** GET /api/tasks */
export function getTasks(deps: DispatchDeps): Handler {
  return async (ctx) => {
    const { tasks, next } = await listTasks(deps.pool, callerOf(ctx).ownerId, readTaskQuery(ctx));
    ctx.body = { tasks: await presentTasks(deps, tasks), next_cursor: next };
  };
}

/** GET /api/tasks/{id} */
export function getTask(deps: DispatchDeps): Handler {
  return async (ctx) => {
    const { id } = ctx['params'] as { id: string };
    const task = isId('task', id) ? await readTask(deps.pool, id, callerOf(ctx).ownerId) : undefined;
    if (!task) throw notFound('task');
    [ctx.body] = await presentTasks(deps, [task]);
  };
}

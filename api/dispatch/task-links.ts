/** POST /api/tasks/{id}/revoke-links: ends every capability link of a task that was given away (D19). */
import type { Context } from 'koa';
import { revokeTaskLinks } from '../../store/task-links.ts';
import { readTask } from '../../store/tasks.ts';
import { callerOf } from '../http/bearer-key.ts';
import { notFound } from '../http/errors.ts';
import type { DispatchDeps } from './deps.ts';
import { presentTasks } from './present-tasks.ts';
import { isId } from '../../process/ids.ts';

/** Answers with the record and its fresh links. */
export function postLinkRevocation(deps: DispatchDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { ownerId, keyId } = callerOf(ctx);
    const { id } = ctx['params'] as { id: string };
    const task = isId('task', id) ? await readTask(deps.pool, id, ownerId) : undefined;
    if (task === undefined) throw notFound('task');
    await revokeTaskLinks(deps.pool, id, `key:${keyId}`);
    const now = await readTask(deps.pool, id, ownerId);
    [ctx.body] = await presentTasks(deps, [now ?? task]);
    ctx.status = 200;
  };
}

/** GET /console/tasks: all tasks, newest first, by filters in the address and by any of their numbers. */
import { knownPlaybooks } from '../../../commands/dispatch/known-playbooks.ts';
import { permissions } from '../../../commands/permissions.ts';
import { stuckText } from '../../../commands/dispatch/stuck-tasks.ts';
import type { Context } from 'koa';
import { queuedTooLongMs } from '../../../domain/dispatch/stuck.ts';
import { listPeopleWhoMay } from '../../../store/people.ts';
import { readWaits } from '../../../store/portal-waits.ts';
import { listSenders } from '../../../store/senders.ts';
import { countTasks, listOpenTasks, readLastEvents, searchTasks } from '../../../store/task-search.ts';
import type { FoundTask } from '../../../store/task-search.ts';
import type { DispatchConsoleDeps } from '../deps.ts';
import { csrfField } from '../form.ts';
import { person, sendPage } from '../page.ts';
import { may } from '../route.ts';
import { savedViewsOf, savedViewsPart } from '../saved-views.ts';
import { listBody } from './list-view.ts';
import type { ListedTask } from './list-view.ts';
import { listQuery, readTaskFilter, searchOf } from './task-filter.ts';

/** Of tasks that are stuck more than these are not shown: the cause is then one and the same. */
const stuckAtMost = 200;

export function getTaskList(deps: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const filter = readTaskFilter(ctx);
    const search = searchOf(filter, person(ctx).personId);
    const mayAct = may(person(ctx), 'followUpTask');
    const now = deps.now();
    const [senders, people, total, saved, found, portals] = await Promise.all([
      listSenders(deps.pool),
      mayAct ? listPeopleWhoMay(deps.pool, permissions.followUpTask.person) : [],
      filter.stuck === '' ? countTasks(deps.pool, search) : null,
      savedViewsOf(deps, ctx, 'tasks'),
      filter.stuck === '' ? searchTasks(deps.pool, search) : openTasks(deps, now),
      knownPlaybooks(deps),
    ]);
    const withReasons = await withStuckReason(deps, found.tasks, now);
    const tasks = filter.stuck === '' ? withReasons : withReasons.filter(({ stuck }) => stuck !== null);
    sendPage(deps, ctx, {
      title: 'Tasks',
      section: 'tasks',
      body: listBody({
        filter,
        savedViews: savedViewsPart(ctx, {
          list: 'tasks',
          query: listQuery(filter, { cursor: '', trail: '' }),
          saved,
        }),
        tasks,
        total: total ?? tasks.length,
        next: found.next,
        senders,
        portals,
        mayAct,
        people,
        csrf: csrfField(ctx),
        now,
      }),
    });
  };
}

async function openTasks(
  { pool }: DispatchConsoleDeps,
  now: Date,
): Promise<{ readonly tasks: FoundTask[]; readonly next: null }> {
  return { tasks: await listOpenTasks(pool, new Date(now.getTime() - queuedTooLongMs), stuckAtMost), next: null };
}

async function withStuckReason(
  { pool }: DispatchConsoleDeps,
  tasks: readonly FoundTask[],
  now: Date,
): Promise<ListedTask[]> {
  const running = tasks.filter(({ status }) => status === 'running').map(({ id }) => id);
  const [last, waits] = await Promise.all([readLastEvents(pool, running), readWaits(pool, running)]);
  return tasks.map((task) => ({
    ...task,
    stuck: stuckText(task, { last: last.get(task.id), wait: waits.get(task.id) }, now),
  }));
}

/** Portals that no longer fit their playbook: opened by canaries and tasks, ended by versions, canaries and people. */
import type { MetChange, OpenChange } from '../domain/dispatch/portal-change.ts';
import type { PageChange } from '../domain/dispatch/playbook/changed-control.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

/** The content of a playbook, and the task type whose recipes are meant. */
export interface ChangedRecipe {
  readonly playbookId: string;
  readonly digest: string;
  readonly taskType: TaskType;
}

export interface PortalChange extends ChangedRecipe, MetChange {
  readonly id: string;
  readonly version: string;
  readonly portalName: string;
  readonly foundBy: string;
  readonly change: PageChange | null;
  readonly foundAt: Date;
  readonly confirmedAt: Date | null;
  /** Tasks that wait for it to end. */
  readonly tasks: number;
}

type NewPortalChange = ChangedRecipe &
  MetChange &
  Pick<PortalChange, 'version' | 'portalName' | 'foundBy' | 'change'> & { readonly isConfirmed: boolean };

/** One at a time decides about a recipe; call it first in a transaction that writes here. */
export async function lockRecipe(q: Queryable, { playbookId, digest, taskType }: ChangedRecipe): Promise<void> {
  await q.query(`select pg_advisory_xact_lock(hashtextextended('portal change ' || $1 || $2 || $3, 0))`, [
    playbookId,
    digest,
    taskType,
  ]);
}

interface RecipeStanding {
  readonly open: (OpenChange & { readonly foundAt: Date }) | null;
  /** Whether it was found not to fit, and another version came into force since. */
  readonly isReplaced: boolean;
}

/** What is known of a recipe: its newest change is the open one, where one is open. */
export async function recipeStanding(
  q: Queryable,
  { playbookId, digest, taskType }: ChangedRecipe,
): Promise<RecipeStanding> {
  const { rows } = await q.query<OpenChange & { foundAt: Date; endedBy: string | null }>({
    name: 'newest-portal-change',
    text: `select page, expected, found, found_by as "foundBy", confirmed_at is not null as "isConfirmed",
                  found_at as "foundAt", case when ended_at is null then null else ended_by end as "endedBy"
             from portal_changes where playbook_id = $1 and digest = $2 and task_type = $3 order by id desc limit 1`,
    values: [playbookId, digest, taskType],
  });
  const newest = rows[0];
  if (newest === undefined) return { open: null, isReplaced: false };
  const { endedBy, ...open } = newest;
  return endedBy === null ? { open, isReplaced: false } : { open: null, isReplaced: endedBy === 'version' };
}

export async function openChange(q: Queryable, recipe: ChangedRecipe): Promise<RecipeStanding['open']> {
  return (await recipeStanding(q, recipe)).open;
}

/** Whether a finding of this task about the recipe has ended: then it is about the task's own record. */
export async function isAnswered(q: Queryable, taskId: string, recipe: ChangedRecipe): Promise<boolean> {
  const { rowCount } = await q.query(
    `select 1 from portal_changes where found_by = $1 and playbook_id = $2 and digest = $3 and task_type = $4
        and ended_at is not null limit 1`,
    [taskId, recipe.playbookId, recipe.digest, recipe.taskType],
  );
  return rowCount === 1;
}

export async function addChange(q: Queryable, change: NewPortalChange): Promise<void> {
  await q.query(
    `insert into portal_changes
       (playbook_id, digest, version, portal_name, task_type, found_by, page, expected, found, change, confirmed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $11 then clock_timestamp() end)
     on conflict (playbook_id, digest, task_type) where ended_at is null do nothing`,
    [
      change.playbookId,
      change.digest,
      change.version,
      change.portalName,
      change.taskType,
      change.foundBy,
      change.page,
      change.expected,
      change.found,
      change.change === null ? null : JSON.stringify(change.change),
      change.isConfirmed,
    ],
  );
}

/** @returns false where it was confirmed before, or nothing is open */
export async function confirmChange(q: Queryable, recipe: ChangedRecipe): Promise<boolean> {
  const { rowCount } = await q.query(
    `update portal_changes set confirmed_at = clock_timestamp()
      where playbook_id = $1 and digest = $2 and task_type = $3 and ended_at is null and confirmed_at is null`,
    [recipe.playbookId, recipe.digest, recipe.taskType],
  );
  return rowCount === 1;
}

/**
 * @param by `canary`, `task`, `version`, or a person
 * @param onlySuspected leaves a confirmed one open
 * @returns how many ended
 */
export async function endChange(
  q: Queryable,
  { playbookId, digest, taskType }: ChangedRecipe,
  by: string,
  onlySuspected = false,
): Promise<number> {
  const { rowCount } = await q.query({
    name: 'end-portal-change',
    text: `update portal_changes set ended_at = clock_timestamp(), ended_by = $4
            where playbook_id = $1 and digest = $2 and task_type = $3 and ended_at is null
              and (confirmed_at is null or not $5)`,
    values: [playbookId, digest, taskType, by, onlySuspected],
  });
  return rowCount ?? 0;
}

/** A person knows better: what is open of a playbook ends, and waiting tasks try the portal again. @returns how many */
export async function endChangesByHand(
  pool: Pool,
  playbookId: string,
  { actor, why }: { readonly actor: string; readonly why: string },
): Promise<number> {
  return inTransaction(pool, async (q) => {
    const { rowCount } = await q.query(
      'update portal_changes set ended_at = clock_timestamp(), ended_by = $2 where playbook_id = $1 and ended_at is null',
      [playbookId, actor],
    );
    if (rowCount !== null && rowCount > 0)
      await addAudit(q, { actor, act: 'playbook.change_ended', subject: playbookId, details: { why } });
    return rowCount ?? 0;
  });
}

/** Those that have not ended, the oldest first. @param confirmed whether to leave out what one task alone has met */
export async function listChanges(
  q: Queryable,
  { confirmed }: { readonly confirmed: boolean },
): Promise<PortalChange[]> {
  const { rows } = await q.query<PortalChange>(
    `select id::text, playbook_id as "playbookId", digest, version, portal_name as "portalName", task_type as "taskType",
            found_by as "foundBy", page, expected, found, change, found_at as "foundAt", confirmed_at as "confirmedAt",
            (select count(*)::int from portal_waits w join tasks t on t.id = w.task_id
              where w.portal = c.playbook_id and w.changed_digest = c.digest and w.changed_task_type = c.task_type) as tasks
       from portal_changes c where ended_at is null and (confirmed_at is not null or not $1) order by id`,
    [confirmed],
  );
  return rows;
}

export interface WaitingTask {
  readonly taskId: string;
  readonly senderId: string;
  readonly playbookId: string;
  readonly taskType: TaskType;
}

/** Tasks that wait for another version of their playbook. */
export async function tasksWaitingForChange(q: Queryable): Promise<WaitingTask[]> {
  const { rows } = await q.query<WaitingTask>(
    `select w.task_id as "taskId", t.sender_id as "senderId", w.portal as "playbookId", w.changed_task_type as "taskType"
       from portal_waits w join tasks t on t.id = w.task_id
      where w.changed_digest is not null and t.finished_at is null order by t.created_at, w.task_id`,
  );
  return rows;
}

/** Canaries: their rehearsals, and which are paused. */
import { type CanaryRun, canaryId, type CanaryResult } from '../domain/dispatch/portal-change.ts';
import type { PageChange } from '../domain/dispatch/playbook/changed-control.ts';
import type { RecordedRecipe } from '../domain/dispatch/playbook/recorded-page.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import type { Queryable } from './database.ts';
import type { WorkflowStart } from './workflow-starts.ts';

export interface CanaryRunRow {
  readonly playbookId: string;
  readonly digest: string;
  readonly version: string;
  readonly taskType: TaskType;
  /** Who had a stored version rehearsed; null: the canary. */
  readonly askedBy: string | null;
  readonly beganAt: Date;
  readonly endedAt: Date;
  readonly result: CanaryResult;
  readonly summary: string;
  readonly steps: readonly string[];
  /** Of a page that lacks a control: what may be it now. */
  readonly change: PageChange | null;
}

/** At once: tasks wait for its result. */
export function canaryStart(run: CanaryRun): WorkflowStart {
  return {
    workflowId: canaryId(run),
    workflowType: 'canary',
    taskQueue: 'tasks',
    arguments: [run],
    priority: 2,
    fairnessKey: null,
    searchAttributes: { Portal: run.playbookId, State: 'running' },
    summary: `${run.draft === undefined ? 'canary' : 'rehearsal'} of ${run.taskType} in ${run.playbookId}`,
  };
}

/** Of a playbook and task type, of all its versions. */
export const keptRuns = 30;

/** Adds a run and removes those that are too old to be of interest. */
export async function addCanaryRun(q: Queryable, run: Omit<CanaryRunRow, 'endedAt'>): Promise<void> {
  await q.query(
    `insert into canary_runs (playbook_id, digest, version, task_type, began_at, result, summary, steps, asked_by, change)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      run.playbookId,
      run.digest,
      run.version,
      run.taskType,
      run.beganAt,
      run.result,
      run.summary,
      JSON.stringify(run.steps),
      run.askedBy,
      run.change === null ? null : JSON.stringify(run.change),
    ],
  );
  await q.query(
    `delete from canary_runs where playbook_id = $1 and task_type = $2 and id <= (
       select id from canary_runs where playbook_id = $1 and task_type = $2 order by id desc offset $3 limit 1)`,
    [run.playbookId, run.taskType, keptRuns],
  );
}

/** The newest first. @param limit of each playbook and task type @param canary leaves out what people had rehearsed */
export async function listCanaryRuns(
  q: Queryable,
  {
    playbookId = null,
    limit,
    canary = false,
  }: { readonly playbookId?: string | null; readonly limit: number; readonly canary?: boolean },
): Promise<CanaryRunRow[]> {
  const { rows } = await q.query<CanaryRunRow>(
    `select playbook_id as "playbookId", digest, version, task_type as "taskType", asked_by as "askedBy", began_at as "beganAt",
            ended_at as "endedAt", result, summary, steps, change
       from (select *, row_number() over (partition by playbook_id, task_type order by id desc) as place
               from canary_runs where ($1::text is null or playbook_id = $1) and (asked_by is null or not $3)) runs
      where place <= $2 order by playbook_id, task_type, place`,
    [playbookId, limit, canary],
  );
  return rows;
}

/**
 * Claims the one rehearsal of a version's sign-in of this time, whatever becomes of it: portals lock accounts.
 * @returns false where one was claimed since
 */
export async function claimSignIn(
  q: Queryable,
  { playbookId, digest }: Pick<CanaryRun, 'playbookId' | 'digest'>,
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<boolean> {
  const { rowCount } = await q.query(
    `insert into rehearsed_sign_ins as known (playbook_id, digest, at) values ($1, $2, $3)
     on conflict (playbook_id, digest) do update set at = excluded.at where known.at < $4`,
    [playbookId, digest, at, since],
  );
  return rowCount === 1;
}

/** A canary that was lost while it tried a login leaves it to the others after this time. */
const triedForMs = 10 * 60_000;

type LoginClaim =
  | { readonly is: 'claimed' }
  /** Another canary tries the same login at this moment. */
  | { readonly is: 'tried' }
  | { readonly is: 'refused'; readonly at: Date; readonly words: string };

/** Claims a login for the canary that tries it, unless the portal has refused it since. */
export async function claimLogin(
  q: Queryable,
  { login, account }: { readonly login: Buffer; readonly account: string },
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<LoginClaim> {
  const tried = new Date(at.getTime() - triedForMs);
  const { rowCount } = await q.query(
    `insert into refused_sign_ins as known (login, account, at) values ($1, $2, $3)
     on conflict (login) do update set at = excluded.at, words = null
       where known.at < case when known.words is null then $4::timestamptz else $5::timestamptz end`,
    [login, account, at, tried, since],
  );
  if (rowCount === 1) return { is: 'claimed' };
  const { rows } = await q.query<{ at: Date; words: string | null }>(
    'select at, words from refused_sign_ins where login = $1',
    [login],
  );
  const [row] = rows;
  return row === undefined || row.words === null ? { is: 'tried' } : { is: 'refused', at: row.at, words: row.words };
}

/** @param words with which the portal refused it; null where it did not */
export async function leaveLogin(q: Queryable, login: Buffer, words: string | null): Promise<void> {
  await q.query(
    words === null
      ? 'delete from refused_sign_ins where login = $1 and words is null'
      : 'update refused_sign_ins set words = $2 where login = $1',
    words === null ? [login] : [login, words],
  );
}

/** Of an account that was signed in to, or whose login a person wants to be tried. */
export async function forgetRefusals(q: Queryable, account: string): Promise<void> {
  await q.query('delete from refused_sign_ins where account = $1 and words is not null', [account]);
}

export async function isCanaryPaused(q: Queryable, playbookId: string): Promise<boolean> {
  const { rowCount } = await q.query('select 1 from paused_canaries where playbook_id = $1', [playbookId]);
  return rowCount === 1;
}

export async function listPausedCanaries(q: Queryable): Promise<string[]> {
  const { rows } = await q.query<{ id: string }>('select playbook_id as id from paused_canaries order by 1');
  return rows.map(({ id }) => id);
}

/** @returns false where it was so already */
export async function pauseCanary(q: Queryable, playbookId: string, actor: string): Promise<boolean> {
  const { rowCount } = await q.query(
    'insert into paused_canaries (playbook_id, paused_by) values ($1, $2) on conflict do nothing',
    [playbookId, actor],
  );
  return rowCount === 1;
}

/** @returns false where it was not paused */
export async function resumeCanary(q: Queryable, playbookId: string): Promise<boolean> {
  const { rowCount } = await q.query('delete from paused_canaries where playbook_id = $1', [playbookId]);
  return rowCount === 1;
}

/** The pages that rehearsals recorded, by version, task type and recipe. */
interface PagesOfVersion {
  readonly playbookId: string;
  readonly digest: string;
  readonly version: string;
}

/** Takes the place of what an earlier rehearsal of the version recorded. */
export async function keepPages(q: Queryable, of: PagesOfVersion, recipes: readonly RecordedRecipe[]): Promise<void> {
  for (const recipe of recipes)
    await q.query(
      `insert into recorded_pages (playbook_id, digest, version, task_type, phase, recorded) values ($1, $2, $3, $4, $5, $6)
       on conflict (playbook_id, digest, task_type, phase)
       do update set recorded = excluded.recorded, recorded_at = clock_timestamp()`,
      [of.playbookId, of.digest, of.version, recipe.taskType, recipe.phase, JSON.stringify(recipe)],
    );
}

/** The newest of each recipe. @param version only of this one */
export async function readPages(q: Queryable, playbookId: string, version: string | null): Promise<RecordedRecipe[]> {
  const { rows } = await q.query<{ recorded: RecordedRecipe }>(
    `select distinct on (task_type, phase) recorded from recorded_pages
      where playbook_id = $1 and ($2::text is null or version = $2)
      order by task_type, phase, recorded_at desc`,
    [playbookId, version],
  );
  return rows.map(({ recorded }) => recorded);
}

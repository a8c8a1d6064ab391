/** The pages that rehearsals recorded, by version, task type and recipe. */
import type { RecordedRecipe } from '../domain/dispatch/playbook/recorded-page.ts';
import type { Queryable } from './database.ts';

export interface PagesOfVersion {
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

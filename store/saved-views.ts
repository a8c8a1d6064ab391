/** Filters of lists that a person keeps under a name. */
import { newId } from '../process/ids.ts';
import type { Queryable } from './database.ts';

export const viewLists = ['tasks', 'deliveries', 'approvals'] as const;
export type ViewList = (typeof viewLists)[number];

export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** Of the list's address, without the question mark. */
  readonly query: string;
}

/** More are no help to anybody. */
export const viewsAtMost = 30;

/** By name. */
export async function listSavedViews(q: Queryable, personId: string, list: ViewList): Promise<SavedView[]> {
  const found = await q.query<SavedView>(
    'select id, name, query from saved_views where person_id = $1 and list = $2 order by lower(name), id',
    [personId, list],
  );
  return found.rows;
}

/** One of the same name is replaced. @returns false when the person has as many as they may */
export async function saveView(
  q: Queryable,
  personId: string,
  list: ViewList,
  { name, query }: Omit<SavedView, 'id'>,
): Promise<boolean> {
  const saved = await q.query(
    `insert into saved_views (id, person_id, list, name, query)
     select $1, $2, $3, $4, $5
      where (select count(*) from saved_views where person_id = $2 and list = $3 and name <> $4) < ${viewsAtMost}
     on conflict (person_id, list, name) do update set query = excluded.query`,
    [newId('savedView'), personId, list, name, query],
  );
  return saved.rowCount === 1;
}

/** @returns the list it was of; undefined where the person has no such view */
export async function removeSavedView(q: Queryable, personId: string, id: string): Promise<ViewList | undefined> {
  const removed = await q.query<{ list: ViewList }>(
    'delete from saved_views where id = $1 and person_id = $2 returning list',
    [id, personId],
  );
  return removed.rows[0]?.list;
}

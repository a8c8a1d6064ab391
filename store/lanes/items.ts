/** What the machine remembers of items, loaded and saved a round at a time. */
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import type { Queryable } from '../database.ts';

export interface ItemKey {
  readonly stepNo: number;
  readonly item: string;
}

export interface StoredItem extends ItemKey {
  readonly state: ItemState;
}

/** The states of those items that have one. */
export async function readItems(q: Queryable, workspaceNo: number, keys: readonly ItemKey[]): Promise<StoredItem[]> {
  if (keys.length === 0) return [];
  const found = await q.query<StoredItem>({
    name: 'lane-read-items',
    // The limit keeps this one look into the index an item: on a table that was never analysed a join reads it all.
    text: `select wanted.step_no as "stepNo", wanted.item, stored.state
             from unnest($2::int[], $3::text[]) as wanted(step_no, item)
             cross join lateral (select state from lane_items
               where workspace_no = $1 and step_no = wanted.step_no and item = wanted.item limit 1) as stored`,
    values: [workspaceNo, keys.map(({ stepNo }) => stepNo), keys.map(({ item }) => item)],
  });
  return found.rows;
}

export async function saveItems(q: Queryable, workspaceNo: number, items: readonly StoredItem[]): Promise<void> {
  if (items.length === 0) return;
  await q.query({
    name: 'lane-save-items',
    text: `insert into lane_items (workspace_no, step_no, item, state)
           select $1, (row->>0)::int, row->>1, row->2 from json_array_elements($2::json) as row
           on conflict (workspace_no, step_no, item) do update set state = excluded.state`,
    values: [workspaceNo, JSON.stringify(items.map(({ stepNo, item, state }) => [stepNo, item, state]))],
  });
}

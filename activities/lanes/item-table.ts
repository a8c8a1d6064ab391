/** The items of a round in memory: loaded before, changed by the machine, saved after. */
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import type { ItemTable } from '../../domain/lanes/machine/records.ts';
import type { StoredItem } from '../../store/lanes/items.ts';

export interface RoundItems extends ItemTable {
  /** Those that the machine has put. */
  changed(): StoredItem[];
}

interface Entry {
  readonly state: ItemState;
  readonly changed: boolean;
}

export function openRoundItems(loaded: readonly StoredItem[]): RoundItems {
  const steps = new Map<number, Map<string, Entry>>();
  const set = (stepNo: number, item: string, entry: Entry): void => {
    const items = steps.get(stepNo);
    if (items === undefined) steps.set(stepNo, new Map([[item, entry]]));
    else items.set(item, entry);
  };
  for (const { stepNo, item, state } of loaded) set(stepNo, item, { state, changed: false });
  return {
    get: (stepNo, item) => steps.get(stepNo)?.get(item)?.state,
    put: (stepNo, item, state) => set(stepNo, item, { state, changed: true }),
    changed: () =>
      [...steps].flatMap(([stepNo, items]) =>
        [...items].flatMap(([item, { state, changed }]) => (changed ? [{ stepNo, item, state }] : [])),
      ),
  };
}

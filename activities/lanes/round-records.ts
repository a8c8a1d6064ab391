/** The items of a round in memory: loaded before, changed by the machine, saved after. */
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import type { ItemTable, RecordResult } from '../../domain/lanes/machine/records.ts';
import type { Announced, Announcements } from '../../store/lanes/announcements.ts';
import type { StoredItem } from '../../store/lanes/round.ts';

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

// Brings what the machine announced in a round into the order in which the tables keep it.

/** @param stepNo the number of a step by its queue and name */
export function gatherAnnouncements(
  results: readonly { readonly seq: number; readonly result: RecordResult }[],
  stepNo: (queue: string, step: string) => number,
): Announcements {
  const numbered = <T>(pick: (result: RecordResult) => readonly T[], noOf: (one: T) => number): Announced<T>[] =>
    results.flatMap(({ seq, result }) => pick(result).map((what, n) => ({ seq, n, stepNo: noOf(what), what })));
  const named = ({ queue, step }: { readonly queue: string; readonly step: string }): number => stepNo(queue, step);
  return {
    ledger: numbered(({ ledger }) => ledger, named),
    laneChanges: numbered(({ laneChanges }) => laneChanges, named),
    alerts: numbered(({ alerts }) => alerts, named),
    signoffRequests: numbered(({ signoffRequests }) => signoffRequests, named),
    signoffs: results.flatMap(({ result }) => result.signoffs),
    disagreements: results.flatMap(({ result }) => result.disagreements),
    audits: numbered(
      ({ audits }) => audits,
      ({ stepNo: no }) => no,
    ),
  };
}

/** Tables in memory that a replay of the log works on: items and counts of watched inputs. */
import type { InputCount } from '../../domain/lanes/input-value.ts';
import type { ItemState } from '../../domain/lanes/machine/item-state.ts';
import type { InputTable, ItemTable } from '../../domain/lanes/machine/records.ts';
import type { SavedInput } from '../../domain/lanes/machine/saved.ts';

/** Items as JSON text: a third of the memory of objects, and the way they go through the database. */
export interface MemoryItems extends ItemTable {
  readonly rows: Map<string, string>;
  /** Writes out what was changed since the last call; the machine continues changing what it has put until then. */
  settle(): void;
}

export function openMemoryItems(): MemoryItems {
  const rows = new Map<string, string>();
  const live = new Map<string, ItemState>();
  return {
    rows,
    get: (stepNo, item) => {
      const key = `${stepNo} ${item}`;
      const state = live.get(key);
      if (state !== undefined) return state;
      const text = rows.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as ItemState);
    },
    put: (stepNo, item, state) => void live.set(`${stepNo} ${item}`, state),
    settle: () => {
      for (const [key, state] of live) rows.set(key, JSON.stringify(state));
      live.clear();
    },
  };
}

export interface MemoryInputs extends InputTable {
  add(inputs: readonly SavedInput[]): void;
  writeTo(rows: Map<string, string>): void;
}

/** Counts a step and stint, then week, then input. */
export function openMemoryInputs(): MemoryInputs {
  const stints = new Map<string, Map<number, Map<string, InputCount>>>();
  return {
    stored: (stepNo, stint) => {
      const sums = new Map<string, InputCount>();
      for (const week of stints.get(`${stepNo} ${stint}`)?.values() ?? [])
        for (const [key, { feature, value, n }] of week)
          sums.set(key, { feature, value, n: n + (sums.get(key)?.n ?? 0) });
      return [...sums.values()].sort((a, b) => byBytes(a.feature, b.feature) || byBytes(a.value, b.value));
    },
    add: (inputs) => {
      for (const { stepNo, stint, week, feature, value, n } of inputs) {
        const weeks = inMap(stints, `${stepNo} ${stint}`, () => new Map<number, Map<string, InputCount>>());
        const counts = inMap(weeks, week, () => new Map<string, InputCount>());
        const key = `${feature} ${value}`;
        counts.set(key, { feature, value, n: n + (counts.get(key)?.n ?? 0) });
      }
    },
    writeTo: (rows) => {
      for (const [stint, weeks] of stints)
        for (const [week, counts] of weeks)
          for (const [key, { n }] of counts) rows.set(`${stint} ${week} ${key}`, String(n));
    },
  };
}

/** The order in which the database sorts text with collation "C". */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function inMap<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/**
 * The route entries of every workspace that was asked about, in memory (D38): brought up to date by notification at
 * once, and by a look at the versions every second, whose success also says that what is in memory is the truth.
 */
import type { RouteEntry } from '../../domain/lanes/route.ts';
import type { Log } from '../../process/logging.ts';
import type { Queryable } from '../../store/database.ts';
import { readRoutes, readRouteStates } from '../../store/lanes/routes.ts';
import type { Ingest } from '../../store/lanes/ingest-client.ts';

export interface RouteTable {
  readonly workspaceNo: number;
  /** Entries by `queue|step`: neither may hold the bar. */
  readonly entries: ReadonlyMap<string, RouteEntry>;
  readonly version: number;
  /** Epoch ms, as last seen: the clock may be ahead of it by a second. Null before the first event. */
  readonly dataClock: number | null;
}

export interface RouteTables {
  /** The table if it is in memory and known to be the truth, without waiting. */
  current(workspaceNo: number): RouteTable | undefined;
  /** As `current`, read from the database where need be. @throws what the database says */
  load(workspaceNo: number): Promise<RouteTable>;
  /** Resolves when the table, if it is in memory, has this version. @throws what the database says */
  reach(workspaceNo: number, version: number): Promise<void>;
  /**
   * This process asked for the clock to be moved: reads where it is now, since events that are held, or none at
   * all, keep it where it was. @throws what the database says
   */
  clockMoved(workspaceNo: number): Promise<void>;
  stop(): void;
}

/** Above this, what is in memory is no longer taken for the truth: the database was not seen for so long. */
const trustedMs = 4_000;
/** A table that nobody asked for in this time is dropped. */
const idleMs = 10 * 60_000;

interface Kept {
  readonly workspaceNo: number;
  readonly entries: Map<string, RouteEntry>;
  version: number;
  dataClock: number | null;
  /** When the database last said that this is the newest. */
  sureAt: number;
  askedAt: number;
  reading: Promise<void> | undefined;
  /** The read after the one that is under way. */
  next: Promise<void> | undefined;
}

export const entryName = (queue: string, step: string): string => `${queue}|${step}`;

interface RouteTablesOptions {
  readonly q: Queryable;
  readonly onRouteChange: Ingest['onRouteChange'];
  readonly log: Log;
  readonly now?: () => number;
  /** How often the versions are looked at, in ms: what makes up for a notification that was lost. Default 1 s. */
  readonly lookEveryMs?: number;
}

export function openRouteTables({
  q,
  onRouteChange,
  log,
  now = () => performance.now(),
  lookEveryMs = 1_000,
}: RouteTablesOptions): RouteTables {
  const tables = new Map<number, Kept>();

  const read = async (table: Kept): Promise<void> => {
    const began = now();
    const found = await readRoutes(q, table.workspaceNo, table.version);
    for (const entry of found.entries) table.entries.set(entryName(entry.queue, entry.step), entry);
    table.version = Math.max(table.version, found.routeVersion);
    table.dataClock = later(table.dataClock, found.dataClock);
    table.sureAt = began;
  };
  /** One read at a time; all who ask during it share the next one, because that one may have missed their change. */
  const refresh = (table: Kept): Promise<void> => {
    const start = (): Promise<void> => {
      table.next = undefined;
      table.reading = read(table).finally(() => (table.reading = undefined));
      return table.reading;
    };
    if (table.reading === undefined) return start();
    table.next ??= table.reading.then(start, start);
    return table.next;
  };
  const refreshQuietly = (table: Kept): void => {
    refresh(table).catch((error: unknown) => log.warn({ err: error }, 'route entries could not be read'));
  };
  const reach = async (table: Kept, version: number): Promise<void> => {
    if (table.version < version && table.reading) await table.reading.catch(() => undefined);
    if (table.version < version) await refresh(table);
  };

  const look = async (): Promise<void> => {
    const at = now();
    for (const table of tables.values()) if (at - table.askedAt > idleMs) tables.delete(table.workspaceNo);
    if (tables.size === 0) return;
    const states = await readRouteStates(q, [...tables.keys()]);
    for (const table of tables.values()) {
      const state = states.get(table.workspaceNo);
      if (state === undefined) continue;
      table.dataClock = later(table.dataClock, state.dataClock);
      if (state.routeVersion > table.version) refreshQuietly(table);
      else table.sureAt = Math.max(table.sureAt, at);
    }
  };
  let looking = false;
  const ticker = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => log.warn({ err: error }, 'the versions of route entries could not be read'))
      .finally(() => (looking = false));
  }, lookEveryMs);
  ticker.unref();

  const stopListening = onRouteChange((change) => {
    if (change === undefined) for (const table of tables.values()) refreshQuietly(table);
    else {
      const table = tables.get(change.workspaceNo);
      if (table && table.version < change.routeVersion) refreshQuietly(table);
    }
  });

  return {
    current: (workspaceNo) => {
      const table = tables.get(workspaceNo);
      if (table === undefined || table.version < 0) return undefined;
      const at = now();
      table.askedAt = at;
      return at - table.sureAt < trustedMs ? table : undefined;
    },
    load: async (workspaceNo) => {
      let table = tables.get(workspaceNo);
      if (table === undefined) {
        table = {
          workspaceNo,
          entries: new Map(),
          version: -1,
          dataClock: null,
          sureAt: -Infinity,
          askedAt: now(),
          reading: undefined,
          next: undefined,
        };
        tables.set(workspaceNo, table);
      }
      table.askedAt = now();
      if (table.version < 0 || now() - table.sureAt >= trustedMs) await (table.reading ?? refresh(table));
      return table;
    },
    reach: async (workspaceNo, version) => {
      const table = tables.get(workspaceNo);
      if (table) await reach(table, version);
    },
    clockMoved: async (workspaceNo) => {
      const table = tables.get(workspaceNo);
      if (table) await refresh(table);
    },
    stop: () => {
      clearInterval(ticker);
      stopListening();
    },
  };
}

function later(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

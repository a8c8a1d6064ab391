/**
 * The workspaces of an ingest session: for which something waits, and whose lock the session has. A lock is taken when
 * something is first staged for its workspace, and kept; where another session has it, its holder is left alone while it
 * works, and ended when it has been silent for too long.
 */
import type { Log } from '../../process/logging.ts';
import type { Served, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import type { MachineHead } from '../../store/lanes/machine-state.ts';
import type { SessionConnection } from '../../store/lanes/session-connection.ts';
import { readStagedWorkspaces } from '../../store/lanes/staging.ts';
import type { SessionWakeUps } from '../../store/lanes/wake-ups.ts';

/** A workspace whose lock this session has. */
export interface HeldWorkspace extends WorkspaceRef {
  /** Where the round before has left it; undefined: the database says. */
  head: MachineHead | undefined;
  /** The newest staged request that was ingested. */
  lastId: number;
  /** Rounds in a row that failed through no fault of a request. */
  failures: number;
}

/** A workspace for which something may be staged. */
interface Waiting {
  /** Whether every staged row is to be looked at, and not only the newest. */
  everything: boolean;
  /** When it may be tried, ms of `performance.now()`. */
  notBefore: number;
  /** Since when another session has its lock. */
  blockedSince: number | undefined;
}

/** The next workspace to serve. */
interface NextWorkspace {
  readonly workspace: HeldWorkspace;
  readonly everything: boolean;
}

export interface ServedWorkspaces {
  /** Looks for everything that waits, also where no notification came. */
  lookThrough(): Promise<void>;
  /** The workspace that has waited for its turn the longest, whose lock this session has now. */
  next(except?: ReadonlySet<number>): Promise<NextWorkspace | undefined>;
  /** More is staged for it: it comes after the others. */
  again(workspaceNo: number): void;
  /** It is left alone for so long. */
  setAside(workspaceNo: number, ms: number): void;
  /** Whether anything but these may wait. */
  areOthers(except: ReadonlySet<number>): boolean;
  /** Whether all that waits is held by others that are at work, and has been for `patienceMs`. */
  areTaken(): boolean;
  /** Until when there is nothing to try, ms from now; Infinity where nothing waits. */
  retryInMs(): number;
}

interface ServedOptions {
  readonly connection: SessionConnection;
  readonly wakeUps: SessionWakeUps;
  readonly served: Served;
  readonly patienceMs: number;
  readonly silentMs: number;
  readonly log: Log;
}

/** A live holder sends something every second; the engine and other sessions may still think that a stopped one lives. */
const signOfLifeMs = 1_500;
/** The list of all locks is dear: it is as long as what all sessions hold. */
const readSilenceMs = 250;
/** Between two tries for a lock, at first and where its holder continues working. */
const soonMs = 50;
const laterMs = 250;
/** Locks that all sessions of a deployment keep: half of what PostgreSQL has room for by default. */
const locksOfAll = 3_200;
const locksAtLeast = 50;
const locksAtOnce = 50;

export function openServedWorkspaces(options: ServedOptions): ServedWorkspaces {
  const { connection, wakeUps, served, patienceMs, silentMs, log } = options;
  const locksAtMost = 'of' in served ? Math.max(locksAtLeast, Math.floor(locksOfAll / served.of)) : 1;
  const waiting = new Map<number, Waiting>();
  const held = new Map<number, HeldWorkspace>();

  const note = (no: number, everything: boolean): void => {
    const known = waiting.get(no);
    if (known === undefined) waiting.set(no, { everything, notBefore: 0, blockedSince: undefined });
    else known.everything ||= everything;
  };

  const keepFewLocks = async (inUse: ReadonlySet<number>): Promise<void> => {
    for (const no of held.keys()) {
      if (held.size <= locksAtMost) return;
      if (waiting.has(no) || inUse.has(no)) continue;
      held.delete(no);
      await connection.unlock(no);
    }
  };

  /** Takes the locks that are free, and those of holders that have been silent for too long. */
  const takeLocks = async (nos: readonly number[], inUse: ReadonlySet<number>): Promise<void> => {
    const tried = await connection.tryLocks(nos);
    const found = new Set(tried.map(({ no }) => no));
    // What was staged for a workspace that is gone is never ingested.
    for (const no of nos) if (!found.has(no)) waiting.delete(no);
    const blocked = tried.filter(({ locked }) => !locked);
    for (const { no, id, locked } of tried)
      if (locked) held.set(no, { no, id, head: undefined, lastId: 0, failures: 0 });
    if (blocked.length > 0) await meetHolders(blocked);
    await keepFewLocks(inUse);
  };

  const silent = new Map<number, number>();
  let silenceRead = -Infinity;
  const readSilence = async (): Promise<void> => {
    if (performance.now() - silenceRead < readSilenceMs) return;
    silenceRead = performance.now();
    const blocked = [...waiting.keys()].filter((no) => !held.has(no));
    silent.clear();
    for (const one of await connection.silentHolders(blocked)) silent.set(one.no, one.silentMs);
  };

  const meetHolders = async (blocked: readonly WorkspaceRef[]): Promise<void> => {
    await readSilence();
    const now = performance.now();
    for (const { no, id } of blocked) {
      const one = waiting.get(no);
      if (one === undefined) continue;
      one.blockedSince ??= now;
      const ms = silent.get(no) ?? 0;
      if (ms >= silentMs && (await connection.endSilentHolder(no, silentMs)))
        log.warn({ workspace: id, silent_ms: ms }, 'the ingest of a workspace was taken over');
      const isPatient = now - one.blockedSince <= patienceMs;
      // One that may soon be ended is waited for, whatever the patience.
      if (ms >= signOfLifeMs) one.blockedSince = now;
      one.notBefore = now + (isPatient ? soonMs : laterMs);
    }
  };

  return {
    lookThrough: async () => {
      const found = new Set(await readStagedWorkspaces(connection.q, served));
      // Others have ingested what waited there.
      for (const [no, { blockedSince }] of waiting)
        if (blockedSince !== undefined && !found.has(no)) waiting.delete(no);
      for (const no of found) note(no, true);
    },
    next: async (except = new Set()) => {
      for (const no of wakeUps.drainStaged()) note(no, false);
      const now = performance.now();
      const due = [...waiting].filter(([no, { notBefore }]) => notBefore <= now && !except.has(no)).map(([no]) => no);
      const unheld = due.filter((no) => !held.has(no)).slice(0, locksAtOnce);
      if (unheld.length > 0) await takeLocks(unheld, except);
      for (const no of due) {
        const workspace = held.get(no);
        const one = waiting.get(no);
        if (workspace === undefined || one === undefined) continue;
        // Before its rows are read: notifications from now on wait again.
        waiting.delete(no);
        held.delete(no);
        held.set(no, workspace);
        return { workspace, everything: one.everything };
      }
      return undefined;
    },
    again: (no) => note(no, false),
    setAside: (no, ms) => {
      note(no, true);
      const one = waiting.get(no);
      if (one) one.notBefore = performance.now() + ms;
    },
    areOthers: (except) => [...waiting.keys()].some((no) => !except.has(no)),
    areTaken: () => {
      const now = performance.now();
      return (
        waiting.size > 0 &&
        [...waiting.values()].every(({ blockedSince }) => blockedSince !== undefined && now - blockedSince > patienceMs)
      );
    },
    retryInMs: () => {
      const first = Math.min(...[...waiting.values()].map(({ notBefore }) => notBefore));
      return Math.max(0, first - performance.now());
    },
  };
}

/**
 * An ingest session: holds the workspace's lock and takes what is staged, a round after another. With nothing staged
 * it listens and lingers for a while, because starting a session costs the engine more than a hundred rounds.
 */
import { hookWaitsMs } from '../../domain/delivery/schedule.ts';
import type { Log } from '../../process/logging.ts';
import type { Queryable } from '../../store/database.ts';
import { readStaged } from '../../store/lanes/event-log.ts';
import type { StagedRequest } from '../../store/lanes/event-log.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import type { MachineHead } from '../../store/lanes/machine-state.ts';
import { forgetAnswers, refuseRequest, RoundFencedError } from '../../store/lanes/round.ts';
import { openSessionConnection } from '../../store/lanes/session-connection.ts';
import type { SessionConnection } from '../../store/lanes/session-connection.ts';
import { isAboutData } from '../../store/sql-state.ts';
import { beginWork } from './give-way.ts';
import type { Work } from './give-way.ts';
import { takeRound } from './ingest-round.ts';
import type { HookSending } from './ingest-round.ts';
import type { MachineKeeper } from './machine-keeper.ts';
import { upToClose } from './request-record.ts';

export interface SessionDeps {
  /** PostgreSQL itself: the lock needs a session, which a transaction pooler does not give. */
  readonly databaseUrl: string;
  readonly keeper: MachineKeeper;
  readonly log: Log;
  readonly limits?: Partial<SessionLimits>;
  /** Left out: the waits of document 2, and whoever starts workflows looks by itself. */
  readonly hooks?: HookSending;
  /** How many weeks one event may close (LANES_MAX_GAP_WEEKS). Default: any number. */
  readonly mostWeeks?: number;
  /** Of the weeks that are closed at once; for tests. */
  readonly reviewsAtOnce?: number;
  /** Whether other workspaces may wait for this session's place in the worker. */
  readonly isCrowded?: () => boolean;
  /** Default `openSessionConnection`. */
  readonly connect?: (url: string, workspaceNo: number) => Promise<SessionConnection>;
}

export interface SessionLimits {
  /** How long a session without work listens. */
  readonly lingerMs: number;
  /** How long a session lasts: an activity that ran for ever would keep its count of attempts for ever. */
  readonly lastsMs: number;
  /** How long it lasts, and lingers not at all, where others wait for its place. */
  readonly crowdedLastsMs: number;
  /** How long another session's lock is waited for, where that session is at work. */
  readonly patienceMs: number;
  /** A holder of the lock that has sent nothing for so long is ended, and its lock taken. */
  readonly silentMs: number;
  /** Most of a round. */
  readonly requests: number;
  readonly events: number;
}

const defaults: SessionLimits = {
  lingerMs: 2_000,
  lastsMs: 300_000,
  crowdedLastsMs: 3_000,
  patienceMs: 3_000,
  silentMs: 5_000,
  requests: 256,
  events: 20_000,
};
/** Ids are given before their rows are committed, so some come late: this far back they are always looked for. */
const lateIds = 1_000;
/** And everything is looked through this often. */
const lookThroughMs = 1_000;
/** Answers are read by notification within milliseconds and by ticket within a second. */
const answersKeptMs = 120_000;
/** Between two pieces of long work, at most: other sessions are served first, and the work still comes to its end. */
const giveWayMs = 100;

const defaultHooks: HookSending = { waitsMs: hookWaitsMs, wakeStarts: () => {} };

/** `idle`: nothing more is staged. `renew`: it lasted long enough. `taken`: another session has the workspace. */
export type SessionEnding = 'idle' | 'renew' | 'taken';

/**
 * @param signal ends the session after the round that runs
 * @param tell says how many requests it has taken, now and then
 * @throws the signal's reason when that ended it, or what the database says
 */
export async function runIngestSession(
  deps: SessionDeps,
  workspace: WorkspaceRef,
  signal: AbortSignal,
  tell: (taken: number) => void,
): Promise<SessionEnding> {
  const limits = { ...defaults, ...deps.limits };
  const connection = await (deps.connect ?? openSessionConnection)(deps.databaseUrl, workspace.no);
  try {
    if (!(await lockPatiently(deps, limits, connection, workspace, signal))) return 'taken';
    const ending = await takeWhatComes(deps, limits, connection, workspace, signal, tell);
    await forgetAnswers(connection.q, answersKeptMs);
    return ending;
  } finally {
    // Unlocks and unlistens, whatever happened.
    await connection.close().catch(() => undefined);
  }
}

/** A live holder sends something every second; the engine and other sessions may still think that a stopped one lives. */
const signOfLifeMs = 1_500;

/**
 * Waits for the lock: for a while where its holder is at work, and until it may be ended where the holder is silent. The
 * version that every round checks makes sure that a holder which wakes up cannot write (`endRound`).
 */
async function lockPatiently(
  deps: SessionDeps,
  { patienceMs, silentMs }: SessionLimits,
  connection: SessionConnection,
  workspace: WorkspaceRef,
  signal: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + patienceMs;
  for (;;) {
    if (await connection.tryLock()) return true;
    signal.throwIfAborted();
    const silent = (await connection.holderSilentMs()) ?? 0;
    if (silent >= silentMs && (await connection.endSilentHolder(silentMs)))
      deps.log.warn({ workspace: workspace.id, silent_ms: silent }, 'the ingest of a workspace was taken over');
    else if (performance.now() > until && silent < signOfLifeMs) return false;
    await connection.woken(performance.now() > until ? 250 : 50, signal);
  }
}

/** A holder that only lacks CPU time is given more of it the more often the session has changed hands. */
export function silenceBefore(attempt: number): number {
  return Math.min(60_000, defaults.silentMs * Math.max(1, attempt - 1));
}

async function takeWhatComes(
  deps: SessionDeps,
  limits: SessionLimits,
  connection: SessionConnection,
  workspace: WorkspaceRef,
  signal: AbortSignal,
  tell: (taken: number) => void,
): Promise<SessionEnding> {
  const { q } = connection;
  const begun = performance.now();
  const isCrowded = deps.isCrowded ?? (() => false);
  await deps.keeper.prepareLog(q);
  let taken = 0;
  let lastId = 0;
  let lookedThrough = -Infinity;
  let lastWork = performance.now();
  let head: MachineHead | undefined;
  let work = beginWork();
  try {
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      if (now - begun > (isCrowded() ? limits.crowdedLastsMs : limits.lastsMs)) return 'renew';
      const everything = now - lookedThrough > lookThroughMs;
      if (everything) lookedThrough = now;
      const { requests, more } = await readStaged(q, workspace.no, everything ? 0 : lastId - lateIds, limits);
      const staged = upToClose(requests);
      if (staged.length > 0) {
        const round = await takeAll({ deps, q, workspace, signal, work, tell: () => tell(taken) }, staged, head);
        head = round.head;
        taken += round.requests;
        tell(taken);
        lastId = Math.max(lastId, staged[round.requests - 1]?.id ?? 0);
        lastWork = performance.now();
        // Who stages more says so; where all there was has been taken, looking again at once finds nothing.
        if (more || round.requests < requests.length) continue;
      }
      const left = isCrowded() ? 0 : limits.lingerMs - (performance.now() - lastWork);
      if (left > 0) {
        work.end();
        await connection.woken(Math.min(left, lookThroughMs - (now - lookedThrough)), signal);
        work = beginWork();
      } else if (everything && staged.length === 0) return 'idle';
      // Never without having looked through everything.
      else lookedThrough = -Infinity;
    }
  } finally {
    work.end();
  }
}

interface RoundSite {
  readonly deps: SessionDeps;
  readonly q: Queryable;
  readonly workspace: WorkspaceRef;
  readonly signal: AbortSignal;
  readonly work: Work;
  /** Says that the session is at work. */
  readonly tell: () => void;
}

/**
 * A round that fails is done again one request at a time, so that a bad request gets its error and stops nobody.
 * @param head where the round before has left the workspace; undefined: the database says
 * @returns how many requests were taken, from the first
 */
async function takeAll(
  site: RoundSite,
  staged: readonly StagedRequest[],
  head: MachineHead | undefined,
): Promise<{ readonly head: MachineHead | undefined; readonly requests: number }> {
  const { deps, q, workspace, signal } = site;
  const { keeper, mostWeeks = Infinity, reviewsAtOnce, hooks = defaultHooks } = deps;
  // Other sessions, heartbeats and whoever else lives in this process have their turn.
  const betweenPieces = async (): Promise<void> => {
    site.tell();
    await site.work.giveWay(giveWayMs);
  };
  const betweenParts = async (): Promise<void> => {
    await betweenPieces();
    signal.throwIfAborted();
  };
  const parts = { q, keeper, workspace, hooks, mostWeeks, betweenParts, betweenPieces };
  try {
    return await takeRound(reviewsAtOnce === undefined ? parts : { ...parts, reviewsAtOnce }, staged, head);
  } catch (error) {
    if (signal.aborted || !isAboutRequest(error)) throw error;
    const [only] = staged;
    if (staged.length > 1) for (const one of staged) await takeAll(site, [one], undefined);
    else if (only !== undefined) {
      deps.log.error({ err: error, workspace: workspace.id, kind: only.kind }, 'a request cannot be stored');
      await refuseRequest(q, workspace.no, only, 'the request cannot be stored; nothing of it was');
    }
    return { head: undefined, requests: staged.length };
  }
}

/** Whether this request is to blame, and not the database, the connection or another session. */
function isAboutRequest(error: unknown): boolean {
  if (error instanceof RoundFencedError) return false;
  // Errors without a code are the machine's own; where the connection broke, the refusal cannot be written either.
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? isAboutData(code) : true;
}

/**
 * An ingest session: serves the workspaces of a shard one after another, each under a lock of its own, a round after another. With
 * nothing staged it listens and lingers, because starting a session costs the engine more than a hundred rounds.
 */
import { hookWaitsMs } from '../../domain/delivery/retry-schedule.ts';
import type { Log } from '../../process/logging.ts';
import { type Queryable, isAboutData } from '../../store/database.ts';
import { type StagedRequest, readStaged } from '../../store/lanes/event-log.ts';
import type { Served, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import type { MachineHead } from '../../store/lanes/machine-state.ts';
import { forgetAnswers, refuseRequest, RoundFencedError } from '../../store/lanes/round.ts';
import { type SessionConnection, openSessionConnection } from '../../store/lanes/session-connection.ts';
import { type SessionWakeUps, type WakeUps, openWakeUps } from '../../store/lanes/wake-ups.ts';
import { ingestRound } from './ingest-round.ts';
import type { HookSending } from './save-round.ts';
import type { MachineKeeper } from './machine-keeper.ts';
import { upToClose } from './request-record.ts';
import { type HeldWorkspace, type ServedWorkspaces, openServedWorkspaces } from './served-workspaces.ts';

export interface SessionDeps {
  /** PostgreSQL itself: the lock needs a session, which a transaction pooler does not give. */
  readonly databaseUrl: string;
  readonly keeper: MachineKeeper;
  readonly log: Log;
  readonly limits?: Partial<SessionLimits>;
  /** Left out: the waits of document 2, and the dispatcher of starts looks by itself. */
  readonly hooks?: HookSending;
  /** How many weeks one event may close (LANES_MAX_GAP_WEEKS). Default: any number. */
  readonly mostWeeks?: number;
  /** Of the weeks that are closed at once; for tests. */
  readonly reviewsAtOnce?: number;
  /** Whether other sessions may wait for this session's place in the worker. */
  readonly isCrowded?: () => boolean;
  /** Shared by the sessions of a process. Default: its own. */
  readonly wakeUps?: WakeUps;
  /** Default `openSessionConnection`. */
  readonly connect?: (url: string) => Promise<SessionConnection>;
}

export interface SessionLimits {
  /** How long a session without work listens. */
  readonly lingerMs: number;
  /** How long a session lasts: an activity that ran for ever would keep its count of attempts for ever. */
  readonly lastsMs: number;
  /** How long it lasts, and lingers not at all, where others wait for its place. */
  readonly crowdedLastsMs: number;
  /** How long a session with nothing else to do waits for locks of others that are at work. */
  readonly patienceMs: number;
  /** A holder of the lock that has sent nothing for so long is ended, and its lock taken. */
  readonly silentMs: number;
  /** Most of a round. */
  readonly requests: number;
  readonly events: number;
  /** Most events of a round while other workspaces wait. */
  readonly eventsBesideOthers: number;
}

const defaults: SessionLimits = {
  lingerMs: 2_000,
  lastsMs: 300_000,
  crowdedLastsMs: 3_000,
  patienceMs: 3_000,
  silentMs: 5_000,
  requests: 256,
  events: 20_000,
  eventsBesideOthers: 4_000,
};
/** Ids are given before their rows are committed, so some come late: this far back they are always looked for. */
const lateIds = 1_000;
/** And everything is looked through this often. */
const lookThroughMs = 1_000;
/** Answers are read by notification within milliseconds and by ticket within a second. */
const answersKeptMs = 120_000;
/** Between two pieces of long work, at most: other sessions are served first, and the work still finishes. */
const giveWayMs = 100;

const defaultHooks: HookSending = { waitsMs: hookWaitsMs, wakeStarts: () => {} };

/** `idle`: nothing more is staged. `renew`: it lasted long enough. `taken`: others have the workspaces that wait. */
export type SessionEnding = 'idle' | 'renew' | 'taken';

/** What a round failed on that is no request's fault is tried again after so long, doubled each time. */
const setAsideMs = 200;
const setAsideAtMostMs = 5_000;

/**
 * @param served a shard, or one workspace alone
 * @param signal ends the session after the round that runs
 * @param report called now and then with how many requests it has ingested
 * @throws the signal's reason when that ended it, or what the database says
 */
export async function runIngestSession(
  deps: SessionDeps,
  served: Served,
  signal: AbortSignal,
  report: (taken: number) => void,
): Promise<SessionEnding> {
  const limits = { ...defaults, ...deps.limits };
  const connection = await (deps.connect ?? openSessionConnection)(deps.databaseUrl);
  const wakeUps = deps.wakeUps ?? openWakeUps(deps.databaseUrl);
  let heard: SessionWakeUps | undefined;
  try {
    await deps.keeper.prepareLog(connection.q);
    heard = await wakeUps.open(served);
    const ending = await ingestStaged({ deps, limits, connection, wakeUps: heard, served, signal, report });
    await forgetAnswers(connection.q, answersKeptMs);
    return ending;
  } finally {
    // Unlocks, whatever happened.
    await connection.close().catch(() => undefined);
    await (deps.wakeUps === undefined ? wakeUps.stop() : heard?.close());
  }
}

/** A holder that only lacks CPU time is given more of it the more often the session has changed hands. */
export function silenceBefore(attempt: number): number {
  return Math.min(60_000, defaults.silentMs * Math.max(1, attempt - 1));
}

interface Session {
  readonly deps: SessionDeps;
  readonly limits: SessionLimits;
  readonly connection: SessionConnection;
  readonly wakeUps: SessionWakeUps;
  readonly served: Served;
  readonly signal: AbortSignal;
  readonly report: (taken: number) => void;
}

async function ingestStaged(session: Session): Promise<SessionEnding> {
  const { deps, limits, connection, wakeUps, served, signal, report } = session;
  const { patienceMs, silentMs } = limits;
  const { log } = deps;
  const workspaces = openServedWorkspaces({ connection, wakeUps, served, patienceMs, silentMs, log });
  // A lost connection must not wait for the end of the linger.
  const roused = AbortSignal.any([signal, connection.ended]);
  const begun = performance.now();
  const isCrowded = deps.isCrowded ?? (() => false);
  let taken = 0;
  let lookedThrough = -Infinity;
  let lastWork = performance.now();
  let work = beginWork();
  const turns = {
    deps,
    limits,
    connection,
    workspaces,
    signal,
    work: () => work,
    count: (requests: number) => {
      taken += requests;
      report(taken);
    },
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      if (now - begun > (isCrowded() ? limits.crowdedLastsMs : limits.lastsMs)) return 'renew';
      const everything = now - lookedThrough > lookThroughMs;
      if (everything) {
        lookedThrough = now;
        await workspaces.lookThrough();
      }
      const turn = await serveNext(turns, nobody);
      if (turn !== undefined) {
        if (turn.worked) lastWork = performance.now();
        continue;
      }
      const lingerMs = isCrowded() ? 0 : limits.lingerMs;
      const idleMs = performance.now() - lastWork;
      if (workspaces.areTaken() && idleMs > Math.max(limits.patienceMs, lingerMs)) return 'taken';
      const left = lingerMs - idleMs;
      const retryMs = workspaces.retryInMs();
      if (left > 0 || retryMs < Infinity) {
        work.end();
        const lookMs = lookThroughMs - (performance.now() - lookedThrough);
        await wakeUps.woken(Math.max(0, Math.min(left > 0 ? left : Infinity, retryMs, lookMs)), roused);
        work = beginWork();
      } else if (everything) return 'idle';
      // Never without having looked through everything.
      else lookedThrough = -Infinity;
    }
  } finally {
    work.end();
  }
}

interface Turns {
  readonly deps: SessionDeps;
  readonly limits: SessionLimits;
  readonly connection: SessionConnection;
  readonly workspaces: ServedWorkspaces;
  readonly signal: AbortSignal;
  readonly work: () => Work;
  readonly count: (requests: number) => void;
}

const nobody: ReadonlySet<number> = new Set();

/**
 * A round of the workspace whose turn it is.
 * @param except workspaces that have had their turn, one of them in the middle of a long request
 * @returns undefined where none waits that this session may serve
 */
async function serveNext(
  turns: Turns,
  except: ReadonlySet<number>,
): Promise<{ readonly no: number; readonly worked: boolean } | undefined> {
  const { deps, limits, connection, workspaces, signal } = turns;
  const { q } = connection;
  const next = await workspaces.next(except);
  if (next === undefined) return undefined;
  const { workspace } = next;
  const own = new Set([...except, workspace.no]);
  const events = workspaces.areOthers(own) ? Math.min(limits.events, limits.eventsBesideOthers) : limits.events;
  const after = next.everything ? 0 : workspace.lastId - lateIds;
  const { requests, more } = await readStaged(q, workspace.no, after, { ...limits, events });
  const staged = upToClose(requests);
  if (staged.length === 0) return { no: workspace.no, worked: false };
  const report = (): void => turns.count(0);
  // Parts of one request leave room for others; theirs do not, so that the first one finishes.
  const others = except.size > 0 ? noRoom : () => serveOthers(turns, own);
  const site = { deps, q, workspace, signal, work: turns.work(), report, others };
  try {
    const round = await ingestAll(site, staged, workspace.head);
    workspace.head = round.head;
    workspace.failures = 0;
    workspace.lastId = Math.max(workspace.lastId, staged[round.requests - 1]?.id ?? 0);
    turns.count(round.requests);
    // Who stages more says so; where all there was has been taken, looking again at once finds nothing.
    if (more || round.requests < requests.length) workspaces.again(workspace.no);
  } catch (error) {
    await setAside(turns, workspace, error);
  }
  return { no: workspace.no, worked: true };
}

async function noRoom(): Promise<void> {}

/** Each workspace that waits now has one turn. */
async function serveOthers(turns: Turns, own: ReadonlySet<number>): Promise<void> {
  const served = new Set(own);
  for (let turn = await serveNext(turns, served); turn !== undefined; turn = await serveNext(turns, served))
    served.add(turn.no);
}

/**
 * A workspace whose round fails through no fault of a request must not stop the others of its shard: it is tried again
 * later, with what the database has.
 * @throws the error where the session itself has ended
 */
async function setAside(
  { connection, signal, workspaces, deps }: Turns,
  workspace: HeldWorkspace,
  error: unknown,
): Promise<void> {
  if (signal.aborted) throw error;
  await connection.q.query('select 1').catch(() => {
    throw error;
  });
  const ms = Math.min(setAsideAtMostMs, setAsideMs * 2 ** workspace.failures);
  deps.log.error(
    { err: error, workspace: workspace.id, again_in_ms: ms },
    'the events of a workspace cannot be ingested',
  );
  workspace.head = undefined;
  workspace.failures += 1;
  workspaces.setAside(workspace.no, ms);
}

interface RoundSite {
  readonly deps: SessionDeps;
  readonly q: Queryable;
  readonly workspace: WorkspaceRef;
  readonly signal: AbortSignal;
  readonly work: Work;
  /** Says that the session is at work. */
  readonly report: () => void;
  /** Serves other workspaces between two parts of a request. */
  readonly others: () => Promise<void>;
}

/**
 * A round that fails is done again one request at a time, so that a bad request gets its error and stops nobody.
 * @param head where the round before has left the workspace; undefined: the database says
 * @returns how many requests were ingested, from the first
 */
async function ingestAll(
  site: RoundSite,
  staged: readonly StagedRequest[],
  head: MachineHead | undefined,
): Promise<{ readonly head: MachineHead | undefined; readonly requests: number }> {
  const { deps, q, workspace, signal } = site;
  const { keeper, mostWeeks = Infinity, reviewsAtOnce, hooks = defaultHooks } = deps;
  // Other sessions, heartbeats and all else that lives in this process have their turn.
  const betweenPieces = async (): Promise<void> => {
    site.report();
    await site.work.giveWay(giveWayMs);
  };
  const betweenParts = async (): Promise<void> => {
    await betweenPieces();
    signal.throwIfAborted();
    await site.others();
  };
  const parts = { q, keeper, workspace, hooks, mostWeeks, betweenParts, betweenPieces };
  try {
    return await ingestRound(reviewsAtOnce === undefined ? parts : { ...parts, reviewsAtOnce }, staged, head);
  } catch (error) {
    if (signal.aborted || !isAboutRequest(error)) throw error;
    const [only] = staged;
    if (staged.length > 1) for (const one of staged) await ingestAll(site, [one], undefined);
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

// Sessions of one process share its event loop. One whose work takes long lets the others finish theirs between its
// pieces: a round of theirs waits for the database four times, and would wait for a piece each time.

/** A session, from when it is woken until nothing more is staged for it. */
interface Work {
  /** Lets the others go first, but never for longer than this; at once where there are none. */
  giveWay(mostMs: number): Promise<void>;
  end(): void;
}

/** What is under way and does not itself wait for the others. */
const underWay = new Set<Work>();
/** What gives way, with how it is resumed. */
const waiting = new Map<Work, () => void>();

function goOnWhereAlone(): void {
  if (underWay.size === 0) for (const goOn of waiting.values()) goOn();
}

export function beginWork(): Work {
  const work: Work = {
    giveWay: async (mostMs) => {
      underWay.delete(work);
      goOnWhereAlone();
      // What has come in meanwhile is begun first.
      await new Promise(setImmediate);
      if (underWay.size > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, mostMs);
          waiting.set(work, () => {
            clearTimeout(timer);
            resolve();
          });
        });
      waiting.delete(work);
      underWay.add(work);
    },
    end: () => {
      underWay.delete(work);
      goOnWhereAlone();
    },
  };
  underWay.add(work);
  return work;
}

/**
 * Makes sure that the ingest session of a shard runs, with as few calls to the engine as can be: none while answers
 * flow, else at most one under way and one more behind it. That keeps the engine out of the hot path (three times
 * the requests a second).
 */
import type { Settings } from '../../process/settings.ts';
import type { Shard } from './ingest-request.ts';

/**
 * The session, the one beside it that takes over at once when its worker has died, and a third one for when the tasks of
 * both went to open polls of a frozen worker.
 */
export type SessionRole = 'main' | 'backup' | 'reserve';
export type StartSession = (shard: Shard, role: SessionRole) => Promise<void>;

/** How the workspaces are divided among sessions. */
export interface SessionPlan {
  readonly shards: number;
  /** How long a session listens when nothing comes. */
  readonly lingerMs: number;
}

export function sessionPlan(settings: Pick<Settings, 'LANES_SHARDS' | 'LANES_LINGER_SECONDS'>): SessionPlan {
  return { shards: settings.LANES_SHARDS, lingerMs: settings.LANES_LINGER_SECONDS * 1000 };
}

/** A session that answered so lately is there: it lingers for longer. */
const freshAtMostMs = 30_000;

/**
 * After so long without an answer of the shard each is started. `main`: again, which costs little and makes up for a
 * session that was just ending. `backup`: the worker of the session may have died (its heartbeat shows it only after 5 s).
 * `reserve`: finds a holder that has been silent long enough to be ended. While a shard gives answers to others its session
 * lives, and has much to do: calls to the engine and sessions beside it would only take more of the processor away.
 */
const startAfterMs: Readonly<Record<SessionRole, number>> = { main: 300, backup: 1_000, reserve: 6_000 };
/** A shard that has not been answered yet: its session may still be starting, as those of all other shards. */
const firstBackupAfterMs = 3_000;
const roles: readonly SessionRole[] = ['main', 'backup', 'reserve'];

interface State {
  answeredAt: number;
  readonly calls: Record<SessionRole, { running: boolean; again: boolean }>;
}

interface SessionStarter {
  /** An answer of this shard has come. */
  answered(shard: Shard): void;
  /** Starts the session, unless it is known to be there. */
  ensure(shard: Shard): void;
  /** A request of this shard waits since then, ms of `performance.now()`: starts what may be missing by now. */
  waiting(shard: Shard, since: number): void;
  /** Starts it, whatever is known. */
  insist(shard: Shard): void;
}

export function openSessionStarter(
  start: StartSession,
  { lingerMs }: Pick<SessionPlan, 'lingerMs'>,
  report: (error: unknown) => void,
): SessionStarter {
  const freshMs = Math.min(freshAtMostMs, lingerMs / 2);
  const states = new Map<number, State>();
  const stateOf = (shard: Shard): State => {
    let state = states.get(shard.no);
    if (state === undefined) {
      const idle = () => ({ running: false, again: false });
      const calls = { main: idle(), backup: idle(), reserve: idle() };
      state = { answeredAt: -Infinity, calls };
      states.set(shard.no, state);
    }
    return state;
  };
  const isFresh = (shard: Shard): boolean => performance.now() - stateOf(shard).answeredAt <= freshMs;

  const call = async (shard: Shard, role: SessionRole, queue: boolean): Promise<void> => {
    const state = stateOf(shard).calls[role];
    if (state.running) {
      state.again ||= queue;
      return;
    }
    state.running = true;
    do {
      state.again = false;
      await start(shard, role).catch(report);
    } while (state.again && !isFresh(shard));
    state.running = false;
  };

  return {
    answered: (shard) => {
      stateOf(shard).answeredAt = performance.now();
    },
    ensure: (shard) => {
      if (!isFresh(shard)) void call(shard, 'main', true);
    },
    waiting: (shard, since) => {
      const { answeredAt } = stateOf(shard);
      const waitedMs = performance.now() - Math.max(since, answeredAt);
      for (const role of roles) {
        const isFirst = role === 'backup' && answeredAt === -Infinity;
        if (waitedMs >= (isFirst ? firstBackupAfterMs : startAfterMs[role])) void call(shard, role, false);
      }
    },
    insist: (shard) => void call(shard, 'main', false),
  };
}

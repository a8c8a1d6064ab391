/**
 * Waiting for the lease of a portal account. The database keeps the order of the tasks; each process asks it for all of
 * its waiting tasks together, and lets in whichever is next.
 */
import type { Pool } from '../../store/database.ts';
import { type TakenLease, joinQueue, leaveQueue, releaseLease, takeLeaseInTurn } from '../../store/portal-leases.ts';

export interface AccountQueue {
  /**
   * Waits until the account is leased to the task; asks at least once. After that, call `done` when the lease is released.
   * @returns undefined when the patience ended first; the task keeps its place
   */
  wait(asks: Asks, patience: AbortSignal): Promise<TakenLease | undefined>;
  done(lease: TakenLease): void;
  /** The task is cancelled and gives up its place. */
  leave(asks: Asks): Promise<void>;
}

export interface Asks {
  readonly portal: string;
  readonly account: string;
  /** The task. */
  readonly holder: string;
}

interface Waiter {
  readonly holder: string;
  wasAsked: boolean;
  isLeaving: boolean;
  readonly resolve: (lease: TakenLease | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** One account, as this process waits for it. */
interface Line {
  waiters: Waiter[];
  /** Tasks of this process that hold the lease; several only while one takes over from a lost attempt of its own. */
  readonly holders: string[];
  isAsking: boolean;
  /** Something has changed since the database was asked. */
  isWoken: boolean;
  endNap: () => void;
}

/** How often the database is asked while another process holds the lease. */
const askEveryMs = 150;
/** A task that stops asking blocks those behind it for this long at most. */
const presentMs = 10_000;
const renewEveryMs = 3_000;

export function openAccountQueue(pool: Pool, leaseMs: number): AccountQueue {
  const lines = new Map<string, Line>();
  const lineOf = ({ portal, account }: Asks): Line => {
    const key = `${portal} ${account}`;
    const line = lines.get(key) ?? { waiters: [], holders: [], isAsking: false, isWoken: false, endNap: () => {} };
    lines.set(key, line);
    return line;
  };

  async function ask({ portal, account }: Asks, line: Line): Promise<void> {
    let renewAt = 0;
    let known = 0;
    while (line.waiters.length > 0) {
      line.isWoken = false;
      const ids = [...new Set(line.waiters.map(({ holder }) => holder))];
      const asked = [...line.waiters];
      if (performance.now() >= renewAt || ids.length !== known) {
        await joinQueue(pool, portal, account, ids, presentMs);
        renewAt = performance.now() + renewEveryMs;
        known = ids.length;
      }
      // While this process holds the lease it is not free, except for a next attempt of its holder.
      const mayBeFree = line.holders.length === 0 || ids.some((id) => line.holders.includes(id));
      const lease = mayBeFree ? await takeLeaseInTurn(pool, portal, account, ids, leaseMs) : undefined;
      for (const waiter of asked) waiter.wasAsked = true;
      if (lease !== undefined) await letIn(line, lease);
      for (const waiter of line.waiters.filter(({ isLeaving, wasAsked }) => isLeaving && wasAsked)) drop(line, waiter);
      if (lease === undefined && line.waiters.length > 0) await nap(line, mayBeFree ? askEveryMs : renewEveryMs);
    }
  }

  async function letIn(line: Line, lease: TakenLease): Promise<void> {
    const waiter = line.waiters.find(({ holder }) => holder === lease.holder);
    if (waiter === undefined) return releaseLease(pool, lease);
    line.waiters = line.waiters.filter((other) => other !== waiter);
    line.holders.push(lease.holder);
    waiter.resolve(lease);
  }

  function drop(line: Line, waiter: Waiter): void {
    line.waiters = line.waiters.filter((other) => other !== waiter);
    waiter.resolve(undefined);
  }

  function start(asks: Asks, line: Line): void {
    if (line.isAsking) return wake(line);
    line.isAsking = true;
    ask(asks, line)
      .catch((error: unknown) => {
        const { waiters } = line;
        line.waiters = [];
        for (const waiter of waiters) waiter.reject(error);
      })
      .finally(() => {
        line.isAsking = false;
        if (line.waiters.length > 0) start(asks, line);
      });
  }

  return {
    wait(asks, patience) {
      const line = lineOf(asks);
      return new Promise((resolve, reject) => {
        const settled = (): void => patience.removeEventListener('abort', leave);
        const waiter: Waiter = {
          holder: asks.holder,
          wasAsked: false,
          isLeaving: false,
          resolve: (lease) => (settled(), resolve(lease)),
          reject: (error) => (settled(), reject(error)),
        };
        const leave = (): void => {
          waiter.isLeaving = true;
          if (waiter.wasAsked && line.waiters.includes(waiter)) drop(line, waiter);
        };
        patience.addEventListener('abort', leave, { once: true });
        waiter.isLeaving = patience.aborted;
        line.waiters.push(waiter);
        start(asks, line);
      });
    },
    done(lease) {
      const line = lineOf(lease);
      line.holders.splice(line.holders.indexOf(lease.holder), 1);
      wake(line);
    },
    leave: (asks) => leaveQueue(pool, asks.portal, asks.account, asks.holder),
  };
}

function wake(line: Line): void {
  line.isWoken = true;
  line.endNap();
}

function nap(line: Line, ms: number): Promise<void> {
  if (line.isWoken) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    line.endNap = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

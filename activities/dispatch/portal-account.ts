/**
 * One session per portal account at a time, by a lease with a fencing number. Tasks get it in the order in which they
 * first asked for it, within their priority.
 */
import { createHmac } from 'node:crypto';
import { readCredentials } from '../../portals/credentials.ts';
import type { AccountSession } from '../../portals/sign-in.ts';
import { unusedCode } from '../../portals/totp.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { deriveBytes, seal, unseal } from '../../process/secrets.ts';
import type { Pool } from '../../store/database.ts';
import { forgetRefusals } from '../../store/canaries.ts';
import { readSealedCredentials } from '../../store/portal-credentials.ts';
import {
  type PortalLease,
  type SessionKind,
  type TakenLease,
  claimCodePeriod,
  joinQueue,
  keepSession,
  leaveQueue,
  releaseLease,
  renewLease,
  takeLeaseInTurn,
} from '../../store/portal-leases.ts';

interface PortalAccountsDeps {
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  /** The environment, for PORTAL_ACCOUNT_… variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long one attempt waits for the account. Default 20 s. */
  readonly accountWaitMs?: number;
  /** How often a holder renews its lease, and learns that it lost it. Default 4 s. */
  readonly renewEveryMs?: number;
}

export interface AccountUse {
  readonly portal: string;
  readonly account: string;
  /** The task: an attempt that follows a lost one of the same task takes its lease over at once. */
  readonly holder: string;
  readonly signal: AbortSignal;
  /** Default `work`. */
  readonly session?: SessionKind;
}

/** The lease went to another while we worked; nothing was written with it. Trying again is right. */
export class LeaseLostError extends Error {
  readonly code = 'lease_lost';
  constructor({ portal, account }: AccountUse) {
    super(`the lease of the account ${account} of ${portal} was taken over`);
    this.name = 'LeaseLostError';
  }
}

export interface PortalAccounts {
  /**
   * Runs `work` while the account is ours; `signal` is aborted when it no longer is.
   * @returns undefined when others held the account all the time
   */
  use<T>(
    use: AccountUse,
    work: (session: AccountSession, signal: AbortSignal, lease: PortalLease) => Promise<T>,
  ): Promise<T | undefined>;
}

/** Long enough for a renewal that is late on a busy machine; another task waits so long after a crash. */
const leaseMs = 15_000;
const defaultRenewEveryMs = 4_000;

export function openPortalAccounts(deps: PortalAccountsDeps): PortalAccounts {
  const queue = openAccountQueue(deps.pool, leaseMs);
  return {
    async use(use, work) {
      use.signal.throwIfAborted();
      // When this ends early because we are starved, the task comes back to its place.
      const patience = AbortSignal.any([use.signal, AbortSignal.timeout(deps.accountWaitMs ?? 20_000)]);
      const lease = await queue.wait(use, patience);
      try {
        if (use.signal.aborted) {
          if (lease !== undefined) await releaseLease(deps.pool, lease);
          await queue.leave(use);
          use.signal.throwIfAborted();
        }
        return lease === undefined ? undefined : await working(deps, use, lease, work);
      } finally {
        if (lease !== undefined) queue.done(lease);
      }
    },
  };
}

async function working<T>(
  deps: PortalAccountsDeps,
  use: AccountUse,
  lease: TakenLease,
  work: (session: AccountSession, signal: AbortSignal, lease: PortalLease) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  // A renewal that cannot reach the database is tried again; the lease runs out by itself in the end.
  const renewing = setInterval(() => {
    renewLease(deps.pool, lease, leaseMs).then(
      (held) => (held ? undefined : lost.abort(new LeaseLostError(use))),
      () => undefined,
    );
  }, deps.renewEveryMs ?? defaultRenewEveryMs);
  try {
    const signal = AbortSignal.any([use.signal, lost.signal]);
    return await work(sessionOf(deps, lease, use.session ?? 'work', signal), signal, lease);
  } finally {
    clearInterval(renewing);
    // If this fails the lease runs out.
    await releaseLease(deps.pool, lease).catch(() => undefined);
  }
}

/** Sessions are sealed and bound to their account, so that a copy of the database opens no portal. */
function sessionOf(
  { pool, deploymentSecret, env }: PortalAccountsDeps,
  lease: TakenLease,
  kind: SessionKind,
  signal: AbortSignal,
): AccountSession {
  const context = `portal-session:${lease.portal}:${lease.account}`;
  const kept = kind === 'work' ? lease.session : lease.checkerSession;
  /** What this holder has kept itself, for its next run. */
  let own: string | null | undefined;
  const credentials = (): ReturnType<typeof readCredentials> =>
    readCredentials(
      { env, deploymentSecret, readSealed: (portal, account) => readSealedCredentials(pool, portal, account) },
      lease.portal,
      lease.account,
    );
  return {
    credentials,
    async load() {
      if (own !== undefined) return own;
      return kept === null ? null : opened(deploymentSecret, context, kept);
    },
    async save(session) {
      own = session;
      const sealed = session === null ? null : seal(deploymentSecret, context, Buffer.from(session, 'utf8'));
      await keepSession(pool, lease, sealed, kind);
      if (session !== null) await forgetRefusals(pool, lease.account);
    },
    async loginId(origin) {
      const { username, password, totp_secret: secret = '' } = await credentials();
      const name = { ownerKind: 'deployment', ownerId: '', purpose: 'portal-login', generation: 1 } as const;
      return createHmac('sha256', deriveBytes(deploymentSecret, name))
        .update(JSON.stringify([origin, username, password, secret]))
        .digest();
    },
    oneTimeCode: (secret) => unusedCode(secret, { claim: (period) => claimCodePeriod(pool, lease, period), signal }),
  };
}

/** A session that does not open was sealed by another deployment: signing in again is the answer. */
function opened(deploymentSecret: DeploymentSecret, context: string, sealed: Buffer): string | null {
  try {
    return unseal(deploymentSecret, context, sealed).toString('utf8');
  } catch {
    return null;
  }
}

// Waiting for the lease of a portal account. The database keeps the order of the tasks; each process asks it for all of
// its waiting tasks together, and lets in whichever is next.

interface AccountQueue {
  /**
   * Waits until the account is leased to the task; asks at least once. After that, call `done` when the lease is released.
   * @returns undefined when the patience ended first; the task keeps its place
   */
  wait(asks: Asks, patience: AbortSignal): Promise<TakenLease | undefined>;
  done(lease: TakenLease): void;
  /** The task is cancelled and gives up its place. */
  leave(asks: Asks): Promise<void>;
}

interface Asks {
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

function openAccountQueue(pool: Pool, leaseMs: number): AccountQueue {
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

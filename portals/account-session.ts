/**
 * One run at a time on a portal account: holds the lease while work goes on, keeps it alive, hands the session of
 * the last run over, and cancels the work when the lease is lost.
 */
import { seal, unseal } from '../process/secrets.ts';
import type { Pool } from '../store/database.ts';
import { keepSession, releaseLease, renewLease, takeLease } from '../store/portal-leases.ts';
import type { PortalLease, TakenLease } from '../store/portal-leases.ts';
import { readCredentials } from './credentials.ts';
import type { AccountSession } from './run-capability.ts';

export interface AccountDeps {
  readonly pool: Pool;
  readonly deploymentSecret: string;
  /** The environment, for PORTAL_ACCOUNT_<ID>. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Another process took the account over, because this one was silent for too long. */
export class LeaseLostError extends Error {
  readonly code = 'portal_lease_lost';
  constructor(portal: string) {
    super(`the lease of the account of ${portal} was taken over by another worker`);
    this.name = 'LeaseLostError';
  }
}

export interface HeldAccount {
  readonly lease: PortalLease;
  readonly session: AccountSession;
  /** Aborted when the caller's signal is, and when the lease is lost. */
  readonly signal: AbortSignal;
}

/** A holder that is silent for this long is taken for dead; the renewal comes four times as often. */
const leaseMs = 20_000;
/** How often a process asks for a lease that another process holds. */
const askEveryMs = 250;

/** Runs of this process wait for one another here, in order, and do not ask the database meanwhile. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Waits for the account, then works with it.
 * @param holder names this attempt, such as task id and attempt number; no two that run may share one
 * @throws the signal's reason; LeaseLostError
 */
export async function withAccount<T>(deps: AccountDeps, account: { portal: string; account: string }, holder: string, signal: AbortSignal, work: (held: HeldAccount) => Promise<T>): Promise<T> {
  const key = `${account.portal} ${account.account}`;
  const before = queues.get(key) ?? Promise.resolve();
  const turn = untilDoneOrAborted(before, signal).then(() => hold(deps, account, holder, signal, work));
  // The next one waits for this one and for those before it, also when this one gave up waiting.
  const done = Promise.allSettled([before, turn]).then(() => {
    if (queues.get(key) === done) queues.delete(key);
  });
  queues.set(key, done);
  return turn;
}

async function untilDoneOrAborted(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let leave: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    await Promise.race([before, aborted]);
  } finally {
    if (leave !== undefined) signal.removeEventListener('abort', leave);
  }
}

async function hold<T>(deps: AccountDeps, { portal, account }: { portal: string; account: string }, holder: string, signal: AbortSignal, work: (held: HeldAccount) => Promise<T>): Promise<T> {
  const lease = await waitForLease(deps.pool, portal, account, holder, signal);
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(deps.pool, lease, leaseMs)
      .then((held) => {
        if (!held) lost.abort(new LeaseLostError(portal));
      })
      // The database is away for a moment: the lease lasts a few renewals longer.
      .catch(() => {});
  }, leaseMs / 4);
  try {
    return await work({ lease, session: sessionOf(deps, lease), signal: AbortSignal.any([signal, lost.signal]) });
  } finally {
    clearInterval(renewal);
    await releaseLease(deps.pool, lease).catch(() => {});
  }
}

async function waitForLease(pool: Pool, portal: string, account: string, holder: string, signal: AbortSignal): Promise<TakenLease> {
  for (;;) {
    signal.throwIfAborted();
    const lease = await takeLease(pool, portal, account, holder, leaseMs);
    if (lease !== undefined) return lease;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}

function sessionOf(deps: AccountDeps, lease: TakenLease): AccountSession {
  const context = `portal-session:${lease.portal}:${lease.account}`;
  return {
    credentials: () => readCredentials(deps, lease.portal, lease.account),
    async load() {
      if (lease.session === null) return null;
      try {
        return unseal(deps.deploymentSecret, context, lease.session).toString('utf8');
      } catch {
        // Sealed with another deployment secret: as good as no session.
        return null;
      }
    },
    save: (cookies) => keepSession(deps.pool, lease, cookies === null ? null : seal(deps.deploymentSecret, context, Buffer.from(cookies))),
  };
}

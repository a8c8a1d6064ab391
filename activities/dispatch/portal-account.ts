/**
 * One session per portal account at a time, by a lease with a fencing number. Tasks get it in the order in which they
 * first asked for it, within their priority (account-queue.ts).
 */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { seal, unseal } from '../../process/secrets.ts';
import { readCredentials } from '../../portals/credentials.ts';
import type { AccountSession } from '../../portals/sign-in.ts';
import { unusedCode } from '../../portals/totp.ts';
import type { Pool } from '../../store/database.ts';
import { readSealedCredentials } from '../../store/portal-credentials.ts';
import { claimCodePeriod, keepSession, releaseLease, renewLease } from '../../store/portal-leases.ts';
import type { PortalLease, SessionKind, TakenLease } from '../../store/portal-leases.ts';
import { openAccountQueue } from './account-queue.ts';

export interface PortalAccountsDeps {
  readonly pool: Pool;
  readonly deploymentSecret: DeploymentSecret;
  /** The environment, for PORTAL_ACCOUNT_… variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long one attempt waits for the account. Default 20 s. */
  readonly accountWaitMs?: number;
  /** How often a holder renews its lease, and hears that it lost it. Default 4 s. */
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

/** Cookies are sealed and bound to their account, so that a copy of the database opens no portal. */
function sessionOf(
  { pool, deploymentSecret, env }: PortalAccountsDeps,
  lease: TakenLease,
  kind: SessionKind,
  signal: AbortSignal,
): AccountSession {
  const context = `portal-session:${lease.portal}:${lease.account}`;
  const kept = kind === 'work' ? lease.session : lease.checkerSession;
  return {
    credentials: () =>
      readCredentials(
        { env, deploymentSecret, readSealed: (portal, account) => readSealedCredentials(pool, portal, account) },
        lease.portal,
        lease.account,
      ),
    load: async () => (kept === null ? null : opened(deploymentSecret, context, kept)),
    save: (cookies) =>
      keepSession(
        pool,
        lease,
        cookies === null ? null : seal(deploymentSecret, context, Buffer.from(cookies, 'utf8')),
        kind,
      ),
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

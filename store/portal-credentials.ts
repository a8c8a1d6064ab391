/** Sealed logins of portal accounts; what is inside is only known to portals/credentials. */
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

export async function readSealedCredentials(
  q: Queryable,
  portal: string,
  account: string,
): Promise<Buffer | undefined> {
  const found = await q.query<{ sealed: Buffer }>(
    'select sealed from portal_credentials where portal = $1 and account = $2',
    [portal, account],
  );
  return found.rows[0]?.sealed;
}

interface StoredAccount {
  readonly portal: string;
  readonly account: string;
  readonly updatedAt: Date;
}

/** Which logins are stored, and since when; never the logins. */
export async function listStoredAccounts(q: Queryable): Promise<StoredAccount[]> {
  const found = await q.query<StoredAccount>(
    'select portal, account, updated_at as "updatedAt" from portal_credentials order by portal, account',
  );
  return found.rows;
}

export async function writeSealedCredentials(
  q: Queryable,
  portal: string,
  account: string,
  sealed: Buffer,
): Promise<void> {
  await q.query(
    `insert into portal_credentials (portal, account, sealed) values ($1, $2, $3)
     on conflict (portal, account) do update set sealed = excluded.sealed, updated_at = now()`,
    [portal, account, sealed],
  );
}

interface PortalAccountAct {
  readonly portal: string;
  readonly account: string;
  /** Who does it, for the audit log. */
  readonly actor: string;
}

/** Stores a login, and forgets the sessions of the one before. */
export async function setPortalAccount(
  pool: Pool,
  set: PortalAccountAct & { readonly sealed: Buffer; readonly username: string },
): Promise<void> {
  const { portal, account, actor, username } = set;
  await inTransaction(pool, async (q) => {
    await writeSealedCredentials(q, portal, account, set.sealed);
    await forgetSessions(q, portal, account);
    await addAudit(q, { actor, act: 'portal_account.set', subject: portal, details: { account, username } });
  });
}

/** @returns false when none is stored */
export async function removePortalAccount(pool: Pool, { portal, account, actor }: PortalAccountAct): Promise<boolean> {
  return inTransaction(pool, async (q) => {
    const removed = await q.query('delete from portal_credentials where portal = $1 and account = $2', [
      portal,
      account,
    ]);
    await forgetSessions(q, portal, account);
    if (removed.rowCount !== 1) return false;
    await addAudit(q, { actor, act: 'portal_account.removed', subject: portal, details: { account } });
    return true;
  });
}

async function forgetSessions(q: Queryable, portal: string, account: string): Promise<void> {
  await q.query('update portal_leases set session = null, checker_session = null where portal = $1 and account = $2', [
    portal,
    account,
  ]);
}

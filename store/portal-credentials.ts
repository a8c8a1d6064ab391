/** Sealed logins of portal accounts; what is inside is only known to portals/credentials. */
import type { Queryable } from './database.ts';

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

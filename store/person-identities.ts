/** Who a person is at an OpenID Connect issuer. */
import type { Queryable } from './database.ts';

/** @returns the id of the person */
export async function personOfIdentity(q: Queryable, issuer: string, subject: string): Promise<string | undefined> {
  const found = await q.query<{ id: string }>(
    'select person_id as id from person_identities where issuer = $1 and subject = $2',
    [issuer, subject],
  );
  return found.rows[0]?.id;
}

/** Whether somebody of this issuer is this person already. */
export async function hasIdentityAt(q: Queryable, personId: string, issuer: string): Promise<boolean> {
  const found = await q.query('select from person_identities where person_id = $1 and issuer = $2 limit 1', [
    personId,
    issuer,
  ]);
  return found.rowCount === 1;
}

export async function addIdentity(q: Queryable, issuer: string, subject: string, personId: string): Promise<void> {
  await q.query(
    'insert into person_identities (issuer, subject, person_id) values ($1, $2, $3) on conflict do nothing',
    [issuer, subject, personId],
  );
}

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

export async function addIdentity(q: Queryable, issuer: string, subject: string, personId: string): Promise<void> {
  await q.query(
    'insert into person_identities (issuer, subject, person_id) values ($1, $2, $3) on conflict do nothing',
    [issuer, subject, personId],
  );
}

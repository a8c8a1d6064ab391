/** People who sign in to the console: made, found, changed. */
import type { Role } from '../domain/people/roles.ts';
import { newId } from '../process/ids.ts';
import type { Queryable } from './database.ts';

export interface Person {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** argon2id in PHC form; null where no password is set. */
  readonly passwordHash: string | null;
  readonly passwordSetAt: Date | null;
  readonly totpSealed: Buffer | null;
  readonly totpConfirmedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
}

const columns = `id, email, name, role, password_hash as "passwordHash", password_set_at as "passwordSetAt",
  totp_sealed as "totpSealed", totp_confirmed_at as "totpConfirmedAt", disabled_at as "disabledAt",
  created_at as "createdAt", last_sign_in_at as "lastSignInAt"`;

export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** @returns undefined where the address is taken */
export async function addPerson(q: Queryable, { email, name, role }: NewPerson): Promise<Person | undefined> {
  const made = await q.query<Person>(
    `insert into people (id, email, name, role) values ($1, $2, $3, $4)
     on conflict (email) do nothing returning ${columns}`,
    [newId('person'), email.toLowerCase(), name, role],
  );
  return made.rows[0];
}

export async function readPerson(q: Queryable, id: string): Promise<Person | undefined> {
  const found = await q.query<Person>(`select ${columns} from people where id = $1`, [id]);
  return found.rows[0];
}

/** @param email in any case */
export async function findPerson(q: Queryable, email: string): Promise<Person | undefined> {
  const found = await q.query<Person>(`select ${columns} from people where email = $1`, [email.toLowerCase()]);
  return found.rows[0];
}

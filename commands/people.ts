/** People of the console: invited, given a role, let in or out, and given a link to a new password. Each act is audited by the store. */
import { checkPersonAddress, checkPersonName } from '../domain/administration/input.ts';
import type { Role } from '../domain/people/roles.ts';
import type { Pool } from '../store/database.ts';
import { type NewPerson, type Person, type PersonAct, changeRole as storeRole, setDisabled } from '../store/people.ts';
import { type LinkMade, invitePerson as storeInvitation, resetPerson } from '../store/person-sign-in.ts';
import { type Refusal, refusal, refusalFor } from './refusal.ts';

interface ActOn {
  readonly person: Pick<Person, 'id' | 'email'>;
  /** Who acts, for the audit log. */
  readonly actor: string;
}

/** Adds a person with a one-time link to set a password. @returns a refusal that names the field of the form */
export async function invitePerson(pool: Pool, given: NewPerson, now: Date): Promise<LinkMade | Refusal> {
  const email = checkPersonAddress(given.email);
  if (!email.ok) return refusalFor('invalid_request', email);
  const name = checkPersonName(given.name);
  if (!name.ok) return refusalFor('invalid_request', name);
  const made = await storeInvitation(pool, { ...given, email: email.value }, now);
  return made ?? refusal('already_assigned', `${email.value} already has an account`, { field: 'email' });
}

/** @returns whether anything changed; refused for the last admin who can sign in */
export async function changeRole(
  pool: Pool,
  { person, actor, role }: ActOn & { readonly role: Role },
): Promise<boolean | Refusal> {
  return outcomeOf(person, await storeRole(pool, person.id, role, actor));
}

/** Disabling ends every session and open link. @returns whether anything changed; refused for the last admin who can sign in */
export async function setAccess(
  pool: Pool,
  { person, actor, allowed, now }: ActOn & { readonly allowed: boolean; readonly now: Date },
): Promise<boolean | Refusal> {
  return outcomeOf(person, await setDisabled(pool, person.id, !allowed, actor, now));
}

/** Makes a link to set a new password; the old one works until it is used. Refused for a disabled person. */
export async function resetPassword(
  pool: Pool,
  { person, actor, totp, now }: ActOn & { readonly totp: boolean; readonly now: Date },
): Promise<LinkMade | Refusal> {
  const made = await resetPerson(pool, { personId: person.id, totp, actor, now });
  return made ?? refusal('not_allowed', `${person.email} is disabled`);
}

function outcomeOf({ email }: Pick<Person, 'email'>, done: PersonAct): boolean | Refusal {
  if (done === 'unknown') return refusal('not_found', `there is no person ${email}`);
  if (done === 'last_admin') return refusal('not_allowed', `${email} is the last admin who can sign in`);
  return done === 'done';
}

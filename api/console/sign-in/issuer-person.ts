/** Which person here the issuer speaks of, and with which role: known, invited, or new. */
import { type Role, claimedRole, parseRoleMap } from '../../../domain/people/roles.ts';
import type { Queryable } from '../../../store/database.ts';
import {
  type Person,
  addIdentity,
  addPerson,
  findPerson,
  hasIdentityAt,
  personOfIdentity,
  readPerson,
  setRole,
} from '../../../store/people.ts';
import { endSessions } from '../../../store/sessions.ts';
import type { ConsoleDeps } from '../route.ts';
import type { Claims } from './issuer-client.ts';
import { emailFinding, nameFinding } from '../fields.ts';

/** Why somebody is not let in, for that person to read. */
export interface Refusal {
  readonly refused: string;
}

const noRole = 'You have no role here. Ask the administrator of sign-in in your organisation.';
const notVerified = 'Your organisation does not confirm an e-mail address of yours (email_verified).';
const notInvited = 'You are not invited here. Ask an admin of this console.';

/** Finds or adds the person, and gives the role that the claims say, at every sign-in. */
export async function personOfClaims(
  q: Queryable,
  { settings, now }: ConsoleDeps,
  claims: Claims,
): Promise<Person | Refusal> {
  const map = parseRoleMap(settings.CONSOLE_OIDC_ROLE_MAP) ?? new Map<string, Role>();
  const rolesFromIssuer = map.size > 0;
  const role = rolesFromIssuer ? claimedRole(claims, settings.CONSOLE_OIDC_ROLE_CLAIM, map) : undefined;
  const actor = `issuer:${new URL(claims.iss).hostname}`;
  const known = await knownPerson(q, claims);
  if (rolesFromIssuer && role === undefined) {
    // Who has lost the last role at the issuer does not stay in by an older session.
    if (known) await endSessions(q, known.id, null, now());
    return { refused: noRole };
  }
  // The address decides whose requests a person may approve, so a role needs one that the issuer has verified.
  if (rolesFromIssuer && claims['email_verified'] !== true) return { refused: notVerified };
  if (known === undefined) return addClaimed(q, claims, role, actor);
  if (known.disabledAt !== null) return { refused: notInvited };
  await addIdentity(q, claims.iss, claims.sub, known.id);
  if (role !== undefined && role !== known.role) await setRole(q, known, role, actor);
  return known;
}

/** By the identity; the first time by the address, if the issuer says that it is the person's. */
async function knownPerson(q: Queryable, claims: Claims): Promise<Person | undefined> {
  const id = await personOfIdentity(q, claims.iss, claims.sub);
  if (id !== undefined) return readPerson(q, id);
  const email = emailOf(claims);
  if (email === undefined || claims['email_verified'] !== true) return undefined;
  const found = await findPerson(q, email);
  // An address may be given to somebody else; the person who has it by then is not whom the issuer spoke of before.
  return found !== undefined && (await hasIdentityAt(q, found.id, claims.iss)) ? undefined : found;
}

async function addClaimed(
  q: Queryable,
  claims: Claims,
  role: Role | undefined,
  actor: string,
): Promise<Person | Refusal> {
  if (role === undefined) return { refused: notInvited };
  const email = emailOf(claims);
  if (email === undefined) return { refused: notVerified };
  const { name } = claims;
  const shown = typeof name === 'string' && nameFinding(name.trim()) === null ? name.trim() : email;
  const added = await addPerson(q, { email, name: shown, role, actor });
  if (added === undefined)
    return {
      refused: `${email} already has an account here that belongs to a different identity. Ask an admin.`,
    };
  await addIdentity(q, claims.iss, claims.sub, added.id);
  return added;
}

function emailOf({ email }: Claims): string | undefined {
  return typeof email === 'string' && emailFinding(email) === null ? email.toLowerCase() : undefined;
}

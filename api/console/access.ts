/** Whether a person may open a route; the only place of the console that compares roles. */
import { roleReaches } from '../../domain/people/roles.ts';
import type { Needs, SignedIn } from './route.ts';

export type Access = 'granted' | 'sign_in' | 'role_too_low';

export function accessFor(needs: Needs, person: SignedIn | null): Access {
  if (needs === 'nobody') return 'granted';
  if (person === null) return 'sign_in';
  return roleReaches(person.role, needs) ? 'granted' : 'role_too_low';
}

/** For parts of a page that only some may use. */
export function may(person: SignedIn, needs: Needs): boolean {
  return accessFor(needs, person) === 'granted';
}

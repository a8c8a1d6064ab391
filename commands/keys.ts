/** Keys of senders and workspaces (D5): made once, shown once. Rotating and revoking are single acts of the store. */
import { checkName, checkScopes } from '../domain/administration/input.ts';
import type { Pool } from '../store/database.ts';
import { type NewKey, createKey as storeKey } from '../store/keys.ts';
import { type Refusal, refusal } from './refusal.ts';

interface MadeKey {
  readonly id: string;
  /** Only its digest is stored. */
  readonly key: string;
  readonly scopes: readonly string[];
}

/** @param request of an owner, and a person, that the caller has found */
export async function createKey(pool: Pool, request: NewKey): Promise<MadeKey | Refusal> {
  const scopes = checkScopes(request.ownerKind, request.scopes);
  if (!scopes.ok) return refusal('invalid_request', scopes.sentence, { field: 'scope' });
  if (request.label !== '') {
    const label = checkName(request.label, 'a label');
    if (!label.ok) return refusal('invalid_request', label.sentence, { field: 'label' });
  }
  const made = await storeKey(pool, { ...request, scopes: scopes.value });
  return { ...made, scopes: scopes.value };
}

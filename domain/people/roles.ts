/** The roles of people (D6): each may all that the one before it may. */
export const roles = ['viewer', 'approver', 'admin'] as const;
export type Role = (typeof roles)[number];

export const roleTable: Readonly<Record<Role, string>> = {
  viewer: 'sees everything but secrets',
  approver: 'also submits tasks and decides: approvals, sign-offs, settlements',
  admin: 'also resends deliveries, and manages senders, workspaces, keys, portal logins, people and switches',
};

export function roleReaches(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

// Which role an OpenID Connect issuer gives a person: a claim of the token, read by the deployment's map.

/** Value of the claim → role; `*` stands for every person. */
type RoleMap = ReadonlyMap<string, Role>;

/** `ops=approver,leads=admin,*=viewer`. @returns undefined where it is not of this form */
export function parseRoleMap(text: string): RoleMap | undefined {
  const map = new Map<string, Role>();
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const at = pair.lastIndexOf('=');
    const value = pair.slice(0, Math.max(0, at)).trim();
    const role = pair.slice(at + 1).trim();
    if (value === '' || !isRole(role)) return undefined;
    map.set(value, role);
  }
  return map;
}

/**
 * The highest role that any value of the claim stands for.
 * @param claim name of the claim; dots lead into objects, such as `realm_access.roles`
 */
export function claimedRole(claims: Readonly<Record<string, unknown>>, claim: string, map: RoleMap): Role | undefined {
  const values = [...textsOf(claimAt(claims, claim)), '*'];
  const claimed = new Set(values.flatMap((value) => map.get(value) ?? []));
  return roles.findLast((role) => claimed.has(role));
}

function claimAt(claims: Readonly<Record<string, unknown>>, claim: string): unknown {
  // Some issuers name claims by address, dots and all.
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let value: unknown = claims;
  for (const part of claim.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(' ')];
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : [];
}

/** The roles of people (D6): each may all that the one before it may. */

export const roles = ['viewer', 'approver', 'admin'] as const;
export type Role = (typeof roles)[number];

export const roleTable: Readonly<Record<Role, string>> = {
  viewer: 'sees everything but secrets',
  approver: 'also decides: approvals, sign-offs, settlements; submits tasks; sends deliveries again',
  admin: 'also changes senders, workspaces, keys, portal accounts, people and switches',
};

export function roleReaches(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

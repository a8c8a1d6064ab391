/** The roles of people (D6): each may all that the one before it may. */

export const roles = ['viewer', 'approver', 'admin'] as const;
export type Role = (typeof roles)[number];

export const roleTable: Readonly<Record<Role, string>> = {
  viewer: 'sees everything but secrets',
  approver: 'also submits tasks and decides: approvals, sign-offs, settlements',
  admin: 'also sends deliveries again, and changes senders, workspaces, keys, portal logins, people and switches',
};

export function roleReaches(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

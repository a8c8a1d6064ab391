/**
 * Who may do what: each action once, with what a key needs for it on the API and in MCP, and the role that a person needs in
 * the console. The command line may do everything: it holds the secret of the deployment. Rules about the case itself
 * (nobody approves what they asked for) are those of the commands.
 */
import type { KeyScope, LanesAccess } from '../domain/key-scopes.ts';
import { type Role, roleReaches } from '../domain/people/roles.ts';

interface Permission {
  /** null: no route and no tool for keys. */
  readonly key: KeyScope | LanesAccess | null;
  /** null: no page for people. */
  readonly person: Role | null;
}

export const permissions = {
  // Tasks
  submitTasks: { key: 'submit', person: 'approver' },
  repeatTask: { key: 'submit', person: 'approver' },
  cancelTask: { key: 'submit', person: 'approver' },
  answerTask: { key: null, person: 'approver' },
  revokeTaskLinks: { key: 'submit', person: 'approver' },
  resolveWrite: { key: null, person: 'approver' },
  askTimeStamp: { key: null, person: 'approver' },
  followUpTask: { key: null, person: 'approver' },
  // Approvals
  decideApproval: { key: 'approve', person: 'approver' },
  askRequester: { key: 'approve', person: 'approver' },
  /** In the console the person who asked for the task, whatever their role; else approvers. */
  answerQuestion: { key: 'submit', person: 'viewer' },
  delegateApproval: { key: null, person: 'approver' },
  // Results and where they go
  retryDelivery: { key: 'submit', person: 'admin' },
  recoverDeliveries: { key: 'submit', person: 'admin' },
  changeEndpoint: { key: 'admin', person: 'admin' },
  // Lanes
  sendEvents: { key: 'events', person: null },
  importExport: { key: 'exports', person: null },
  closeWeeks: { key: 'weeks', person: null },
  changePins: { key: 'pins', person: 'approver' },
  assignAudit: { key: 'verdict', person: 'approver' },
  // Keys send these as events, by what `scopesOfEvents` lets them send.
  settle: { key: null, person: 'approver' },
  decideSignoff: { key: null, person: 'approver' },
  changeRules: { key: null, person: 'admin' },
  runSettler: { key: 'manage', person: 'admin' },
  manageWebhooks: { key: 'manage', person: 'admin' },
  // The deployment
  administrate: { key: null, person: 'admin' },
  managePeople: { key: null, person: 'admin' },
  recordPortals: { key: null, person: 'admin' },
} as const satisfies Record<string, Permission>;

type Permissions = typeof permissions;

/** What people do in the console. */
export type Action = { [A in keyof Permissions]: Permissions[A]['person'] extends null ? never : A }[keyof Permissions];

/** Whether the role of a person is enough for an action. */
export function roleMay(role: Role, action: Action): boolean {
  return roleReaches(role, permissions[action].person);
}

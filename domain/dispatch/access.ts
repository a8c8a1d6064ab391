/** Who may ask what of the dispatch API: every route once, and every tool of its MCP endpoint (D5, D19, D22). */
import type { KeyScope } from '../key-scopes.ts';

/**
 * A scope: a key with it. `key`: any key. `tool`: any key, and the tool decides. `read or link`: a key with the scope
 * read, or the capability link of the task. `signature`: the sender's inbound secret. `open`: everybody.
 */
export type Access = KeyScope | 'key' | 'tool' | 'read or link' | 'signature' | 'open';

export interface RouteAccess {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly needs: Access;
}

const route = (method: RouteAccess['method'], path: string, needs: Access): RouteAccess => ({ method, path, needs });

export const routeAccess: readonly RouteAccess[] = [
  route('POST', '/api/tasks', 'submit'),
  route('GET', '/api/tasks', 'read'),
  route('GET', '/api/tasks/:id', 'read'),
  route('POST', '/api/tasks/:id/again', 'submit'),
  route('POST', '/api/tasks/:id/cancel', 'submit'),
  route('POST', '/api/tasks/:id/approvals/:approval_id', 'approve'),
  route('POST', '/api/tasks/:id/revoke-links', 'submit'),
  route('GET', '/api/deliveries', 'read'),
  route('GET', '/api/deliveries/:id', 'read'),
  route('POST', '/api/deliveries/recover', 'submit'),
  route('POST', '/api/deliveries/:id/retry', 'submit'),
  route('GET', '/api/endpoint', 'read'),
  route('POST', '/api/endpoint', 'admin'),
  route('POST', '/api/endpoint/test', 'admin'),
  route('POST', '/api/endpoint/rotate-secret', 'admin'),
  route('POST', '/mcp', 'tool'),
  route('GET', '/api/openapi.json', 'key'),
  route('GET', '/tasks/:id', 'read or link'),
  route('GET', '/evidence/:id/:file', 'read or link'),
  route('POST', '/hooks/inbound/:sender_id', 'signature'),
  route('GET', '/api/playbooks', 'open'),
  route('GET', '/static/result-page.css', 'open'),
  route('GET', '/.well-known/evidence-keys.json', 'open'),
  route('GET', '/healthz', 'open'),
  route('GET', '/readyz', 'open'),
  route('GET', '/metrics', 'open'),
];

/** What a tool needs of the key; the endpoint lets any key in. */
export const toolAccess: Readonly<Record<string, KeyScope | 'key'>> = {
  run_portal_task: 'submit',
  run_task_again: 'submit',
  cancel_task: 'submit',
  get_task_status: 'read',
  list_playbooks: 'key',
};

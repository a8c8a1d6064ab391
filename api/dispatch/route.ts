/** What a row of the dispatch API's route table is: who may use it (D5, D19), and what its handler gets. */
import { permissions } from '../../commands/permissions.ts';
import type { KeyScope } from '../../domain/key-scopes.ts';
import type { ApiRoute } from '../http/api-route.ts';
import type { CallerReader } from '../http/bearer-key.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import type { DispatchDeps } from './deps.ts';
import type { EvidenceDeps } from './evidence.ts';

/**
 * A scope: a key with it. `key`: any key. `tool`: any key, and the tool decides. `read or link`: a key with the scope
 * read, or the capability link of the task. `signature`: the sender's inbound secret. `open`: everybody.
 */
export type Access = KeyScope | 'key' | 'tool' | 'read or link' | 'signature' | 'open';

/** What the handlers get: the parts of the service, and how it knows its callers. */
export interface DispatchRouteDeps extends DispatchDeps, Pick<EvidenceDeps, 'ownerOf' | 'isSignedIn'> {
  readonly read: CallerReader;
  readonly takeToken: TakeToken;
}

export type DispatchRoute = ApiRoute<Access, DispatchRouteDeps>;

/** What a tool of the MCP endpoint needs of the key; the endpoint lets any key in (D22). */
export const toolAccess: Readonly<Record<string, KeyScope | 'key'>> = {
  run_portal_task: permissions.submitTasks.key,
  run_task_again: permissions.repeatTask.key,
  cancel_task: permissions.cancelTask.key,
  get_task_status: 'read',
  list_playbooks: 'key',
};

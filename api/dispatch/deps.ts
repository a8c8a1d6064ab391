/** What the handlers of the dispatch API depend on, made once at the start of the process. */
import type { DispatchCommands } from '../../commands/dispatch/deps.ts';
import type { ChangedRecipes } from '../../commands/dispatch/find-playbooks.ts';
import { permissions } from '../../commands/permissions.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { TaskLinks } from '../../domain/dispatch/present-task.ts';
import type { KeyScope } from '../../domain/key-scopes.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { TaskRow } from '../../store/tasks.ts';
import type { EnginePulse } from '../../temporal/engine-health.ts';
import type { ApiRoute } from '../http/api-route.ts';
import type { CallerReader } from '../http/bearer-key.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import type { EvidenceDeps } from './evidence.ts';
import type { DispatchMetrics } from './metrics.ts';

export interface DispatchDeps extends DispatchCommands {
  readonly metrics: DispatchMetrics;
  readonly blobs: BlobStore;
  /** The files; those in force for a sender are `playbooksOf`. */
  readonly playbooks: readonly LoadedPlaybook[];
  readonly changedRecipes: ChangedRecipes;
  /** Address of this API as the outside knows it, without a slash at the end. */
  readonly baseUrl: () => string;
  /** Whether the engine answers and who polls it, for the console. */
  readonly enginePulse: () => Promise<EnginePulse>;
  /** Whether the engine answers, now. */
  readonly engineReachable: () => Promise<boolean>;
  readonly linksOf: (task: Pick<TaskRow, 'id' | 'manifestFile' | 'podFile' | 'linkGeneration'>) => TaskLinks;
}

// What a row of the dispatch API's route table is: who may use it (D5, D19), and what its handler gets.

/**
 * A scope: a key with it. `read or admin`: one of the two. `key`: any key. `tool`: any key, and the tool decides. `read or link`: a key with the scope
 * read, or the capability link of the task. `signature`: the sender's inbound secret. `open`: everybody.
 */
export type Access = KeyScope | 'read or admin' | 'key' | 'tool' | 'read or link' | 'signature' | 'open';

/** What the handlers get: the parts of the service, and how it knows its callers. */
interface DispatchRouteDeps extends DispatchDeps, Pick<EvidenceDeps, 'ownerOf' | 'isSignedIn'> {
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

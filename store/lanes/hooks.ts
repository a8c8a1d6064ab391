/** Webhooks of workspaces (D40): make, list, delete, and rotate their secrets; every act is in the audit log. */
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { HookEventType } from '../../domain/lanes/hook-event.ts';
import { newId } from '../../process/ids.ts';
import { signingSecret } from '../../process/secrets.ts';
import { addAudit } from '../audit-log.ts';
import { type Pool, type Queryable, inTransaction } from '../database.ts';
import { endOpenDeliveries } from '../delivery-attempts.ts';
import { addFirstGeneration, rotateSecret, rotateSeenSecret } from '../secret-generations.ts';
import type { WorkspaceRef } from './ingest-request.ts';

export interface HookRow {
  readonly id: string;
  readonly url: string;
  readonly events: readonly HookEventType[];
  readonly createdAt: Date;
}

/** A hook as the people who run a deployment see it, of any owner. */
export interface DeploymentHook extends HookRow {
  /** Id of its workspace. */
  readonly workspace: string;
  readonly workspaceName: string;
}

/** Enough for every system of a company; each one more is a delivery more of every event. */
export const hooksPerWorkspace = 100;

const columns = `lane_hooks.id, url, lane_hooks.events, lane_hooks.created_at as "createdAt"`;

/** The hooks of a workspace that are there, oldest first. */
export async function listHooks(q: Queryable, workspaceNo: number): Promise<HookRow[]> {
  const found = await q.query<HookRow>({
    name: 'lane-hooks',
    text: `select ${columns} from lane_hooks where workspace_no = $1 and deleted_at is null order by created_at, id`,
    values: [workspaceNo],
  });
  return found.rows;
}

/** The hooks of all workspaces, oldest first. */
export async function listAllHooks(q: Queryable): Promise<DeploymentHook[]> {
  const found = await q.query<DeploymentHook>(
    `select ${columns}, workspaces.id as workspace, name as "workspaceName"
       from lane_hooks join workspaces on no = workspace_no
      where deleted_at is null order by lane_hooks.created_at, lane_hooks.id`,
  );
  return found.rows;
}

/** A hook of this workspace that is there. */
export async function readHook(q: Queryable, workspaceNo: number, hookId: string): Promise<HookRow | undefined> {
  const found = await q.query<HookRow>(
    `select ${columns} from lane_hooks where workspace_no = $1 and id = $2 and deleted_at is null`,
    [workspaceNo, hookId],
  );
  return found.rows[0];
}

/** Which workspace a hook belongs to, deleted or not. */
export async function workspaceOfHook(q: Queryable, hookId: string): Promise<WorkspaceRef | undefined> {
  const found = await q.query<WorkspaceRef>(
    'select no, workspaces.id from lane_hooks join workspaces on no = workspace_no where lane_hooks.id = $1',
    [hookId],
  );
  return found.rows[0];
}

interface NewHook {
  /** Judged by the caller (`checkCallbackUrl`). */
  readonly url: string;
  readonly events: readonly HookEventType[];
  readonly deploymentSecret: DeploymentSecret;
  readonly actor: string;
}

/** Makes a hook; its secret is shown once. @returns undefined when the workspace has as many as it may */
export async function createHook(
  pool: Pool,
  workspace: WorkspaceRef,
  given: NewHook,
): Promise<(HookRow & { readonly secret: string }) | undefined> {
  const id = newId('hook');
  return inTransaction(pool, async (q) => {
    await q.query('select 1 from workspaces where no = $1 for no key update', [workspace.no]);
    const made = await q.query<HookRow>(
      `insert into lane_hooks (id, workspace_no, url, events)
       select $1, $2, $3, $4
        where (select count(*) from lane_hooks where workspace_no = $2 and deleted_at is null) < ${hooksPerWorkspace}
       returning ${columns}`,
      [id, workspace.no, given.url, given.events],
    );
    const [hook] = made.rows;
    if (hook === undefined) return undefined;
    await addFirstGeneration(q, given.deploymentSecret, { ownerKind: 'hook', ownerId: id, purpose: 'outbound' });
    const details = { owner_id: workspace.id, url: given.url, events: given.events };
    await addAudit(q, { actor: given.actor, act: 'webhook.created', subject: id, details });
    return { ...hook, secret: hookSecret(given.deploymentSecret, id, 1) };
  });
}

/** Whose hook, which, and who acts. */
export interface HookAct {
  readonly workspace: WorkspaceRef;
  readonly hookId: string;
  readonly actor: string;
}

/** @returns the hook as it is now; undefined when it is not there */
export async function changeHook(
  pool: Pool,
  { workspace, hookId, actor }: HookAct,
  { url, events }: Pick<HookRow, 'url' | 'events'>,
): Promise<HookRow | undefined> {
  return inTransaction(pool, async (q) => {
    const changed = await q.query<HookRow>(
      `update lane_hooks set url = $3, events = $4 where workspace_no = $1 and id = $2 and deleted_at is null
       returning ${columns}`,
      [workspace.no, hookId, url, events],
    );
    const [hook] = changed.rows;
    if (hook === undefined) return undefined;
    const moved = await q.query(
      `update deliveries set url = $2
        where owner_kind = 'hook' and owner_id = $1 and status in ('pending', 'retrying') and url <> $2`,
      [hookId, url],
    );
    const details = { owner_id: workspace.id, url, events, moved_deliveries: moved.rowCount ?? 0 };
    await addAudit(q, { actor, act: 'webhook.changed', subject: hookId, details });
    return hook;
  });
}

/**
 * Deletes a hook and ends its open deliveries, each with the reason in the log.
 * @returns the deliveries that were open, whose workflows end when they next look; undefined when it is not there
 */
export async function deleteHook(pool: Pool, { workspace, hookId, actor }: HookAct): Promise<string[] | undefined> {
  return inTransaction(pool, async (q) => {
    const deleted = await q.query(
      `update lane_hooks set deleted_at = date_trunc('milliseconds', now())
        where workspace_no = $1 and id = $2 and deleted_at is null`,
      [workspace.no, hookId],
    );
    if (deleted.rowCount !== 1) return undefined;
    // The update has waited for rounds that hold the row, so what they queued is seen here.
    const ended = await endOpenDeliveries(q, { kind: 'hook', id: hookId }, 'webhook_deleted');
    const details = { owner_id: workspace.id, ended_deliveries: ended.length };
    await addAudit(q, { actor, act: 'webhook.deleted', subject: hookId, details });
    return ended;
  });
}

interface HookRotation extends HookAct {
  readonly deploymentSecret: DeploymentSecret;
  /** How long the old secret stays valid. */
  readonly graceMs: number;
  readonly now: Date;
  /** The newest generation that the asker saw; nothing is done where another rotation came in between. */
  readonly seen?: number;
}

/**
 * Brings a new secret, shown once; both sign until the grace period ends.
 * @returns undefined when it is not there, or was rotated since it was seen
 */
export async function rotateHookSecret(
  pool: Pool,
  { workspace, hookId, actor, deploymentSecret, graceMs, now, seen }: HookRotation,
): Promise<{ readonly secret: string; readonly oldValidUntil: Date } | undefined> {
  if ((await readHook(pool, workspace.no, hookId)) === undefined) return undefined;
  const owner = { ownerKind: 'hook', ownerId: hookId, purpose: 'outbound' } as const;
  const rotation = { ...owner, graceMs, now, actor, deploymentSecret };
  const rotated =
    seen === undefined ? await rotateSecret(pool, rotation) : await rotateSeenSecret(pool, rotation, seen);
  if (rotated === undefined) return undefined;
  return { secret: hookSecret(deploymentSecret, hookId, rotated.generation), oldValidUntil: rotated.oldValidUntil };
}

function hookSecret(deploymentSecret: DeploymentSecret, hookId: string, generation: number): string {
  return signingSecret(deploymentSecret, { ownerKind: 'hook', ownerId: hookId, purpose: 'outbound', generation });
}

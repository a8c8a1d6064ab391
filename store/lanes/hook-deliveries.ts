/** Deliveries to the hooks of a workspace: queued in the transaction of their cause, or because somebody asks. */
import { textSha256 } from '../../process/evidence-crypto.ts';
import { hookBody, hookDeliveryId } from '../../domain/lanes/hook-event.ts';
import type { HookEvent } from '../../domain/lanes/hook-event.ts';
import { newId } from '../../process/ids.ts';
import { addAudit } from '../audit-log.ts';
import { inTransaction } from '../database.ts';
import type { Pool, Queryable } from '../database.ts';
import { addDeliveries } from '../deliveries.ts';
import type { FailedSince, NewDelivery, sendAgain } from '../deliveries.ts';
import { recoverDeliveries, retryDelivery } from '../deployment-deliveries.ts';
import type { HookAct, HookRow } from './hooks.ts';
import type { WorkspaceRef } from './ingest-request.ts';

type Target = Pick<HookRow, 'id' | 'url' | 'events'>;

/**
 * Queues these events for every hook that wants them, in the caller's transaction: the one that announces them, so that each
 * is queued once.
 * @param waitsMs waits between the attempts
 * @returns how many deliveries were queued
 */
export async function queueHookEvents(
  q: Queryable,
  workspace: WorkspaceRef,
  events: readonly HookEvent[],
  waitsMs: readonly number[],
): Promise<number> {
  // The lock holds off a deletion until these deliveries are there for it to end.
  const hooks = await q.query<Target>({
    name: 'lane-hook-targets',
    text: `select id, url, events from lane_hooks where workspace_no = $1 and deleted_at is null order by id for share`,
    values: [workspace.no],
  });
  if (hooks.rows.length === 0) return 0;
  const now = new Date();
  return addDeliveries(
    q,
    events.flatMap((event) => {
      const body = Buffer.from(hookBody(event, workspace.id, now));
      return hooks.rows
        .filter((hook) => hook.events.some((wanted) => wanted === event.type))
        .map((hook) => deliveryOf(workspace, hook, event, now, body, waitsMs));
    }),
  );
}

function deliveryOf(
  workspace: WorkspaceRef,
  hook: Pick<Target, 'id' | 'url'>,
  event: HookEvent,
  now: Date,
  body: Buffer,
  waitsMs: readonly number[],
): NewDelivery {
  return {
    id: hookDeliveryId(event, hook.id, now, textSha256),
    ownerKind: 'hook',
    ownerId: hook.id,
    subjectId: event.id,
    event: event.type,
    scheme: 'lanes',
    url: hook.url,
    body,
    waitsMs,
    fairnessKey: workspace.id,
    workspaceNo: workspace.no,
  };
}

/** Sends a `ping` to a hook, whatever events it takes. @returns undefined when the hook is not there */
export async function pingHook(
  pool: Pool,
  { workspace, hookId, actor }: HookAct,
  waitsMs: readonly number[],
): Promise<{ readonly deliveryId: string; readonly eventId: string } | undefined> {
  return inTransaction(pool, async (q) => {
    const found = await q.query<Target>(
      `select id, url, events from lane_hooks where workspace_no = $1 and id = $2 and deleted_at is null for share`,
      [workspace.no, hookId],
    );
    const [hook] = found.rows;
    if (hook === undefined) return undefined;
    const now = new Date();
    const at = now.toISOString();
    const event: HookEvent = { id: newId('event'), type: 'ping', queue: null, step: null, at, data: {} };
    const delivery = deliveryOf(workspace, hook, event, now, Buffer.from(hookBody(event, workspace.id, now)), waitsMs);
    await addDeliveries(q, [delivery]);
    const details = { owner_id: workspace.id, delivery_id: delivery.id };
    await addAudit(q, { actor, act: 'webhook.tested', subject: hookId, details });
    return { deliveryId: delivery.id, eventId: event.id };
  });
}

/**
 * Sends a delivery of a workspace again.
 * @returns `queued`; `open` when it waits, so that its workflow is to be asked; `owner_gone` when its hook was deleted;
 *   undefined when the workspace has no such delivery
 */
export async function sendHookDeliveryAgain(
  pool: Pool,
  workspace: WorkspaceRef,
  deliveryId: string,
  actor: string,
): Promise<Awaited<ReturnType<typeof sendAgain>>> {
  const found = await pool.query<{ hookId: string }>(
    `select owner_id as "hookId" from deliveries where id = $1 and workspace_no = $2`,
    [deliveryId, workspace.no],
  );
  const hookId = found.rows[0]?.hookId;
  if (hookId === undefined) return undefined;
  return retryDelivery(pool, deliveryId, actor, { kind: 'hook', id: hookId });
}

/** Sends everything again that failed in the span, of all hooks of a workspace that are there. @returns how many */
export async function recoverHookDeliveries(
  pool: Pool,
  workspace: WorkspaceRef,
  span: FailedSince,
  actor: string,
): Promise<number> {
  const hooks = await pool.query<{ id: string }>(
    'select id from lane_hooks where workspace_no = $1 and deleted_at is null order by id',
    [workspace.no],
  );
  let queued = 0;
  for (const { id } of hooks.rows)
    queued += await recoverDeliveries(pool, { owner: { kind: 'hook', id }, span, actor });
  return queued;
}

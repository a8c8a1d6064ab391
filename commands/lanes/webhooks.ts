/** Webhooks of a workspace (D40): make, delete, test with a ping, rotate the secret. */
import type { HookEventType } from '../../domain/lanes/hook-event.ts';
import { checkCallbackUrl } from '../../process/outbound/address-guard.ts';
import { pingHook } from '../../store/lanes/hook-deliveries.ts';
import { changeHook, createHook, deleteHook, hooksPerWorkspace, rotateHookSecret } from '../../store/lanes/hooks.ts';
import type { HookAct, HookRow } from '../../store/lanes/hooks.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { LanesCommands } from './deps.ts';

const noWebhook = (): Refusal => refusal('not_found', 'there is no such webhook');

interface NewWebhook {
  readonly url: string;
  readonly events: readonly HookEventType[];
  readonly actor: string;
}

export async function createWebhook(
  { pool, settings, deploymentSecret }: Pick<LanesCommands, 'pool' | 'settings' | 'deploymentSecret'>,
  workspace: WorkspaceRef,
  { url, events, actor }: NewWebhook,
): Promise<(HookRow & { readonly secret: string }) | Refusal> {
  const judged = checkCallbackUrl(url, { allowLoopback: settings.DISPATCH_ALLOW_LOOPBACK }, 'url');
  if (!judged.ok) return refusal('invalid_request', judged.sentence);
  const made = await createHook(pool, workspace, { url, events, deploymentSecret, actor });
  if (made !== undefined) return made;
  return refusal('too_many_webhooks', `a workspace has at most ${hooksPerWorkspace} webhooks; delete one first`);
}

/**
 * Another address or other events. Deliveries that are still being tried go to the new address too.
 * @param urlName what the caller calls the address
 */
export async function changeWebhook(
  { pool, settings }: Pick<LanesCommands, 'pool' | 'settings'>,
  act: HookAct,
  { url, events }: Omit<NewWebhook, 'actor'>,
  urlName = 'url',
): Promise<HookRow | Refusal> {
  const judged = checkCallbackUrl(url, { allowLoopback: settings.DISPATCH_ALLOW_LOOPBACK }, urlName);
  if (!judged.ok) return refusal('invalid_request', judged.sentence, { field: 'url' });
  if (events.length === 0)
    return refusal('invalid_request', 'events must name at least one event', { field: 'events' });
  return (await changeHook(pool, act, { url, events })) ?? noWebhook();
}

/**
 * Its pending deliveries are cancelled.
 * @returns how many they were; `workflowsAsked` resolves when their workflows were asked to look, or could not be
 */
export async function deleteWebhook(
  { pool, askRetryNow, log }: Pick<LanesCommands, 'pool' | 'askRetryNow'> & Partial<Pick<LanesCommands, 'log'>>,
  act: HookAct,
): Promise<{ readonly ended: number; readonly workflowsAsked: Promise<void> } | Refusal> {
  const ended = await deleteHook(pool, act);
  if (ended === undefined) return noWebhook();
  // Nothing more is sent whether or not the engine answers; it only makes their workflows look at once.
  const workflowsAsked = endWorkflows(ended, askRetryNow).catch((error: unknown) =>
    log?.warn({ err: error }, 'workflows of ended deliveries will end at the time of their next attempt'),
  );
  return { ended: ended.length, workflowsAsked };
}

/** As many as are asked to look at once; the others end by themselves at their next attempt, in hours. */
const endedAtOnce = 1_000;

/**
 * Has the workflows of deliveries end whose rows say that they are over: one that looks now finds that. Nothing would
 * be sent without it either.
 */
async function endWorkflows(
  deliveryIds: readonly string[],
  ask: (deliveryId: string) => Promise<boolean>,
): Promise<void> {
  for (const id of deliveryIds.slice(0, endedAtOnce)) await ask(id);
}

export async function testWebhook(
  { pool, settings, wakeStarts }: Pick<LanesCommands, 'pool' | 'settings' | 'wakeStarts'>,
  act: HookAct,
): Promise<{ readonly deliveryId: string; readonly eventId: string } | Refusal> {
  const sent = await pingHook(pool, act, settings.LANES_WEBHOOK_WAITS_MS);
  if (sent === undefined) return noWebhook();
  wakeStarts();
  return sent;
}

interface WebhookRotation extends HookAct {
  /** How long the old secret stays valid; left out, as the settings say. */
  readonly graceMs?: number;
  /** The generation that a page showed: a later one is left alone. */
  readonly seen?: number;
}

/** @returns a refusal too where `seen` is not the newest generation */
export async function rotateWebhookSecret(
  { pool, settings, deploymentSecret, now }: Pick<LanesCommands, 'pool' | 'settings' | 'deploymentSecret' | 'now'>,
  { graceMs = settings.DELIVERY_SECRET_GRACE_MS, ...act }: WebhookRotation,
): Promise<{ readonly secret: string; readonly oldValidUntil: Date } | Refusal> {
  const rotated = await rotateHookSecret(pool, { ...act, deploymentSecret, graceMs, now: now() });
  return rotated ?? noWebhook();
}

/** `admin lanes webhook`: the webhooks of workspaces and what went out to them, by the functions of the API. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { recover as recoverDeliveries } from '../commands/deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../commands/lanes/webhooks.ts';
import { type Refusal, isRefused } from '../commands/refusal.ts';
import { type HookEventType, hookEventTypes } from '../domain/lanes/hook-event.ts';
import { type LoggedStatus, readHookLog } from '../store/lanes/hook-deliveries.ts';
import { type HookAct, listAllHooks, readHook, workspaceOfHook } from '../store/lanes/hooks.ts';
import { idOf, span, timeOrAgo, wholeNumber } from './arguments.ts';
import { AdminRefusal, type Deployment, granted, withDeployment } from './deployment.ts';
import { fromHere, withEngine } from './with-engine.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';
import { knownWorkspace } from './workspace.ts';

const keptNowhere = 'Hand the secret over now; it is not shown again.';

export function lanesWebhookCommand(): Command {
  const command = new Command('webhook').description('Webhooks of workspaces');
  const workspace = ['--workspace <id>', 'the workspace (ws_…)'] as const;
  command
    .command('list')
    .description('List webhooks, oldest first')
    .option('--workspace <id>', 'filter by workspace (ws_…)', idOf('workspace'))
    .action(list);
  command
    .command('create')
    .description('Create a webhook and show its signing secret')
    .argument('<url>', 'https URL of the receiver')
    .requiredOption(...workspace)
    .option('--events <types>', `event types, separated by commas (default: ${hookEventTypes.join(',')})`, eventTypes)
    .action(create);
  command
    .command('change')
    .description('Change the URL or the events of a webhook; deliveries still being tried go to the new URL too')
    .argument('<webhook>', 'id of the webhook (wh_…)')
    .option('--url <url>', 'https URL of the receiver')
    .option('--events <types>', 'event types, separated by commas', eventTypes)
    .action(change);
  command
    .command('delete')
    .description('Delete a webhook; its pending deliveries are cancelled')
    .argument('<webhook>', 'id of the webhook (wh_…)')
    .action(remove);
  command
    .command('test')
    .description('Send a test event (ping)')
    .argument('<webhook>', 'id of the webhook (wh_…)')
    .action(test);
  command
    .command('rotate')
    .description('Rotate the signing secret; old and new both sign until the grace period ends')
    .argument('<webhook>', 'id of the webhook (wh_…)')
    .option('--grace <span>', 'how long the old secret stays valid (default: DELIVERY_SECRET_GRACE_MS)', span)
    .action(rotate);
  command
    .command('deliveries')
    .description('List attempts, newest first; with --status pending, deliveries waiting for an attempt')
    .requiredOption(...workspace)
    .option('--webhook <id>', 'filter by webhook', idOf('hook'))
    .addOption(
      new Option('--status <status>', 'filter by status').choices(['delivered', 'retrying', 'failed', 'pending']),
    )
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 50)
    .action(deliveries);
  command
    .command('recover')
    .description('Resend all deliveries that failed since a time')
    .requiredOption(...workspace)
    .requiredOption('--since <time or span>', 'earliest failure time, or age such as 24h', timeOrAgo)
    .option('--until <time or span>', 'latest failure time (exclusive)', timeOrAgo)
    .action(recover);
  return command;
}

async function list({ workspace, ...options }: PrintOptions & { readonly workspace?: string }): Promise<void> {
  const hooks = await withDeployment(async (deployment) => {
    if (workspace !== undefined) await knownWorkspace(deployment, workspace);
    return (await listAllHooks(deployment.pool)).filter((hook) => (workspace ?? hook.workspace) === hook.workspace);
  });
  printList(
    'webhooks',
    hooks.map((hook) => ({
      webhook_id: hook.id,
      workspace: hook.workspace,
      events: hook.events,
      created_at: hook.createdAt.toISOString(),
      url: hook.url,
    })),
    options,
  );
}

interface CreateOptions extends PrintOptions {
  readonly workspace: string;
  readonly events?: readonly HookEventType[];
}

interface ChangeOptions extends PrintOptions {
  readonly url?: string;
  readonly events?: readonly HookEventType[];
}

async function change(hookId: string, { url, events, ...options }: ChangeOptions): Promise<void> {
  const changed = await withDeployment(async (deployment) => {
    const workspace = await workspaceOfHook(deployment.pool, hookId);
    const hook = workspace && (await readHook(deployment.pool, workspace.no, hookId));
    if (workspace === undefined || hook === undefined) throw new AdminRefusal(`there is no webhook ${hookId}`);
    const wanted = { url: url ?? hook.url, events: events ?? hook.events };
    return granted(await changeWebhook(deployment, { workspace, hookId, actor: deployment.actor }, wanted));
  });
  printRecord({ webhook_id: changed.id, url: changed.url, events: changed.events }, options);
}

async function create(url: string, { workspace, events = hookEventTypes, ...options }: CreateOptions): Promise<void> {
  const made = await withDeployment(async (deployment) => {
    const owner = await knownWorkspace(deployment, workspace);
    return granted(await createWebhook(deployment, owner, { url, events, actor: deployment.actor }));
  });
  printRecord({ webhook_id: made.id, workspace, url, events: made.events, secret: made.secret }, options, keptNowhere);
}

async function remove(hookId: string, options: PrintOptions): Promise<void> {
  const toAsk: string[] = [];
  const { ended, workflowsAsked } = await withDeployment(async (deployment) => {
    const deps = { pool: deployment.pool, askRetryNow: async (id: string) => toAsk.push(id) > 0 };
    return known(hookId, await deleteWebhook(deps, await actOn(deployment, hookId)));
  });
  await workflowsAsked;
  // All of them by one connection to the engine, which need not answer.
  if (toAsk.length > 0) {
    const { askRetryNow } = await import('../temporal/workflow-messages.ts');
    await withEngine(async ({ client }) => {
      for (const id of toAsk) await askRetryNow(client, id);
    }).catch(() => undefined);
  }
  printRecord({ webhook_id: hookId, ended_deliveries: ended }, options);
}

async function test(hookId: string, options: PrintOptions): Promise<void> {
  const sent = await withDeployment(async (deployment) =>
    known(hookId, await testWebhook({ ...fromHere, ...deployment }, await actOn(deployment, hookId))),
  );
  printRecord({ webhook_id: hookId, delivery_id: sent.deliveryId, queued: true }, options);
}

async function rotate(
  hookId: string,
  { grace, ...options }: PrintOptions & { readonly grace?: number },
): Promise<void> {
  const rotated = await withDeployment(async (deployment) => {
    const rotation = { ...(await actOn(deployment, hookId)), graceMs: grace };
    return known(hookId, await rotateWebhookSecret({ ...deployment, now: () => new Date() }, rotation));
  });
  const { secret, oldValidUntil } = rotated;
  printRecord({ webhook_id: hookId, secret, old_valid_until: oldValidUntil.toISOString() }, options, keptNowhere);
}

interface DeliveriesOptions extends PrintOptions {
  readonly workspace: string;
  readonly webhook?: string;
  readonly status?: LoggedStatus;
  readonly limit: number;
}

async function deliveries({ workspace, webhook, status, limit, ...options }: DeliveriesOptions): Promise<void> {
  const rows = await withDeployment(async (deployment) => {
    const { no } = await knownWorkspace(deployment, workspace);
    return readHookLog(deployment.pool, no, { limit, hookId: webhook, status });
  });
  printList(
    'deliveries',
    rows.slice(0, limit).map((row) => ({
      delivery_id: row.id,
      attempt: row.attempt,
      status: row.status,
      event: row.type,
      answer: row.responseStatus === null ? row.error : String(row.responseStatus),
      at: row.at.toISOString(),
      next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
      webhook_id: row.hookId,
      url: row.url,
    })),
    options,
  );
}

interface RecoverOptions extends PrintOptions {
  readonly workspace: string;
  readonly since: Date;
  readonly until?: Date;
}

async function recover({ workspace, since, until, ...options }: RecoverOptions): Promise<void> {
  if (until !== undefined && until <= since) throw new AdminRefusal('--until must be later than --since');
  const queued = await withDeployment(async (deployment) => {
    const owner = await knownWorkspace(deployment, workspace);
    const failed = until === undefined ? { since } : { since, until };
    return recoverDeliveries({ ...fromHere, pool: deployment.pool }, failed, deployment.actor, { workspace: owner });
  });
  printRecord({ queued }, options);
}

/** @throws AdminRefusal */
async function actOn({ pool, actor }: Deployment, hookId: string): Promise<HookAct> {
  const workspace = await workspaceOfHook(pool, hookId);
  if (workspace === undefined) throw noHook(hookId);
  return { workspace, hookId, actor };
}

/** @throws AdminRefusal where there is no such webhook */
function known<T>(hookId: string, result: T | Refusal): T {
  if (isRefused(result)) throw noHook(hookId);
  return result;
}

const noHook = (hookId: string): AdminRefusal => new AdminRefusal(`there is no webhook ${hookId}`);

function eventTypes(text: string): HookEventType[] {
  const wanted = text.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !hookEventTypes.some((type) => type === name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`Events are some of ${hookEventTypes.join(', ')}; not ${unknown.join(', ')}.`);
  return hookEventTypes.filter((type) => wanted.includes(type));
}

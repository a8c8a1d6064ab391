/** `admin delivery`: finds results that did not arrive and has them sent again (D28). */
import { Command, Option } from 'commander';
import { recover as recoverDeliveries, retry as retryDelivery } from '../commands/deliveries.ts';
import { isRefused } from '../commands/refusal.ts';
import { subjectOf } from '../domain/dispatch/task-title.ts';
import { endpointHealth } from '../domain/delivery/health.ts';
import type { DeliveryState } from '../domain/delivery/retry-schedule.ts';
import { listBoardDeliveries } from '../store/deployment-deliveries.ts';
import { listEndpoints } from '../store/endpoint-health.ts';
import { idOf, timeOrAgo, wholeNumber } from './arguments.ts';
import { AdminRefusal, granted, withDeployment } from './deployment.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';
import { knownSender } from './sender.ts';
import { fromHere } from './with-engine.ts';

export function deliveryCommand(): Command {
  const command = new Command('delivery').description('Deliveries of results, for all senders');
  command
    .command('list')
    .description('List deliveries, newest first')
    .option('--sender <id>', 'filter by sender', idOf('sender'))
    .option('--task <id>', 'filter by task', idOf('task'))
    .addOption(
      new Option('--status <status>', 'filter by status').choices(['pending', 'retrying', 'delivered', 'failed']),
    )
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 50)
    .action(list);
  command
    .command('retry')
    .description('Resend a delivery now, whether it has finished or is waiting for its next attempt')
    .argument('<delivery>', 'id of the delivery (dl_…)')
    .action(retry);
  command
    .command('recover')
    .description('Resend all deliveries that failed since a time')
    .requiredOption('--since <time or span>', 'earliest failure time, or age such as 24h', timeOrAgo)
    .option('--until <time or span>', 'latest failure time (exclusive)', timeOrAgo)
    .option('--sender <id>', 'filter by sender', idOf('sender'))
    .action(recover);
  command.addCommand(endpointsCommand());
  return command;
}

interface ListOptions extends PrintOptions {
  readonly sender?: string;
  readonly task?: string;
  readonly status?: DeliveryState;
  readonly limit: number;
}

async function list({ sender, task, status, limit, ...options }: ListOptions): Promise<void> {
  const { deliveries } = await withDeployment(({ pool }) =>
    listBoardDeliveries(pool, { limit, ownerId: sender, subjectId: task, status }),
  );
  printList(
    'deliveries',
    deliveries.map((row) => ({
      delivery_id: row.id,
      status: row.status,
      event: row.event,
      task_id: row.subjectId,
      sender_id: row.ownerId,
      attempts: row.attempts,
      last_answer: row.lastStatus === null ? row.lastError : String(row.lastStatus),
      next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
      url: row.url,
    })),
    options,
    // The numbers that people know come first; the id is last, because it is copied.
    deliveries.map((row) => ({
      about: row.task ? subjectOf(row.task) : row.subjectId,
      event: row.event,
      status: row.status,
      attempts: row.attempts,
      last_answer: row.lastStatus === null ? row.lastError : String(row.lastStatus),
      next_attempt: row.nextAttemptAt?.toISOString() ?? null,
      owner: row.ownerName ?? row.ownerId,
      queued: row.createdAt.toISOString(),
      delivery_id: row.id,
      url: row.url,
    })),
  );
}

async function retry(deliveryId: string, options: PrintOptions): Promise<void> {
  const retried = await withDeployment(({ pool, actor }) => retryDelivery({ ...fromHere, pool }, deliveryId, actor));
  if (isRefused(retried) && retried.refused === 'not_found')
    throw new AdminRefusal(`there is no delivery ${deliveryId}`);
  granted(retried);
  printRecord({ delivery_id: deliveryId, queued: true }, options);
}

interface RecoverOptions extends PrintOptions {
  readonly since: Date;
  readonly until?: Date;
  readonly sender?: string;
}

async function recover({ since, until, sender, ...options }: RecoverOptions): Promise<void> {
  if (until !== undefined && until <= since) throw new AdminRefusal('--until must be later than --since');
  const queued = await withDeployment(async (deployment) => {
    const { pool, actor } = deployment;
    if (sender !== undefined) await knownSender(deployment, sender);
    const failed = until === undefined ? { since } : { since, until };
    const scope = sender === undefined ? undefined : { owner: { kind: 'sender', id: sender } as const };
    return recoverDeliveries({ ...fromHere, pool }, failed, actor, scope);
  });
  printRecord({ queued }, options);
}

/** `admin delivery endpoints`: the health of the addresses that results and hooks go to. */
function endpointsCommand(): Command {
  return new Command('endpoints')
    .description('List delivery endpoints and their health, failing ones first')
    .option('--owner <id>', 'filter by sender or webhook', idOf('sender', 'hook'))
    .option('--failing', 'show only failing endpoints')
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 50)
    .action(showEndpoints);
}

interface EndpointOptions extends PrintOptions {
  readonly owner?: string;
  readonly failing?: boolean;
  readonly limit: number;
}

async function showEndpoints({ owner, failing, limit, ...options }: EndpointOptions): Promise<void> {
  const endpoints = await withDeployment(({ pool }) =>
    listEndpoints(pool, { limit, ownerId: owner, ...(failing === true ? { failing } : {}) }),
  );
  printList(
    'endpoints',
    endpoints.map((row) => ({ ...endpointHealth(row), owner_id: row.ownerId, origin: row.origin })),
    options,
  );
}

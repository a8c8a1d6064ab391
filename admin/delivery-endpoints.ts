/** `admin delivery endpoints`: the health of the addresses that results and hooks go to. */
import { Command } from 'commander';
import { endpointHealth } from '../domain/delivery/health.ts';
import { listEndpoints } from '../store/endpoint-health.ts';
import { wholeNumber } from './arguments.ts';
import { withDeployment } from './deployment.ts';
import { printList } from './print.ts';
import type { PrintOptions } from './print.ts';

export function endpointsCommand(): Command {
  return new Command('endpoints')
    .description('List delivery endpoints and their health, failing ones first')
    .option('--owner <id>', 'filter by sender or webhook')
    .option('--failing', 'show only failing endpoints')
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 50)
    .option('--json', 'print the result as JSON')
    .action(list);
}

interface ListOptions extends PrintOptions {
  readonly owner?: string;
  readonly failing?: boolean;
  readonly limit: number;
}

async function list({ owner, failing, limit, ...options }: ListOptions): Promise<void> {
  const endpoints = await withDeployment(({ pool }) =>
    listEndpoints(pool, {
      limit,
      ...(owner === undefined ? {} : { ownerId: owner }),
      ...(failing === true ? { failing } : {}),
    }),
  );
  printList(
    'endpoints',
    endpoints.map((row) => ({ ...endpointHealth(row), owner_id: row.ownerId, origin: row.origin })),
    options,
  );
}

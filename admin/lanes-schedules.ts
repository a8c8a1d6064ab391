/** `admin lanes schedules`: the Schedules that close the weeks of workspaces. */
import { Command } from 'commander';
import { openPool } from '../store/database.ts';
import { listWorkspaces } from '../store/lanes/workspaces.ts';
import { databaseUrl } from './deployment.ts';
import { type PrintOptions, printRecord } from './terminal.ts';
import { withEngine } from './with-engine.ts';

export function lanesSchedulesCommand(): Command {
  return new Command('schedules')
    .description('Update the Schedules that close weeks to match the workspaces; workers also do this at startup')
    .action(schedules);
}

async function schedules(options: PrintOptions): Promise<void> {
  const { reconcileWeekSchedules } = await import('../temporal/schedules.ts');
  await withEngine(async ({ client }, settings) => {
    const pool = openPool({ url: databaseUrl(settings), size: 1, name: 'admin' });
    try {
      const workspaces = await listWorkspaces(pool);
      const { kept, removed } = await reconcileWeekSchedules(client, settings.ENGINE_TASK_QUEUE_SUFFIX, workspaces);
      printRecord({ kept: [...kept], removed: [...removed] }, options);
    } finally {
      await pool.end();
    }
  });
}

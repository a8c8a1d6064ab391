/** `admin migrate`: brings the database to the schema of this version; running it again changes nothing. */
import { Command } from 'commander';
import { openPool } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import type { DatabaseUrls } from './deployment.ts';
import { terminal } from './terminal.ts';

/** @param urls finds the database when the command runs, so that help needs none */
export function migrateCommand(urls: () => DatabaseUrls): Command {
  return new Command('migrate')
    .description('Migrate the database schema to this version')
    .action(async (options: { json?: boolean }) => {
      const { owner, service } = urls();
      const pool = openPool({ url: owner, size: 1, name: 'migrate' });
      try {
        const applied = await migrate(pool, service);
        const sentence = applied.length === 0 ? 'The schema is current.' : `Applied ${applied.join(', ')}.`;
        terminal().out(`${options.json ? JSON.stringify({ applied }) : sentence}\n`);
      } finally {
        await pool.end();
      }
    });
}

/** `admin audit`: reads the append-only log of who did what (D5). */
import { Command } from 'commander';
import { type AuditFilter, type LoggedEntry, listAudit } from '../store/audit-log.ts';
import { printable, timeOrAgo, wholeNumber } from './arguments.ts';
import { withDeployment } from './deployment.ts';
import { type PrintOptions, printList, terminal } from './terminal.ts';

export function auditCommand(): Command {
  const command = new Command('audit').description(
    'Audit log: changes to senders, keys, workspaces, deliveries and people, and decisions',
  );
  command
    .command('list')
    .description('List entries, newest first')
    .option('--about <id>', 'filter by sender (and its keys), key, delivery or portal account', printable)
    .option('--act <act>', 'filter by action, such as key.revoked, or key for all actions on keys', printable)
    .option('--by <text>', 'filter by part of the actor', printable)
    .option('--since <time or span>', 'earliest time, or age such as 24h', timeOrAgo)
    .option('--until <time or span>', 'latest time (exclusive), or age', timeOrAgo)
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 50)
    .action(async (options: PrintOptions & AuditFilter) => {
      const entries = await withDeployment(({ pool }) => listAudit(pool, options));
      if (options.json === true) terminal().out(`${JSON.stringify({ entries: entries.map(presentEntry) })}\n`);
      else
        printList(
          'entries',
          entries.map((entry) => ({ ...presentEntry(entry), details: detailsText(entry) })),
          options,
        );
    });
  return command;
}

function presentEntry({ at, actor, act, subject, details }: LoggedEntry) {
  return { at: at.toISOString(), actor, act, subject, details };
}

function detailsText({ details }: LoggedEntry): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

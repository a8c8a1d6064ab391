/** `admin write`: portal writes of which nobody knows whether they happened, and a person's word on them (D25). */
import { Command } from 'commander';
import { resolveWrite } from '../commands/dispatch/follow-up-task.ts';
import { isRefused } from '../commands/refusal.ts';
import { type WriteResolution, wordFindings } from '../domain/dispatch/writing/write-once.ts';
import { listUncertain } from '../store/portal-intents.ts';
import { AdminRefusal, granted, withDeployment } from './deployment.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';

export function writeCommand(): Command {
  const command = new Command('write').description('Portal writes whose outcome is not certain');
  command
    .command('list')
    .description('List uncertain writes, oldest first; each blocks other tasks from its record')
    .action(list);
  command
    .command('settle')
    .description('Record what a person found in the portal, so that other tasks can work on the record again')
    .argument('<task>', 'id of the task that ended uncertain (tsk_…)')
    .option('--written <number>', 'found in the portal, under this portal number')
    .option('--not-written', 'not found in the portal')
    .option('--note <text>', 'what was seen, stored in the audit log')
    .action(settle);
  return command;
}

async function list(options: PrintOptions): Promise<void> {
  const writes = await withDeployment(({ pool }) => listUncertain(pool));
  printList(
    ['writes', 'uncertain writes'],
    writes.map((row) => ({
      task_id: row.taskId,
      portal: row.portal,
      record: row.scope,
      mark: row.order.mark,
      clicks: row.submits,
      number: row.number,
      at: row.openedAt.toISOString(),
    })),
    options,
  );
}

interface SettleOptions extends PrintOptions {
  readonly written?: string;
  readonly notWritten?: boolean;
  readonly note?: string;
}

async function settle(taskId: string, { written, notWritten, note, ...options }: SettleOptions): Promise<void> {
  if ((written === undefined) === (notWritten !== true))
    throw new AdminRefusal('say one of --written <number> and --not-written');
  const word: WriteResolution = {
    state: written === undefined ? 'absent' : 'written',
    number: written ?? null,
    note: note || null,
  };
  const [finding] = wordFindings(word);
  if (finding !== undefined)
    throw new AdminRefusal(finding.replace(/^number\b/, '--written').replace(/^note\b/, '--note'));
  const resolved = await withDeployment(({ pool, actor }) => resolveWrite(pool, { taskId, word, actor }));
  if (isRefused(resolved) && resolved.refused === 'not_found')
    throw new AdminRefusal(`task ${taskId} has no write that is not certain`);
  granted(resolved);
  printRecord({ task_id: taskId, ...word }, options);
}

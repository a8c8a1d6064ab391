/** `admin write`: portal writes of which nobody knows whether they happened, and a person's word on them (D25). */
import { Command } from 'commander';
import { addAudit } from '../store/audit-log.ts';
import { inTransaction } from '../store/database.ts';
import { listUncertain, readIntents, settleIntent } from '../store/portal-intents.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { printList, printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';

export function writeCommand(): Command {
  const command = new Command('write').description('Portal writes whose outcome is not certain');
  command
    .command('list')
    .description('List them, oldest first; each keeps other tasks away from its record')
    .option('--json', 'print the result as JSON')
    .action(list);
  command
    .command('settle')
    .description('Say what a person found in the portal, so that other tasks may work on the record again')
    .argument('<task>', 'id of the task that ended uncertain (tsk_…)')
    .option('--written <number>', "it is there, under this number of the portal's")
    .option('--not-written', 'it is not there')
    .option('--json', 'print the result as JSON')
    .action(settle);
  return command;
}

async function list(options: PrintOptions): Promise<void> {
  const writes = await withDeployment(({ pool }) => listUncertain(pool));
  printList(
    'writes that are not certain',
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
}

async function settle(taskId: string, { written, notWritten, ...options }: SettleOptions): Promise<void> {
  if ((written === undefined) === (notWritten !== true))
    throw new AdminRefusal('say one of --written <number> and --not-written');
  const state = written === undefined ? 'absent' : 'written';
  await withDeployment(async ({ pool, actor }) =>
    inTransaction(pool, async (q) => {
      const intent = (await readIntents(q, taskId)).find((row) => row.state === 'uncertain');
      if (intent === undefined) throw new AdminRefusal(`task ${taskId} has no write that is not certain`);
      await settleIntent(q, taskId, intent.action, state, written ?? null);
      const details = { action: intent.action, record: intent.scope, state, number: written ?? null };
      await addAudit(q, { actor, act: 'write.settled', subject: taskId, details });
    }),
  );
  printRecord({ task_id: taskId, state, number: written ?? null }, options);
}

/** `admin approval`: what waits for a person, and a person's decision from the command line (D17). */
import { Command, InvalidArgumentError, Option } from 'commander';
import { noteLimit } from '../domain/dispatch/decision-input.ts';
import { centsText } from '../domain/dispatch/present-task.ts';
import { newId } from '../process/ids.ts';
import { listPending, readApproval } from '../store/approvals.ts';
import { addAudit } from '../store/audit-log.ts';
import { sendDecision } from '../temporal/decide-approval.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { withEngine } from './engine.ts';
import { printList, printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';
import { terminal } from './terminal.ts';

export function approvalCommand(): Command {
  const command = new Command('approval').description('Changes that wait for a person');
  command
    .command('list')
    .description('List what waits for a decision, the next to expire first')
    .option('--json', 'print the result as JSON')
    .action(list);
  command
    .command('decide')
    .description('Approve or refuse one, as the person that --actor names')
    .argument('<task>', 'id of the task (tsk_…)')
    .argument('<approval>', 'id of the approval (apr_…)')
    .addOption(
      new Option('--decision <decision>', 'what is decided').choices(['approve', 'refuse']).makeOptionMandatory(),
    )
    .option('--note <text>', 'kept with the decision and shown to everybody', noteText)
    .option('--json', 'print the result as JSON')
    .action(decide);
  return command;
}

async function list(options: PrintOptions): Promise<void> {
  const pending = await withDeployment(({ pool }) => listPending(pool));
  printList(
    'approvals that wait',
    pending.map((row) => ({
      approval_id: row.id,
      task_id: row.taskId,
      task_type: row.taskType,
      amount: row.amountCents === null ? null : centsText(row.amountCents),
      decided: `${row.decisions} of ${row.needed}`,
      expires_at: row.expiresAt.toISOString(),
      reason: row.reason,
    })),
    options,
  );
}

interface DecideOptions extends PrintOptions {
  readonly decision: 'approve' | 'refuse';
  readonly note?: string;
}

async function decide(
  taskId: string,
  approvalId: string,
  { decision, note, ...options }: DecideOptions,
): Promise<void> {
  const taken = await withDeployment(async ({ pool, actor }) => {
    if ((await readApproval(pool, taskId, approvalId)) === undefined)
      throw new AdminRefusal(`task ${taskId} has no approval ${approvalId}`);
    const details = { task_id: taskId, decision, note: note ?? null };
    // Written before: what is asked for shows in the log even if this process ends here.
    await addAudit(pool, { actor, act: 'approval.decided', subject: approvalId, details });
    const named = terminal().actor();
    const answer = await withEngine(({ client }) =>
      sendDecision(client, taskId, {
        id: newId('decision'),
        approval_id: approvalId,
        decision,
        note: note ?? null,
        decider: { by: actor, key_id: null, email: named?.includes('@') === true ? named : null, may_approve: true },
      }),
    );
    if (answer.kind === 'refused') throw new AdminRefusal(answer.sentence);
    if (answer.kind === 'not_running')
      throw new AdminRefusal(`the work on ${taskId} is over, or has yet to be taken up`);
    return answer;
  });
  printRecord({ approval_id: taken.approval_id, status: taken.status }, options);
}

function noteText(text: string): string {
  if (text.length > noteLimit) throw new InvalidArgumentError(`A note has at most ${noteLimit} characters.`);
  return text;
}

/** `admin approval`: what waits for a person, and a person's decision from the command line (D17). */
import { Command, InvalidArgumentError, Option } from 'commander';
import { noteLimit } from '../domain/dispatch/decision-input.ts';
import { centsText, presentApproval } from '../domain/dispatch/present-task.ts';
import { listPending, readApproval } from '../store/approvals.ts';
import { readShownApproval } from '../store/approvals-shown.ts';
import type { ShownApproval } from '../store/approvals-shown.ts';
import { openBlobStore } from '../store/blobs/open-blob-store.ts';
import { findPerson } from '../store/people.ts';
import { readShownContents } from '../store/shown-contents.ts';
import type { ShownContents } from '../store/shown-contents.ts';
import { AdminRefusal, granted, withDeployment } from './deployment.ts';
import { withEngine } from './with-engine.ts';
import { harmless, printList, printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';
import { terminal } from './terminal.ts';

export function approvalCommand(): Command {
  const command = new Command('approval').description('Changes that need approval');
  command
    .command('list')
    .description('List pending approvals, next to expire first')
    .option('--json', 'print the result as JSON')
    .action(list);
  command
    .command('show')
    .description('Show an approval as approvers see it: the change and the portal page it is bound to')
    .argument('<approval>', 'id of the approval (apr_…), or of a task for its newest approval')
    .option('--json', 'print the result as JSON')
    .action(show);
  command
    .command('decide')
    .description('Approve or refuse, as the person given by --actor')
    .argument('<task>', 'id of the task (tsk_…)')
    .argument('<approval>', 'id of the approval (apr_…)')
    .addOption(new Option('--decision <decision>', 'the decision').choices(['approve', 'refuse']).makeOptionMandatory())
    .option('--note <text>', 'note stored with the decision and shown to everyone', noteText)
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

async function show(id: string, options: PrintOptions): Promise<void> {
  const { approval, contents } = await withDeployment(async ({ pool, settings }) => {
    const found = await readShownApproval(pool, id);
    if (found === undefined) throw new AdminRefusal(`there is no approval ${id}`);
    const blobs = openBlobStore(settings);
    try {
      return { approval: found, contents: await readShownContents({ pool, blobs }, found.taskId, found) };
    } finally {
      blobs.close();
    }
  });
  const { shown, ...record } = presentApproval(approval);
  if (options.json === true)
    return terminal().out(`${JSON.stringify({ task_id: approval.taskId, ...record, shown, ...contents })}\n`);
  const { decisions: _decisions, ...plain } = record;
  printRecord({ task_id: approval.taskId, ...plain }, options);
  terminal().out(shownText(approval, contents));
}

/** What approvers see in the console, as text. */
function shownText({ change, shown, page, shownSha256 }: ShownApproval, contents: ShownContents): string {
  const { differs, missingPicture, tables, text } = contents;
  const lines = [
    '',
    ...(differs === null ? [] : [`Not what the approval was asked for with: ${differs}.`]),
    ...(shown?.values ?? []).map(({ what, before, after }) => `${what}: ${before ?? 'nothing'} -> ${after}`),
    ...Object.entries(change).map(([name, value]) => `Keyed: ${name} = ${value}`),
    ...(page === null ? [] : [`The page at step ${page.step} of the evidence: ${page.target}`]),
    missingPicture ?? `Picture: ${page?.screenshot?.file ?? ''} (${page?.screenshot?.sha256 ?? ''})`,
    ...tables.flatMap(({ name, headings, rows }) => [
      '',
      name === '' ? 'Table' : `Table ${name}`,
      ...[...(headings === null ? [] : [headings]), ...rows].map((row) => `  ${row.join('  |  ')}`),
    ]),
    ...(text === null ? [] : ['', 'Text of the page', text]),
    ...(shownSha256 === null ? [] : ['', `SHA-256 of everything shown: ${shownSha256}`]),
  ];
  return `${harmless(lines.join('\n'))}\n`;
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
  const taken = await withDeployment(async ({ pool, actor, deploymentSecret }) => {
    const approval = await readApproval(pool, taskId, approvalId);
    if (approval === undefined) throw new AdminRefusal(`task ${taskId} has no approval ${approvalId}`);
    const named = terminal().actor();
    const email = named?.includes('@') === true ? named : null;
    const account = email === null ? undefined : await findPerson(pool, email);
    const [{ decideApproval }, { sendDecision }] = await Promise.all([
      import('../commands/dispatch/decide-approval.ts'),
      import('../temporal/decide-approval.ts'),
    ]);
    const send: Parameters<typeof decideApproval>[0]['decideApproval'] = (id, input) =>
      withEngine(({ client }) => sendDecision(client, deploymentSecret, id, input));
    const decider = { by: actor, key_id: null, email, person_id: account?.id ?? null, may_approve: true };
    const said = { decision, note: note || null, decider };
    return granted(await decideApproval({ pool, decideApproval: send }, taskId, approval, said));
  });
  printRecord({ approval_id: taken.approval_id, status: taken.status }, options);
}

function noteText(text: string): string {
  if (text.length > noteLimit) throw new InvalidArgumentError(`A note has at most ${noteLimit} characters.`);
  return text;
}

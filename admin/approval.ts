/** `admin approval`: what waits for a person, and a person's decision from the command line (D17). */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Discussed } from '../commands/dispatch/discuss-approval.ts';
import { actorName } from '../domain/actor.ts';
import { codeText } from '../domain/dispatch/code-text.ts';
import type { Decider } from '../domain/dispatch/approval.ts';
import { cents, dollarChange, dollars, formatAmount } from '../domain/dispatch/money.ts';
import { noteLimit } from '../domain/dispatch/approval-input.ts';
import { presentApproval } from '../domain/dispatch/present-task.ts';
import { subjectOf } from '../domain/dispatch/task-title.ts';
import type { ApprovalQuestion } from '../domain/dispatch/task-record.ts';
import { listPending, readApproval } from '../store/approvals.ts';
import { readShownApproval, type ShownApproval } from '../store/approvals-shown.ts';
import { openBlobStore } from '../store/blobs/open-blob-store.ts';
import type { Pool } from '../store/database.ts';
import { findPerson } from '../store/people.ts';
import { readShownContents, type ShownContents } from '../store/bound-approval.ts';
import { readTask } from '../store/tasks.ts';
import { AdminRefusal, granted, withDeployment } from './deployment.ts';
import { fromHere, withEngine } from './with-engine.ts';
import { type PrintOptions, harmless, printList, printRecord, terminal } from './terminal.ts';

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
  command
    .command('ask')
    .description('Ask the requester about an approval, as the person given by --actor; the deadline keeps running')
    .argument('<task>', 'id of the task (tsk_…)')
    .argument('<approval>', 'id of the approval (apr_…)')
    .requiredOption('--question <text>', 'shown on the task and kept in the evidence')
    .option('--json', 'print the result as JSON')
    .action(ask);
  command
    .command('answer')
    .description('Answer a question of an approver')
    .argument('<task>', 'id of the task (tsk_…)')
    .argument('<question>', 'id of the question (apq_…), as approval show prints it')
    .requiredOption('--answer <text>', 'shown on the approval and kept in the evidence')
    .option('--json', 'print the result as JSON')
    .action(answer);
  command
    .command('delegate')
    .description('Delegate an approval to another approver, as the person given by --actor')
    .argument('<task>', 'id of the task (tsk_…)')
    .argument('<approval>', 'id of the approval (apr_…)')
    .requiredOption('--to <address>', 'address of a person with the role approver or admin')
    .option('--json', 'print the result as JSON')
    .action(delegateTo);
  return command;
}

async function list(options: PrintOptions): Promise<void> {
  const pending = await withDeployment(({ pool }) => listPending(pool));
  printList(
    ['approvals', 'pending approvals'],
    pending.map((row) => ({
      approval_id: row.id,
      task_id: row.taskId,
      task_type: row.taskType,
      amount: row.amountCents === null ? null : formatAmount(cents(row.amountCents)),
      decided: `${row.decisions} of ${row.needed}`,
      expires_at: row.expiresAt.toISOString(),
      reason: row.reason,
    })),
    options,
    pending.map((row) => ({
      about: subjectOf(row),
      amount:
        row.amountCents === null
          ? null
          : (row.taskType === 'tms_correction' ? dollarChange : dollars)(cents(row.amountCents)),
      decided: `${row.decisions} of ${row.needed}`,
      expires: row.expiresAt.toISOString(),
      approval_id: row.id,
      task_id: row.taskId,
      reason: row.reason,
    })),
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
  const { decisions: _decisions, questions, ...plain } = record;
  printRecord({ task_id: approval.taskId, ...plain }, options);
  terminal().out(questionsText(questions));
  terminal().out(shownText(approval, contents));
}

function questionsText(questions: readonly ApprovalQuestion[]): string {
  const lines = questions.flatMap(({ id, question, asked_by: by, answer, answered_by: answerer }) => [
    `Question ${id} by ${actorName(by)}: ${question}`,
    answer === null ? 'Not answered yet.' : `Answer by ${actorName(answerer ?? '')}: ${answer}`,
  ]);
  return lines.length === 0 ? '' : `${harmless(['', ...lines].join('\n'))}\n`;
}

/** What approvers see in the console, as text. */
function shownText({ change, shown, page, shownSha256 }: ShownApproval, contents: ShownContents): string {
  const { differs, missingPicture, tables, text } = contents;
  const lines = [
    '',
    ...(differs === null ? [] : [`Not what the approval was asked for with: ${differs}.`]),
    ...(shown?.values ?? []).map(({ what, before, after }) => `${what}: ${before ?? 'nothing'} -> ${after}`),
    ...Object.entries(change).map(([name, value]) => `Keyed: ${name} = ${codeText(name, value)}`),
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
    const { approval } = await discussed(pool, taskId, approvalId);
    const { personId = null, name = null, email } = await deciderNamed(pool, actor);
    const [{ decideApproval }, { sendDecision }] = await Promise.all([
      import('../commands/dispatch/decide-approval.ts'),
      import('../temporal/workflow-messages.ts'),
    ]);
    const send: Parameters<typeof decideApproval>[0]['decideApproval'] = (id, input) =>
      withEngine(({ client }) => sendDecision(client, deploymentSecret, id, input));
    const decider = { by: actor, key_id: null, email, person_id: personId, name, may_approve: true };
    const said = { decision, note: note || null, decider };
    return granted(await decideApproval({ pool, decideApproval: send }, taskId, approval, said));
  });
  printRecord({ approval_id: taken.approval_id, status: taken.status }, options);
}

/** Whom `--actor` names: an operator of the deployment may approve. */
async function deciderNamed(pool: Pool, actor: string): Promise<Decider> {
  const named = terminal().actor();
  const email = named?.includes('@') === true ? named : null;
  const account = email === null ? undefined : await findPerson(pool, email);
  const { id: personId = null, name = null } = account ?? {};
  return { by: actor, name, keyId: null, email, personId, mayApprove: true };
}

async function discussed(pool: Pool, taskId: string, approvalId: string): Promise<Discussed> {
  const approval = await readApproval(pool, taskId, approvalId);
  if (approval === undefined) throw new AdminRefusal(`task ${taskId} has no approval ${approvalId}`);
  return { approval, taskId, ownerId: await ownerOf(pool, taskId) };
}

async function ownerOf(pool: Pool, taskId: string): Promise<string> {
  const task = await readTask(pool, taskId);
  if (task === undefined) throw new AdminRefusal(`there is no task ${taskId}`);
  return task.senderId;
}

interface AskOptions extends PrintOptions {
  readonly question: string;
}

async function ask(taskId: string, approvalId: string, { question, ...options }: AskOptions): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    const { askRequester } = await import('../commands/dispatch/discuss-approval.ts');
    const about = await discussed(pool, taskId, approvalId);
    granted(
      await askRequester({ ...fromHere, pool, now }, about, { question, asker: await deciderNamed(pool, actor) }),
    );
  });
  printRecord({ approval_id: approvalId, question }, options, 'The question is on the task.');
}

interface AnswerOptions extends PrintOptions {
  readonly answer: string;
}

async function answer(taskId: string, questionId: string, { answer: text, ...options }: AnswerOptions): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    const { answerQuestion } = await import('../commands/dispatch/discuss-approval.ts');
    const about = { taskId, ownerId: await ownerOf(pool, taskId) };
    granted(await answerQuestion({ ...fromHere, pool, now }, about, { questionId, answer: text, actor }));
  });
  printRecord({ question_id: questionId, answer: text }, options, 'The answer is on the approval.');
}

interface DelegateOptions extends PrintOptions {
  readonly to: string;
}

async function delegateTo(
  taskId: string,
  approvalId: string,
  { to: email, ...options }: DelegateOptions,
): Promise<void> {
  await withDeployment(async ({ pool, actor }) => {
    const { delegateApproval } = await import('../commands/dispatch/discuss-approval.ts');
    const about = await discussed(pool, taskId, approvalId);
    const to = await findPerson(pool, email);
    if (to === undefined) throw new AdminRefusal(`nobody has the address ${email}`);
    granted(await delegateApproval({ ...fromHere, pool, now }, about, { by: await deciderNamed(pool, actor), to }));
  });
  printRecord({ approval_id: approvalId, delegated_to: email }, options);
}

const now = (): Date => new Date();

function noteText(text: string): string {
  if (text.length > noteLimit) throw new InvalidArgumentError(`A note has at most ${noteLimit} characters.`);
  return text;
}

/** `admin lanes settlement` and `admin lanes signoff`: what waits for a person on the lanes, and a person's decision. */
import { Command, Option } from 'commander';
import { permissions } from '../commands/permissions.ts';
import { isRefused } from '../commands/refusal.ts';
import type { Severity, SettlementVerdict, ItemName } from '../domain/lanes/event.ts';
import type { SignoffVerdict } from '../domain/lanes/operator-events.ts';
import { type Disagreement, readSettleQueue } from '../store/lanes/disagreements.ts';
import { readOpenSignoffs } from '../store/lanes/signoffs.ts';
import { listPeopleWhoMay } from '../store/people.ts';
import { wholeNumber } from './arguments.ts';
import { AdminRefusal, withDeployment, deciding } from './deployment.ts';
import { lanesDeps, knownWorkspace } from './workspace.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';

const severityNames: readonly Severity[] = ['minor', 'material', 'critical'];

export function settlementCommand(): Command {
  const command = new Command('settlement').description('Disagreements to review');
  command
    .command('list')
    .description('List pending disagreements, most severe first, then oldest')
    .argument('<workspace>', 'id of the workspace')
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 50)
    .action(listDisagreements);
  command
    .command('decide')
    .description('Record who was right, as the person given by --actor')
    .argument('<workspace>', 'id of the workspace')
    .argument('<queue>', 'the queue')
    .argument('<step>', 'the step')
    .argument('<item>', 'the item')
    .addOption(
      new Option('--verdict <verdict>', 'who was right')
        .choices(['agent_right', 'operator_right', 'both_wrong'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--severity <severity>', 'severity, if different from the one found').choices([...severityNames]),
    )
    .option('--reason <text>', 'why, in a few words', reasonText)
    .action(decide);
  return command;
}

async function listDisagreements(
  workspaceId: string,
  { limit, ...options }: PrintOptions & { readonly limit: number },
): Promise<void> {
  const rows = await withDeployment(async (deployment) => {
    const { no } = await knownWorkspace(deployment, workspaceId);
    return readSettleQueue(deployment.pool, no, { limit });
  });
  printList(
    ['disagreements', 'disagreements to review'],
    rows.slice(0, limit).map((row) => ({
      queue: row.queue,
      step: row.step,
      item: row.item,
      severity: severityNames[row.severity - 1] ?? null,
      fields: row.found?.fields.map(({ name }) => name) ?? [],
      since: row.since.toISOString(),
    })),
    options,
  );
}

/** @throws AdminRefusal for what the schema of events would refuse: this event does not go through the API */
function reasonText(text: string): string {
  if (!/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,128}$/u.test(text))
    throw new AdminRefusal('--reason must be 1 to 128 printable characters');
  return text;
}

interface DecideOptions extends PrintOptions {
  readonly verdict: SettlementVerdict;
  readonly severity?: Severity;
  readonly reason?: string;
}

async function decide(
  workspaceId: string,
  queue: string,
  step: string,
  item: string,
  { verdict, severity, reason, ...options }: DecideOptions,
): Promise<void> {
  const place: ItemName = { queue, step, item };
  const { settle } = await import('../commands/lanes/settle-disagreement.ts');
  const settled = await withDeployment(async (deployment) => {
    const workspace = await knownWorkspace(deployment, workspaceId);
    return settle(lanesDeps(deployment), workspace, place, { verdict, severity, reason }, deciding(deployment));
  });
  switch (settled.kind) {
    case 'unknown':
      throw new AdminRefusal(`no disagreement about ${item} at ${queue} / ${step} is known`);
    case 'too_late':
      throw new AdminRefusal(`${item} is settled already: ${settledBy(settled.now)}`);
    case 'rejected':
      throw new AdminRefusal(settled.finding);
    case 'settled':
    case 'held':
      printRecord({ ...place, verdict, waiting_settlement: settled.waiting }, options);
  }
}

const settledBy = ({ settled }: Disagreement): string =>
  settled === null ? 'just now' : `${settled.verdict}, by ${settled.actor}`;

export function signoffCommand(): Command {
  const command = new Command('signoff').description(
    'Sign-off requests: steps that have earned Auto, alerts to acknowledge',
  );
  command
    .command('list')
    .description('List pending requests, oldest first')
    .argument('<workspace>', 'id of the workspace')
    .action(listSignoffs);
  command
    .command('answer')
    .description('Approve or decline a request, as the person given by --actor')
    .argument('<workspace>', 'id of the workspace')
    .argument('<request>', 'id of the request (sr_…)')
    .addOption(new Option('--verdict <verdict>', 'the answer').choices(['approve', 'decline']).makeOptionMandatory())
    .option('--note <text>', 'note stored in the audit log')
    .action(decideSignoff);
  command
    .command('assign')
    .description('Assign a pending request to a person, or release it')
    .argument('<workspace>', 'id of the workspace')
    .argument('<request>', 'id of the request (sr_…)')
    .argument('[person]', 'email address of an approver; left out, the request is released')
    .action(assign);
  return command;
}

async function listSignoffs(workspaceId: string, options: PrintOptions): Promise<void> {
  const rows = await withDeployment(async (deployment) => {
    const { no } = await knownWorkspace(deployment, workspaceId);
    return readOpenSignoffs(deployment.pool, no, 1_000);
  });
  printList(
    ['signoff_requests', 'pending sign-off requests'],
    rows.map(({ request, person, due }) => ({
      request_id: request.request_id,
      purpose: request.purpose,
      queue: request.queue,
      step: request.step,
      at: request.at,
      owner: person,
      due: due?.toISOString() ?? null,
    })),
    options,
  );
}

async function assign(
  workspaceId: string,
  requestId: string,
  given: string | undefined,
  options: PrintOptions,
): Promise<void> {
  const { assignSignoff } = await import('../commands/lanes/decide-signoff.ts');
  const done = await withDeployment(async (deployment) => {
    const { pool, actor } = deployment;
    const workspace = await knownWorkspace(deployment, workspaceId);
    const people = await listPeopleWhoMay(pool, permissions.decideSignoff.person);
    const owner = given === undefined ? null : people.find(({ email }) => email === given.toLowerCase())?.email;
    if (owner === undefined) throw new AdminRefusal(`${given} is no person who may answer sign-off requests`);
    return assignSignoff({ pool }, workspace, { requestId, person: owner }, actor);
  });
  if (isRefused(done)) throw new AdminRefusal(done.findings[0]);
  printRecord({ request_id: requestId, owner: done.person }, options);
}

async function decideSignoff(
  workspaceId: string,
  requestId: string,
  { verdict, note = '', ...options }: PrintOptions & { readonly verdict: SignoffVerdict; readonly note?: string },
): Promise<void> {
  const { decideSignoff: answer } = await import('../commands/lanes/decide-signoff.ts');
  const answered = await withDeployment(async (deployment) => {
    const workspace = await knownWorkspace(deployment, workspaceId);
    return answer(lanesDeps(deployment), workspace, requestId, { verdict, note }, deciding(deployment));
  });
  if (answered.kind === 'unknown') throw new AdminRefusal(`the workspace has no sign-off request ${requestId}`);
  if (answered.kind === 'rejected') throw new AdminRefusal(answered.finding);
  if (answered.kind === 'closed')
    throw new AdminRefusal(`this request is ${answered.now.state}; nothing waits for an answer`);
  printRecord({ request_id: requestId, state: answered.now.state }, options);
}

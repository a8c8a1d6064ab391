/** `admin lanes settlement` and `admin lanes signoff`: what waits for a person on the lanes, and a person's decision. */
import { Command, Option } from 'commander';
import type { Severity, SettlementVerdict } from '../domain/lanes/event.ts';
import { settlementEvent, signoffEvent } from '../domain/lanes/person-event.ts';
import type { Deciding, ItemPlace, SignoffVerdict } from '../domain/lanes/person-event.ts';
import { sha256 } from '../store/lanes/hook-deliveries.ts';
import type { RecordAnswer } from '../store/lanes/ingest-request.ts';
import { readDisagreement } from '../store/lanes/read-disagreement.ts';
import { readSettleQueue } from '../store/lanes/read-settle-queue.ts';
import { readSignoff, readSignoffs } from '../store/lanes/read-signoffs.ts';
import type { WorkspaceRow } from '../store/lanes/workspaces.ts';
import { wholeNumber } from './arguments.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { withIngest } from './ingest.ts';
import { printList, printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';
import { terminal } from './terminal.ts';
import { knownWorkspace } from './workspace.ts';

const severityNames: readonly Severity[] = ['minor', 'material', 'critical'];

export function settlementCommand(): Command {
  const command = new Command('settlement').description('Disagreements to review');
  command
    .command('list')
    .description('List pending disagreements, most severe first, then oldest')
    .argument('<workspace>', 'id of the workspace')
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 10_000), 50)
    .option('--json', 'print the result as JSON')
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
    .option('--json', 'print the result as JSON')
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
    'disagreements that wait',
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
  const place: ItemPlace = { queue, step, item };
  const answer = await withDeployment(async (deployment) => {
    const workspace = await knownWorkspace(deployment, workspaceId);
    const before = await readDisagreement(deployment.pool, workspace.no, place);
    if (before === undefined) throw new AdminRefusal(`no disagreement about ${item} at ${queue} / ${step} is known`);
    if (before.settled?.by === 'person')
      throw new AdminRefusal(`${item} is settled already: ${before.settled.verdict}, by ${before.settled.actor}`);
    const event = settlementEvent(place, { verdict, severity, reason }, decidingNow(workspace, before.since), sha256);
    return send(deployment, workspace, event);
  });
  if (answer.accepted === 0) throw new AdminRefusal(`${item} was settled by somebody else just now`);
  printRecord({ ...place, verdict, waiting_settlement: answer.waiting_settlement }, options);
}

export function signoffCommand(): Command {
  const command = new Command('signoff').description(
    'Sign-off requests: steps that have earned Auto, alerts to acknowledge',
  );
  command
    .command('list')
    .description('List pending requests, oldest first')
    .argument('<workspace>', 'id of the workspace')
    .option('--json', 'print the result as JSON')
    .action(listSignoffs);
  command
    .command('answer')
    .description('Approve or decline a request, as the person given by --actor')
    .argument('<workspace>', 'id of the workspace')
    .argument('<request>', 'id of the request (sr_…)')
    .addOption(new Option('--verdict <verdict>', 'the answer').choices(['approve', 'decline']).makeOptionMandatory())
    .option('--note <text>', 'note stored in the audit log')
    .option('--json', 'print the result as JSON')
    .action(answerSignoff);
  return command;
}

async function listSignoffs(workspaceId: string, options: PrintOptions): Promise<void> {
  const rows = await withDeployment(async (deployment) => {
    const { no } = await knownWorkspace(deployment, workspaceId);
    return readSignoffs(deployment.pool, no, { open: true, limit: 1_000 });
  });
  printList(
    'sign-off requests that wait',
    rows.map(({ request }) => ({
      request_id: request.request_id,
      purpose: request.purpose,
      queue: request.queue,
      step: request.step,
      at: request.at,
    })),
    options,
  );
}

async function answerSignoff(
  workspaceId: string,
  requestId: string,
  { verdict, note = '', ...options }: PrintOptions & { readonly verdict: SignoffVerdict; readonly note?: string },
): Promise<void> {
  const state = await withDeployment(async (deployment) => {
    const { pool } = deployment;
    const workspace = await knownWorkspace(deployment, workspaceId);
    const before = await readSignoff(pool, workspace.no, requestId);
    if (before === undefined) throw new AdminRefusal(`the workspace has no sign-off request ${requestId}`);
    const { request } = before;
    if (verdict === 'approve' && before.state !== 'waiting')
      throw new AdminRefusal(`this request is ${before.state}; nothing waits for an answer`);
    const event = signoffEvent(request, verdict, decidingNow(workspace, new Date(request.at)));
    await send(deployment, workspace, event, note);
    return (await readSignoff(pool, workspace.no, requestId))?.state ?? before.state;
  });
  printRecord({ request_id: requestId, state }, options);
}

/** @throws AdminRefusal without a name: an operator without one signs nothing (D55) */
function decidingNow({ dataClock, timeZone }: WorkspaceRow, otherwise: Date): Deciding {
  const by = terminal().actor();
  if (by === undefined) throw new AdminRefusal('say who decides: npm run admin -- --actor <who> lanes …');
  return { by, nowMs: Date.now(), dataClockMs: (dataClock ?? otherwise).getTime(), timeZone };
}

/** @throws AdminRefusal with the first finding */
async function send(deployment: Deployment, workspace: WorkspaceRow, event: object, note = ''): Promise<RecordAnswer> {
  const { checkEvents, latestTime } = await import('../api/lanes/check-event.ts');
  const checked = await checkEvents([event], { latest: latestTime(Date.now(), workspace.simulation) });
  const finding = checked.rejected[0]?.errors[0];
  if (finding !== undefined) throw new AdminRefusal(finding);
  const { no, id } = workspace;
  const { actor } = deployment;
  const events = checked.valid.map(({ event: valid }) => valid);
  const answer = await withIngest(deployment, (ingest) =>
    ingest.submit({ no, id }, { kind: 'events', events, hold: false, actor, note }),
  );
  const refused = answer.rejected[0]?.errors[0];
  if (refused !== undefined) throw new AdminRefusal(refused);
  return answer;
}

/** `admin notification`: who is notified of what, over which channel, and what was sent. */
import { Command, Option } from 'commander';
import { addRule, sendAgain, testRule } from '../commands/notifications.ts';
import { channels, isNotificationEvent, notificationEvents, requesterRole } from '../domain/notifications/rule.ts';
import { roles } from '../domain/people/roles.ts';
import { inTransaction } from '../store/database.ts';
import { type Choice, choices, readChoices, saveChoices } from '../store/notification-rules.ts';
import { listNotificationRules, removeNotificationRule } from '../store/notification-rules.ts';
import { type NotificationStatus } from '../store/notifications.ts';
import { listNotifications } from '../store/notification-log.ts';
import { findPerson } from '../store/people.ts';
import { printable, readTextOrRefuse, wholeNumber } from './arguments.ts';
import { AdminRefusal, granted, withDeployment } from './deployment.ts';
import { fromHere } from './with-engine.ts';
import { knownSender } from './sender.ts';
import { type PrintOptions, printList, printRecord, terminal } from './terminal.ts';

export function notificationCommand(): Command {
  const command = new Command('notification').description('Notifications to people, by mail, Slack and Teams');
  command.command('list').description('List rules, oldest first').action(list);
  command
    .command('add')
    .description('Add a rule: which events go to whom')
    .argument('<name>', 'display name', printable)
    .requiredOption('--events <events>', `separated by commas: ${notificationEvents.join(', ')}`, (text) =>
      text.split(','),
    )
    .addOption(new Option('--channel <channel>', 'how it is sent').choices(channels).makeOptionMandatory())
    .addOption(
      new Option(
        '--role <role>',
        'mail: to everybody with this role or a higher one; requester: to the person who requested the task',
      ).choices([...roles, requesterRole]),
    )
    .option('--person <address>', 'mail: to one person')
    .option('--url-file <file>', 'Slack, Teams: file with the URL of the incoming webhook (default: standard input)')
    .option('--sender <id>', 'only for work of this sender')
    .option('--daily <hour>', 'one digest a day at this hour (UTC) instead of immediate messages', wholeNumber(0, 23))
    .addHelpText('after', '\nThe webhook URL is a secret and never an argument. It is encrypted when stored.')
    .action(add);
  command
    .command('choose')
    .description('Set what a person is notified of by mail, as they do under Account; without options it is shown')
    .argument('<address>', 'address of the person')
    .addOption(
      new Option('--events <events>', `separated by commas: ${notificationEvents.join(', ')}`).argParser(
        (text: string) => text.split(','),
      ),
    )
    .addOption(new Option('--mail <choice>', 'how these events are mailed').choices([...choices, 'rules']))
    .option(
      '--digest <hour>',
      'hour of the daily digest, in the time zone of the person (UTC without one)',
      wholeNumber(0, 23),
    )
    .action(choose);
  command
    .command('remove')
    .description('Delete a rule; what it has not sent yet is not sent')
    .argument('<rule>', 'id of the rule (nfr_…)')
    .action(remove);
  command
    .command('test')
    .description('Send a test message by a rule')
    .argument('<rule>', 'id of the rule (nfr_…)')
    .action(test);
  command
    .command('retry')
    .description('Send a notification again that failed permanently')
    .argument('<notification>', 'id of the notification (see notification log)')
    .action(retry);
  command
    .command('log')
    .description('List notifications, newest first: to whom, over which channel, with which outcome')
    .addOption(
      new Option('--status <status>', 'filter by status').choices([
        'pending',
        'retrying',
        'delivered',
        'failed',
        'skipped',
      ]),
    )
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, 1_000), 50)
    .action(log);
  return command;
}

async function list(options: PrintOptions): Promise<void> {
  const rules = await withDeployment(({ pool }) => listNotificationRules(pool));
  printList(
    ['rules', 'notification rules'],
    rules.map((rule) => ({
      rule_id: rule.id,
      name: rule.label,
      channel: rule.channel,
      to: rule.toRequester ? requesterRole : (rule.role ?? rule.personEmail ?? rule.urlHost),
      sender: rule.senderId,
      daily_hour: rule.dailyHour,
      events: rule.events,
    })),
    options,
  );
}

interface AddOptions extends PrintOptions {
  readonly events: readonly string[];
  readonly channel: string;
  readonly role?: string;
  readonly person?: string;
  readonly urlFile?: string;
  readonly sender?: string;
  readonly daily?: number;
}

async function add(label: string, options: AddOptions): Promise<void> {
  const url = options.channel === 'mail' && options.urlFile === undefined ? '' : await givenUrl(options.urlFile);
  await withDeployment(async (deployment) => {
    const { pool, actor } = deployment;
    if (options.sender !== undefined) await knownSender({ pool }, options.sender);
    const typed = {
      label,
      events: options.events.map((event) => event.trim()),
      channel: options.channel,
      role: options.role ?? '',
      personId: options.person === undefined ? null : (await findPerson(pool, options.person))?.id,
      url,
      senderId: options.sender ?? '',
      dailyHour: options.daily === undefined ? '' : String(options.daily),
    };
    const { id, events } = granted(await addRule(deployment, typed, actor));
    printRecord({ rule_id: id, name: label, channel: options.channel, events }, options);
  });
}

interface ChooseOptions extends PrintOptions {
  readonly events?: readonly string[];
  readonly mail?: Choice | 'rules';
  readonly digest?: number;
}

async function choose(address: string, { events = [], mail, digest, ...options }: ChooseOptions): Promise<void> {
  const unknown = events.find((event) => !isNotificationEvent(event));
  if (unknown !== undefined)
    throw new AdminRefusal(
      `--events: ${JSON.stringify(unknown)} is not an event; ${notificationEvents.join(', ')} are`,
    );
  if ((events.length === 0) !== (mail === undefined))
    throw new AdminRefusal('--events and --mail go together: which events, and how they are sent');
  const chosen = await withDeployment(async ({ pool }) => {
    const person = await findPerson(pool, address);
    if (person === undefined) throw new AdminRefusal(`nobody has the address ${address}`);
    return inTransaction(pool, async (q) => {
      const before = await readChoices(q, person.id);
      if (mail === undefined && digest === undefined) return before;
      const now = Object.fromEntries(
        notificationEvents.flatMap((event) => {
          const choice = events.includes(event) ? mail : before.events[event];
          return choice === undefined || choice === 'rules' ? [] : [[event, choice]];
        }),
      );
      const after = { events: now, digestHour: digest ?? before.digestHour };
      await saveChoices(q, person.id, after);
      return after;
    });
  });
  printRecord({ person: address, digest_hour: chosen.digestHour, ...chosen.events }, options);
}

async function givenUrl(path: string | undefined): Promise<string> {
  const text = path === undefined ? await terminal().input() : await readTextOrRefuse(path);
  if (text === undefined)
    throw new AdminRefusal('the webhook URL is read from standard input (… < file) or from --url-file');
  return text.trim();
}

async function remove(ruleId: string, options: PrintOptions): Promise<void> {
  const removed = await withDeployment(({ pool, actor }) => removeNotificationRule(pool, ruleId, actor));
  if (!removed) throw new AdminRefusal(`there is no notification rule ${ruleId}`);
  printRecord({ rule_id: ruleId, removed: true }, options);
}

async function test(ruleId: string, options: PrintOptions): Promise<void> {
  const queued = await withDeployment(({ pool, actor }) =>
    testRule({ ...fromHere, pool, now: () => new Date() }, ruleId, actor),
  );
  if (queued === 0) throw new AdminRefusal(`${ruleId} is no notification rule, or nobody has its role`);
  printRecord({ rule_id: ruleId, queued }, options);
}

async function retry(notificationId: string, options: PrintOptions): Promise<void> {
  const again = await withDeployment(({ pool, actor }) => sendAgain({ ...fromHere, pool }, notificationId, actor));
  if (again === undefined)
    throw new AdminRefusal(
      `${notificationId} has not failed, its rule was deleted, or it is on its way again already (see notification log)`,
    );
  printRecord({ notification_id: again, retry_of: notificationId }, options);
}

async function log({
  status,
  limit,
  ...options
}: PrintOptions & { status?: NotificationStatus; limit: number }): Promise<void> {
  const { notifications } = await withDeployment(({ pool }) =>
    listNotifications(pool, { limit, ...(status === undefined ? {} : { status }) }),
  );
  printList(
    'notifications',
    notifications.map((row) => ({
      notification_id: row.id,
      created_at: row.createdAt.toISOString(),
      event: row.event,
      subject: row.subjectId,
      channel: row.channel,
      to: row.recipient,
      status: row.status,
      attempts: row.attempts,
      detail: row.detail,
    })),
    options,
  );
}

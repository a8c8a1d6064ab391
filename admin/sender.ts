/** `admin sender`: who may ask for work, where their results go, and how much they may ask (D5, D7). */
import { Command, InvalidArgumentError } from 'commander';
import { createSender, setCallbackUrl, setPlaybooks } from '../commands/dispatch/senders.ts';
import { checkMailAddress } from '../domain/administration/input.ts';
import type { Settings } from '../process/settings.ts';
import { addSenderAddress, listSenderAddresses, removeSenderAddress } from '../store/mails.ts';
import { type SenderRow, listSenders, readSender, setPortals, setRateLimit } from '../store/senders.ts';
import { printable, wholeNumber } from './arguments.ts';
import { AdminRefusal, type Deployment, granted, withDeployment } from './deployment.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';

const keptNowhere = 'The key and the secrets are shown this once; keep them now.';
const most = 10_000_000;

export function senderCommand(): Command {
  const command = new Command('sender').description('Senders: accounts that submit work');
  command
    .command('create')
    .description('Create a sender with a first key (scopes submit and read) and its signing secrets')
    .argument('<name>', 'display name', printable)
    .option('--callback-url <url>', 'where results are sent when a task has no callback URL')
    .action(create);
  command
    .command('list')
    .description('List senders, oldest first')
    .action(async (options: PrintOptions) => {
      const senders = await withDeployment(({ pool }) => listSenders(pool));
      printList(
        'senders',
        senders.map(({ id, name, callbackUrl, createdAt }) => ({
          sender_id: id,
          name,
          callback_url: callbackUrl,
          created_at: createdAt.toISOString(),
        })),
        options,
      );
    });
  command
    .command('show')
    .description('Show a sender with its callback URL and limits')
    .argument('<sender>', 'id of the sender')
    .action((senderId: string, options: PrintOptions) => change(senderId, options, async () => {}));
  command.addCommand(callbackCommand());
  command.addCommand(portalsCommand());
  command.addCommand(limitsCommand());
  return command;
}

async function create(name: string, options: PrintOptions & { readonly callbackUrl?: string }): Promise<void> {
  const { callbackUrl } = options;
  const sender = await withDeployment(async (deployment) =>
    granted(await createSender(deployment, { name, callbackUrl, actor: deployment.actor }, '--callback-url')),
  );
  const { senderId, apiKey, inboundSecret, outboundSecret } = sender;
  printRecord(
    { sender_id: senderId, api_key: apiKey, inbound_secret: inboundSecret, outbound_secret: outboundSecret },
    options,
    keptNowhere,
  );
}

function callbackCommand(): Command {
  const command = new Command('callback').description('Where results are sent when a task has no callback URL');
  command
    .command('set')
    .description('Set the callback URL; pending results keep the old one')
    .argument('<sender>', 'id of the sender')
    .argument('<url>', 'https URL of the receiver')
    .action((senderId: string, url: string, options: PrintOptions) =>
      change(senderId, options, async (deployment) =>
        granted(await setCallbackUrl(deployment, senderId, url, deployment.actor, '<url>')),
      ),
    );
  command
    .command('clear')
    .description('Send results only to callback URLs given by tasks')
    .argument('<sender>', 'id of the sender')
    .action((senderId: string, options: PrintOptions) =>
      change(senderId, options, async (deployment) =>
        granted(await setCallbackUrl(deployment, senderId, null, deployment.actor)),
      ),
    );
  return command;
}

function portalsCommand(): Command {
  const command = new Command('portal').description("Playbooks used for a sender's tasks");
  command
    .command('set')
    .description('Use only these playbooks, in order of preference; applies within a second')
    .argument('<sender>', 'id of the sender')
    .argument('<playbooks...>', 'ids of playbooks, in order of preference')
    .action((senderId: string, playbooks: string[], options: PrintOptions) =>
      change(senderId, options, async ({ pool, settings, actor }) => {
        const { knownPlaybooks } = await import('../commands/dispatch/find-playbooks.ts');
        const known = (await knownPlaybooks({ pool, settings })).map(({ id }) => id);
        granted(await setPlaybooks({ pool }, senderId, playbooks, known, actor));
      }),
    );
  command
    .command('clear')
    .description('Use all playbooks of the deployment')
    .argument('<sender>', 'id of the sender')
    .action((senderId: string, options: PrintOptions) =>
      change(senderId, options, ({ pool, actor }) => setPortals(pool, senderId, null, actor)),
    );
  return command;
}

function limitsCommand(): Command {
  const command = new Command('limits').description(
    "Rate limits for each key of a sender and for the sender's webhook",
  );
  command
    .command('set')
    .description('Set limits for a sender, in place of the deployment defaults; applies within a second')
    .argument('<sender>', 'id of the sender')
    .requiredOption('--per-minute <n>', 'requests per minute per key', wholeNumber(1, most))
    .requiredOption('--burst <n>', 'requests that a key may send in one burst', wholeNumber(1, most))
    .action((senderId: string, options: PrintOptions & { readonly perMinute: number; readonly burst: number }) =>
      change(senderId, options, ({ pool, actor }) =>
        setRateLimit(pool, senderId, { perMinute: options.perMinute, burst: options.burst }, actor),
      ),
    );
  command
    .command('clear')
    .description('Go back to DISPATCH_RATE_PER_MINUTE and DISPATCH_RATE_BURST')
    .argument('<sender>', 'id of the sender')
    .action((senderId: string, options: PrintOptions) =>
      change(senderId, options, ({ pool, actor }) => setRateLimit(pool, senderId, null, actor)),
    );
  return command;
}

/** Changes a sender and prints the result. @throws AdminRefusal */
async function change(
  senderId: string,
  options: PrintOptions,
  work: (deployment: Deployment) => Promise<unknown>,
): Promise<void> {
  const record = await withDeployment(async (deployment) => {
    await knownSender(deployment, senderId);
    await work(deployment);
    return presentSender(await knownSender(deployment, senderId), deployment.settings);
  });
  printRecord(record, options);
}

function presentSender({ id, name, callbackUrl, rateLimit, portals, createdAt }: SenderRow, settings: Settings) {
  return {
    sender_id: id,
    name,
    callback_url: callbackUrl,
    requests_per_minute: rateLimit?.perMinute ?? settings.DISPATCH_RATE_PER_MINUTE,
    burst: rateLimit?.burst ?? settings.DISPATCH_RATE_BURST,
    playbooks: portals === null ? 'all' : portals.join(', '),
    limits: rateLimit === null ? 'of the settings' : "the sender's own",
    created_at: createdAt.toISOString(),
  };
}

/** @throws AdminRefusal */
export async function knownSender({ pool }: Pick<Deployment, 'pool'>, senderId: string): Promise<SenderRow> {
  const sender = await readSender(pool, senderId);
  if (!sender) throw new AdminRefusal(`there is no sender ${senderId}`);
  return sender;
}

// `admin sender address`: which mail addresses may write for a sender (D21).

export function senderAddressCommand(): Command {
  const command = new Command('address').description('Mail addresses that may submit tasks for a sender');
  command
    .command('add')
    .description('Allow an address to write to <sender>@<MAIL_DOMAIN>; its domain must sign with DKIM or publish SPF')
    .argument('<sender>', 'id of the sender')
    .argument('<address>', 'mail address', mailAddress)
    .action(async (senderId: string, address: string, options: PrintOptions) => {
      await withDeployment(async (deployment) => {
        await knownSender(deployment, senderId);
        if (!(await addSenderAddress(deployment.pool, senderId, address, deployment.actor)))
          throw new AdminRefusal(`${address} is registered already`);
      });
      printRecord({ sender_id: senderId, address }, options);
    });
  command
    .command('remove')
    .description('Stop accepting mail from an address')
    .argument('<sender>', 'id of the sender')
    .argument('<address>', 'mail address', mailAddress)
    .action(async (senderId: string, address: string, options: PrintOptions) => {
      const removed = await withDeployment(({ pool, actor }) => removeSenderAddress(pool, senderId, address, actor));
      if (!removed) throw new AdminRefusal(`${address} is not registered for ${senderId}`);
      printRecord({ sender_id: senderId, address, removed: true }, options);
    });
  command
    .command('list')
    .description('List the addresses of a sender')
    .argument('<sender>', 'id of the sender')
    .action(async (senderId: string, options: PrintOptions) => {
      const addresses = await withDeployment(async (deployment) => {
        await knownSender(deployment, senderId);
        return listSenderAddresses(deployment.pool, senderId);
      });
      printRecord({ sender_id: senderId, addresses }, options);
    });
  return command;
}

function mailAddress(text: string): string {
  const judged = checkMailAddress(text);
  if (!judged.ok) throw new InvalidArgumentError('An address looks like ops@example.com.');
  return judged.value;
}

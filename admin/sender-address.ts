/** `admin sender address`: which mail addresses may write for a sender (D21). */
import { Command, InvalidArgumentError } from 'commander';
import { checkMailAddress } from '../domain/administration/input.ts';
import { addSenderAddress, listSenderAddresses, removeSenderAddress } from '../store/mails.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';
import { knownSender } from './sender.ts';

export function senderAddressCommand(): Command {
  const command = new Command('address').description('Mail addresses that may submit tasks for a sender');
  command
    .command('add')
    .description('Allow an address to write to <sender>@<MAIL_DOMAIN>; its domain must sign with DKIM or publish SPF')
    .argument('<sender>', 'id of the sender')
    .argument('<address>', 'mail address', mailAddress)
    .option('--json', 'print the result as JSON')
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
    .option('--json', 'print the result as JSON')
    .action(async (senderId: string, address: string, options: PrintOptions) => {
      const removed = await withDeployment(({ pool, actor }) => removeSenderAddress(pool, senderId, address, actor));
      if (!removed) throw new AdminRefusal(`${address} is not registered for ${senderId}`);
      printRecord({ sender_id: senderId, address, removed: true }, options);
    });
  command
    .command('list')
    .description('List the addresses of a sender')
    .argument('<sender>', 'id of the sender')
    .option('--json', 'print the result as JSON')
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

/** `admin secret`: the signing secrets of senders and their rotation, both ways (D5). */
import { Command, Option } from 'commander';
import { rotateSenderSecret } from '../commands/dispatch/senders.ts';
import { type SecretPurpose, listGenerations } from '../store/secret-generations.ts';
import { span, timeOrAhead } from './arguments.ts';
import { AdminRefusal, type Deployment, withDeployment } from './deployment.ts';
import { type PrintOptions, printList, printRecord } from './terminal.ts';
import { knownSender } from './sender.ts';

const keptNowhere = 'Hand the secret over now; it is not shown again.';

export function secretCommand(): Command {
  const command = new Command('secret').description('Signing secrets of senders');
  command
    .command('rotate')
    .description('Rotate a signing secret')
    .argument('<sender>', 'id of the sender')
    .addOption(
      new Option('--purpose <purpose>', 'inbound: the sender signs with it; outbound: our results are signed with it')
        .choices(['inbound', 'outbound'])
        .makeOptionMandatory(),
    )
    .option('--grace <span>', 'how long the old secret stays valid (default: DELIVERY_SECRET_GRACE_MS)', span)
    .option('--from <time or span>', 'outbound: when the new secret starts signing and the old one ends', timeOrAhead)
    .addHelpText(
      'after',
      '\nInbound: both secrets are accepted until the grace period ends. Outbound: the header has room for one signature,\n' +
        'so the old secret signs until the time given by --from (or the end of the grace period), and the new one from\n' +
        'then on. --grace 0s ends the old secret immediately; use it for a secret that leaked.',
    )
    .action(rotate);
  command
    .command('list')
    .description("List the generations of a sender's secrets and when each is valid; never the secrets")
    .argument('<sender>', 'id of the sender')
    .action(async (senderId: string, options: PrintOptions) => {
      const generations = await withDeployment(async (deployment) => {
        await knownSender(deployment, senderId);
        return listGenerations(deployment.pool, 'sender', senderId);
      });
      printList(
        'secrets',
        generations.map(({ purpose, generation, validFrom, validUntil }) => ({
          purpose,
          generation,
          valid_from: validFrom.toISOString(),
          valid_until: validUntil?.toISOString() ?? null,
        })),
        options,
      );
    });
  return command;
}

interface RotateOptions extends PrintOptions {
  readonly purpose: SecretPurpose;
  readonly grace?: number;
  readonly from?: Date;
}

async function rotate(senderId: string, options: RotateOptions): Promise<void> {
  const { purpose } = options;
  const record = await withDeployment(async (deployment) => {
    await knownSender(deployment, senderId);
    const now = new Date();
    const { generation, secret, validFrom, oldValidUntil } = await rotateSenderSecret(
      { ...deployment, now: () => now },
      { senderId, purpose, graceMs: graceOf(deployment, options, now), actor: deployment.actor },
    );
    return {
      sender_id: senderId,
      purpose,
      generation,
      secret,
      valid_from: validFrom.toISOString(),
      old_valid_until: oldValidUntil.toISOString(),
    };
  });
  printRecord(record, options, keptNowhere);
}

/** @throws AdminRefusal */
function graceOf({ settings }: Deployment, { purpose, grace, from }: RotateOptions, now: Date): number {
  if (from === undefined) return grace ?? settings.DELIVERY_SECRET_GRACE_MS;
  if (purpose === 'inbound')
    throw new AdminRefusal('--from is for outbound; inbound, both secrets are accepted until the grace period ends');
  if (grace !== undefined) throw new AdminRefusal('--from and --grace say the same; give one of them');
  if (from < now) throw new AdminRefusal('--from must be in the future');
  return from.getTime() - now.getTime();
}

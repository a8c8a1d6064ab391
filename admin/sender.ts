/** `admin sender`, `admin key`, `admin secret`: who may ask for work, with which keys and signing secrets (D5). */
import { Command, InvalidArgumentError, Option } from 'commander';
import { judgeCallbackUrl } from '../process/outbound/address.ts';
import { signingSecret } from '../process/secrets.ts';
import { keyScopes } from '../domain/key-scopes.ts';
import { createKey, listKeys, revokeKey, rotateSecret } from '../store/keys.ts';
import type { SecretPurpose } from '../store/keys.ts';
import { createSender, listSenders, readSender } from '../store/senders.ts';
import type { SenderRow } from '../store/senders.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import type { Deployment } from './deployment.ts';
import { printList, printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';

const keptNowhere = 'The key and the secrets are shown this once; keep them now.';

export function senderCommand(): Command {
  const command = new Command('sender').description('Senders: who may ask for work');
  command
    .command('create')
    .description('Make a sender with a first key (scopes submit and read) and its signing secrets')
    .argument('<name>', 'what people call it', printableName)
    .option('--callback-url <url>', 'where results go when a task names no address of its own')
    .option('--json', 'print the result as JSON')
    .action(async (name: string, options: PrintOptions & { callbackUrl?: string }) => {
      const sender = await withDeployment(async ({ pool, deploymentSecret, settings, actor }) => {
        const { callbackUrl } = options;
        if (callbackUrl !== undefined) {
          const judged = judgeCallbackUrl(
            callbackUrl,
            { allowLoopback: settings.DISPATCH_ALLOW_LOOPBACK },
            '--callback-url',
          );
          if (!judged.ok) throw new AdminRefusal(judged.sentence);
        }
        return createSender(pool, deploymentSecret, {
          name,
          actor,
          ...(callbackUrl === undefined ? {} : { callbackUrl }),
        });
      });
      const { senderId, apiKey, inboundSecret, outboundSecret } = sender;
      printRecord(
        { sender_id: senderId, api_key: apiKey, inbound_secret: inboundSecret, outbound_secret: outboundSecret },
        options,
        keptNowhere,
      );
    });
  command
    .command('list')
    .description('List senders, oldest first')
    .option('--json', 'print the result as JSON')
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
  return command;
}

export function keyCommand(): Command {
  const command = new Command('key').description('API keys of senders');
  command
    .command('create')
    .description('Make a further key of a sender')
    .argument('<sender>', 'id of the sender')
    .requiredOption('--scope <scopes>', `what the key may do, separated by commas: ${keyScopes.join(', ')}`, scopeList)
    .option('--label <text>', 'what the key is for', '')
    .option('--json', 'print the result as JSON')
    .action(async (senderId: string, options: PrintOptions & { scope: string[]; label: string }) => {
      const made = await withDeployment(async (deployment) => {
        await knownSender(deployment, senderId);
        const { pool, actor } = deployment;
        return createKey(pool, {
          ownerKind: 'sender',
          ownerId: senderId,
          scopes: options.scope,
          label: options.label,
          actor,
        });
      });
      printRecord({ key_id: made.id, api_key: made.key, scopes: options.scope }, options, keptNowhere);
    });
  command
    .command('list')
    .description('List the keys of a sender; the keys themselves are kept nowhere')
    .argument('<sender>', 'id of the sender')
    .option('--json', 'print the result as JSON')
    .action(async (senderId: string, options: PrintOptions) => {
      const keys = await withDeployment(async (deployment) => {
        await knownSender(deployment, senderId);
        return listKeys(deployment.pool, 'sender', senderId);
      });
      printList(
        'keys',
        keys.map(({ id, scopes, label, createdAt, revokedAt }) => ({
          key_id: id,
          scopes,
          label,
          created_at: createdAt.toISOString(),
          revoked_at: revokedAt?.toISOString() ?? null,
        })),
        options,
      );
    });
  command
    .command('revoke')
    .description('End a key; requests with it are refused within a second')
    .argument('<key>', 'id of the key (key_…), not the key itself')
    .option('--json', 'print the result as JSON')
    .action(async (keyId: string, options: PrintOptions) => {
      const revoked = await withDeployment(({ pool, actor }) => revokeKey(pool, keyId, actor));
      if (!revoked) throw new AdminRefusal(`there is no key ${keyId} in force`);
      printRecord({ key_id: keyId, revoked: true }, options);
    });
  return command;
}

export function secretCommand(): Command {
  const command = new Command('secret').description('Signing secrets of senders');
  command
    .command('rotate')
    .description('Bring a new generation of a signing secret')
    .argument('<sender>', 'id of the sender')
    .addOption(
      new Option(
        '--purpose <purpose>',
        'inbound: what the sender signs with; outbound: what our results are signed with',
      )
        .choices(['inbound', 'outbound'])
        .makeOptionMandatory(),
    )
    .option('--grace-ms <ms>', 'how long the old one stays valid (default: DELIVERY_SECRET_GRACE_MS)', milliseconds)
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nInbound, old and new are both taken during the grace period. Outbound, the header has room for one\n' +
        'signature: the old secret signs until the grace period is over, the new one from then on.',
    )
    .action(async (senderId: string, options: PrintOptions & { purpose: SecretPurpose; graceMs?: number }) => {
      const { purpose } = options;
      const record = await withDeployment(async (deployment) => {
        await knownSender(deployment, senderId);
        const { pool, settings, deploymentSecret, actor } = deployment;
        const graceMs = options.graceMs ?? settings.DELIVERY_SECRET_GRACE_MS;
        const rotated = await rotateSecret(pool, {
          ownerKind: 'sender',
          ownerId: senderId,
          purpose,
          graceMs,
          now: new Date(),
          actor,
        });
        const { generation, validFrom, oldValidUntil } = rotated;
        return {
          sender_id: senderId,
          purpose,
          generation,
          secret: signingSecret(deploymentSecret, { ownerKind: 'sender', ownerId: senderId, purpose, generation }),
          valid_from: validFrom.toISOString(),
          old_valid_until: oldValidUntil.toISOString(),
        };
      });
      printRecord(record, options, keptNowhere);
    });
  return command;
}

/** @throws AdminRefusal */
export async function knownSender({ pool }: Deployment, senderId: string): Promise<SenderRow> {
  const sender = await readSender(pool, senderId);
  if (!sender) throw new AdminRefusal(`there is no sender ${senderId}`);
  return sender;
}

function printableName(text: string): string {
  if (!/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,255}$/u.test(text) || text.trim() === '')
    throw new InvalidArgumentError('A name is 1 to 255 printable characters.');
  return text;
}

function scopeList(text: string): string[] {
  const scopes = text.split(',').map((part) => part.trim());
  const unknown = scopes.filter((scope) => !(keyScopes as readonly string[]).includes(scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`Scopes are ${keyScopes.join(', ')}.`);
  return [...new Set(scopes)];
}

function milliseconds(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('Milliseconds are a whole number.');
  return Number(text);
}

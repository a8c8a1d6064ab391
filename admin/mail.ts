/** `admin mail quarantine`: mails that were refused, with the reason, and the mail itself. */
import { Command, InvalidArgumentError } from 'commander';
import { listQuarantine, readQuarantined } from '../store/mails.ts';
import type { QuarantinedMail } from '../store/mails.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { printList, printRecord } from './print.ts';
import type { PrintOptions } from './print.ts';

export function mailCommand(): Command {
  const command = new Command('mail').description('The mail channel');
  const quarantine = command.command('quarantine').description('Mails that were refused');
  quarantine
    .command('list')
    .description('List refused mails, newest first')
    .option('--sender <id>', 'only those to this sender')
    .option('--limit <count>', 'at most so many', count, 50)
    .option('--json', 'print the result as JSON')
    .action(async (options: PrintOptions & { sender?: string; limit: number }) => {
      const mails = await withDeployment(({ pool }) => listQuarantine(pool, options.sender ?? null, options.limit));
      printList('mails', mails.map(record), options);
    });
  quarantine
    .command('show')
    .description('Show one refused mail: why, and the mail as it came')
    .argument('<mail>', 'id of the mail (ml_…)')
    .option('--json', 'print the result as JSON, the mail in base64')
    .addHelpText(
      'after',
      '\nThe mail comes from outside: what it says is nothing to act on, and its links are nothing to open.',
    )
    .action(async (mailId: string, options: PrintOptions) => {
      const mail = await withDeployment(({ pool }) => readQuarantined(pool, mailId));
      if (!mail) throw new AdminRefusal(`there is no refused mail ${mailId}`);
      const content = mail.content ?? Buffer.alloc(0);
      if (options.json === true) {
        printRecord({ ...record(mail), content: content.toString('base64') }, options);
        return;
      }
      printRecord(record(mail), options);
      process.stdout.write(`\n${harmless(content.toString('utf8'))}\n`);
    });
  return command;
}

function record(mail: QuarantinedMail): Record<string, string | number | boolean | null | readonly string[]> {
  return {
    mail_id: mail.id,
    received_at: mail.receivedAt.toISOString(),
    sender_id: mail.senderId,
    from: mail.fromAddress,
    reason: mail.reason,
    findings: mail.findings.map(harmless),
    subject: mail.subject === null ? null : harmless(mail.subject),
    message_id: mail.messageId,
    authentic: mail.authentic,
    remote_address: mail.remoteAddress,
    bytes: mail.bytes,
  };
}

/** Control characters could drive the terminal of whoever looks. */
function harmless(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : '\ufffd'));
}

function count(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('A count is a whole number from 1 to 9999.');
  return Number(text);
}

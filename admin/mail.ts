/** `admin mail`: mails that were refused, with the reason and the mail itself, and replies that wait for the relay. */
import { Command } from 'commander';
import { listWaitingReplies, retryReplies } from '../store/mail-replies.ts';
import { type QuarantinedMail, listQuarantine, readQuarantined } from '../store/mails.ts';
import { idOf, wholeNumber } from './arguments.ts';
import { AdminRefusal, withDeployment } from './deployment.ts';
import { type PrintOptions, harmless, printList, printRecord, terminal } from './terminal.ts';

export function mailCommand(): Command {
  const command = new Command('mail').description('The mail channel');
  const quarantine = command.command('quarantine').description('Rejected mails');
  quarantine
    .command('list')
    .description('List rejected mails, newest first')
    .option('--sender <id>', 'filter by sender', idOf('sender'))
    .option('--limit <count>', 'maximum number of rows', wholeNumber(1, 9_999), 50)
    .action(async (options: PrintOptions & { sender?: string; limit: number }) => {
      const mails = await withDeployment(({ pool }) => listQuarantine(pool, options.sender ?? null, options.limit));
      printList('mails', mails.map(record), options);
    });
  quarantine
    .command('show')
    .description('Show a rejected mail: the reason, and the original message')
    .argument('<mail>', 'id of the mail (ml_…)')
    .option('--json', 'print the result as JSON, the mail in base64')
    .addHelpText('after', '\nThe mail is from outside: do not act on its content or open its links.')
    .action(async (mailId: string, options: PrintOptions) => {
      const mail = await withDeployment(({ pool }) => readQuarantined(pool, mailId));
      if (!mail) throw new AdminRefusal(`there is no refused mail ${mailId}`);
      const content = mail.content ?? Buffer.alloc(0);
      if (options.json === true) {
        printRecord({ ...record(mail), content: content.toString('base64') }, options);
        return;
      }
      printRecord(record(mail), options);
      terminal().out(`\n${harmless(content.toString('utf8'))}\n`);
    });
  command.addCommand(repliesCommand());
  return command;
}

function repliesCommand(): Command {
  const command = new Command('replies').description('Replies that the relay has not accepted');
  command
    .command('list')
    .description('List unsent replies, oldest mail first; those without a next attempt have failed permanently')
    .option('--limit <count>', 'maximum number of rows', wholeNumber(1, 9_999), 50)
    .action(async (options: PrintOptions & { limit: number }) => {
      const replies = await withDeployment(({ pool }) => listWaitingReplies(pool, options.limit));
      const records = replies.map((reply) => ({
        mail_id: reply.mailId,
        received_at: reply.receivedAt.toISOString(),
        sender_id: reply.senderId,
        recipient: reply.recipient,
        attempts: reply.attempts,
        next_attempt_at: reply.nextAttemptAt?.toISOString() ?? null,
        last_error: reply.lastError === null ? null : harmless(reply.lastError),
      }));
      printList('replies', records, options);
    });
  command
    .command('retry')
    .description('Retry all replies that failed permanently or are waiting for their next attempt')
    .action(async (options: PrintOptions) => {
      const queued = await withDeployment(({ pool, actor }) => retryReplies(pool, actor));
      printRecord({ queued }, options);
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

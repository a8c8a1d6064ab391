/**
 * Hands replies to the relay until it has taken them. Every API process does this: a reply is claimed in the database
 * before it is sent, so no two send it, and what a killed process had claimed is free again after the lease.
 */
import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { ownHeader } from '../../../domain/dispatch/mail/drop-reason.ts';
import type { Log } from '../../../process/logging.ts';
import type { Pool } from '../../../store/database.ts';
import { claimReplies, postponeReply, removeReply } from '../../../store/mail-replies.ts';
import type { ClaimedReply } from '../../../store/mail-replies.ts';

export interface ReplySenderDeps {
  readonly pool: Pool;
  /** smtp:// or smtps:// */
  readonly relayUrl: string;
  readonly from: string;
  readonly log: Log;
  /** How often replies that wait for another attempt are looked for. Default 5 s. */
  readonly pollMs?: number;
  /** The wait before the second attempt; it doubles up to 4 hours. Default 30 s. */
  readonly firstWaitMs?: number;
  /** How long a claim holds; longer than the relay may take for a reply. Default 5 minutes. */
  readonly leaseMs?: number;
}

export interface ReplySender {
  /** Says that a reply was committed. */
  wake(): void;
  /** Lets replies under way finish for so long (default 5 s); what a relay holds up longer is claimed anew later. */
  stop(graceMs?: number): Promise<void>;
}

const atOnce = 5;
/** Of each step of the conversation, of which there are seven. */
const timeoutMs = 30_000;
const longestWaitMs = 4 * 3_600_000;

export function openReplySender(deps: ReplySenderDeps): ReplySender {
  const { firstWaitMs = 30_000, leaseMs = 300_000 } = deps;
  const waitMs = (attempts: number): number => Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);
  const domain = deps.from.slice(deps.from.lastIndexOf('@') + 1).replace(/>.*$/, '');
  const transport = createTransport({
    url: deps.relayUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;

  /** Replies that the relay has, whose row could not be removed yet; they are not sent again. */
  const taken = new Set<string>();

  const send = async (reply: ClaimedReply): Promise<void> => {
    const { mailId, attempts, isLast } = reply;
    if (!taken.has(mailId)) {
      try {
        await transport.sendMail(mailOf(reply));
        taken.add(mailId);
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        if (isLast) deps.log.error({ mail: mailId, attempt: attempts, err: error }, 'reply is given up');
        else deps.log.warn({ mail: mailId, attempt: attempts, err: error }, 'reply was not taken by the relay');
        await postponeReply(deps.pool, mailId, waitMs(attempts), words.slice(0, 500));
        return;
      }
    }
    await removeReply(deps.pool, mailId);
    taken.delete(mailId);
  };
  const mailOf = (reply: ClaimedReply): SendMailOptions => ({
    // The same at every attempt: where the relay took one and its answer was lost, the other side knows the repeat.
    messageId: `<${reply.mailId}@${domain}>`,
    from: deps.from,
    to: reply.recipient,
    subject: reply.subject,
    text: reply.body,
    ...(reply.inReplyTo === null ? {} : { inReplyTo: reply.inReplyTo }),
    references: [...reply.references],
    // The other side's answering machine should not answer, and if it does we must know our own again.
    headers: { 'Auto-Submitted': 'auto-replied', [ownHeader]: reply.mailId },
  });
  const round = async (): Promise<void> => {
    do {
      again = false;
      const replies = await claimReplies(deps.pool, atOnce, leaseMs);
      for (const done of await Promise.allSettled(replies.map(send))) if (done.status === 'rejected') throw done.reason;
      again ||= replies.length === atOnce;
    } while (again && !stop.signal.aborted);
  };
  const wake = (): void => {
    again = true;
    if (stop.signal.aborted || running) return;
    running = round()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'replies cannot be looked at now'))
      .finally(() => (running = undefined));
  };
  const poll = setInterval(wake, deps.pollMs ?? 5000);
  wake();
  return {
    wake,
    stop: async (graceMs = 5000) => {
      stop.abort();
      clearInterval(poll);
      let grace: NodeJS.Timeout | undefined;
      const over = new Promise((resolve) => (grace = setTimeout(resolve, graceMs)));
      await Promise.race([running, over]);
      clearTimeout(grace);
      transport.close();
    },
  };
}

/** Hands replies to the relay, one after the other, until it has taken them. */
import { createTransport } from 'nodemailer';
import { ownHeader } from '../../../domain/dispatch/mail/drop-reason.ts';
import type { Log } from '../../../process/logging.ts';
import type { Pool } from '../../../store/database.ts';
import { claimReplies, postponeReply, removeReply } from '../../../store/mails.ts';
import type { MailReply } from '../../../store/mails.ts';

export interface ReplySenderDeps {
  readonly pool: Pool;
  /** smtp:// or smtps:// */
  readonly relayUrl: string;
  readonly from: string;
  readonly log: Log;
  /** How often replies that wait for another attempt are looked for. Default 5 s. */
  readonly pollMs?: number;
}

export interface ReplySender {
  /** Says that a reply was committed. */
  wake(): void;
  stop(): Promise<void>;
}

const atOnce = 5;
/** Longer than a relay may take for all of a batch; after it another process may try. */
const leaseMs = 600_000;
const timeoutMs = 30_000;

/** 30 s, 1, 2, 4 … minutes, at most 4 hours. */
const waitMs = (attempts: number): number => Math.min(30_000 * 2 ** (attempts - 1), 4 * 3_600_000);

export function openReplySender(deps: ReplySenderDeps): ReplySender {
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

  const send = async (reply: MailReply & { readonly attempts: number }): Promise<void> => {
    try {
      await transport.sendMail({
        from: deps.from,
        to: reply.recipient,
        subject: reply.subject,
        text: reply.body,
        ...(reply.inReplyTo === null ? {} : { inReplyTo: reply.inReplyTo }),
        references: [...reply.references],
        // The other side's answering machine should not answer, and if it does we must know our own again.
        headers: { 'Auto-Submitted': 'auto-replied', [ownHeader]: reply.mailId },
      });
      await removeReply(deps.pool, reply.mailId);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      deps.log.warn({ mail: reply.mailId, attempt: reply.attempts, err: error }, 'reply was not taken by the relay');
      await postponeReply(deps.pool, reply.mailId, waitMs(reply.attempts), words.slice(0, 500));
    }
  };
  const round = async (): Promise<void> => {
    do {
      again = false;
      const replies = await claimReplies(deps.pool, atOnce, leaseMs);
      await Promise.all(replies.map(send));
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
    stop: async () => {
      stop.abort();
      clearInterval(poll);
      await running;
      transport.close();
    },
  };
}

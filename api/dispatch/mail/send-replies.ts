/**
 * Hands replies to the relay until it has taken them. Every API process does this: a reply is claimed in the database
 * before it is sent, so no two send it; the claim of a process that is killed or stopped ends by itself.
 */
import type { SendMailOptions } from 'nodemailer';
import { ownHeader } from '../../../domain/dispatch/mail/header.ts';
import { domainOfAddress, openMailRelay } from '../../../process/outbound/mail-relay.ts';
import type { Log } from '../../../process/logging.ts';
import type { Pool } from '../../../store/database.ts';
import { claimReplies, postponeReply, removeReply, renewReplyClaim } from '../../../store/mail-replies.ts';
import type { ClaimedReply, FailedReply } from '../../../store/mail-replies.ts';

interface ReplySenderDeps {
  readonly pool: Pool;
  /** smtp:// or smtps:// */
  readonly relayUrl: string;
  readonly from: string;
  readonly log: Log;
  /** How often replies that wait for another attempt are looked for. Default 5 s. */
  readonly pollMs?: number;
  /** The wait before the second attempt; it doubles up to 4 hours. Default 30 s. */
  readonly firstWaitMs?: number;
  /** How long a claim holds unless it is renewed, which a process does while it sends. Default 20 s. */
  readonly leaseMs?: number;
}

export interface ReplySender {
  /** Says that a reply was committed. */
  wake(): void;
  /** Lets replies under way finish for so long (default 5 s); what a relay holds up longer is claimed again later. */
  stop(graceMs?: number): Promise<void>;
}

const atOnce = 5;
const longestWaitMs = 4 * 3_600_000;

const noResult = 'no result was recorded for this attempt; it may or may not have reached the relay';

export function openReplySender(deps: ReplySenderDeps): ReplySender {
  const { firstWaitMs = 30_000, leaseMs = 20_000 } = deps;
  const waitMs = (attempts: number): number => Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);
  const domain = domainOfAddress(deps.from);
  const relay = openMailRelay(deps.relayUrl);
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;

  /** Replies that the relay has, whose row could not be removed yet; they are not sent again. */
  const taken = new Set<string>();

  const send = async (reply: ClaimedReply): Promise<void> => {
    const { mailId } = reply;
    if (!taken.has(mailId)) {
      const claim = keepClaim(reply);
      try {
        const sent = await relay.send(mailOf(reply));
        if (!sent.ok) {
          const counts = !stop.signal.aborted && !sent.isOwnFault;
          await postponeReply(deps.pool, mailId, await claim.end(), failedReply(reply, sent.error, counts));
          return;
        }
        taken.add(mailId);
      } finally {
        await claim.end();
      }
    }
    await removeReply(deps.pool, mailId);
    taken.delete(mailId);
  };
  const failedReply = (reply: ClaimedReply, error: unknown, counts: boolean): FailedReply => {
    const line = { mail: reply.mailId, attempt: reply.attempts + 1, err: error };
    if (!counts) {
      deps.log.warn(line, noResult);
      return { waitMs: firstWaitMs, error: noResult, counts };
    }
    if (reply.isLast) deps.log.error(line, 'reply failed permanently');
    else deps.log.warn(line, 'reply was not accepted by the relay');
    const words = error instanceof Error ? error.message : String(error);
    return { waitMs: waitMs(reply.attempts + 1), error: words.slice(0, 500), counts };
  };
  /** Renews the claim while the relay is talked to. Where another process has the reply, that one records it. */
  const keepClaim = (reply: ClaimedReply): { end: () => Promise<string> } => {
    let { claim } = reply;
    let renewing: Promise<void> = Promise.resolve();
    const renew = async (): Promise<void> => {
      claim = (await renewReplyClaim(deps.pool, reply.mailId, claim, leaseMs).catch(() => undefined)) ?? claim;
    };
    const timer = setInterval(() => void (renewing = renew()), leaseMs / 4);
    return {
      end: async () => {
        clearInterval(timer);
        await renewing;
        return claim;
      },
    };
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
      relay.close();
    },
  };
}

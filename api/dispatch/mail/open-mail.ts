/** The mail channel as one part of the process: listener, and the sender of replies where a relay is set. */
import { openSlotsByKey } from '../../../process/waiting-queue.ts';
import { mailFrom } from '../../../process/outbound/mail-relay.ts';
import { readSender } from '../../../store/senders.ts';
import { networkOf, openRateLimit } from '../../http/rate-limit.ts';
import type { DispatchDeps } from '../deps.ts';
import type { Lookup } from './dns-lookups.ts';
import { openMailListener } from './listener.ts';

export interface MailChannel {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** SMTP has no headers for what is left of a rate. */
const nowhere = { set: () => {} };

/** @param lookup reads the DNS records of DKIM and SPF; left out, the system's name servers are asked */
export async function openMail(deps: DispatchDeps, lookup?: Lookup): Promise<MailChannel> {
  const { settings, pool, log } = deps;
  const takeToken = openRateLimit(
    { perMinute: settings.DISPATCH_RATE_PER_MINUTE, burst: settings.DISPATCH_RATE_BURST },
    Date.now,
  );
  const replies =
    settings.MAIL_RELAY_URL === ''
      ? null
      : (await import('./send-replies.ts')).openReplySender({
          pool,
          relayUrl: settings.MAIL_RELAY_URL,
          from: mailFrom(settings),
          log,
        });
  const turns = openOriginSlots();
  const listener = await openMailListener({
    ...deps,
    // Loaded with the first mail, for what reads mails takes as much memory as the whole API.
    judgeAuthenticity: async (origin) => {
      const { judgeAuthenticity } = await import('./authenticity.ts');
      return turns.take(origin, () => judgeAuthenticity(origin, lookup));
    },
    wakeReplies: () => replies?.wake(),
    takeToken: async (senderId) => takeToken(nowhere, senderId, (await readSender(pool, senderId))?.rateLimit ?? null),
  });
  return {
    host: listener.host,
    port: listener.port,
    stop: async () => {
      await listener.stop();
      await replies?.stop();
    },
  };
}

/**
 * Lets few mails of one origin be checked at a time, so that who sends many delays only its own: the thread divides its time
 * among the mails it has.
 */
interface OriginSlots {
  /** Does the work when it is the turn of this origin, first come, first served. */
  take<T>(origin: { remoteAddress: string; from: string }, work: () => Promise<T>): Promise<T>;
}

/** Two, so that one that waits for a name server does not hold up the next. */
const atOnce = 2;

export function openOriginSlots(): OriginSlots {
  const byOrigin = openSlotsByKey(atOnce);
  return { take: ({ remoteAddress, from }, work) => byOrigin(`${networkOf(remoteAddress)} ${from}`, work) };
}

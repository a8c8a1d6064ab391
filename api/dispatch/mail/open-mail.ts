/** The mail channel as one part of the process: listener, and the sender of replies where a relay is set. */
import { mailFrom } from '../../../process/outbound/mail-relay.ts';
import { readSender } from '../../../store/senders.ts';
import { openRateLimit } from '../../http/rate-limit.ts';
import type { DispatchDeps } from '../deps.ts';
import type { Lookup } from './dns-lookups.ts';
import { openMailListener } from './listener.ts';
import { openTurnsByOrigin } from './turns-by-origin.ts';

export interface MailChannel {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** SMTP has no headers for how a caller stands. */
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
  const turns = openTurnsByOrigin();
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

/** The relay that takes this deployment's mails: replies to mails, and notifications. */
import { type SendMailOptions, createTransport } from 'nodemailer';
import { openAbsenceMeter } from '../running-time.ts';
import { isOurResource, wasAway } from './connector.ts';

export interface MailRelay {
  send(mail: SendMailOptions): Promise<MailResult>;
  close(): void;
}

type MailResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly error: unknown;
      /** This process, and not the relay, is why (D59). */
      readonly isOwnFault: boolean;
      /** The relay's reply code; null where it gave none. */
      readonly code: number | null;
    };

/** Of each step of the conversation, of which there are seven. */
const timeoutMs = 30_000;

/** @param url smtp:// or smtps:// */
export function openMailRelay(url: string): MailRelay {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      const absence = openAbsenceMeter();
      try {
        await transport.sendMail(mail);
        return { ok: true };
      } catch (error) {
        const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
        const answered = typeof responseCode === 'number' ? responseCode : null;
        const ours = wasAway(absence.lostMs()) || (typeof code === 'string' && isOurResource(code));
        return { ok: false, error, isOwnFault: answered === null && ours, code: answered };
      } finally {
        absence.stop();
      }
    },
    close: () => transport.close(),
  };
}

/** The address that mails of this deployment come from; empty where none is set. */
export function mailFrom({
  MAIL_FROM,
  MAIL_DOMAIN,
}: {
  readonly MAIL_FROM: string;
  readonly MAIL_DOMAIN: string;
}): string {
  if (MAIL_FROM !== '') return MAIL_FROM;
  return MAIL_DOMAIN === '' ? '' : `tasks@${MAIL_DOMAIN}`;
}

/** The domain of an address, also of one with a name before it; for message ids. */
export function domainOfAddress(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).replace(/>.*$/, '');
}

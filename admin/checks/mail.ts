/** The relay that replies to mails go to: it answers, over TLS where it is asked to, and takes the login. */
import { createTransport } from 'nodemailer';
import type { Settings } from '../../process/settings.ts';
import { type Check, broken, doubtful, errorText, fine } from './check.ts';

const timeoutMs = 10_000;

/** What to do, by the code that nodemailer gives the error. */
const adviceOf: Readonly<Record<string, string>> = {
  EAUTH: 'set user and password in MAIL_RELAY_URL to a login that the relay takes',
  ETLS: 'see that the relay has a certificate of its name; smtps:// is for TLS from the first byte (port 465)',
  EDNS: 'see that the host of MAIL_RELAY_URL has an address',
};

/** Nothing to check where no mail is taken. */
export async function checkMail({ MAIL_DOMAIN, MAIL_RELAY_URL }: Settings): Promise<Check[]> {
  if (MAIL_RELAY_URL === '')
    return MAIL_DOMAIN === ''
      ? []
      : [
          doubtful(
            'Mail relay',
            'not set',
            'set MAIL_RELAY_URL, and senders of mails get replies; until then what is no task is refused with 550',
          ),
        ];
  // Never the whole address: it may hold a password.
  const { host } = new URL(MAIL_RELAY_URL);
  const transport = createTransport({
    url: MAIL_RELAY_URL,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
    return [fine('Mail relay', `${host} answers and takes mail from here`)];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return [
      broken(
        'Mail relay',
        `${host}: ${errorText(error)}`,
        adviceOf[code] ?? 'see that the relay of MAIL_RELAY_URL answers from here; replies wait until it does',
      ),
    ];
  } finally {
    transport.close();
  }
}

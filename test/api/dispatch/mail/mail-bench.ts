/** The mail channel on a free port, with a relay that keeps what it is given. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import { type ParsedMail, simpleParser } from 'mailparser';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { SMTPServer } from 'smtp-server';
import { type MailChannel, openMail } from '../../../../api/dispatch/mail/listener.ts';
import { addSenderAddress } from '../../../../store/mails.ts';
import { openTestApi, type TestApi } from '../../../support/dispatch-api.ts';

type SmtpOptions = Pick<SMTPTransport.Options, 'ignoreTLS' | 'requireTLS' | 'tls'>;

/** Key and certificate of a server; it names `servername`. */
export const certificateFile = join(import.meta.dirname, '../../../process/outbound/receiver-test.pem');
const certificate = readFileSync(certificateFile);
const servername = 'receiver.test';

export const registered = 'ops@acme.example';

const dkimKeys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
/** What the domain of the registered address publishes, and one that lets everybody send. */
const records: Record<string, string[][]> = {
  'TXT mail._domainkey.acme.example': [[`v=DKIM1; k=rsa; p=${dkimKeys.publicKey.toString('base64')}`]],
  'TXT spf.acme.example': [['v=spf1 ip4:127.0.0.1 -all']],
  'TXT other.example': [['v=spf1 +all']],
};
const dkim = { domainName: 'acme.example', keySelector: 'mail', privateKey: dkimKeys.privateKey };

/** Answers as DNS does, out of the table. */
const resolver = async (name: string, type: string): Promise<string[][]> => {
  if (name === 'broken.example') throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
  const found = records[`${type} ${name}`];
  if (!found) throw Object.assign(new Error(`no ${type} at ${name}`), { code: 'ENODATA' });
  return found;
};

interface Sent {
  /** The last code that the listener gave. */
  readonly code: number;
  readonly text: string;
}

export interface MailBench {
  readonly api: TestApi;
  readonly mail: MailChannel;
  readonly to: string;
  /** Replies that the relay was given, oldest first. */
  readonly replies: ParsedMail[];
  /** Sends a mail from the registered address, signed, unless set otherwise. */
  send(mail: SendMailOptions, signed?: boolean): Promise<Sent>;
  /** As `send`, over STARTTLS or not at all. */
  sendOverTls(mail: SendMailOptions): Promise<Sent>;
  /** Sends bytes as they are. */
  sendRaw(raw: string | Buffer, envelope?: { from?: string; to?: string }): Promise<Sent>;
  rows(): Promise<{ status: string; reason: string | null; findings: string[]; task_ids: string[] }[]>;
  stored(): Promise<number>;
  close(): Promise<void>;
}

export async function openMailBench(env: NodeJS.ProcessEnv = {}): Promise<MailBench> {
  const replies: ParsedMail[] = [];
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: (stream, _session, callback) => {
      callbackify(async () => replies.push(await simpleParser(stream)))((error) => callback(error));
    },
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const api = await openTestApi({
    MAIL_DOMAIN: 'in.lanes.example',
    MAIL_PORT: '0',
    MAIL_RELAY_URL: `smtp://127.0.0.1:${(relay.server.address() as AddressInfo).port}`,
    ...env,
  });
  await addSenderAddress(api.database.pool, api.senderId, registered, 'test');
  const mail = await openMail(api.deps, resolver);
  const to = `${api.senderId}@in.lanes.example`;
  const deliver = async (options: SendMailOptions, tls: SmtpOptions = { ignoreTLS: true }): Promise<Sent> => {
    const transport = createTransport({ host: '127.0.0.1', port: mail.port, ...tls });
    try {
      const { response } = await transport.sendMail(options);
      return { code: Number(response.slice(0, 3)), text: response };
    } catch (error) {
      const { responseCode = 0, message } = error as Error & { responseCode?: number };
      return { code: responseCode, text: message };
    } finally {
      transport.close();
    }
  };
  return {
    api,
    mail,
    to,
    replies,
    send: (options, signed = true) => deliver({ from: registered, to, ...(signed ? { dkim } : {}), ...options }),
    sendOverTls: (options) =>
      deliver({ from: registered, to, dkim, ...options }, { requireTLS: true, tls: { ca: [certificate], servername } }),
    sendRaw: (raw, envelope = {}) => deliver({ raw, envelope: { from: registered, to, ...envelope } }),
    rows: async () =>
      (await api.database.pool.query('select status, reason, findings, task_ids from mails order by received_at, id'))
        .rows,
    stored: async () =>
      (await api.database.pool.query<{ n: number }>('select count(*)::int as n from tasks')).rows[0]?.n ?? -1,
    close: async () => {
      await mail.stop();
      await new Promise<void>((resolve) => relay.close(() => resolve()));
      await api.close();
    },
  };
}

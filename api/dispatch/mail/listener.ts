/** The SMTP listener of the mail channel (D21): who may connect, how much is read, and what the other side hears; with the sender of replies the mail channel of the process. */
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { limitConnections } from '../../../process/connection-limits.ts';
import { isId } from '../../../process/ids.ts';
import type { Log } from '../../../process/logging.ts';
import { mailFrom } from '../../../process/outbound/mail-relay.ts';
import type { Settings } from '../../../process/settings.ts';
import { openSlotsByKey } from '../../../process/waiting-queue.ts';
import { readSender } from '../../../store/senders.ts';
import { isAway } from '../../http/answer-errors.ts';
import { ApiError } from '../../http/errors.ts';
import { networkOf, openRateLimit } from '../../http/rate-limit.ts';
import type { DispatchDeps } from '../deps.ts';
import type { Lookup } from './mail-reader.ts';
import type { MailDeps } from './handle-mail.ts';

interface MailListener {
  readonly host: string;
  readonly port: number;
  /** Takes no new connection and lets mails that are under way finish. */
  stop(): Promise<void>;
}

type ListenerDeps = MailDeps & { readonly log: Log };

const idleMs = 60_000;
/** From the connection to the first mail, and from there to the end of it; honest servers need seconds. */
const firstMailMs = 60_000;
const sessionMs = 600_000;

/** @throws the error of the operating system when the port is taken or a TLS file cannot be read */
async function openMailListener(deps: ListenerDeps): Promise<MailListener> {
  const { settings, log } = deps;
  const server = new SMTPServer({
    name: settings.MAIL_DOMAIN,
    banner: 'Lanekeeper',
    size: settings.MAIL_MAX_BYTES,
    socketTimeout: idleMs,
    closeTimeout: 10_000,
    disableReverseLookup: true,
    authOptional: true,
    logger: false,
    ...tls(settings),
    onRcptTo: ({ address }, session, callback) => {
      callbackify(() => recipient(deps, address, session))((error) => callback(error));
    },
    onMailFrom: (_address, session, callback) => {
      timers.mailBegan(session);
      callback();
    },
    onData: (stream, session, callback) => {
      const socket = sockets.get(placeOf(session.remoteAddress, session.remotePort));
      // Only a mail that has arrived in full is safe from being cut.
      stream.once('end', () => socket && connections.busy(socket));
      callbackify(() => receive(deps, stream, session))((error, sentence) => {
        if (socket) connections.idle(socket);
        callback(error, sentence);
      });
    },
  });
  const sockets = new Map<string, Socket>();
  const timers = sessionTimers(sockets);
  const connections = limitConnections(
    server.server,
    { total: settings.MAIL_CONNECTIONS, perAddress: settings.MAIL_CONNECTIONS_PER_ADDRESS },
    '421 4.7.0 too many connections, and this one has waited longest\r\n',
  );
  server.server.on('connection', (socket: Socket) => {
    const place = placeOf(socket.remoteAddress ?? '', socket.remotePort ?? 0);
    sockets.set(place, socket);
    timers.connected(socket);
    socket.once('close', () => sockets.delete(place));
  });
  server.on('error', (error) => log.debug({ err: error }, 'mail connection broke off'));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(settings.MAIL_PORT, settings.MAIL_HOST, () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  return {
    host: settings.MAIL_HOST,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const placeOf = (address: string, port: number): string => `${address} ${port}`;

/** Ends a session that drips: every command of it keeps the time limit of silence from running out. */
function sessionTimers(sockets: ReadonlyMap<string, Socket>): {
  connected(socket: Socket): void;
  mailBegan(session: SMTPServerSession): void;
} {
  const timers = new WeakMap<Socket, NodeJS.Timeout>();
  const end = (socket: Socket): void => {
    socket.end('421 4.4.2 the session took too long\r\n', () => socket.destroy());
  };
  const limit = (socket: Socket, ms: number): void => {
    clearTimeout(timers.get(socket));
    timers.set(socket, setTimeout(end, ms, socket).unref());
  };
  return {
    connected: (socket) => {
      limit(socket, firstMailMs);
      socket.once('close', () => clearTimeout(timers.get(socket)));
    },
    mailBegan: (session) => {
      const socket = sockets.get(placeOf(session.remoteAddress, session.remotePort));
      if (socket) limit(socket, sessionMs);
    },
  };
}

/** The library would offer STARTTLS with a certificate whose key everybody knows; without one of ours it is off. */
function tls(settings: Settings): { disabledCommands: string[]; key?: Buffer; cert?: Buffer } {
  if (settings.MAIL_TLS_KEY_FILE === '') return { disabledCommands: ['AUTH', 'STARTTLS'] };
  return {
    disabledCommands: ['AUTH'],
    key: readFileSync(settings.MAIL_TLS_KEY_FILE),
    cert: readFileSync(settings.MAIL_TLS_CERT_FILE),
  };
}

/** The reply to the other side; anything else that goes wrong is a 451. */
function smtpError(code: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode: code });
}

async function recipient(deps: ListenerDeps, address: string, session: SMTPServerSession): Promise<void> {
  // One recipient a mail, so that each has an answer of its own; the other side sends the rest after it.
  if (session.envelope.rcptTo.length > 0) throw smtpError(452, '4.5.3 one recipient at a time');
  const [, senderId = '', domain = ''] = /^(.{1,80})@([^@]+)$/.exec(address) ?? [];
  if (domain.toLowerCase() !== deps.settings.MAIL_DOMAIN) throw smtpError(550, '5.7.1 this is no relay');
  const known = await readSenderSafely(deps, senderId.toLowerCase());
  if (!known) throw smtpError(550, '5.1.1 there is no such recipient');
}

async function readSenderSafely(deps: ListenerDeps, senderId: string): Promise<boolean> {
  if (!isId('sender', senderId)) return false;
  try {
    return (await readSender(deps.pool, senderId)) !== undefined;
  } catch (error) {
    throw later(deps, error);
  }
}

async function receive(deps: ListenerDeps, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
  const limit = deps.settings.MAIL_MAX_BYTES;
  const chunks: Buffer[] = [];
  let kept = 0;
  // What is over the limit is read and dropped, because only at its end may a server answer.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (kept < limit) chunks.push(chunk.subarray(0, limit - kept));
    kept = Math.min(limit, kept + chunk.length);
  }
  const [to] = session.envelope.rcptTo;
  const senderId = (to?.address ?? '').split('@')[0]?.toLowerCase() ?? '';
  try {
    const { mailFrom } = session.envelope;
    const { handleMail } = await import('./handle-mail.ts');
    const answer = await handleMail(deps, {
      senderId,
      raw: Buffer.concat(chunks),
      bytes: stream.byteLength,
      tooLarge: stream.sizeExceeded,
      remoteAddress: session.remoteAddress,
      trusted: deps.settings.MAIL_RELAX_ON_LOOPBACK && isLoopback(session.remoteAddress),
      helo: session.hostNameAppearsAs,
      returnPath: mailFrom === false ? '' : mailFrom.address,
    });
    if (answer.kind === 'refused') throw smtpError(stream.sizeExceeded ? 552 : 550, `5.7.1 ${answer.sentence}`);
    if (answer.kind === 'later') throw smtpError(451, `4.7.5 ${answer.sentence}`);
    return answer.sentence;
  } catch (error) {
    if (error instanceof Error && 'responseCode' in error) throw error;
    throw later(deps, error);
  }
}

function later({ log }: ListenerDeps, error: unknown): Error {
  if (error instanceof ApiError && error.code === 'rate_limited')
    return smtpError(451, '4.7.1 too many mails for this recipient; try again later');
  if (!isAway(error)) log.error({ err: error }, 'mail could not be handled');
  return smtpError(451, '4.3.0 the mail cannot be taken right now; try again');
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\./.test(address) || address === '::1';
}

// The mail channel as one part of the process: listener, and the sender of replies where a relay is set.

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

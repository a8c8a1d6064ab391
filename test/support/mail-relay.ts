/** A mail relay on loopback for tests: keeps what it took, and refuses where it is set to. */
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface TestRelay {
  readonly url: string;
  readonly took: readonly ParsedMail[];
  /** The code that it refuses the next mails with; null: it takes them. */
  refuses: number | null;
  close(): Promise<void>;
}

export async function openTestRelay(): Promise<TestRelay> {
  const took: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_to, _session, callback) =>
      callback(relay.refuses === null ? null : Object.assign(new Error('not now'), { responseCode: relay.refuses })),
    onData: (stream, _session, callback) => {
      callbackify(async () => took.push(await simpleParser(stream)))((error) => callback(error));
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const relay: TestRelay = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    took,
    refuses: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return relay;
}

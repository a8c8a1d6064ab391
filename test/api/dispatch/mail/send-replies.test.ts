import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { openReplySender, type ReplySender } from '../../../../api/dispatch/mail/send-replies.ts';
import { newId } from '../../../../process/ids.ts';
import { openLog } from '../../../../process/logging.ts';
import { findPort } from '../../../../start/ports.ts';
import type { Pool } from '../../../../store/database.ts';
import {
  claimReplies,
  listWaitingReplies,
  postponeReply,
  renewReplyClaim,
  retryReplies,
} from '../../../../store/mail-replies.ts';
import { recordMail } from '../../../../store/mails.ts';
import { createSender } from '../../../../store/senders.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/database.ts';
import { until } from '../../../support/wait.ts';

/** A relay that can be switched: it answers, refuses, hangs up in the middle of a mail, or is not there. */
interface Relay {
  mode: 'ok' | 'busy' | 'hangs_up' | 'slow';
  /** Answers those that a slow relay keeps waiting. */
  letIn(): void;
  readonly port: number;
  /** Message ids of what it took, in order. */
  readonly took: string[];
  /** How often it was asked. */
  asked: number;
  close(): Promise<void>;
}

/** @param given of one that is opened again; else one that no connection is given while it is closed */
async function openRelay(given?: number): Promise<Relay> {
  const port = given ?? (await findPort(0)).port;
  const held: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onMailFrom: (_from, _session, callback) => {
      relay.asked += 1;
      if (relay.mode === 'hangs_up') for (const connection of server.connections) connection.close();
      else if (relay.mode === 'slow') held.push(() => callback(null));
      else callback(relay.mode === 'busy' ? Object.assign(new Error('come back'), { responseCode: 451 }) : null);
    },
    onData: (stream, _session, callback) => {
      callbackify(async () => relay.took.push((await simpleParser(stream)).messageId ?? ''))((error) =>
        callback(error),
      );
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const relay: Relay = {
    mode: 'ok',
    port,
    took: [],
    asked: 0,
    letIn: () => {
      for (const one of held.splice(0)) one();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return relay;
}

describe('the sender of replies', () => {
  let database: FreshDatabase;
  let senderId: string;
  const open: { close?: () => Promise<void>; stop?: () => Promise<void> }[] = [];
  before(async () => {
    database = await freshDatabase();
    ({ senderId } = await createSender(database.pool, 'a deployment secret for tests, long enough', {
      name: 'S',
      actor: 'test',
    }));
  });
  afterEach(async () => {
    for (const part of open.splice(0)) await (part.stop ?? part.close)?.();
    await database.pool.query('delete from mail_replies');
  });
  after(() => database.drop());

  const relayOn = async (port?: number): Promise<Relay> => {
    const relay = await openRelay(port);
    open.push(relay);
    return relay;
  };
  const sendTo = (port: number, change: { pool?: Pool; leaseMs?: number } = {}): ReplySender => {
    const sender = openReplySender({
      pool: database.pool,
      relayUrl: `smtp://127.0.0.1:${port}`,
      from: 'Tasks <tasks@in.lanes.example>',
      log: openLog('test', 'silent'),
      pollMs: 20,
      firstWaitMs: 20,
      ...change,
    });
    // Before the relays, which wait for their connections.
    open.unshift(sender);
    return sender;
  };
  /** A reply as the listener commits it. @returns the message id that it is sent with */
  const queue = async (): Promise<string> => {
    const id = newId('mail');
    const mail = { senderId, authentic: true, fromAddress: 'a@acme.example', remoteAddress: '127.0.0.1', bytes: 1 };
    await recordMail(
      database.pool,
      {
        ...mail,
        id,
        messageId: id,
        status: 'taken',
        reason: null,
        findings: [],
        subject: '',
        content: null,
        taskIds: [],
      },
      { mailId: id, recipient: 'a@acme.example', subject: 'Re: x', body: 'x', inReplyTo: null, references: [] },
    );
    return `<${id}@in.lanes.example>`;
  };
  const waiting = () => listWaitingReplies(database.pool, 100);
  const allGone = (): Promise<boolean> => until(async () => (await waiting()).length === 0, { what: 'no reply waits' });

  it('keeps a reply while the relay is away, with the error, and it arrives once when the relay is back', async () => {
    const gone = await openRelay();
    await gone.close();
    sendTo(gone.port);
    const id = await queue();
    const [stuck] = await until(async () => {
      const found = await waiting();
      return (found[0]?.attempts ?? 0) >= 2 && found[0]?.lastError ? found : undefined;
    });
    assert.match(stuck?.lastError ?? '', /ECONNREFUSED/);
    const relay = await relayOn(gone.port);
    await allGone();
    assert.deepEqual(relay.took, [id]);
  });

  for (const mode of ['busy', 'hangs_up'] as const)
    it(`tries again when the relay ${mode === 'busy' ? 'is busy' : 'hangs up'}, and it arrives once`, async () => {
      const relay = await relayOn();
      relay.mode = mode;
      sendTo(relay.port);
      const id = await queue();
      await until(() => relay.asked >= 2);
      relay.mode = 'ok';
      await allGone();
      assert.deepEqual(relay.took, [id]);
    });

  it('sends nothing twice beside a second process', async () => {
    const relay = await relayOn();
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push(await queue());
    const both = [sendTo(relay.port), sendTo(relay.port)];
    for (const sender of both) sender.wake();
    await allGone();
    assert.deepEqual(relay.took.toSorted(), ids.toSorted());
  });

  it('sends what a killed process had claimed, once the claim has expired', async () => {
    const id = await queue();
    assert.equal((await claimReplies(database.pool, 5, 300)).length, 1);
    const relay = await relayOn();
    sendTo(relay.port);
    await allGone();
    assert.deepEqual(relay.took, [id]);
  });

  it('leaves a reply to the process that claimed it after this process was away, and counts no attempt without a result', async () => {
    await queue();
    const [stale] = await claimReplies(database.pool, 5, 0);
    const [fresh] = await claimReplies(database.pool, 5, 60_000);
    assert.ok(stale && fresh);
    assert.deepEqual([stale.attempts, fresh.attempts], [0, 0]);
    const failed = { waitMs: 3_600_000, error: 'late', counts: true };
    await postponeReply(database.pool, stale.mailId, stale.claim, failed);
    assert.equal(await renewReplyClaim(database.pool, stale.mailId, stale.claim, 60_000), undefined);
    assert.equal((await waiting())[0]?.lastError, null);
    const renewed = await renewReplyClaim(database.pool, fresh.mailId, fresh.claim, 60_000);
    assert.ok(renewed);
    await postponeReply(database.pool, fresh.mailId, renewed, { ...failed, counts: false, error: 'own fault' });
    const [row] = await waiting();
    assert.deepEqual([row?.attempts, row?.lastError], [0, 'own fault']);
  });

  it('holds its claim for as long as the relay takes', async () => {
    const relay = await relayOn();
    relay.mode = 'slow';
    sendTo(relay.port, { leaseMs: 2_000 });
    const other = sendTo(relay.port, { leaseMs: 2_000 });
    const id = await queue();
    await until(() => relay.asked === 1);
    other.wake();
    const before = (await waiting())[0]?.nextAttemptAt?.getTime() ?? 0;
    await until(async () => ((await waiting())[0]?.nextAttemptAt?.getTime() ?? 0) > before + 400);
    assert.equal(relay.asked, 1);
    relay.letIn();
    await allGone();
    assert.deepEqual(relay.took, [id]);
  });

  it('does not send again what the relay has, when the database was away at that moment', async () => {
    const relay = await relayOn();
    let refused = 0;
    const flaky = new Proxy(database.pool, {
      get: (pool, name) => {
        if (name !== 'query') return Reflect.get(pool, name) as unknown;
        return (...args: [string]) => {
          const removes = args[0].startsWith('delete') && refused < 2;
          if (removes) refused += 1;
          return removes ? Promise.reject(new Error('Connection terminated')) : pool.query(...args);
        };
      },
    });
    sendTo(relay.port, { pool: flaky, leaseMs: 100 });
    const id = await queue();
    await allGone();
    assert.deepEqual([refused, relay.took], [2, [id]]);
  });

  it('does not hold up the end of the process for a relay that says nothing; the reply stays', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const sender = sendTo((silent.address() as AddressInfo).port);
    const greeted = once(silent, 'connection');
    await queue();
    const [socket] = (await greeted) as [Socket];
    await sender.stop(10);
    assert.equal((await waiting()).length, 1);
    socket.destroy();
    silent.close();
  });

  it('gives a reply up after twelve attempts, keeps it, and tries again when somebody says so', async () => {
    const relay = await relayOn();
    relay.mode = 'busy';
    const id = await queue();
    await database.pool.query('update mail_replies set attempts = 11');
    sendTo(relay.port);
    const [given] = await until(async () => {
      const found = await waiting();
      return found[0]?.lastError ? found : undefined;
    });
    assert.deepEqual([given?.attempts, given?.nextAttemptAt, relay.asked], [12, null, 1]);
    relay.mode = 'ok';
    assert.equal(await retryReplies(database.pool, 'test'), 1);
    await allGone();
    assert.deepEqual(relay.took, [id]);
  });
});

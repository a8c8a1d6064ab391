import assert from 'node:assert/strict';
import { newId } from '../../process/ids.ts';
import { type MailRow, recordMail, removeUnprovenMails } from '../../store/mails.ts';
import { createSender } from '../../store/senders.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

describe('what is kept of mail whose origin was not proved', () => {
  let database: FreshDatabase;
  let senderId: string;
  beforeEach(async () => {
    database = await freshDatabase();
    const secret = 'a deployment secret of tests, 32 characters';
    ({ senderId } = await createSender(database.pool, secret, { name: 'Acme', actor: 'test' }));
  });
  afterEach(() => database.drop());

  let count = 0;
  const record = async (mail: Partial<MailRow>): Promise<void> => {
    count += 1;
    const row: MailRow = {
      id: newId('mail'),
      senderId,
      messageId: `<${count}@evil.example>`,
      status: 'refused',
      reason: 'not_authentic',
      findings: [],
      authentic: false,
      fromAddress: null,
      subject: null,
      remoteAddress: '192.0.2.1',
      bytes: 1,
      content: null,
      taskIds: [],
      ...mail,
    };
    await recordMail(database.pool, row, null);
  };
  const kept = async (): Promise<{ status: string; bytes: number | null }[]> =>
    (
      await database.pool.query(
        'select status, sum(octet_length(content)) as bytes, count(*)::int from mails group by status order by status',
      )
    ).rows;

  it('is the newest 200, dropped ones included; mail of the sender itself stays', async () => {
    await record({ authentic: true, status: 'taken', reason: null });
    for (let at = 0; at < 150; at += 1) {
      await record({ status: 'dropped', reason: 'bounce' });
      await record({});
    }
    assert.deepEqual(await kept(), [
      { status: 'dropped', bytes: null, count: 100 },
      { status: 'refused', bytes: null, count: 100 },
      { status: 'taken', bytes: null, count: 1 },
    ]);
  });

  it('is at most 50 MB, and the newest in any case', async () => {
    const content = Buffer.alloc(20_000_000);
    for (let at = 0; at < 4; at += 1) await record({ content });
    assert.deepEqual(await kept(), [{ status: 'refused', bytes: 40_000_000, count: 2 }]);
    await record({ content: Buffer.alloc(60_000_000) });
    assert.deepEqual(await kept(), [{ status: 'refused', bytes: 60_000_000, count: 1 }]);
  });

  it('is removed after its time', async () => {
    await record({});
    await record({ status: 'dropped', reason: 'bulk' });
    await record({ authentic: true, reason: 'invalid_content' });
    await database.pool.query("update mails set received_at = received_at - interval '31 days'");
    await record({});
    assert.equal(await removeUnprovenMails(database.pool, 30), 2);
    assert.deepEqual(
      (await kept()).map((row) => row.status),
      ['refused'],
    );
  });
});

import assert from 'node:assert/strict';
import type { WriteOrder } from '../../domain/dispatch/writing/order.ts';
import { newId } from '../../process/ids.ts';
import { databaseTime, inTransaction } from '../../store/database.ts';
import {
  listUncertain,
  openIntent,
  readIntents,
  readMarks,
  settleIntent,
  type IntentAnswer,
} from '../../store/portal-intents.ts';
import { takeLease } from '../support/portal-lease.ts';
import type { TakenLease } from '../../store/portal-leases.ts';
import { createSender } from '../../store/senders.ts';
import { insertTask } from '../support/new-task.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { testSecret } from '../support/dispatch-api.ts';
import { until } from '../support/wait.ts';

describe('the intent to write', () => {
  let database: FreshDatabase;
  let senderId: string;
  let lease: TakenLease;
  let lookedAt: string;
  beforeEach(async () => {
    database = await freshDatabase();
    ({ senderId } = await createSender(database.pool, testSecret, { name: 'S', actor: 'test' }));
    lease = await held('robot');
    lookedAt = (await databaseTime(database.pool)).toISOString();
  });
  afterEach(() => database.drop());

  async function held(holder: string): Promise<TakenLease> {
    const taken = await takeLease(database.pool, 'tms', 'account', holder, 60_000);
    assert.ok(taken);
    return taken;
  }
  async function newTask(): Promise<string> {
    const id = newId('task');
    await insertTask(database.pool, {
      id,
      senderId,
      submittedByKey: null,
      taskType: 'tms_correction',
      params: {},
      instruction: null,
      clientRef: null,
      idempotencyKey: id,
      contentDigest: '',
      callbackUrl: null,
      priority: 'normal',
      requestedBy: null,
      channel: 'api',
    });
    return id;
  }
  const order = (mark: string, scope = 'bill 1'): WriteOrder =>
    ({ action: 'correct_bill', scope, fact: `fact of ${scope}`, mark, lookedAt }) as unknown as WriteOrder;
  const open = (taskId: string, mark: string, submit = 1, under = lease, scope = 'bill 1'): Promise<IntentAnswer> =>
    inTransaction(database.pool, (q) => openIntent(q, { taskId, lease: under, order: order(mark, scope), submit }));

  it('allows one click, and the same click never again', async () => {
    const task = await newTask();
    assert.deepEqual(await open(task, 'LK-00000001'), { kind: 'opened' });
    assert.deepEqual(await open(task, 'LK-00000001'), { kind: 'repeated' });
    assert.deepEqual(await open(task, 'LK-00000001', 2), { kind: 'opened' });
    assert.deepEqual(await open(task, 'LK-00000001', 2), { kind: 'repeated' });
    const [intent] = await readIntents(database.pool, task);
    assert.deepEqual([intent?.state, intent?.submits], ['open', 2]);
  });

  it('allows none to a holder that has lost its lease', async () => {
    const task = await newTask();
    await database.pool.query(`update portal_leases set expires_at = now() - interval '1 second'`);
    await held('another');
    assert.deepEqual(await open(task, 'LK-00000001'), { kind: 'lease_lost' });
    assert.deepEqual(await readIntents(database.pool, task), []);
  });

  it('keeps others away from the record while it is open or not certain, and only from that', async () => {
    const [first, second] = [await newTask(), await newTask()];
    await open(first, 'LK-00000001');
    assert.deepEqual(await open(second, 'LK-00000002'), { kind: 'taken', taskId: first, state: 'open' });
    assert.deepEqual(await open(second, 'LK-00000002', 1, lease, 'bill 2'), { kind: 'opened' });
    await settleIntent(database.pool, first, 'correct_bill', 'uncertain', null);
    const third = await newTask();
    assert.deepEqual(await open(third, 'LK-00000003'), { kind: 'taken', taskId: first, state: 'uncertain' });
    assert.deepEqual(
      (await listUncertain(database.pool)).map(({ taskId }) => taskId),
      [first],
    );
    await settleIntent(database.pool, first, 'correct_bill', 'absent', null);
    assert.deepEqual(await open(third, 'LK-00000003'), { kind: 'opened' });
  });

  it('makes a task that looked before another wrote look again', async () => {
    const [first, second] = [await newTask(), await newTask()];
    await open(first, 'LK-00000001');
    await settleIntent(database.pool, first, 'correct_bill', 'written', 'COR-1');
    assert.deepEqual(await open(second, 'LK-00000002'), { kind: 'stale' });
    // A look in the millisecond of the write counts as one before it.
    const written = (await databaseTime(database.pool)).toISOString();
    await until(async () => (lookedAt = (await databaseTime(database.pool)).toISOString()) > written);
    assert.deepEqual(await open(second, 'LK-00000002'), { kind: 'opened' });
  });

  it('never takes back what is written', async () => {
    const task = await newTask();
    await open(task, 'LK-00000001');
    assert.equal(await settleIntent(database.pool, task, 'correct_bill', 'written', 'COR-1'), true);
    assert.equal(await settleIntent(database.pool, task, 'correct_bill', 'absent', null), false);
    const [intent] = await readIntents(database.pool, task);
    assert.deepEqual([intent?.state, intent?.number], ['written', 'COR-1']);
  });

  it("is known by its mark to the sender's later tasks, and to nobody else's", async () => {
    const task = await newTask();
    await open(task, 'LK-00000001');
    const other = await createSender(database.pool, testSecret, { name: 'O', actor: 'test' });
    const marks = ['LK-00000001', 'LK-00000002'];
    assert.deepEqual(
      [...(await readMarks(database.pool, 'tms', senderId, marks))],
      [['LK-00000001', 'fact of bill 1']],
    );
    assert.equal((await readMarks(database.pool, 'tms', other.senderId, marks)).size, 0);
    assert.equal((await readMarks(database.pool, 'audit', senderId, marks)).size, 0);
  });
});

import assert from 'node:assert/strict';
import { holdsLease, joinQueue, keepSession, releaseLease, renewLease } from '../../store/portal-leases.ts';
import { readWaitingOn } from '../../store/portal-waits.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { takeLease } from '../support/portal-lease.ts';
import { until } from '../support/wait.ts';

describe('the lease of a portal account', () => {
  let database: FreshDatabase;
  before(async () => {
    database = await freshDatabase();
  });
  after(() => database?.drop());
  let account = '';
  beforeEach(() => {
    account += 'x';
  });
  const take = (holder: string, forMs = 60_000) => takeLease(database.pool, 'tms', account, holder, forMs);

  it('is held by one, and by one only when many ask at once', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => take(`worker-${n}`)));
    assert.equal(taken.filter((lease) => lease !== undefined).length, 1);
  });
  it('gives each holder a higher number', async () => {
    const first = await take('a');
    assert.ok(first);
    assert.equal(await take('b'), undefined);
    await releaseLease(database.pool, first);
    const second = await take('b');
    assert.ok(second !== undefined && second.fence > first.fence);
  });
  it('goes to another when its holder is silent, and the old holder finds out', async () => {
    const lost = await take('a', 1);
    assert.ok(lost);
    const heir = await until(() => take('b'));
    assert.ok(heir.fence > lost.fence);
    assert.equal(await renewLease(database.pool, lost, 60_000), false);
    assert.equal(await holdsLease(database.pool, lost), false);
    assert.equal(await holdsLease(database.pool, heir), true);
    await keepSession(database.pool, lost, Buffer.from('stolen'));
    await releaseLease(database.pool, lost);
    assert.equal(await holdsLease(database.pool, heir), true);
    await releaseLease(database.pool, heir);
    assert.equal((await take('c'))?.session, null);
  });
  it('is taken over at once by the holder itself, with a new number', async () => {
    const before = await take('task-1');
    const again = await take('task-1');
    assert.ok(before !== undefined && again !== undefined && again.fence > before.fence);
    assert.equal(await holdsLease(database.pool, before), false);
  });
  it('hands the session over', async () => {
    const lease = await take('a');
    assert.ok(lease);
    await keepSession(database.pool, lease, Buffer.from('sealed'));
    await releaseLease(database.pool, lease);
    assert.equal((await take('b'))?.session?.toString(), 'sealed');
  });
  it('has tasks say that they wait for the portal while another, such as an open recording, holds it', async () => {
    await take('rec_1');
    await joinQueue(database.pool, 'tms', account, ['task_1'], 60_000);
    await joinQueue(database.pool, 'tms', account, ['task_2'], 0);
    // One that has its turn, or is away, does not wait.
    assert.deepEqual(
      await readWaitingOn(database.pool, ['task_1', 'task_2', 'task_3']),
      new Map([['task_1', 'portal']]),
    );
  });
});

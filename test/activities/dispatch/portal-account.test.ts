import assert from 'node:assert/strict';
import {
  openPortalAccounts,
  type AccountUse,
  type PortalAccounts,
} from '../../../activities/dispatch/portal-account.ts';
import { takeLease } from '../../support/portal-lease.ts';
import { createSender } from '../../../store/senders.ts';
import { insertTask, newTaskOf } from '../../support/new-task.ts';
import { finishTask } from '../../../store/tasks.ts';
import { needsPerson } from '../../../domain/dispatch/ending.ts';
import type { Priority } from '../../../domain/dispatch/task.ts';
import { joinQueue } from '../../../store/portal-leases.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { until } from '../../support/wait.ts';

const never = new AbortController().signal;
const use = (holder: string, signal = never): AccountUse => ({ portal: 'tms', account: 'tms', holder, signal });

/** A promise that somebody else settles. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('the account of a portal', () => {
  let database: FreshDatabase;
  beforeEach(async () => (database = await freshDatabase()));
  afterEach(() => database.drop());

  /** As each worker process opens them. */
  const process = (more: Partial<Parameters<typeof openPortalAccounts>[0]> = {}): PortalAccounts =>
    openPortalAccounts({
      pool: database.pool,
      deploymentSecret: 'a secret of 32 characters or more',
      env: {},
      ...more,
    });

  it('is used by one task at a time, in one process and in several', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<string> => {
      inside += 1;
      most = Math.max(most, inside);
      // Time enough for the others to come in where nothing keeps them out.
      await database.pool.query('select 1 from portal_leases');
      inside -= 1;
      return 'done';
    };
    const processes = [process(), process(), process()];
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (processes[n % 3] ?? process()).use(use(`task ${n}`), work)),
    );
    assert.deepEqual(new Set(results), new Set(['done']));
    assert.equal(most, 1);
  });

  it('says after a while that others hold it, and does nothing then', async () => {
    const { opened, open } = gate();
    const holding = process().use(use('one'), () => opened);
    await until(async () => (await database.pool.query('select 1 from portal_leases')).rowCount === 1);
    const impatient = process({ accountWaitMs: 30 });
    assert.equal(await impatient.use(use('two'), () => assert.fail('two must not work')), undefined);
    open();
    await holding;
  });

  it('is free at once for the next attempt of the task whose worker was lost, and not for another', async () => {
    await takeLease(database.pool, 'tms', 'tms', 'lost task', 60_000);
    assert.equal(await process({ accountWaitMs: 30 }).use(use('other task'), async () => 'worked'), undefined);
    assert.equal(await process({ accountWaitMs: 30 }).use(use('lost task'), async () => 'worked'), 'worked');
  });

  it('is free for the next task when work fails', async () => {
    const accounts = process();
    await assert.rejects(
      accounts.use(use('one'), async () => {
        throw new Error('the browser crashed');
      }),
      /crashed/,
    );
    assert.equal(await accounts.use(use('two'), async () => 'worked'), 'worked');
  });

  it('stops the work when the lease was taken over', async () => {
    const reason = await process({ renewEveryMs: 20 }).use(use('one'), async (_session, signal) => {
      await database.pool.query("update portal_leases set holder = 'two', fence = fence + 1");
      return until(() => (signal.aborted ? (signal.reason as { code?: string }) : undefined), {
        what: 'the word that the lease is gone',
      });
    });
    assert.equal(reason?.code, 'lease_lost');
  });

  it('keeps the session of the last holder sealed for the next one', async () => {
    const accounts = process();
    await accounts.use(use('one'), async (session) => {
      await session.save('[{"name":"sid","value":"the cookie"}]');
      assert.equal(await session.load(), '[{"name":"sid","value":"the cookie"}]', 'its own next run has it too');
    });
    assert.equal(await accounts.use(use('two'), (session) => session.load()), '[{"name":"sid","value":"the cookie"}]');
    const stored = await database.pool.query<{ session: Buffer }>('select session from portal_leases');
    assert.equal(stored.rows[0]?.session.includes('the cookie'), false);
    const foreign = process({ deploymentSecret: 'another secret of 32 characters!!' });
    assert.equal(await foreign.use(use('three'), (session) => session.load()), null);
  });

  it('is not waited for by a task that was cancelled', async () => {
    const { opened, open } = gate();
    const accounts = process();
    const holding = accounts.use(use('one'), () => opened);
    const cancelled = new AbortController();
    const waiting = accounts.use(use('two', cancelled.signal), async () => 'worked');
    cancelled.abort(new Error('cancelled'));
    await assert.rejects(waiting, /cancelled/);
    open();
    await holding;
  });

  describe('is given', () => {
    /** Holds the account until it is opened, and has the tasks ask for it in this order, in vain. */
    async function askedInVain(holders: readonly string[]): Promise<() => Promise<unknown>> {
      const { opened, open } = gate();
      const holding = process().use(use('holder'), () => opened);
      await until(async () => (await database.pool.query('select 1 from portal_leases')).rowCount === 1);
      for (const holder of holders)
        assert.equal(await process({ accountWaitMs: 1 }).use(use(holder), async () => 'worked'), undefined);
      return async () => {
        open();
        await holding;
      };
    }
    /** @returns the tasks in the order in which they worked */
    async function served(holders: readonly string[], release: () => Promise<unknown>): Promise<string[]> {
      const order: string[] = [];
      const [one, other] = [process(), process()];
      const all = holders.map((holder, n) =>
        (n % 2 === 0 ? one : other).use(use(holder), async () => void order.push(holder)),
      );
      // Everybody waits in the database before the account becomes free.
      await until(async () => {
        const waiting = await database.pool.query('select 1 from portal_queue where present_until > now()');
        return waiting.rowCount === holders.length;
      });
      await release();
      await Promise.all(all);
      return order;
    }

    it('in the order in which tasks first asked, although their attempts come and go', async () => {
      const release = await askedInVain(['first', 'second', 'third', 'fourth']);
      assert.deepEqual(await served(['fourth', 'third', 'first', 'second'], release), [
        'first',
        'second',
        'third',
        'fourth',
      ]);
    });

    it('to tasks of a higher priority first, in their order', async () => {
      const { senderId } = await createSender(database.pool, 'a secret of 32 characters or more', {
        name: 'Acme',
        actor: 'test',
      });
      const add = async (priority: Priority): Promise<string> =>
        (await insertTask(database.pool, newTaskOf(senderId, { priority }))).task.id;
      const [low, normal] = [await add('low'), await add('normal')];
      const [high, urgent] = [await add('high'), await add('high')];
      const release = await askedInVain([low, normal, high, urgent]);
      assert.deepEqual(await served([urgent, normal, high, low], release), [high, urgent, normal, low]);
    });

    it('past a task that has stopped asking, which is first again when it comes back', async () => {
      await joinQueue(database.pool, 'tms', 'tms', ['gone'], 20);
      assert.equal(await process().use(use('next'), async () => 'worked'), 'worked');
      const release = await askedInVain([]);
      assert.deepEqual(await served(['next', 'gone'], release), ['gone', 'next']);
    });

    it('past a task that was cancelled while it waited', async () => {
      const release = await askedInVain(['first']);
      const cancelled = new AbortController();
      const waiting = process().use(use('first', cancelled.signal), async () => 'worked');
      cancelled.abort(new Error('cancelled'));
      await assert.rejects(waiting, /cancelled/);
      const left = await database.pool.query("select 1 from portal_queue where task_id = 'first'");
      assert.equal(left.rowCount, 0);
      await release();
    });

    it('to nobody who has ended: the place goes with the task', async () => {
      const { senderId } = await createSender(database.pool, 'a secret of 32 characters or more', {
        name: 'Acme',
        actor: 'test',
      });
      const { task } = await insertTask(database.pool, newTaskOf(senderId));
      await process().use(use(task.id), async () => 'worked');
      await finishTask(database.pool, task.id, needsPerson('A person has to look.'));
      assert.equal((await database.pool.query('select 1 from portal_queue')).rowCount, 0);
    });

    it('again to the task whose work failed, before those who came after it', async () => {
      const accounts = process();
      await assert.rejects(
        accounts.use(use('first'), () => Promise.reject(new Error('the browser crashed'))),
        /crashed/,
      );
      const release = await askedInVain(['second']);
      assert.deepEqual(await served(['second', 'first'], release), ['first', 'second']);
    });
  });
});

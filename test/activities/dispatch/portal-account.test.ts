import assert from 'node:assert/strict';
import { openPortalAccounts } from '../../../activities/dispatch/portal-account.ts';
import type { AccountUse, PortalAccounts } from '../../../activities/dispatch/portal-account.ts';
import { takeLease } from '../../../store/portal-leases.ts';
import { freshDatabase } from '../../support/database.ts';
import type { FreshDatabase } from '../../support/database.ts';
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
      await database.pool.query('select pg_sleep(0.005)');
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

  it('tells the work to stop when the lease was taken over', async () => {
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
    await accounts.use(use('one'), (session) => session.save('[{"name":"sid","value":"the cookie"}]'));
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
});

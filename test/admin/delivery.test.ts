import assert from 'node:assert/strict';
import { newId } from '../../process/ids.ts';
import { readAudit } from '../../store/audit-log.ts';
import { addDelivery } from '../../store/deliveries.ts';
import { type NextState, recordAttempt } from '../../store/delivery-attempts.ts';
import { noteAttempt } from '../../store/endpoint-health.ts';
import { countStarts } from '../../store/workflow-starts.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

describe('admin delivery', () => {
  let bench: AdminBench;
  let senders: string[];
  beforeEach(async () => {
    bench = await openAdminBench();
    senders = [];
    for (const name of ['First', 'Second'])
      senders.push((await bench.json(['sender', 'create', name]))['sender_id'] as string);
  });
  afterEach(() => bench.close());

  const add = async (owner: string, state: NextState['state']): Promise<string> => {
    const { pool } = bench.database;
    const id = newId('delivery');
    await addDelivery(pool, {
      id,
      ownerKind: 'sender',
      ownerId: owner,
      subjectId: newId('task'),
      event: 'task.completed',
      scheme: 'dispatch',
      url: 'https://receiver.example/hook',
      body: Buffer.from('{}'),
      waitsMs: [60_000],
      fairnessKey: owner,
    });
    const attempt = { n: 1, at: new Date(), responseStatus: 503, error: null, durationMs: 5, excerpt: null };
    await recordAttempt(pool, id, attempt, state === 'retrying' ? { state, waitMs: 60_000 } : { state });
    await pool.query('delete from workflow_starts');
    return id;
  };
  const waiting = async (): Promise<number> => (await countStarts(bench.database.pool)).waiting;
  const listed = async (...filter: string[]): Promise<string[]> =>
    (await bench.json(['delivery', 'list', ...filter]))['deliveries'].map(
      ({ delivery_id }: { delivery_id: string }) => delivery_id,
    );

  it('lists those of all senders or of one, by status, newest first, with how the last attempt went', async () => {
    const [first = '', second = ''] = senders;
    const failed = await add(first, 'failed');
    const delivered = await add(second, 'delivered');
    assert.deepEqual(await listed(), [delivered, failed]);
    assert.deepEqual(await listed('--sender', first), [failed]);
    assert.deepEqual(await listed('--status', 'delivered'), [delivered]);
    assert.deepEqual(await listed('--task', 'tsk_x'), []);
    const { out } = await bench.runHere(['delivery', 'list', '--limit', '1']);
    assert.match(out, /^tsk_\S+ +task\.completed +delivered +1 +503 +- .+ dl_\S+ +https:/m);
  });

  it('lists where deliveries go and how they do there, failing ones first', async () => {
    const [first = '', second = ''] = senders;
    const { pool } = bench.database;
    const ended = { endedAt: new Date(), responseStatus: null, error: null, exhausted: false };
    const works = { ownerKind: 'sender', ownerId: first, origin: 'https://works.example' } as const;
    const fails = { ownerKind: 'sender', ownerId: second, origin: 'https://fails.example:8443' } as const;
    await noteAttempt(pool, works, { ...ended, acknowledged: true });
    await noteAttempt(pool, fails, { ...ended, acknowledged: false, error: 'refused' });
    const { endpoints } = await bench.json(['delivery', 'endpoints']);
    assert.deepEqual(
      endpoints.map(({ state, origin }: Record<string, string>) => [state, origin]),
      [
        ['failing', fails.origin],
        ['healthy', works.origin],
      ],
    );
    assert.equal((await bench.json(['delivery', 'endpoints', '--owner', first]))['endpoints'].length, 1);
    const { out } = await bench.runHere(['delivery', 'endpoints', '--failing']);
    assert.match(out, /^failing +20\S+ \S+ \S+ +- +0 .* refused +- +snd_\S+ +https:\/\/fails\.example:8443\n$/m);
  });

  it('resends a finished one, and the audit log records who asked for it', async () => {
    const failed = await add(senders[0] ?? '', 'failed');
    assert.deepEqual(await bench.json(['delivery', 'retry', failed]), { delivery_id: failed, queued: true });
    assert.equal(await waiting(), 1);
    assert.deepEqual(
      (await readAudit(bench.database.pool, failed)).map(({ act, details }) => [act, details['owner_id']]),
      [['delivery.retried', senders[0]]],
    );
  });

  it('says so when one waits and the engine that it waits in does not answer', async () => {
    const retrying = await add(senders[0] ?? '', 'retrying');
    const ran = await bench.runHere(['delivery', 'retry', retrying], { env: { TEMPORAL_ADDRESS: '127.0.0.1:9' } });
    assert.equal(ran.code, 1);
    assert.match(ran.err, /^Temporal does not respond at 127\.0\.0\.1:9: /);
  });

  it('recovers what failed since a time, of one sender or of all', async () => {
    const [first = '', second = ''] = senders;
    await add(first, 'failed');
    await add(first, 'delivered');
    await add(second, 'failed');
    await add(second, 'failed');
    assert.deepEqual(await bench.json(['delivery', 'recover', '--since', '1h', '--until', '30m']), { queued: 0 });
    assert.deepEqual(await bench.json(['delivery', 'recover', '--since', '1h', '--sender', first]), { queued: 1 });
    assert.deepEqual(await bench.json(['delivery', 'recover', '--since', '1h']), { queued: 2 });
    assert.equal(await waiting(), 3);
  });

  it('refuses what is not there, and spans that are none', async () => {
    const refused = async (args: readonly string[], code: number, sentence: RegExp): Promise<void> => {
      const ran = await bench.runHere(args);
      assert.equal(ran.code, code);
      assert.match(ran.err, sentence);
    };
    await refused(['delivery', 'retry', 'dl_x'], 1, /there is no delivery dl_x/);
    await refused(['delivery', 'recover', '--since', '1h', '--sender', 'snd_x'], 1, /there is no sender snd_x/);
    await refused(['delivery', 'recover', '--since', '1h', '--until', '2h'], 1, /--until must be later/);
    await refused(['delivery', 'recover', '--since', 'yesterday'], 2, /A time has an offset/);
    await refused(['delivery', 'list', '--status', 'lost'], 2, /Allowed choices are pending/);
    await refused(['delivery', 'recover', '--since', '2026-02-31T08:00:00Z'], 2, /a day that exists/);
    for (const [words, option, prefix] of [
      [['delivery', 'list'], '--sender', 'snd_'],
      [['delivery', 'list'], '--task', 'tsk_'],
      [['delivery', 'endpoints'], '--owner', 'snd_ or wh_'],
      [['task', 'list'], '--sender', 'snd_'],
      [['mail', 'quarantine', 'list'], '--sender', 'snd_'],
    ] as const)
      await refused([...words, option, 'acme'], 2, new RegExp(`An id begins with ${prefix}`));
  });
});

import assert from 'node:assert/strict';
import { readAudit } from '../../store/audit-log.ts';
import { recordAttempt } from '../../store/delivery-attempts.ts';
import { testEngine } from '../support/temporal.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

const url = 'https://receiver.example/hook';

describe('admin lanes webhook', () => {
  let bench: AdminBench;
  let workspace: string;
  before(async () => {
    bench = await openAdminBench();
    workspace = (await bench.json(['lanes', 'workspace', 'create', 'Main']))['workspace'] as string;
  });
  after(() => bench.close());

  const run = (...args: string[]) => bench.json(['lanes', 'webhook', ...args]);
  const create = async (...more: string[]) => run('create', url, '--workspace', workspace, ...more);
  const attempt = { n: 1, at: new Date(), responseStatus: 503, error: null, durationMs: 5, excerpt: null };
  const acts = async (subject: string) => (await readAudit(bench.database.pool, subject)).map(({ act }) => act);

  it('makes one for all events or some, shows its secret once, and lists it without', async () => {
    const made = await create();
    assert.match(made['secret'], /^whsec_/);
    assert.deepEqual(made['events'], [
      'lane.changed',
      'drift.alert',
      'signoff.requested',
      'agent.unauthorised',
      'audits.waiting',
    ]);
    const some = await create('--events', 'signoff.requested,lane.changed');
    assert.deepEqual(some['events'], ['lane.changed', 'signoff.requested']);
    const { webhooks } = await run('list', '--workspace', workspace);
    assert.deepEqual(
      webhooks.map(({ webhook_id }: { webhook_id: string }) => webhook_id),
      [made['webhook_id'], some['webhook_id']],
    );
    assert.ok(!JSON.stringify(webhooks).includes('whsec_'));
  });

  it('tests, rotates and deletes it, and the audit log has every act', async () => {
    const { webhook_id: id, secret } = await create();
    const { delivery_id } = await run('test', id);
    const rotated = await run('rotate', id, '--grace', '7d');
    assert.match(rotated['secret'], /^whsec_/);
    assert.notEqual(rotated['secret'], secret);
    const { deliveries } = await run('deliveries', '--workspace', workspace, '--webhook', id, '--status', 'pending');
    assert.deepEqual(
      deliveries.map((row: Record<string, unknown>) => [row['delivery_id'], row['attempt'], row['event']]),
      [[delivery_id, 1, 'ping']],
    );
    const { address } = await testEngine();
    const env = { TEMPORAL_ADDRESS: address };
    assert.deepEqual(await bench.json(['lanes', 'webhook', 'delete', id], { env }), {
      webhook_id: id,
      ended_deliveries: 1,
    });
    const log = await run('deliveries', '--workspace', workspace, '--webhook', id);
    assert.deepEqual(
      log['deliveries'].map((row: Record<string, unknown>) => [row['status'], row['answer']]),
      [['failed', 'webhook_deleted']],
    );
    assert.deepEqual(await acts(id), ['webhook.created', 'webhook.tested', 'secret.rotated', 'webhook.deleted']);
  });

  it('has sent again what failed since a time', async () => {
    const { webhook_id: id } = await create();
    const { delivery_id } = await run('test', id);
    await recordAttempt(bench.database.pool, delivery_id, attempt, { state: 'failed' });
    const recover = (...span: string[]) => run('recover', '--workspace', workspace, '--since', ...span);
    assert.deepEqual(await recover('1h', '--until', '30m'), { queued: 0 });
    assert.deepEqual(await recover('1h'), { queued: 1 });
    assert.ok((await acts(workspace)).includes('delivery.recovered'));
  });

  it('refuses what is not there, what is no event, and what may not be called', async () => {
    const refused = async (args: readonly string[], code: number, sentence: RegExp): Promise<void> => {
      const ran = await bench.runHere(['lanes', 'webhook', ...args]);
      assert.equal(ran.code, code, ran.err);
      assert.match(ran.err, sentence);
    };
    await refused(['delete', 'wh_x'], 1, /there is no webhook wh_x/);
    await refused(['create', url, '--workspace', 'ws_x'], 1, /there is no workspace ws_x/);
    await refused(['create', 'http://10.0.0.1/', '--workspace', workspace], 1, /url must not point to a private/);
    await refused(['create', url, '--workspace', workspace, '--events', 'lane.change'], 2, /not lane\.change\./);
    await refused(['recover', '--workspace', workspace, '--since', '1h', '--until', '2h'], 1, /--until must be later/);
  });
});

import assert from 'node:assert/strict';
import { endpointHealth } from '../../../domain/delivery/health.ts';
import { readAudit } from '../../../store/audit-log.ts';
import { noteAttempt } from '../../../store/endpoint-health.ts';
import { openTestLanes } from '../../support/lanes-api.ts';
import type { TestLanes, TestWorkspace } from '../../support/lanes-api.ts';
import { sendHistory } from './history.ts';

const all = ['lane.changed', 'drift.alert', 'signoff.requested'];
const receiver = 'https://receiver.example/hook';

interface Queued {
  readonly id: string;
  readonly body: Buffer;
  readonly event: string;
  readonly subjectId: string;
  readonly ownerId: string;
  readonly waitsMs: number[];
}

describe('webhooks of the lanes API', function () {
  this.timeout(60_000);
  let api: TestLanes;
  const woken = { starts: 0 };
  const asked: string[] = [];
  before(async () => {
    api = await openTestLanes(
      {},
      {
        wakeStarts: () => (woken.starts += 1),
        askRetryNow: async (id) => {
          asked.push(id);
          return true;
        },
      },
    );
  });
  after(() => api.close());

  const make = async (of: TestWorkspace, events: readonly string[] = all) => {
    const made = await api.call('POST', '/v1/webhooks', { key: of.key, json: { url: receiver, events } });
    assert.equal(made.status, 201, made.text);
    return made.json;
  };
  const queuedFor = async (hookId: string): Promise<Queued[]> => {
    const found = await api.database.pool.query<Queued>(
      `select id, body, event, subject_id as "subjectId", owner_id as "ownerId", waits_ms as "waitsMs"
         from deliveries where owner_id = $1 order by id`,
      [hookId],
    );
    return found.rows;
  };

  /** What the tables say was announced, with the JSON as it was stored. */
  const announced = async ({ no }: TestWorkspace) => {
    const found = await api.database.pool.query<{ type: string; what: string }>(
      `select 'lane.changed' as type, change::text as what from lane_changes where workspace_no = $1
       union all select 'drift.alert', alert::text from lane_alerts where workspace_no = $1
       union all select 'signoff.requested', request::text from lane_signoffs
        where workspace_no = $1 and request->>'purpose' = 'promote'`,
      [no],
    );
    return found.rows;
  };

  it('are made with a secret that is shown once and stored nowhere, and listed without it', async () => {
    const workspace = await api.newWorkspace();
    const made = await make(workspace, ['signoff.requested', 'lane.changed']);
    assert.deepEqual(Object.keys(made), ['id', 'url', 'events', 'secret', 'created_at']);
    assert.match(made.id, /^wh_[0-9a-f-]{36}$/);
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(made.events, ['lane.changed', 'signoff.requested']);
    const { json } = await api.call('GET', '/v1/webhooks', { key: workspace.key });
    assert.deepEqual(json, {
      webhooks: [
        {
          id: made.id,
          url: made.url,
          events: made.events,
          created_at: made.created_at,
          health: endpointHealth(),
        },
      ],
    });
    const [{ actor, act } = { actor: '', act: '' }] = await readAudit(api.database.pool, made.id);
    assert.match(actor, /^key:key_/);
    assert.equal(act, 'webhook.created');
  });

  it('are listed with the health of their endpoint', async () => {
    const workspace = await api.newWorkspace();
    const [failing, idle] = [await make(workspace), await make(workspace)];
    const endpoint = { ownerKind: 'hook', ownerId: failing.id, origin: new URL(receiver).origin } as const;
    const at = new Date(Date.UTC(2026, 10, 21, 10));
    const attempt = { endedAt: at, acknowledged: false, responseStatus: 503, error: null, exhausted: true };
    await noteAttempt(api.database.pool, endpoint, attempt);
    const { json } = await api.call('GET', '/v1/webhooks', { key: workspace.key });
    assert.deepEqual(
      json.webhooks.map(({ id, health }: { id: string; health: object }) => [id, health]),
      [
        [
          failing.id,
          {
            state: 'failing',
            failing_since: at.toISOString(),
            recovered_at: null,
            exhausted: 1,
            exhausted_since: at.toISOString(),
            last_success_at: null,
            last_failure_at: at.toISOString(),
            consecutive_failures: 1,
            last_error: 'http_503',
          },
        ],
        [idle.id, endpointHealth()],
      ],
    );
  });

  it('tell what the lanes announced, in the transaction that did, each event once and the same to every hook', async () => {
    const workspace = await api.newWorkspace();
    const [first, second] = [await make(workspace), await make(workspace)];
    const lanesOnly = await make(workspace, ['lane.changed']);
    await sendHistory(api, 26, workspace.key);
    const queued = await queuedFor(first.id);
    const told = await announced(workspace);
    assert.deepEqual(queued.map(({ event }) => event).toSorted(), told.map(({ type }) => type).toSorted());
    assert.deepEqual(new Set(told.map(({ type }) => type)), new Set(all));
    for (const { id, body, event, subjectId, waitsMs } of queued) {
      const text = body.toString('utf8');
      const json = JSON.parse(text) as Record<string, unknown>;
      assert.deepEqual(Object.keys(json), ['id', 'type', 'created_at', 'workspace', 'queue', 'step', 'at', 'data']);
      assert.deepEqual([json['id'], json['type'], json['workspace']], [subjectId, event, workspace.id]);
      const cause = told.find(({ type, what }) => type === event && what === JSON.stringify(json['data']));
      assert.ok(cause, text);
      const { queue, step, at } = json['data'] as Record<string, unknown>;
      assert.deepEqual([json['queue'], json['step'], json['at']], [queue, step, at]);
      assert.deepEqual(waitsMs, [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]);
      assert.match(id, /^dl_[0-9a-f-]{36}$/);
    }
    const bytes = (list: readonly Queued[]) => list.map(({ body }) => body.toString('utf8')).toSorted();
    assert.deepEqual(bytes(await queuedFor(second.id)), bytes(queued));
    const changes = queued.filter(({ event }) => event === 'lane.changed');
    assert.deepEqual(bytes(await queuedFor(lanesOnly.id)), bytes(changes));
    // Sent again, everything is known: nothing is told twice.
    await sendHistory(api, 0, workspace.key);
    assert.equal((await queuedFor(first.id)).length, queued.length);
  });
});

import assert from 'node:assert/strict';
import { exampleItems, exampleWeekStart } from '../../../domain/lanes/example-history.ts';
import { until } from '../../support/wait.ts';
import { halfAYear, weeks } from './half-a-year.ts';

const question = { queue: 'invoices', step: 'match', item: 'INV-9', features: { format: 'pdf', lines: 3 } };

describe('a workspace after half a year', function () {
  const half = halfAYear();
  const { get } = half;

  describe('POST /v1/route', () => {
    const route = (json: object, path = '/v1/route') => half.api.call('POST', path, { json });

    it('answers with every member of 2.4, and with more only when asked to explain', async () => {
      const { json } = await route(question);
      assert.deepEqual(Object.keys(json), [
        'route_id',
        'decision',
        'lane',
        'audit',
        'audit_rate',
        'reason',
        'queue',
        'step',
        'item',
        'checked_at',
      ]);
      assert.match(json.route_id, /^rt_[0-9a-f-]{36}$/);
      assert.deepEqual([json.decision, json.lane], ['act_alone', 'auto']);
      const { explain } = (await route(question, '/v1/route?explain=true')).json;
      assert.equal(json.audit, explain.pick < json.audit_rate);
      assert.ok(explain.gates.length > 0 && explain.rules_revision !== null);
    });

    it('sends an item with input never seen to a person, with the reason, and leaves the step in Auto', async () => {
      const { json } = await route({ ...question, features: { format: 'fax', lines: 3 } });
      assert.deepEqual([json.decision, json.lane, json.audit, json.audit_rate], ['propose', 'assist', false, 0]);
      assert.match(json.reason, /format has a value never seen while the step earned Auto/);
      assert.equal((await get('/v1/steps/invoices/match')).json.lane, 'auto');
    });

    it('answers for a time in the past with the lane in force then', async () => {
      const lanes = await Promise.all(
        [1, 4, 12].map(async (week) => (await route({ ...question, at: exampleWeekStart(week) })).json.lane),
      );
      assert.deepEqual(lanes, ['shadow', 'assist', 'auto']);
      const long = await route({ ...question, at: '2020-01-01T00:00:00Z' });
      assert.deepEqual([long.status, long.json.decision], [200, 'human_only']);
    });

    it('moves the clock for a time in a later week, and closes the weeks between', async () => {
      const before = (await get('/v1/status')).json;
      const { json } = await route({ ...question, at: exampleWeekStart(weeks + 4) });
      assert.equal(json.checked_at, exampleWeekStart(weeks + 4));
      const after = (await get('/v1/status')).json;
      assert.equal(after.data_clock, exampleWeekStart(weeks + 4));
      assert.ok(after.closed_week > before.closed_week);
    });

    it('refuses one unknown step and keeps a place for it in a batch', async () => {
      const unknown = { ...question, step: 'nope' };
      const single = await route(unknown);
      assert.deepEqual([single.status, single.json.code], [404, 'not_found']);
      const { answers } = (await route({ items: [unknown, question] })).json;
      assert.equal(answers[0].error, 'there is no such step nope in queue invoices');
      assert.equal(answers[1].lane, 'auto');
    });

    it('answers 2,000 items at once and refuses more', async () => {
      const items = (n: number) => Array.from({ length: n }, (_, place) => ({ ...question, item: `i${place}` }));
      const { answers } = (await route({ items: items(2000) })).json;
      assert.equal(answers.length, 2000);
      const more = await route({ items: items(2001) });
      assert.deepEqual([more.status, more.json.error], [400, 'items must have at most 2,000 members']);
    });

    it('is counted, whole batches too', async () => {
      const before = (await get('/v1/status')).json.routes_today;
      await route(question);
      await route({ items: [question, question] });
      await until(async () => (await get('/v1/status')).json.routes_today === before + 3, { what: 'three more calls' });
      await until(
        async () => {
          const kept = await half.api.database.pool.query<{ calls: number }>(
            'select calls from lane_route_counts where workspace_no = $1',
            [half.api.workspace.no],
          );
          return kept.rows[0]?.calls === before + 3;
        },
        { what: 'the calls to be kept' },
      );
    });
  });

  describe('the workspace as it continues', () => {
    it('settles: the queue has the most severe first, both outputs and what differs, and gets shorter', async () => {
      const item = exampleItems(weeks + 1)[0]?.item ?? '';
      const at = exampleWeekStart(weeks + 2);
      const work = (role: string, kind: string, account: string) => ({
        id: `settle-${role}`,
        kind: 'step.done',
        at,
        queue: 'invoices',
        step: 'pay',
        item,
        role,
        actor: { kind, id: kind },
        decision: 'post',
        outputs: { account, amount: 1 },
      });
      await half.api.call('POST', '/v1/events', {
        json: [work('proposal', 'agent', '4000'), work('confirm', 'operator', '4010')],
      });
      const before = (await get('/v1/settle-queue?limit=5')).json;
      const waiting = before.items.find(
        (one: { item: string; step: string }) => one.item === item && one.step === 'pay',
      );
      assert.deepEqual(waiting.fields, [{ name: 'account', operator: '4010', agent: '4000', severity: 'material' }]);
      assert.deepEqual([waiting.operator.outputs.account, waiting.agent.outputs.account], ['4010', '4000']);
      const csv = await half.api.call('GET', '/v1/settle-queue?limit=1', { headers: { accept: 'text/csv' } });
      assert.match(
        String(csv.headers['link'] ?? ''),
        before.total > 1 ? /^<\/v1\/settle-queue\?limit=1&cursor=.+>; rel="next"$/ : /^$/,
      );
      const whole = await half.api.call('GET', '/v1/settle-queue?limit=500', { headers: { accept: 'text/csv' } });
      assert.match(
        whole.text,
        /^queue,step,item,week,severity,waiting_since,operator,operator_decision,agent,agent_decision,differs\r\n/,
      );
      assert.ok(
        whole.text.includes(`invoices,pay,${item},`) &&
          whole.text.includes(',post,agent,post,account: 4010 / 4000\r\n'),
      );
      assert.equal((await get('/v1/status')).json.settlements_waiting, before.total);
      await half.api.call('POST', '/v1/events', {
        json: [
          {
            id: 'settle-it',
            kind: 'settlement.made',
            at,
            queue: 'invoices',
            step: 'pay',
            item,
            actor: { kind: 'operator', id: 'lee' },
            verdict: 'operator_right',
          },
        ],
      });
      assert.equal((await get('/v1/settle-queue')).json.total, before.total - 1);
    });

    it('shows since when a disagreement waited, also after it was settled', async () => {
      const at = exampleWeekStart(weeks + 2);
      const later = new Date(Date.parse(at) + 3_600_000).toISOString();
      const [person, agent] = [
        { kind: 'operator', id: 'dana' },
        { kind: 'agent', id: 'bot' },
      ];
      const head = { queue: 'waits', step: 's', item: 'w' };
      const done = { ...head, kind: 'step.done' };
      const send = (...json: object[]) => half.api.call('POST', '/v1/events', { json });
      await send(
        { id: 'waits', kind: 'queue.defined', at, queue: 'waits', actor: person, steps: [{ step: 's' }] },
        { ...done, id: 'waits-act', at, role: 'act', actor: person, decision: 'a' },
        { ...done, id: 'waits-shadow', at: later, role: 'shadow', actor: agent, decision: 'b' },
      );
      await send({
        ...head,
        id: 'waits-settled',
        kind: 'settlement.made',
        at: later,
        actor: { kind: 'operator', id: 'lee' },
        verdict: 'agent_right',
      });
      const [shown] = (await get('/v1/steps/waits/s/evidence')).json.disagreements;
      assert.deepEqual([shown.waiting_since, shown.settled.verdict], [later, 'agent_right']);
    });

    it('takes ids with every character that they may have in a path, encoded once', async () => {
      const queue = 'a/b#c@d:e.f_g-1';
      const defined = await half.api.call('POST', '/v1/events', {
        json: [
          {
            id: 'odd/id#1',
            kind: 'queue.defined',
            at: exampleWeekStart(weeks + 1),
            queue,
            actor: { kind: 'operator', id: 'dana' },
            steps: [{ step: 'prüfen/承認' }],
          },
        ],
      });
      assert.equal(defined.json.accepted, 1, defined.text);
      const path = `/v1/steps/${encodeURIComponent(queue)}/${encodeURIComponent('prüfen/承認')}`;
      assert.equal((await get(path)).json.queue, queue);
      assert.equal((await get(`${path}/evidence`)).json.step, 'prüfen/承認');
      assert.equal((await half.api.call('GET', path.replaceAll('%2F', '/'))).status, 404);
      assert.equal((await half.api.call('GET', path.replaceAll('%', '%25'))).status, 404);
    });

    it('reports the state of the workspace', async () => {
      const { json } = await get('/v1/status');
      assert.deepEqual(Object.keys(json), [
        'events',
        'routes_today',
        'last_webhook',
        'settlements_waiting',
        'data_clock',
        'week_number',
        'closed_week',
        'clock',
        'held',
        'audit_seed',
      ]);
      assert.deepEqual([json.clock, json.audit_seed, json.last_webhook], ['data', '2026', null]);
      assert.equal(json.events.total, json.events.today);
    });

    it('closes nothing twice', async () => {
      const through = exampleWeekStart(weeks + 4);
      const { json } = await half.api.call('POST', '/v1/weeks/close', { json: { through } });
      assert.deepEqual(json.closed, []);
      assert.deepEqual(Object.keys(json), [
        'closed',
        'lane_changes',
        'alerts',
        'signoff_requests',
        'closed_week',
        'week_number',
        'held',
      ]);
    });

    it('is the other workspace’s in nothing', async () => {
      const as = { key: half.api.other.key };
      for (const path of [
        '/v1/lanes?queue=invoices',
        '/v1/steps/invoices/match',
        '/v1/steps/invoices/match/evidence',
        '/v1/ledger?queue=invoices',
      ])
        assert.equal((await half.api.call('GET', path, as)).status, 404, path);
      assert.deepEqual((await half.api.call('GET', '/v1/lanes', as)).json, { steps: [] });
      assert.deepEqual((await half.api.call('GET', '/v1/ledger', as)).json, { rows: [], next_cursor: null });
      assert.deepEqual((await half.api.call('GET', '/v1/settle-queue', as)).json, {
        items: [],
        total: 0,
        next_cursor: null,
      });
      const status = (await half.api.call('GET', '/v1/status', as)).json;
      assert.deepEqual([status.events.total, status.routes_today, status.closed_week], [0, 0, 0]);
      assert.equal((await half.api.call('POST', '/v1/route', { ...as, json: question })).status, 404);
      const { json } = await half.api.call('POST', '/v1/events', {
        ...as,
        json: [
          {
            id: 'o1',
            kind: 'outcome.recorded',
            at: exampleWeekStart(1),
            queue: 'invoices',
            step: 'match',
            item: 'x',
            actor: { kind: 'operator', id: 'a' },
            good: true,
          },
        ],
      });
      assert.deepEqual([json.accepted, json.rejected.length], [0, 1], 'its work has no definition there');
      await half.api.call('POST', '/v1/weeks/close', { ...as, json: { through: exampleWeekStart(40) } });
      assert.equal((await get('/v1/status')).json.data_clock, exampleWeekStart(weeks + 4));
    });

    it('is answered alike by a second process once it is notified, and never older than its own ingest', async () => {
      const second = await half.api.second();
      const at = exampleWeekStart(weeks + 5);
      const asked = { queue: 'returns', step: 'check', item: 'r1' };
      assert.equal((await second.call('POST', '/v1/route', { json: asked })).status, 404);
      const notified = new Promise<number>((resolve) => {
        second.ingest.onRouteChange((change) => {
          if (change?.workspaceNo === half.api.workspace.no) resolve(change.routeVersion);
        });
      });
      const defined = await half.api.call('POST', '/v1/events', {
        json: [
          {
            id: 'second',
            kind: 'queue.defined',
            at,
            queue: 'returns',
            actor: { kind: 'operator', id: 'a' },
            steps: [{ step: 'check' }],
          },
        ],
      });
      assert.equal(defined.json.accepted, 1);
      assert.equal(
        (await half.api.call('POST', '/v1/route', { json: asked })).status,
        200,
        'the process that took it in',
      );
      // That this takes less than a second is measured: npm run bench -- lanes-route --only agree
      await second.deps.routes.reach(half.api.workspace.no, await notified);
      assert.equal((await second.call('POST', '/v1/route', { json: asked })).status, 200);
    });
  });
});

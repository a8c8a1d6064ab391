import assert from 'node:assert/strict';
import { exampleItems, exampleWeekStart } from '../../../domain/lanes/example-history.ts';
import { openTestLanes } from '../../support/lanes-api.ts';
import type { TestLanes } from '../../support/lanes-api.ts';
import { until } from '../../support/wait.ts';
import { sendHistory } from './history.ts';

const weeks = 19;
const question = { queue: 'invoices', step: 'match', item: 'INV-9', features: { format: 'pdf', lines: 3 } };

describe('half a year of a queue', function () {
  this.timeout(240_000);
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
    await sendHistory(api, weeks);
    const closed = await api.call('POST', '/v1/weeks/close', { json: { through: exampleWeekStart(weeks + 1) } });
    assert.equal(closed.status, 200, closed.text);
  });
  after(() => api.close());

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await api.call('GET', path, { headers });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };

  describe('GET /v1/lanes and /v1/steps', () => {
    it('show a step that earned Auto, one that waits for a sign-off, and one that lost Auto again', async () => {
      const { steps } = (await get('/v1/lanes?queue=invoices')).json;
      assert.deepEqual(
        steps.map(({ step, lane }: { step: string; lane: string }) => [step, lane]),
        [
          ['code', 'shadow'],
          ['match', 'auto'],
          ['pay', 'assist'],
        ],
      );
      const [code, match, pay] = steps;
      assert.match(match.reason, /^Auto since 2026-W09\. /);
      assert.equal(code.last_change.rule, 'cusum');
      assert.equal(pay.signoff.purpose, 'promote');
      assert.deepEqual(
        pay.gates.filter(({ passed }: { passed: boolean }) => !passed).map(({ gate }: { gate: string }) => gate),
        ['signoff'],
      );
    });

    it('have every member of D46', async () => {
      const view = (await get('/v1/steps/invoices/match')).json;
      for (const member of [
        'queue',
        'step',
        'title',
        'money_moving',
        'lane',
        'since',
        'since_week',
        'reason',
        'latest',
        'windows',
        'audit_rate',
        'gates',
        'last_change',
        'signoff',
        'rules',
        'links',
      ])
        assert.ok(member in view, member);
      assert.deepEqual(Object.keys(view.windows), ['2', '4']);
      for (const figures of [view.latest, view.windows['2'], view.windows['4']])
        assert.equal(figures.agreed + figures.disagreed.material + figures.disagreed.critical, figures.compared);
      for (const link of Object.values<string>(view.links)) await get(link);
    });

    it('say 304 to who has them already', async () => {
      for (const path of [
        '/v1/lanes',
        '/v1/steps/invoices/pay',
        '/v1/steps/invoices/pay/evidence',
        '/v1/ledger',
        '/v1/schema',
      ]) {
        const first = await get(path);
        const again = await api.call('GET', path, { headers: { 'if-none-match': String(first.headers['etag']) } });
        assert.deepEqual([again.status, again.text], [304, ''], path);
      }
    });

    it('know no other queue or step', async () => {
      for (const path of [
        '/v1/lanes?queue=orders',
        '/v1/ledger?queue=orders',
        '/v1/ledger?queue=invoices&step=nope',
        '/v1/ledger?step=nope',
        '/v1/steps/invoices/nope',
        '/v1/steps/a%00b/c',
        '/v1/steps/%zz/match',
      ])
        assert.deepEqual((await api.call('GET', path)).json.code, 'not_found', path);
    });
  });

  describe('GET /v1/steps/…/evidence', () => {
    it('has every week with its input mix, every change, the tests, and the latest disagreements and audits', async () => {
      const pack = (await get('/v1/steps/invoices/code/evidence')).json;
      assert.equal(pack.weeks.length, weeks);
      assert.ok(pack.weeks.every((week: { input_mix: object[] }) => week.input_mix.length > 0));
      assert.deepEqual(
        pack.lane_changes.map(({ to }: { to: string }) => to),
        ['assist', 'auto', 'assist', 'shadow'],
      );
      assert.ok(pack.disagreements.length > 5 && pack.audits.length > 10);
      const { outcome_test } = (await get('/v1/steps/invoices/match/evidence')).json;
      assert.deepEqual([outcome_test.p0, outcome_test.threshold], [0.02, 6]);
    });

    it('gives each of its tables as CSV', async () => {
      for (const table of ['weeks', 'lane_changes', 'signoffs', 'disagreements', 'audits']) {
        const { text, headers } = await get(`/v1/steps/invoices/pay/evidence?table=${table}`, { accept: 'text/csv' });
        assert.match(String(headers['content-type']), /^text\/csv/);
        assert.ok(text.split('\r\n').length >= 2, table);
      }
      const wrong = await api.call('GET', '/v1/steps/invoices/pay/evidence?table=secrets');
      assert.deepEqual([wrong.status, wrong.json.code], [400, 'invalid_request']);
    });
  });

  describe('GET /v1/ledger', () => {
    it('has a row a step and week, in pages by queue, step and week', async () => {
      const { rows } = (await get('/v1/ledger?queue=invoices')).json;
      assert.equal(rows.length, 3 * weeks);
      const paged: unknown[] = [];
      for (let path = '/v1/ledger?queue=invoices&limit=13'; path !== '';) {
        const page = (await get(path)).json;
        paged.push(...page.rows);
        path = page.next_cursor === null ? '' : `/v1/ledger?queue=invoices&limit=13&cursor=${page.next_cursor}`;
      }
      assert.deepEqual(paged, rows);
    });

    it('is CSV for who wants that, with the way to the next page in Link', async () => {
      const first = await get('/v1/ledger?limit=2', { accept: 'text/csv' });
      assert.equal(first.text.split('\r\n').length, 4);
      const next = /^<(.*)>; rel="next"$/.exec(String(first.headers['link']))?.[1] ?? '';
      assert.match((await get(next, { accept: 'text/csv' })).text, /^queue,step,week,/);
    });
  });

  describe('POST /v1/route', () => {
    const route = (json: object, path = '/v1/route') => api.call('POST', path, { json });

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
          const kept = await api.database.pool.query<{ calls: number }>(
            'select calls from lane_route_counts where workspace_no = $1',
            [api.workspace.no],
          );
          return kept.rows[0]?.calls === before + 3;
        },
        { what: 'the calls to be kept' },
      );
    });
  });

  describe('the workspace as it goes on', () => {
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
      await api.call('POST', '/v1/events', {
        json: [work('proposal', 'agent', '4000'), work('confirm', 'operator', '4010')],
      });
      const before = (await get('/v1/settle-queue?limit=5')).json;
      const waiting = before.items.find(
        (one: { item: string; step: string }) => one.item === item && one.step === 'pay',
      );
      assert.deepEqual(waiting.fields, [{ name: 'account', operator: '4010', agent: '4000', severity: 'material' }]);
      assert.deepEqual([waiting.operator.outputs.account, waiting.agent.outputs.account], ['4010', '4000']);
      assert.equal((await get('/v1/status')).json.settlements_waiting, before.total);
      await api.call('POST', '/v1/events', {
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

    it('tells since when a disagreement waited, also after it was settled', async () => {
      const at = exampleWeekStart(weeks + 2);
      const later = new Date(Date.parse(at) + 3_600_000).toISOString();
      const [person, agent] = [
        { kind: 'operator', id: 'dana' },
        { kind: 'agent', id: 'bot' },
      ];
      const head = { queue: 'waits', step: 's', item: 'w' };
      const done = { ...head, kind: 'step.done' };
      const send = (...json: object[]) => api.call('POST', '/v1/events', { json });
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
        actor: person,
        verdict: 'agent_right',
      });
      const [shown] = (await get('/v1/steps/waits/s/evidence')).json.disagreements;
      assert.deepEqual([shown.waiting_since, shown.settled.verdict], [later, 'agent_right']);
    });

    it('takes ids with every character that they may have in a path, encoded once', async () => {
      const queue = 'a/b#c@d:e.f_g-1';
      const defined = await api.call('POST', '/v1/events', {
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
      assert.equal((await api.call('GET', path.replaceAll('%2F', '/'))).status, 404);
      assert.equal((await api.call('GET', path.replaceAll('%', '%25'))).status, 404);
    });

    it('tells how the workspace stands', async () => {
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
        'audit_seed',
      ]);
      assert.deepEqual([json.clock, json.audit_seed, json.last_webhook], ['data', '2026', null]);
      assert.equal(json.events.total, json.events.today);
    });

    it('closes nothing twice', async () => {
      const through = exampleWeekStart(weeks + 4);
      const { json } = await api.call('POST', '/v1/weeks/close', { json: { through } });
      assert.deepEqual(json.closed, []);
      assert.deepEqual(Object.keys(json), [
        'closed',
        'lane_changes',
        'alerts',
        'signoff_requests',
        'closed_week',
        'week_number',
      ]);
    });

    it('is the other workspace’s in nothing', async () => {
      const as = { key: api.other.key };
      for (const path of [
        '/v1/lanes?queue=invoices',
        '/v1/steps/invoices/match',
        '/v1/steps/invoices/match/evidence',
        '/v1/ledger?queue=invoices',
      ])
        assert.equal((await api.call('GET', path, as)).status, 404, path);
      assert.deepEqual((await api.call('GET', '/v1/lanes', as)).json, { steps: [] });
      assert.deepEqual((await api.call('GET', '/v1/ledger', as)).json, { rows: [], next_cursor: null });
      assert.deepEqual((await api.call('GET', '/v1/settle-queue', as)).json, {
        items: [],
        total: 0,
        next_cursor: null,
      });
      const status = (await api.call('GET', '/v1/status', as)).json;
      assert.deepEqual([status.events.total, status.routes_today, status.closed_week], [0, 0, 0]);
      assert.equal((await api.call('POST', '/v1/route', { ...as, json: question })).status, 404);
      const { json } = await api.call('POST', '/v1/events', {
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
      await api.call('POST', '/v1/weeks/close', { ...as, json: { through: exampleWeekStart(40) } });
      assert.equal((await get('/v1/status')).json.data_clock, exampleWeekStart(weeks + 4));
    });

    it('is answered alike by a second process once it is told, and never older than its own ingest', async () => {
      const second = await api.second();
      const at = exampleWeekStart(weeks + 5);
      const asked = { queue: 'returns', step: 'check', item: 'r1' };
      assert.equal((await second.call('POST', '/v1/route', { json: asked })).status, 404);
      const told = new Promise<number>((resolve) => {
        second.ingest.onRouteChange((change) => {
          if (change?.workspaceNo === api.workspace.no) resolve(change.routeVersion);
        });
      });
      const defined = await api.call('POST', '/v1/events', {
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
      assert.equal((await api.call('POST', '/v1/route', { json: asked })).status, 200, 'the process that took it in');
      // That this takes less than a second is measured: npm run bench -- lanes-route --only agree
      await second.deps.routes.reach(api.workspace.no, await told);
      assert.equal((await second.call('POST', '/v1/route', { json: asked })).status, 200);
    });
  });
});

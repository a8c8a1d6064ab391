import assert from 'node:assert/strict';
import { halfAYear, weeks } from './half-a-year.ts';

describe('half a year of a queue', function () {
  const half = halfAYear();
  const { get } = half;

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
        const tag = String(first.headers['etag']);
        const requests: Record<string, string>[] = [
          { 'if-none-match': tag },
          { 'if-none-match': tag, 'cache-control': 'no-cache' },
          { 'if-none-match': `"another", W/${tag}` },
        ];
        for (const headers of requests) {
          const again = await half.api.call('GET', path, { headers });
          assert.deepEqual([again.status, again.text], [304, ''], path);
        }
        const other = await half.api.call('GET', path, { headers: { 'if-none-match': '"another"' } });
        assert.equal(other.status, 200, path);
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
        assert.deepEqual((await half.api.call('GET', path)).json.code, 'not_found', path);
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
      const wrong = await half.api.call('GET', '/v1/steps/invoices/pay/evidence?table=secrets');
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
});

import assert from 'node:assert/strict';
import { blockedFirstBy } from '../../../../domain/lanes/board.ts';
import { exampleWeekStart } from '../../../../domain/lanes/example-history.ts';
import { blockingGates } from '../../../../domain/lanes/lane-view.ts';
import { readSteps } from '../../../../store/lanes/lanes.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestLanes } from '../../../support/lanes-api.ts';
import { until } from '../../../support/wait.ts';
import { sendHistory } from '../../lanes/history.ts';

const weeks = 20;

describe('the lanes of a workspace in the console', function () {
  let site: TestConsole<TestLanes>;
  let viewer: Browserless;
  let home: string;
  before(async () => {
    site = await openConsole('lanes');
    await sendHistory(site.api, weeks);
    await site.api.call('POST', '/v1/weeks/close', { json: { through: exampleWeekStart(weeks + 1) } });
    viewer = await site.signInAs('viewer');
    home = `/console/lanes/${site.api.workspace.id}`;
  });
  after(() => site.close());

  const page = async (path: string): Promise<string> => {
    const { status, text } = await viewer.get(path);
    assert.equal(status, 200, text);
    return text;
  };

  it('are chosen by workspace where there are several', async () => {
    const text = await page('/console/lanes');
    for (const { id } of [site.api.workspace, site.api.other]) assert.ok(text.includes(`/console/lanes/${id}`));
    assert.equal((await viewer.get(home.slice(0, -1))).status, 404);
    assert.equal((await viewer.get('/console/lanes/ws_none')).status, 404);
  });

  describe('the board', () => {
    it('shows each step with lane, bound, bar and what blocks', async () => {
      const text = await page(home);
      for (const title of ['Match the invoice to its order', 'Choose the account', 'Release the payment'])
        assert.ok(text.includes(title), title);
      assert.match(text, /since 2026-W09/);
      assert.match(text, /aria-label="upper bound of the audits [\d.]+, bar 0\.94, over 12 closed weeks"/);
      assert.match(text, /sign-off waits/);
      assert.match(text, /Acts alone; \d+(\.\d)? % audited/);
      assert.ok(text.length < 60_000, String(text.length));
    });

    it('filters by queue, lane and what blocks, all in the address', async () => {
      const auto = await page(`${home}?lane=auto`);
      assert.ok(auto.includes('Match the invoice') && !auto.includes('Release the payment'));
      const blocked = await page(`${home}?blocked=signoff`);
      assert.ok(blocked.includes('Release the payment') && !blocked.includes('Match the invoice'));
      assert.match(await page(`${home}?queue=other`), /No steps match/);
      // What an empty choice of the form sends is no filter.
      assert.ok((await page(`${home}?queue=&lane=&blocked=`)).includes('Match the invoice'));
      assert.match(await page(`/console/lanes/${site.api.other.id}`), /no steps yet/);
    });

    it('calls blocked what the rules call blocked', async () => {
      const { pool } = site.database;
      const steps = await readSteps(pool, site.api.workspace.no);
      for (const { route, state } of steps)
        assert.equal(blockedFirstBy(route), blockingGates(state)[0]?.gate ?? null, route.step);
      const { text } = await viewer.get(`${home}?blocked=closed_weeks`);
      assert.match(text, /No steps match/);
    });
  });

  describe('the page of a step', () => {
    it('says what the lane is and why, and shows the gates of the last review', async () => {
      const text = await page(`${home}/invoices/pay`);
      assert.match(text, /Assist since 2026-W0\d/);
      assert.match(text, /scope="row">Sign-off<\/th>/);
      assert.match(text, /not passed/);
      assert.match(text, /it needs sign-off/);
      assert.match(text, /Outcome drift now: CUSUM [\d.]+ of 8 after \d+ checked items/);
      assert.doesNotMatch(text, /plot-audits|plot-cusum/, 'there is nothing to draw before Auto');
    });

    it('draws its weeks with titles, descriptions and the same numbers as tables', async () => {
      const text = await page(`${home}/invoices/code?weeks=26`);
      const plots = text.match(/<svg class="plot"[\s\S]*?<\/svg>/g) ?? [];
      assert.equal(plots.length, 5);
      for (const plot of plots) {
        assert.ok(plot.length < 15_000, String(plot.length));
        assert.match(plot, /role="img" aria-labelledby="(plot-\w+)-title \1-about"/);
        assert.doesNotMatch(plot, /style=|NaN|undefined|Infinity/);
      }
      assert.match(text, /CUSUM/);
      assert.match(text, /class="lane-change"/);
      assert.match(text, /class="alert-mark"/);
      assert.match(text, /Rules in force/);
      assert.ok(text.length < 200_000, String(text.length));
    });

    it('shows PSI of each watched input once there is a baseline', async () => {
      const text = await page(`${home}/invoices/code?weeks=52`);
      assert.match(text, /id="plot-inputs-heading">Input shift \(PSI\)/);
      for (const feature of ['format', 'lines']) assert.match(text, new RegExp(`</svg>\\s*${feature}\\s*</li>`));
    });

    it('draws PSI as near to the figure of the evidence as whole weeks come to days', async () => {
      const { input_shift } = (await site.api.call('GET', '/v1/steps/invoices/code/evidence')).json;
      const text = await page(`${home}/invoices/code`);
      assert.equal(input_shift.length, 2);
      for (const { feature, psi, limit } of input_shift) {
        const rows = [
          ...text.matchAll(
            new RegExp(
              `>${feature}</th>\\s*<td[^>]*>2026-W\\d\\d</td>\\s*<td[^>]*>([\\d.]+)</td>\\s*<td[^>]*>([\\d.]+)`,
              'g',
            ),
          ),
        ];
        const [, shownPsi, shownLimit] = rows.at(-1) ?? [];
        assert.ok(Math.abs(Number(shownPsi) - psi) < 0.03, `${feature}: ${shownPsi} and ${psi}`);
        assert.ok(Math.abs(Number(shownLimit) - limit) < 0.03, `${feature}: ${shownLimit} and ${limit}`);
      }
    });

    it('gives the evidence as JSON and as CSV, equal to the API', async () => {
      const file = await viewer.get(`${home}/invoices/match/evidence.json`);
      const { generated_at: _, ...pack } = JSON.parse(file.text);
      const api = (await site.api.call('GET', '/v1/steps/invoices/match/evidence')).json;
      delete api.generated_at;
      assert.deepEqual(pack, api);
      assert.match(String(file.headers['content-disposition']), /attachment; filename="invoices-match-evidence.json"/);
      const csv = await viewer.get(`${home}/invoices/match/evidence.csv?table=lane_changes`);
      assert.match(csv.text, /^queue,step,at,week,from,to,rule,reason\r?\n/);
    });

    it('is 404 for a step that is not there', async () => {
      assert.equal((await viewer.get(`${home}/invoices/none`)).status, 404);
      assert.equal((await viewer.get(`/console/lanes/${site.api.other.id}/invoices/match`)).status, 404);
    });
  });

  describe('the ledger', () => {
    // Page after page: many-steps.test.ts.
    it('is filtered and downloadable, and sixty rows fit on a page', async () => {
      assert.doesNotMatch(await page(`${home}/ledger`), /rel="next"/);
      const one = await page(`${home}/ledger?queue=invoices&step=pay`);
      assert.equal(one.match(/scope="row">/g)?.length, weeks);
      assert.match(one, new RegExp(`>\\s*${weeks} rows\\s*<`));
      const csv = await viewer.get(`${home}/ledger.csv?queue=invoices&step=pay`);
      assert.equal(csv.text.trim().split('\n').length, weeks + 1);
      assert.match(String(csv.headers['content-type']), /text\/csv/);
      const named = [...one.matchAll(/>(\d{4}-W\d\d)</g)].map(([, week = '']) => week);
      assert.deepEqual(named, named.toSorted().toReversed(), 'the newest week first');
      const [newest, next] = named;
      const range = await page(`${home}/ledger?queue=invoices&step=pay&from=${next}&until=${newest}`);
      assert.equal(range.match(/scope="row">/g)?.length, 2);
      const turned = await page(`${home}/ledger?from=${newest}&until=${next}`);
      assert.match(turned, /No closed week matches these filters\./);
    });
  });

  it('say what a route call would be answered, without counting it', async () => {
    const { routeCounter } = site.api.deps;
    const waiting = (): number => routeCounter.waiting(site.api.workspace.no);
    // What was counted before is stored at any moment, so there must be none of it.
    await until(() => (waiting() === 0 ? true : undefined), { what: 'the counts of earlier routes' });
    await page(`${home}/route`);
    const ask = { queue: 'invoices', step: 'match', item: 'inv-1' };
    const answer = await viewer.post(`${home}/route`, { ...ask, features: '{"amount": 12}' });
    assert.match(answer.text, /The agent (does it alone|proposes, a person confirms)<\/h2>[^]*&quot;gates&quot;/);
    assert.equal(waiting(), 0);
    const unknown = await viewer.post(`${home}/route`, { ...ask, step: 'none' });
    assert.deepEqual([unknown.status, /There is no such step none in queue invoices/.test(unknown.text)], [422, true]);
    assert.match((await viewer.post(`${home}/route`, { ...ask, features: '[1]' })).text, /must be a JSON object/);
    for (const [member, value] of [
      ['step', 'none'],
      ['step', 'a b'],
      ['item', ''],
      ['features', '{"": 1}'],
      ['at', 'soon'],
    ] as const) {
      const { text } = await viewer.post(`${home}/route`, { ...ask, [member]: value });
      assert.deepEqual([member, /<li data-field="(\w+)">/.exec(text)?.[1]], [member, member]);
    }

    const past = await viewer.post(`${home}/route`, { ...ask, at: '2026-01-06T10:00' });
    assert.match(past.text, /A person does it<\/h2>[^]*2026-01-06 10:00:00 UTC/);
    const before = (await site.api.call('GET', '/v1/status')).json;
    for (const at of ['2090-01-01T10:00', 'x'])
      assert.match((await viewer.post(`${home}/route`, { ...ask, at })).text, /At must be a time up to/);
    assert.deepEqual((await site.api.call('GET', '/v1/status')).json.data_clock, before.data_clock);
  });

  it('show how often the routes of a step were asked for, day by day', async () => {
    const { api } = site;
    const days = async (): Promise<number> => {
      const text = (await page(`${home}/invoices/match`)).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
      return Number(/ Use Day Routes \d{4}-\d\d-\d\d ([\d,]+) /.exec(text)?.[1]?.replaceAll(',', ''));
    };
    const { routeCounter } = api.deps;
    const kept = { what: 'the counts of routes' };
    await until(() => (routeCounter.waiting(api.workspace.no) === 0 ? true : undefined), kept);
    const before = await days();
    const item = (step: string) => ({ queue: 'invoices', step, item: 'inv-1' });
    assert.equal((await viewer.post(`${home}/route`, item('match'))).status, 200, 'what is tried is not counted');
    for (const json of [item('match'), { items: [item('match'), item('match'), item('none')] }])
      assert.equal((await api.call('POST', '/v1/route', { json })).status, 200);
    await until(async () => ((await days()) === before + 3 ? true : undefined), kept);
  });

  // Last, in a group of its own: it adds to the history.
  describe('the board as people’s time comes in', () => {
    it('shows on the board what agents did alone, and the time of people that it spared', async () => {
      const { pool } = site.api.database;
      const alone = await pool.query(
        `select count(*)::int as n from lane_items join lane_steps on lane_steps.no = step_no
        where step = 'match' and lane_items.state->>'e' = 'auto' and lane_items.state->>'r' is null`,
      );
      const { n } = alone.rows[0] as { n: number };
      assert.ok(n > 0);
      assert.match(await page(home), new RegExp(`>${n} items done alone<`));
      const at = (await site.api.call('GET', '/v1/status')).json.data_clock as string;
      const took = (minutes: number): object => ({
        id: `timed-${minutes}`,
        kind: 'step.done',
        role: 'act',
        at,
        started_at: new Date(Date.parse(at) - minutes * 60_000).toISOString(),
        queue: 'invoices',
        step: 'match',
        item: `timed-${minutes}`,
        actor: { kind: 'operator', id: 'dana' },
        decision: 'match',
      });
      const sent = async (): Promise<number> =>
        (await site.api.call('POST', '/v1/events', { json: { events: [took(4), took(8)] } })).json.accepted as number;
      assert.deepEqual([await sent(), await sent()], [2, 0]);
      const hours = ((n * 6) / 60).toFixed(1);
      assert.match(await page(home), new RegExp(`>${n} items done alone, ${hours} h of people spared<`));
      const study = (await page(`${home}/invoices/match/study`)).replaceAll(/\s+/g, ' ');
      assert.match(study, new RegExp(`${n} items done alone and not looked at. People take 6.0 minutes \\(mean of`));
      assert.match(study, new RegExp(`mean of 2 items\\): that is ${hours} hours`));
    });
  });
});

import assert from 'node:assert/strict';
import { exampleWeekStart } from '../../../../domain/lanes/example-history.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestLanes, TestWorkspace } from '../../../support/lanes-api.ts';
import { sendHistory } from '../../lanes/history.ts';

/** By then the step that moves money has earned Auto but for the sign-off. */
const weeks = 10;

describe('sign-off requests in the console', function () {
  let site: TestConsole<TestLanes>;
  let approver: Browserless;
  before(async () => {
    site = await openConsole('lanes');
    approver = await site.signInAs('approver');
  });
  after(() => site.close());

  /** A workspace in which the request of `pay` waits. */
  const waiting = async () => {
    const workspace = await site.api.newWorkspace();
    await sendHistory(site.api, weeks, workspace.key);
    const home = `/console/lanes/${workspace.id}/signoffs`;
    const request = (await pay(workspace)).signoff.request_id as string;
    return {
      workspace,
      home,
      request,
      answer: (verdict: string, note = '') => approver.post(`${home}/${request}`, { verdict, note }),
    };
  };
  const pay = async ({ key }: TestWorkspace) => (await site.api.call('GET', '/v1/steps/invoices/pay', { key })).json;
  const close = ({ key }: TestWorkspace, through: string) =>
    site.api.call('POST', '/v1/weeks/close', { key, json: { through } });
  const signoffs = async ({ key }: TestWorkspace) =>
    (await site.api.call('GET', '/v1/steps/invoices/pay/evidence', { key })).json.signoffs;

  /** As the navigation of every page counts them. */
  const pendingIn = (page: string): number =>
    Number(/class="nav-count"\s*>(\d+)<span[^>]*> sign-offs pending/.exec(page)?.[1] ?? 0);

  it('show their numbers and the exact event, and lead to Auto at the next close once they are signed', async () => {
    const { workspace, home, request, answer } = await waiting();
    const { text } = await approver.get(home);
    assert.match(text, /Lower bound of the accuracy<\/dt>\s*<dd>\s*0\.\d+\s*<small>bar 0\.95<\/small>/);
    assert.ok(text.includes(`&quot;id&quot;: &quot;${request}/approve&quot;`));
    const pending = pendingIn(text);
    const answered = await answer('approve', 'Twenty payments looked at');
    assert.equal(answered.location, home);
    const after = (await approver.get(home)).text;
    assert.match(after, /invoices \/ pay: signed off\. It takes effect at the next close/);
    assert.equal(pendingIn(after), pending - 1);
    const signed = (await signoffs(workspace)).find((one: { request_id: string }) => one.request_id === request);
    assert.deepEqual([signed.state, signed.by], ['approved', 'approver@example.com']);
    assert.equal((await pay(workspace)).lane, 'assist');
    await close(workspace, exampleWeekStart(weeks + 1));
    assert.equal((await pay(workspace)).lane, 'auto');
    const { rows } = await site.database.pool.query('select actor, act, details from audit_log where subject = $1', [
      request,
    ]);
    assert.deepEqual(
      [rows.length, rows[0].actor, rows[0].act, rows[0].details.note],
      [1, 'person:approver@example.com', 'signoff.approved', 'Twenty payments looked at'],
    );
  });

  it('have a due day and an owner: one of two people gets it, and releases it', async () => {
    const { home, request } = await waiting();
    const other = await site.signInAs('approver', 'second@example.com');
    const viewer = await site.signInAs('viewer', 'viewer@example.com');
    const text = async (who = approver) => (await who.get(home)).text;
    assert.match(await text(), /Due <time datetime="2026-03-23T/);
    const own = (who: Browserless, act: string, person = '') => who.post(`${home}/${request}/owner`, { act, person });
    assert.equal((await own(approver, 'take')).status, 303);
    assert.match(await text(other), /Owner: approver@example\.com/);
    assert.equal((await own(other, 'take')).status, 409);
    assert.equal((await own(viewer, 'release')).status, 403);
    await own(approver, 'release');
    assert.equal((await own(approver, 'assign', 'viewer@example.com')).status, 400);
    await own(approver, 'assign', 'second@example.com');
    assert.match(await text(viewer), /Owner: second@example\.com/);
    assert.equal((await approver.post(`${home}/sr_0/owner`, { act: 'take' })).status, 404);
    const { rows } = await site.database.pool.query('select act from audit_log where subject = $1 order by at', [
      request,
    ]);
    assert.deepEqual(
      rows.map(({ act }) => act),
      ['signoff.assigned', 'signoff.released', 'signoff.assigned'],
    );
  });

  it('can be withdrawn, which ends an Auto that rests on it', async () => {
    const { workspace, home, answer } = await waiting();
    await answer('approve');
    await close(workspace, exampleWeekStart(weeks + 1));
    assert.match((await approver.get(home)).text, /Withdraw/);
    await answer('decline');
    assert.match((await approver.get(home)).text, /invoices \/ pay: withdrawn/);
    assert.equal((await pay(workspace)).lane, 'assist');
  });

  it('can be declined, and show later visitors that they are answered', async () => {
    const { workspace, home, answer } = await waiting();
    await answer('decline', 'Not before the audit');
    assert.match(
      (await approver.get(home)).text,
      /invoices \/ pay: declined\. It is not asked for again for four weeks/,
    );
    await answer('approve');
    assert.match(
      (await approver.get(home)).text,
      /was declined by approver@example\.com already\. Your answer was not counted/,
    );
    await close(workspace, exampleWeekStart(weeks + 1));
    assert.equal((await pay(workspace)).lane, 'assist');
  });

  it('stay readable after they were answered, page by page, each of them once', async () => {
    const workspace = await site.api.newWorkspace();
    await site.database.pool.query(
      `insert into lane_signoffs (workspace_no, request_id, seq, n, step_no, at, request, state, changed_at)
       select $1, 'sr_' || n, n, 0, 1, to_timestamp(n),
              json_build_object('request_id', 'sr_' || n, 'purpose', 'promote', 'queue', 'invoices', 'step', 'pay-' || n,
                                'numbers', '{}'::json, 'at', to_timestamp(n)),
              case when n > 70 then 'waiting' when n = 70 then 'void' else 'declined' end, to_timestamp(n / 3)
         from generate_series(1, 125) n`,
      [workspace.no],
    );
    const seen: string[] = [];
    let next: string | undefined = `/console/lanes/${workspace.id}/signoffs`;
    assert.match((await approver.get(next)).text, /<span class="badge badge-muted">expired<\/span>/);
    while (next !== undefined) {
      const { text } = await approver.get(next);
      assert.match(text, /70 requests/);
      assert.match(text, /The 50 oldest of 55 are shown/);
      seen.push(...[...text.matchAll(/>invoices \/ (pay-\d+)<\/a>\s*<\/th>/g)].map(([, step = '']) => step));
      next = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    assert.deepEqual([seen.length, new Set(seen).size], [70, 70]);
  });

  it('are for approvers, and known in their workspace only', async () => {
    const { workspace, home, request } = await waiting();
    const viewer = await site.signInAs('viewer');
    const { text } = await viewer.get(home);
    assert.match(text, /An approver can answer this request/);
    assert.doesNotMatch(text, /name="verdict"/);
    assert.equal((await viewer.post(`${home}/${request}`, { verdict: 'approve' })).status, 403);
    const foreign = `/console/lanes/${site.api.other.id}/signoffs/${request}`;
    assert.equal((await approver.post(foreign, { verdict: 'approve' })).status, 404);
    assert.equal((await approver.post(`${home}/${request}`, { verdict: 'perhaps' })).status, 400);
    assert.equal((await approver.post(`${home}/sr_0`, { verdict: 'approve' })).status, 404);
    assert.equal((await pay(workspace)).signoff.request_id, request);
  });
});

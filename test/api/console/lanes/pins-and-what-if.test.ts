import assert from 'node:assert/strict';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestLanes } from '../../../support/lanes-api.ts';
import { listAudit } from '../../../../store/audit-log.ts';
import { readSteps } from '../../../../store/lanes/lanes.ts';
import { sendHistory } from '../../lanes/history.ts';

describe('pins, other rules and the study of a step in the console', function () {
  let site: TestConsole<TestLanes>;
  let approver: Browserless;
  let viewer: Browserless;
  let home: string;
  before(async () => {
    site = await openConsole('lanes');
    await sendHistory(site.api, 9);
    [approver, viewer] = [await site.signInAs('approver'), await site.signInAs('viewer')];
    home = `/console/lanes/${site.api.workspace.id}`;
  });
  after(() => site.close());

  const lanes = async (): Promise<unknown[]> =>
    (await site.api.call('GET', '/v1/lanes')).json.steps.map(({ step, lane }: Record<string, string>) => [step, lane]);
  const textOf = (page: string): string => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

  it('shows a preview of other rules step by step and week by week, and changes nothing', async () => {
    const before = await lanes();
    const empty = await viewer.get(`${home}/what-if`);
    assert.equal(empty.status, 200);
    assert.doesNotMatch(empty.text, /id="preview"/);
    const none = textOf((await viewer.post(`${home}/what-if`, { rules: '{}' })).text);
    assert.match(none, /[\d,]+ events replayed: no week would have differed\./);
    const rules = '{"max_lane": "assist"}';
    const { status, text } = await viewer.post(`${home}/what-if`, { rules, queue: 'invoices', step: 'match' });
    assert.equal(status, 200);
    assert.match(textOf(text), /[1-9]\d* weeks? would have differed/);
    assert.match(textOf(text), /invoices \/ match \d+ Auto → Assist/);
    assert.match(textOf(text), /\d{4}-\d\d-\d\d: Assist → Auto /);
    assert.doesNotMatch(textOf(text), /invoices \/ pay/, 'a step that was not chosen');
    assert.match(text, /<datalist id="step-offers">.*<option value="match">/s);
    assert.ok(text.includes('{&quot;max_lane&quot;: &quot;assist&quot;}'), 'the rules stay in the form');
    assert.deepEqual(await lanes(), before);
    assert.doesNotMatch(text, /Put in force/, 'a viewer is offered an act of admins');
  });

  it('puts other rules of one step in force, for an admin, and keeps the rest of its definition', async () => {
    const admin = await site.signInAs('admin');
    const path = `${home}/what-if`;
    const given = { rules: '{"assist_to_auto": {"min_lower_bound": 0.97}}', queue: 'invoices', step: 'match' };
    assert.match((await admin.post(path, { ...given, step: '' })).text, /Preview one step of one queue/);
    assert.match((await admin.post(path, given)).text, /Put in force for invoices \/ match</);
    assert.equal((await approver.post(`${path}/apply`, given)).status, 403);
    assert.equal((await admin.post(`${path}/apply`, { ...given, step: 'none' })).status, 422);
    assert.equal((await admin.post(`${path}/apply`, { ...given, rules: '{"speed": 1}' })).status, 422);
    const definition = async () => {
      const [row] = await readSteps(site.database.pool, site.api.workspace.no, { queue: 'invoices', step: 'match' });
      return row!.state.definition;
    };
    const before = await definition();
    const applied = await admin.post(`${path}/apply`, given);
    assert.deepEqual([applied.status, applied.location], [303, `${home}/invoices/match`]);
    const after = await definition();
    assert.deepEqual({ ...after, rules: null }, { ...before, rules: null });
    assert.equal(
      (after.rules as { assist_to_auto?: { min_lower_bound?: number } }).assist_to_auto?.min_lower_bound,
      0.97,
    );
    const [entry] = await listAudit(site.database.pool, { act: 'queue.defined', by: 'admin@example.com', limit: 1 });
    assert.equal(entry?.actor, 'person:admin@example.com');
  });

  it('says what is wrong with the rules, and keeps them in the form', async () => {
    const { status, text } = await viewer.post(`${home}/what-if`, { rules: '{"speed": 1, "weeks": {"short": 9}}' });
    assert.equal(status, 422);
    assert.match(text, /rules\.speed is not a known member/);
    assert.doesNotMatch(text, /id="preview"/);
    const noQueue = await viewer.post(`${home}/what-if`, { rules: '{}', step: 'match' });
    assert.match(noQueue.text, /A step needs its queue/);
  });

  it('sets agents and people beside each other, with the time that people were spared', async () => {
    assert.match((await viewer.get(`${home}/invoices/match`)).text, /invoices\/match\/study">People and agents/);
    const { status, text } = await viewer.get(`${home}/invoices/match/study`);
    assert.equal(status, 200);
    const shown = textOf(text);
    assert.match(shown, /No item was done by two people\.|Agreement [\d.]+ %/);
    assert.match(shown, /[1-9]\d* [\d.]+ % \([\d.]+ % to [\d.]+ %\)/);
    assert.match(shown, /[1-9][\d,]* items done alone and not looked at\./);
    assert.equal((await viewer.get(`${home}/invoices/none/study`)).status, 404);
  });

  it('pins a queue by an approver with their name, and takes the pin away without a promotion', async () => {
    assert.match((await viewer.get(`${home}/pins`)).text, /No pins\./);
    assert.equal((await viewer.post(`${home}/pins`, { lane: 'shadow', reason: 'stop' })).status, 403);
    const pin = { lane: 'assist', queue: 'invoices', step: 'match', reason: 'new supplier' };
    const { status } = await approver.post(`${home}/pins`, pin);
    assert.equal(status, 303);
    const [{ id, by, reason }] = (await site.api.call('GET', '/v1/pins')).json.pins;
    assert.deepEqual([reason, by.includes('@')], ['new supplier', true]);
    const shown = textOf((await viewer.get(`${home}/pins`)).text);
    assert.ok(shown.includes(`invoices / match Assist new supplier ${by}`), shown);
    const step = textOf((await viewer.get(`${home}/invoices/match`)).text);
    assert.ok(step.includes(`pinned to Assist by ${by}: new supplier`), step);
    const wrong = await approver.post(`${home}/pins`, { lane: 'auto', reason: 'x' });
    assert.equal(wrong.status, 400);
    assert.equal((await approver.post(`${home}/pins/${id}/remove`)).status, 303);

    for (const [wrongly, at] of [
      [{ queue: 'none', step: '' }, 'queue'],
      [{ step: 'none' }, 'step'],
      [{ queue: '' }, 'queue'],
      [{ until: '2001-01-01T00:00' }, 'until'],
      [{ until: '2090-02-30T10:00' }, 'until'],
    ] as const) {
      const { status, text } = await approver.post(`${home}/pins`, { ...pin, ...wrongly });
      assert.deepEqual([status, /<li data-field="(\w+)">/.exec(text)?.[1]], [400, at]);
    }
    const past = await approver.post(`${home}/pins`, { ...pin, until: '2001-01-01T00:00' });
    assert.match(textOf(past.text), /Until must be after the data clock/);
    assert.equal((await approver.post(`${home}/pins`, { ...pin, until: '2026-03-06T16:30' })).status, 303);
    const [ending] = (await site.api.call('GET', '/v1/pins')).json.pins;
    assert.equal(ending.until, '2026-03-06T16:30:00.000Z');
    const until = /2026-03-06 16:30:00 UTC<\/time>( \(ended\))?/;
    assert.equal(until.exec((await viewer.get(`${home}/pins`)).text)?.[1], undefined);
    const question = { queue: 'invoices', step: 'match', item: 'later', at: '2026-03-06T16:31:00Z' };
    assert.equal((await site.api.call('POST', '/v1/route', { json: question })).status, 200);
    assert.equal(until.exec((await viewer.get(`${home}/pins`)).text)?.[1], ' (ended)');
    assert.equal((await approver.post(`${home}/pins/${ending.id}/remove`)).status, 303);
    assert.match((await viewer.get(`${home}/pins`)).text, /No pins\./);
    assert.deepEqual(
      (await lanes()).find((one) => String(one).startsWith('match')),
      ['match', 'assist'],
    );
  });
});

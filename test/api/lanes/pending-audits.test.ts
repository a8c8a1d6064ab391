import assert from 'node:assert/strict';
import type { ItemState } from '../../../domain/lanes/machine/item-state.ts';
import { auditDueAt, pendingAudit } from '../../../domain/lanes/pending-audit.ts';
import { allowed, workEvents } from '../../activities/lanes/work.ts';
import { type Browserless, openConsole, type TestConsole } from '../../support/console.ts';
import type { TestLanes } from '../../support/lanes-api.ts';

interface Shown {
  readonly item: string;
  readonly since: string;
  readonly due: string;
}

describe('the list of audits that wait', () => {
  let site: TestConsole<TestLanes>;
  let viewer: Browserless;
  const get = async (path: string) => (await site.api.call('GET', path)).json;
  before(async () => {
    site = await openConsole('lanes');
    viewer = await site.signInAs('viewer');
    const json = workEvents({ weeks: 5, itemsPerWeek: 24 }).map(allowed);
    const answer = await site.api.call('POST', '/v1/events', { json });
    assert.deepEqual(answer.json.rejected, []);
  });
  after(() => site.close());

  /** What the items say, which the list follows from. */
  async function waiting(): Promise<string[]> {
    const { rows } = await site.database.pool.query<{ item: string; state: ItemState }>(
      'select item, state from lane_items where workspace_no = $1',
      [site.api.workspace.no],
    );
    return rows
      .flatMap(({ item, state }) => {
        const pending = pendingAudit(state);
        return pending ? [{ item, ...pending }] : [];
      })
      .toSorted((a, b) => a.since - b.since)
      .map(({ item }) => item);
  }

  it('has every act that was picked and not audited, the oldest first, page by page', async () => {
    const expected = await waiting();
    assert.ok(expected.length > 4);
    const all = await get('/v1/pending-audits');
    assert.deepEqual(
      all.items.map(({ item }: Shown) => item),
      expected,
    );
    assert.deepEqual([all.total, all.next_cursor], [expected.length, null]);
    const { item: _, since, due, ...rest } = all.items[0];
    assert.deepEqual(rest, {
      queue: 'refunds',
      step: 'approve',
      lane: (await get('/v1/steps/refunds/approve')).lane,
      agent: 'bot',
      required: true,
      overdue: true,
      person: null,
      assigned_at: null,
    });
    assert.equal(Date.parse(due), auditDueAt(Date.parse(since), 14));
    const { data_clock: clock } = await get('/v1/status');
    for (const one of all.items) assert.equal(one.overdue, one.due <= clock, one.item);
    assert.equal(all.items.at(-1).overdue, false);
    const first = await get('/v1/pending-audits?limit=3&queue=refunds');
    const next = await get(`/v1/pending-audits?limit=3&queue=refunds&cursor=${first.next_cursor}`);
    assert.deepEqual(
      [...first.items, ...next.items].map(({ item }: Shown) => item),
      expected.slice(0, 6),
    );
    assert.equal((await site.api.call('GET', '/v1/pending-audits?queue=nowhere')).status, 404);
    assert.equal((await site.api.call('GET', '/v1/pending-audits?cursor=x')).status, 400);
    const other = await site.api.call('GET', '/v1/pending-audits', { key: site.api.other.key });
    assert.deepEqual(other.json, { items: [], total: 0, next_cursor: null });
  });

  it('is on a page of the console and in files, with the same rows', async () => {
    const expected = await waiting();
    const home = `/console/lanes/${site.api.workspace.id}/audits`;
    const { text } = await viewer.get(home);
    for (const item of expected) assert.ok(text.includes(`${item}<`), item);
    assert.match(text, new RegExp(`${expected.length} agent actions`));
    const file = (await viewer.get(`${home}.csv?queue=refunds`)).text;
    const csv = await site.api.call('GET', '/v1/pending-audits', { headers: { Accept: 'text/csv' } });
    assert.equal(file, csv.text);
    assert.equal(csv.text.trim().split('\n').length, expected.length + 1);
    assert.match(csv.text, /^queue,step,item,lane,agent,required,since,due,overdue,person,assigned_at\r?\n/);
  });

  it('gives an act to one person at a time, lists and files those of a person, and releases it', async () => {
    const { items, total } = await get('/v1/pending-audits');
    const { queue, step, item } = items[0];
    const key = await site.api.keyWith(['verdict']);
    const assign = (person: string | null, to = item) =>
      site.api.call('POST', '/v1/pending-audits/assign', { key, json: { queue, step, item: to, person } });
    const both = await Promise.all([assign('ana'), assign('Zoë / Ω')]);
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    const owner: string = both.find(({ status }) => status === 200)?.json.person;
    const refused = both.find(({ status }) => status === 409)?.json;
    const error = `the audit is assigned to ${owner}; release it first`;
    assert.deepEqual(refused, { error, code: 'already_assigned' });
    const list = `/v1/pending-audits?person=${encodeURIComponent(owner)}`;
    const mine = await get(list);
    assert.deepEqual([mine.total, mine.items[0].item, mine.items[0].person], [1, item, owner]);
    const home = `/console/lanes/${site.api.workspace.id}/audits`;
    const file = (await viewer.get(`${home}.csv?person=${encodeURIComponent(owner)}`)).text;
    assert.equal(file, (await site.api.call('GET', list, { headers: { Accept: 'text/csv' } })).text);
    assert.equal(file.trim().split('\n').length, 2);
    assert.deepEqual((await assign(null)).json, { queue, step, item, person: null });
    assert.equal((await get(list)).total, 0);
    assert.equal((await assign('ana', 'nothing of this name')).status, 404);
    assert.equal((await assign('')).status, 400);
    // Lengths are of characters, as those of events are.
    assert.deepEqual(
      [(await assign('ana', '😀'.repeat(128))).status, (await assign('ana', '😀'.repeat(129))).status],
      [404, 400],
    );
    assert.equal((await get('/v1/pending-audits')).total, total);
  });

  it('is taken and released in the console by those who may give verdicts', async () => {
    const { queue, step, item } = (await get('/v1/pending-audits')).items[1];
    const home = `/console/lanes/${site.api.workspace.id}/audits`;
    const fields = { queue, step, item, person: 'approver@example.com' };
    assert.equal((await viewer.post(`${home}/assign`, fields)).status, 403);
    const approver = await site.signInAs('approver');
    assert.equal((await approver.post(`${home}/assign`, fields)).status, 303);
    const taken = await approver.get(`${home}?person=approver%40example.com`);
    assert.match(taken.text, /1 agent action for/);
    assert.match(taken.text, /Release<\/button>/);
    assert.equal((await get('/v1/pending-audits?person=approver%40example.com')).items[0].item, item);
    assert.equal((await approver.post(`${home}/assign`, { ...fields, person: '' })).status, 303);
    assert.equal((await get('/v1/pending-audits?person=approver%40example.com')).total, 0);
  });

  it('loses an act with its result, and lists which are overdue when the data continues', async () => {
    const { items } = await get('/v1/pending-audits');
    const [first, newest]: (Shown | undefined)[] = [items[0], items.at(-1)];
    assert.ok(first && newest);
    const audit = (id: string, item: string, at: string): object => ({
      id,
      kind: 'audit.result',
      at,
      queue: 'refunds',
      step: 'approve',
      item,
      actor: { kind: 'operator', id: 'ana' },
      verdict: 'agree',
    });
    await site.api.call('POST', '/v1/events', { json: [audit('late-1', first.item, first.due)] });
    const left = await get('/v1/pending-audits');
    assert.deepEqual(
      left.items.map(({ item }: Shown) => item),
      await waiting(),
    );
    assert.ok(!left.items.some(({ item }: Shown) => item === first.item));
    await site.api.call('POST', '/v1/events', { json: [audit('late-2', 'nobody', newest.due)] });
    const overdue = (await get('/v1/pending-audits')).items.find(({ item }: Shown) => item === newest.item);
    assert.equal(overdue.overdue, true);
    assert.match((await viewer.get(`/console/lanes/${site.api.workspace.id}/audits`)).text, /overdue<\/span>/);
  });

  it('names the people in the reminder at the close of a week', async () => {
    const { id, key } = await site.api.newWorkspace();
    const call = (path: string, json: object) => site.api.call('POST', path, { key, json });
    assert.equal(
      (await call('/v1/webhooks', { url: 'https://hooks.example.com/x', events: ['audits.waiting'] })).status,
      201,
    );
    const all = workEvents({ weeks: 6, itemsPerWeek: 24 }).map(allowed);
    for (let from = 0; from < all.length; from += 60) {
      await call('/v1/events', all.slice(from, from + 60));
      const { items } = (await site.api.call('GET', '/v1/pending-audits', { key })).json;
      for (const { queue, step, item } of items.slice(0, 2))
        await call('/v1/pending-audits/assign', { queue, step, item, person: 'ana' });
    }
    const sent = await site.database.pool.query<{ body: Buffer }>(
      `select body from deliveries where event = 'audits.waiting' and fairness_key = $1 order by id`,
      [id],
    );
    const reminders = sent.rows.map(({ body }) => JSON.parse(body.toString()).data);
    assert.ok(reminders.length > 0);
    const named = reminders.filter(({ people }) => people.length > 0);
    assert.ok(named.length > 0, JSON.stringify(reminders));
    for (const { people, waiting } of named) {
      assert.equal(people[0].person, 'ana');
      assert.ok(
        people[0].waiting >= 1 && people[0].waiting <= Math.min(2, waiting),
        JSON.stringify({ people, waiting }),
      );
    }
  });
});

import assert from 'node:assert/strict';
import type { WireEvent, WireStep } from '../../../domain/lanes/event.ts';
import type { ItemState } from '../../../domain/lanes/machine/item-state.ts';
import { auditDueAt, pendingAudit } from '../../../domain/lanes/pending-audit.ts';
import { workEvents } from '../../activities/lanes/work.ts';
import { openConsole } from '../../support/console.ts';
import type { Browserless, TestConsole } from '../../support/console.ts';
import type { TestLanes } from '../../support/lanes-api.ts';

interface Shown {
  readonly item: string;
  readonly since: string;
  readonly due: string;
}

/** With rules that the API takes: the work itself goes past it in other tests. */
function allowed(event: WireEvent): WireEvent {
  if (event.steps === undefined) return event;
  const rules = (given: WireStep['rules']) => ({ ...given, demote: { exit_upper_bound: 0.5 } });
  return { ...event, steps: event.steps.map((step) => ({ ...step, rules: rules(step.rules) })) };
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
    assert.match(text, new RegExp(`${expected.length} acts of agents`));
    const file = (await viewer.get(`${home}.csv?queue=refunds`)).text;
    const csv = await site.api.call('GET', '/v1/pending-audits', { headers: { Accept: 'text/csv' } });
    assert.equal(file, csv.text);
    assert.equal(csv.text.trim().split('\n').length, expected.length + 1);
    assert.match(csv.text, /^queue,step,item,lane,agent,required,since,due,overdue\r?\n/);
  });

  it('loses an act with its result, and tells which are overdue when the data goes on', async () => {
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
});

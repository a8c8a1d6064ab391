/** The task list over HTTP, among 10,000 tasks. */
import assert from 'node:assert/strict';
import { asOwner } from '../../../support/database.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestApi } from '../../../support/dispatch-api.ts';
import { addManyTasks } from '../../../support/many-tasks.ts';

describe('the list of tasks', function () {
  let site: TestConsole<TestApi>;
  let viewer: Browserless;
  let senderId: string;
  before(async () => {
    site = await openConsole('dispatch');
    senderId = await addManyTasks(site.database.pool, 10_000);
    await asOwner(site.database.url, 'analyze tasks');
    viewer = await site.signInAs('viewer');
  });
  after(() => site.close());

  const rows = (text: string): string[] =>
    [...text.matchAll(/<th [^>]*scope="row">\s*<a href="\/console\/tasks\/(tsk_[^"]+)"/g)].map(([, id]) => id ?? '');
  const list = async (query = ''): Promise<string> => {
    const { status, text } = await viewer.get(`/console/tasks${query}`);
    assert.equal(status, 200, text);
    return text;
  };

  it('is behind sign-in', async () => {
    const { status, location } = await site.visitor().get('/console/tasks?q=WO-1');
    assert.equal(status, 303);
    assert.match(location ?? '', /^\/console\/sign-in\?to=/);
  });

  it('shows the newest fifty with their state, who asked, and links to the next page that keep the filters', async () => {
    const first = await list('?status=completed');
    assert.equal(rows(first).length, 50);
    assert.match(first, /PRO 1000010000/);
    const next = /href="([^"]+)" rel="next"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.match(next, /status=completed/);
    const second = (await viewer.get(next)).text;
    assert.equal(rows(second).length, 50);
    assert.equal(new Set([...rows(first), ...rows(second)]).size, 100);
    assert.match(second, />Newest</);
  });

  it('shows the columns that were ticked, and keeps filters with them under a name, for one person', async () => {
    const columns = (text: string): string[] =>
      [...text.matchAll(/<th [^>]*scope="col"[^>]*>(?:<a [^>]*>)?([A-Z][a-z]+)</g)].map(([, name]) => name ?? '');
    assert.deepEqual(columns(await list()), ['Task', 'Status', 'Reference', 'Sender', 'Received']);
    const query = 'status=completed&col=status%2Cportal%2Csummary';
    const chosen = await list('?status=completed&col=summary&col=portal&col=status&col=nonsense');
    assert.deepEqual(columns(chosen), ['Task', 'Status', 'Portal', 'Summary']);
    assert.match(chosen, /Save this filter/);
    const save = (name: string, list = 'tasks') => viewer.post('/console/views', { list, name, query });
    assert.equal((await save('Done, in short')).location, `/console/tasks?${query}`);
    assert.equal((await save('x', 'nonsense')).status, 400);
    assert.match((await viewer.get((await save('')).location ?? '')).text, /Not saved: a name/);
    const saved = await list();
    assert.match(saved, new RegExp(`<a href="/console/tasks\\?${query.replace('&', '&amp;')}" *>Done, in short</a>`));
    const shown = await list(`?${query}`);
    const remove = /action="(\/console\/views\/sv_[^"]+\/remove)"/.exec(shown)?.[1] ?? '';
    const other = await site.signInAs('viewer', 'other@example.com');
    assert.doesNotMatch((await other.get('/console/tasks')).text, /Done, in short/);
    assert.equal((await other.post(remove)).status, 404);
    assert.equal((await viewer.post(remove)).location, '/console/tasks');
    assert.doesNotMatch(await list(), /aria-label="Saved filters"/);
  });

  it('counts what the filters find, turns the order, leads back, and gives the same as a CSV file', async () => {
    const first = await list();
    assert.match(first, /10,000 tasks/);
    const to = (text: string, rel: string): string =>
      new RegExp(`href="([^"]+)" rel="${rel}"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = (await viewer.get(to(first, 'next'))).text;
    const third = (await viewer.get(to(second, 'next'))).text;
    assert.deepEqual(rows((await viewer.get(to(third, 'prev'))).text), rows(second));
    assert.deepEqual(rows((await viewer.get(to(second, 'prev'))).text), rows(first));
    const oldest = await list('?sort=oldest');
    assert.equal(rows(oldest).length, 50);
    assert.match(oldest, /aria-sort="ascending"><a class="sort" href="\/console\/tasks">Received/);
    assert.ok(!rows(first).includes(rows(oldest)[0] ?? ''));
    const onward = (await viewer.get(to(oldest, 'next'))).text;
    assert.equal(new Set([...rows(oldest), ...rows(onward)]).size, 100);
    const { status, text } = await viewer.get('/console/tasks/export.csv?q=1000004321');
    assert.equal(status, 200);
    assert.match(text, /^pro,invoice_number,.*\r\n1000004321,.*\r\n$/);
    assert.match((await viewer.get('/console/approvals/export.csv')).text, /^change,amount,/);
    assert.match((await viewer.get('/console/deliveries/export.csv')).text, /^event,about,/);
  });

  it('is ordered by a heading: upwards, then downwards, then as it was, on every page and in the file', async () => {
    const statusHeading = (text: string): string => /<th [^>]*>(?:(?!<th).)*Status<\/a>/.exec(text)?.[0] ?? '';
    const hrefIn = (heading: string): string => /href="([^"]+)"/.exec(heading)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const statuses = (text: string): string[] =>
      [...text.matchAll(/class="badge[^"]*">([A-Z][a-z ]+)</g)].map(([, one]) => one ?? '');
    const plain = statusHeading(await list('?channel=csv'));
    assert.doesNotMatch(plain, /aria-sort/);
    assert.equal(hrefIn(plain), '/console/tasks?channel=csv&sort=status');
    const upwards = (await viewer.get(hrefIn(plain))).text;
    assert.match(statusHeading(upwards), /aria-sort="ascending"/);
    const downwards = (await viewer.get(hrefIn(statusHeading(upwards)))).text;
    assert.match(statusHeading(downwards), /aria-sort="descending"/);
    assert.equal(hrefIn(statusHeading(downwards)), '/console/tasks?channel=csv');
    assert.notEqual(statuses(upwards)[0], statuses(downwards)[0]);
    const next = /href="([^"]+)" rel="next"/.exec(downwards)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.match(next, /sort=-status/);
    assert.equal(new Set([...rows(downwards), ...rows((await viewer.get(next)).text)]).size, 100);
    const file = (await viewer.get('/console/tasks/export.csv?channel=csv&sort=-status')).text.split('\r\n');
    const column = (line: string | undefined): string => line?.split(',')[5] ?? '';
    assert.equal(column(file[0]), 'status');
    assert.ok(column(file[1]) >= column(file[500]));
  });

  it('takes days in the time zone of the person, in UTC without one, and says which', async () => {
    assert.match(await list('?from=2026-11-22'), /From \(UTC\)/);
    const east = await site.signInAs('viewer', 'east@example.com');
    await east.post('/console/account/settings', { time_zone: 'Pacific/Kiritimati', theme: '' });
    assert.match((await east.get('/console/tasks')).text, /From \(Pacific\/Kiritimati\)/);
    // Fourteen hours ahead of UTC: the day of the newest task there ends before it does in UTC.
    const { pool } = site.database;
    const found = await pool.query<{ day: string; n: number }>(
      `select to_char(created_at at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD') as day, count(*)::int as n
         from tasks group by 1 order by 1 desc limit 1`,
    );
    const { day, n } = found.rows[0] ?? { day: '', n: 0 };
    const text = (await east.get(`/console/tasks?from=${day}&until=${day}`)).text;
    assert.match(text, new RegExp(`${n.toLocaleString('en-US')} tasks?\\b`));
  });

  it('finds by number, reference and id, and says what to do when nothing fits', async () => {
    assert.equal(rows(await list('?q=1000004321')).length, 1);
    const [id] = rows(await list('?q=wo-4321'));
    assert.deepEqual(rows(await list(`?q=${id}`)), [id]);
    assert.match(await list('?q=nothing-like-it'), /No tasks match/);
    assert.match(await list(`?sender=${senderId}&channel=mcp`), /No tasks match/);
  });

  it('takes what makes no sense in the address as not given', async () => {
    assert.equal(rows(await list('?status=nonsense&from=yesterday&type[]=1')).length, 50);
  });

  it('refuses a link to a page of another list, or of this one with other filters, and leads to the list', async () => {
    const nextOf = async (path: string): Promise<string> =>
      /href="([^"]+)" rel="next"/.exec((await viewer.get(path)).text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const next = await nextOf('/console/tasks?status=completed');
    assert.equal((await viewer.get(next)).status, 200);
    const cursor = new URL(next, 'http://x').searchParams.get('cursor') ?? '';
    assert.notEqual(cursor, '');
    for (const other of [
      next.replace('completed', 'failed'),
      `/console/tasks?cursor=${cursor}`,
      `/console/deliveries?cursor=${cursor}`,
      `/console/approvals?status=completed&cursor=${cursor}`,
      '/console/tasks?cursor=%00',
    ]) {
      const { status, text } = await viewer.get(other);
      assert.equal(status, 400, other);
      assert.match(text, /This link is to a page of another list, or of this one with other filters/);
      assert.match(text, new RegExp(`href="${new URL(other, 'http://x').pathname}">Back<`));
    }
    const third = await nextOf(next);
    const back = /href="([^"]+)" rel="prev"/.exec((await viewer.get(third)).text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.deepEqual(rows((await viewer.get(back)).text), rows((await viewer.get(next)).text));
  });

  it('marks what is stuck with the reason, and lists only that when asked', async () => {
    const stuck = await list('?stuck=yes');
    assert.match(stuck, /No worker has started it for \d+ days?\./);
    assert.ok(rows(stuck).length > 50 && rows(stuck).length <= 200);
    assert.match(await list('?status=queued'), /badge badge-bad">Stuck</);
  });

  it('escapes what senders wrote', async () => {
    await site.database.pool.query(
      `update tasks set client_ref = '<script>alert(1)</script>' where client_ref = 'WO-77'`,
    );
    const text = await list('?q=%3Cscript%3E');
    assert.equal(rows(text).length, 1);
    assert.doesNotMatch(text, /<script>alert/);
  });

  // How fast: `npm run bench -- console`.
  it('is answered in less than 200 kB', async () => {
    for (const query of ['', '?status=failed', '?q=100000', '?status=awaiting_approval', '?stuck=yes']) {
      const text = await list(query);
      assert.ok(Buffer.byteLength(text) < 200_000, `${query}: ${Buffer.byteLength(text)} bytes`);
    }
  });
});

/** What each person finds, on either service. */
import assert from 'node:assert/strict';
import { findNames } from '../../../store/search.ts';
import { createWorkspace } from '../../../store/lanes/workspaces.ts';
import { type Browserless, openConsole, type TestConsole } from '../../support/console.ts';
import type { TestApi } from '../../support/dispatch-api.ts';
import { addManyTasks } from '../../support/many-tasks.ts';

/** The texts of what was found, by heading. */
function found(page: string): Record<string, string[]> {
  const groups = [...page.matchAll(/<h2 id="found-[^"]*">(.*?)<\/h2>\s*<ul class="found">(.*?)<\/ul>/gs)];
  return Object.fromEntries(
    groups.map(([, heading, list]) => [
      heading,
      [...list!.matchAll(/<a href="[^"]*">(.*?)<\/a>/gs)].map(([, text]) => text!),
    ]),
  );
}

describe('the search of the console', () => {
  let site: TestConsole<TestApi>;
  let viewer: Browserless;
  let admin: Browserless;
  let workspaceId = '';
  before(async () => {
    site = await openConsole('dispatch', {});
    [viewer, admin] = [await site.signInAs('viewer'), await site.signInAs('admin')];
    const { pool } = site.database;
    const made = await createWorkspace(pool, { name: 'Claims 100%', auditSeed: '1', actor: 'test' });
    workspaceId = made.workspaceId;
    await pool.query(
      `insert into lane_steps (workspace_no, no, queue, step, state, route, route_version)
       values ($1, 1, 'OS&D claims', 'check/"seal" <b>', '{}', '{}', 1)`,
      [made.workspaceNo],
    );
  });
  after(() => site.close());

  const search = async (who: Browserless, text: string): Promise<string> => {
    const { status, text: page } = await who.get(`/console/search?${new URLSearchParams({ q: text }).toString()}`);
    assert.equal(status, 200);
    return page;
  };

  it('finds a step by a part of its name or of its queue, and a workspace by its id, with links to lanes', async () => {
    const page = await search(viewer, 'SEAL');
    assert.deepEqual(found(page)['Steps'], ['check/&quot;seal&quot; &lt;b&gt;']);
    assert.ok(page.includes(`/console/lanes/${workspaceId}/OS%26D%20claims/check%2F%22seal%22%20%3Cb%3E"`), page);
    assert.deepEqual(found(await search(viewer, 'os&d'))['Steps']?.length, 1);
    assert.deepEqual(found(await search(viewer, workspaceId)), { Workspaces: ['Claims 100%'] });
    for (const text of ['claims seal', 'OS&D claims / check', 'claims/check'])
      assert.equal(found(await search(viewer, text))['Steps']?.length, 1, text);
    assert.deepEqual(found(await search(viewer, '//')), {});
  });

  it('takes signs of patterns and quotes as they are', async () => {
    assert.deepEqual(found(await search(viewer, '0%'))['Workspaces'], ['Claims 100%']);
    for (const text of ['%%', '__', `' or 1=1 --`, '\\\\', '<script>'])
      assert.deepEqual(found(await search(viewer, text)), {}, text);
  });

  it('finds pages by what is on them, and only those that the person may open', async () => {
    assert.deepEqual(found(await search(admin, 'slack')), { Pages: ['Notifications'] });
    assert.deepEqual(found(await search(viewer, 'slack')), {});
    assert.deepEqual(found(await search(viewer, 'ESCALATED')), { Pages: ['Tasks that need a person'] });
  });

  it('finds people and senders for admins only', async () => {
    const { rows } = await site.database.pool.query<{ email: string }>(
      'select email from people order by email limit 1',
    );
    const { email } = rows[0]!;
    assert.equal(found(await search(admin, email.toUpperCase()))['People']?.length, 1);
    assert.deepEqual(found(await search(viewer, email)), {});
  });

  it('leads to an approval, a delivery and a webhook by their ids', async () => {
    const { pool } = site.database;
    await pool.query(
      `insert into deliveries (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms)
       values ('dl_search', 'hook', 'wh_1', 'evt_1', 'ping', 'lanes', 'https://hooks.example/x', '', '{}')`,
    );
    const page = await search(viewer, 'dl_search');
    assert.deepEqual(found(page), { 'By id': ['Delivery dl_search'] });
    assert.ok(page.includes('href="/console/deliveries/dl_search"'));
    assert.deepEqual((await findNames(pool, 'dl_searc', 10)).ids, []);
  });

  it('leads to a key on the page of its owner, and every page that it names is there', async () => {
    const { rows } = await site.database.pool.query<{ id: string; owner: string }>(
      `select id, owner_id as owner from keys where owner_kind = 'sender' limit 1`,
    );
    const [{ id, owner }] = [rows[0]!];
    const page = await search(admin, id);
    assert.deepEqual(found(page), { 'By id': [`Key ${id}`] });
    const [, href = ''] = /<ul class="found">\s*<li>\s*<a href="([^"]*)"/.exec(page) ?? [];
    assert.equal(href, `/console/administration/senders/${owner}#${id}`);
    assert.ok((await admin.get(href)).text.includes(`<tr id="${id}"`));
    assert.deepEqual(found(await search(viewer, id)), {});
    for (const [, path = ''] of (await search(admin, '')).matchAll(/<li>\s*<a href="(\/console[^"]*)">/g))
      assert.equal((await admin.get(path)).status, 200, path);
  });

  it('finds the pages of each workspace, which have no address without one', async () => {
    for (const [text, name, path] of [
      ['ledger', 'Ledger', 'ledger'],
      ['sign-offs', 'Sign-offs', 'signoffs'],
      ['what-if', 'What if', 'what-if'],
      ['playground', 'Try a route', 'route'],
    ] as const) {
      const page = await search(viewer, text);
      assert.deepEqual(found(page)['Pages'], [name], text);
      assert.ok(page.includes(`/console/lanes/${workspaceId}/${path}"`), text);
    }
    assert.deepEqual(found(await search(admin, 'studio'))['Pages'], ['Record a portal']);
    assert.deepEqual(found(await search(viewer, 'studio')), {});
  });

  it('shows the first ten tasks of a number, and says what to type where nothing is found', async () => {
    await addManyTasks(site.database.pool, 12);
    const { rows } = await site.database.pool.query<{ pro: string }>(
      `select params ->> 'pro' as pro from tasks where params ? 'pro' limit 1`,
    );
    const page = await search(viewer, rows[0]!.pro.slice(0, 6));
    assert.equal(found(page)['Tasks']?.length, 10);
    assert.match(await search(viewer, 'no such thing'), /Nothing found for “no such thing”/);
    assert.match(await search(viewer, 'x'), /Type two characters or more/);
    assert.ok((found(await search(viewer, ''))['Pages']?.length ?? 0) > 5);
  });

  it('and the navigation of a narrow window are beside each other, with how much needs a person', async () => {
    const { text } = await viewer.get('/console');
    assert.match(text, /<button [^>]*popovertarget="menu">\s*Menu/);
    assert.match(text, /<div class="menu" id="menu" popover>\s*<nav aria-label="Main">/);
  });

  it('is one link away from every page, which Ctrl-K follows', async () => {
    for (const path of ['/console', '/console/tasks', '/console/account'])
      assert.match(
        (await viewer.get(path)).text,
        /<a href="\/console\/search" data-search aria-keyshortcuts="Control\+K Meta\+K"/,
      );
  });
});

/** The console's one script, on pages made for it: looking again, asking first, keys, lists, copying. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { openConsole, type TestConsole } from '../support/console.ts';
import { assertAccessible, openPageAs, type PersonPage } from '../support/console-browser.ts';
import type { TestApi } from '../support/dispatch-api.ts';
import { until } from '../support/wait.ts';

describe('the script of the console', () => {
  let site: TestConsole<TestApi>;
  let visitor: PersonPage;
  let page: Page;
  let serve: (route: Route) => Promise<void>;
  let asked = 0;
  let posted: string[] = [];
  before(async () => {
    site = await openConsole('dispatch');
    visitor = await openPageAs(site, null);
    ({ page } = visitor);
    await page.clock.install({ time: '2026-11-23T12:00:00Z' });
    // Its time passes only where a test says so.
    await page.clock.pauseAt('2026-11-23T12:00:01Z');
    serve = async (route) => {
      asked += 1;
      const body = `<!doctype html><html lang="en" data-time-zone="Asia/Kolkata"><title>Test</title>
        <script src="/console/static/console.js" defer></script>
        <main><div id="live" data-poll="2"><p>answer ${asked}</p>
          <time datetime="2026-11-21T16:40:05Z">2 days ago</time>
          <p id="exact"><time datetime="2026-11-21T16:40:05Z">21 Nov 2026, 16:40:05 UTC</time></p>
          <details><summary>more</summary>text</details><label>Note <input id="note"></label>
          <form method="post" action="/console/posted"><label><input type="checkbox" name="task" value="1"> Task</label>
          <label>Owner <select name="owner"><option value="">nobody</option><option>Ana</option></select></label></form></div></main>
        <form method="post" action="/console/posted"><input type="hidden" name="choice" value="none">
          <button name="choice" value="yes" data-key="y">Yes</button>
          <button name="choice" value="no" data-confirm="Really no?">No</button>
          <button name="choice" value="done">Done</button><input name="why" aria-label="Why" data-required-by="done"></form>
        <code>a secret</code><button data-copy="">Copy</button></html>`;
      await route.fulfill({ contentType: 'text/html', body });
    };
    await page.route('**/console/made-for-the-test', serve);
    await page.route('**/console/posted', async (route) => {
      posted.push(route.request().postData() ?? '');
      await route.fulfill({ status: 204 });
    });
  });
  after(async () => {
    await visitor.close();
    await site.close();
  });
  beforeEach(async () => {
    asked = 0;
    posted = [];
    await visitor.open('/console/made-for-the-test');
  });

  it('puts a fresh copy in place of what looks again, and leaves open what was opened', async () => {
    await page.getByText('more').click();
    await page.evaluate('document.activeElement.blur()');
    await page.clock.runFor(2000);
    await page.getByText('answer 2').waitFor();
    assert.equal(await page.locator('details').getAttribute('open'), '');
  });

  it('looks again while a link or a button has the focus, which keeps it', async () => {
    await page.locator('summary').focus();
    await page.clock.runFor(2000);
    await page.getByText('answer 2').waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'more');
  });

  it('shows exact times in the time zone of the person and in UTC, in fresh copies too', async () => {
    const shown = async (): Promise<string | null> => page.locator('time').first().getAttribute('title');
    const exact = '21 Nov 2026, 22:10:05 GMT+5:30 (16:40:05 UTC)';
    assert.equal(await shown(), exact);
    const [visible, behind] = [await page.locator('#exact').textContent(), page.locator('#exact time')];
    assert.deepEqual([visible, await behind.getAttribute('title')], ['21 Nov 2026, 22:10:05 GMT+5:30', exact]);
    await page.clock.runFor(2000);
    await page.getByText('answer 2').waitFor();
    assert.equal(await shown(), exact);
  });

  it('leaves alone what somebody is at work in', async () => {
    await page.getByLabel('Note').fill('half a sentence');
    const before = asked;
    await page.clock.runFor(10_000);
    assert.equal(asked, before);
    assert.equal(await page.getByLabel('Note').inputValue(), 'half a sentence');
    await page.evaluate('document.activeElement.blur()');
    await page.clock.runFor(2000);
    await until(() => asked > before, { what: 'the next look' });
  });

  it('keeps what is ticked or chosen for a form until it is sent, wherever the focus is', async () => {
    for (const change of [
      async (): Promise<void> => page.getByLabel('Task').check(),
      async (): Promise<void> => void (await page.getByLabel('Owner').selectOption('Ana')),
    ]) {
      await visitor.open('/console/made-for-the-test');
      await change();
      await page.evaluate('document.activeElement.blur()');
      const before = asked;
      await page.clock.runFor(10_000);
      assert.equal(asked, before);
    }
    await page.getByLabel('Owner').selectOption('');
    await page.evaluate('document.activeElement.blur()');
    const before = asked;
    await page.clock.runFor(2000);
    await until(() => asked > before, { what: 'the next look' });
  });

  it('says that the session has ended, once, also to a person who is writing, with the way back', async () => {
    await page.getByLabel('Note').fill('half a sentence');
    await page.evaluate('document.activeElement.blur()');
    await page.route('**/console/made-for-the-test', (route) =>
      route.fulfill({ status: 303, headers: { location: '/console/sign-in?to=%2Fconsole%2Fmade-for-the-test' } }),
    );
    try {
      await page.clock.runFor(6000);
      await page.getByText('Your session has ended').waitFor();
      assert.equal(await page.locator('.signed-out').count(), 1);
      assert.match(
        (await page.getByRole('link', { name: 'Sign in again' }).getAttribute('href')) ?? '',
        /\/console\/sign-in\?to=%2Fconsole%2Fmade-for-the-test$/,
      );
      assert.equal(await page.getByLabel('Note').inputValue(), 'half a sentence');
    } finally {
      await page.unroute('**/console/made-for-the-test');
      await page.route('**/console/made-for-the-test', serve);
    }
  });

  it('sends a form with the button that was pressed, by key too, but not while typing', async () => {
    await page.getByLabel('Note').press('y');
    assert.deepEqual(posted, []);
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('y');
    await until(() => posted.length === 1, { what: 'the form' });
    assert.match(posted[0]!, /choice=yes/);
  });

  it('keeps a form where the button that was pressed needs a field that is empty', async () => {
    await page.getByRole('button', { name: 'Done' }).click({ noWaitAfter: true });
    await page.locator('[name=why]:focus').waitFor();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('y');
    await until(() => posted.length === 1, { what: 'the form by another button' });
    assert.match(posted[0]!, /choice=yes/);
  });

  it('asks before what cannot be undone', async () => {
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('button', { name: 'No' }).click({ noWaitAfter: true });
    assert.deepEqual(posted, []);
    const words = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.message());
        void dialog.accept();
      });
    });
    await page.getByRole('button', { name: 'No' }).click({ noWaitAfter: true });
    assert.equal(await words, 'Really no?');
    await until(() => posted.length === 1, { what: 'the form' });
  });

  it('sorts, filters and exports a list, and keeps its columns, also when the list looks again', async () => {
    const row = (pro: string, amount: string, at: string): string => `<tr><th scope="row">${pro}</th>
      <td>${amount}</td><td><time datetime="${at}">some time ago</time></td><td><button>Go</button></td></tr>`;
    await page.route('**/console/list-for-the-test', async (route) => {
      asked += 1;
      const rows = [
        row('PRO 9', '$1,200.50', '2026-11-21T16:40:05Z'),
        row('PRO 10', '−$3.00', '2026-11-23T16:40:05Z'),
        row('=PRO 2', '–', '2026-11-22T16:40:05Z'),
        ...[4, 5, 6].map((n) => row(`PRO ${n}`, `$${n}.00`, `2026-10-0${n}T00:00:00Z`)),
      ];
      const body = `<!doctype html><html lang="en"><title>Test</title><script src="/console/static/console.js" defer></script>
        <main id="live" data-poll="2"><div class="table-wrap" role="region" tabindex="0" aria-label="Table of bills" data-list="whole">
          <table><thead><tr>${['Bill', 'Amount', 'Due'].map((one) => `<th scope="col">${one}</th>`).join('')}
            <th scope="col"><span class="visually-hidden">Act</span></th></tr></thead>
          <tbody>${rows.join('')}</tbody></table></div><p>answer ${asked}</p></main></html>`;
      await route.fulfill({ contentType: 'text/html; charset=utf-8', body });
    });
    await visitor.open('/console/list-for-the-test');
    const bills = (): Promise<string[]> => page.locator('tbody tr:visible th').allInnerTexts();
    await page.getByRole('button', { name: 'Amount' }).press('Enter');
    assert.deepEqual((await bills()).slice(0, 3), ['PRO 10', 'PRO 4', 'PRO 5']);
    assert.deepEqual((await bills()).at(-1), '=PRO 2', 'what is empty comes last');
    await page.getByRole('button', { name: 'Due' }).click();
    await page.getByRole('button', { name: 'Due' }).click();
    assert.deepEqual((await bills()).slice(0, 3), ['PRO 10', '=PRO 2', 'PRO 9']);
    assert.equal(await page.getByRole('columnheader', { name: 'Due' }).getAttribute('aria-sort'), 'descending');
    await page.getByRole('searchbox', { name: 'Filter bills' }).fill('=pro');
    assert.deepEqual(await bills(), ['=PRO 2']);
    await page.getByText('1 of 6').waitFor();
    await page.getByText('Columns', { exact: true }).click();
    await page.getByLabel('Amount', { exact: true }).uncheck();
    await page.evaluate('document.activeElement.blur()');
    await page.clock.runFor(2000);
    // The page itself was the second answer.
    await page.getByText('answer 3').waitFor();
    assert.deepEqual(await bills(), ['=PRO 2']);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'bills.csv');
    assert.equal(readFileSync(await download.path(), 'utf8'), "Bill,Due\r\n'=PRO 2,2026-11-22T16:40:05Z\r\n");
    await visitor.open('/console/list-for-the-test');
    assert.deepEqual(await bills(), ['PRO 9', 'PRO 10', '=PRO 2', 'PRO 4', 'PRO 5', 'PRO 6']);
    assert.equal(await page.getByRole('columnheader', { name: 'Amount' }).count(), 0, 'the columns are kept');
  });

  it('puts back what a refused form was sent with, each finding at its field, and the focus there', async () => {
    const admin = await openPageAs(site, 'admin');
    try {
      const path = `/console/administration/senders/${site.api.senderId}`;
      await admin.open(path);
      await admin.page.getByText('New key').click();
      await admin.page.getByLabel('Purpose').fill('for the dock');
      await admin.page.getByLabel('Owner').fill('nobody@example.com');
      await admin.page.getByRole('button', { name: 'Create key' }).press('Enter');
      const scope = admin.page.getByRole('checkbox', { name: /^submit/ });
      await scope.and(admin.page.locator(':focus')).waitFor();
      assert.equal(await scope.getAttribute('aria-invalid'), 'true');
      assert.equal(await admin.page.getByLabel('Purpose').inputValue(), 'for the dock');
      assert.equal(new URL(admin.page.url()).pathname, path);
      await admin.page.keyboard.press('Space');
      await admin.page.getByRole('button', { name: 'Create key' }).press('Enter');
      const owner = admin.page.getByLabel('Owner');
      await owner.and(admin.page.locator(':focus')).waitFor();
      assert.ok(await scope.isChecked());
      assert.match((await owner.getAttribute('aria-describedby')) ?? '', /refused$/);
      await assertAccessible(admin.page);
      await owner.fill('');
      await owner.press('Enter');
      await admin.page.getByRole('heading', { name: 'Key created' }).waitFor();
      assert.equal(await admin.page.evaluate(`sessionStorage.getItem('sent')`), null);

      await admin.open('/console/administration/senders');
      await admin.page.getByRole('textbox', { name: 'Name' }).fill('Kept');
      await admin.page.getByRole('textbox', { name: 'Callback URL' }).fill('ftp://example.com');
      await admin.page.getByRole('button', { name: 'Create sender' }).press('Enter');
      await admin.page.getByRole('textbox', { name: 'Callback URL' }).and(admin.page.locator(':focus')).waitFor();
      assert.equal(await admin.page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Kept');
    } finally {
      await admin.close();
    }
  });

  it('copies what is before the button', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'a secret');
  });
});

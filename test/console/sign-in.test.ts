/** Sign-in, the account and people, as a person does it in a browser. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { totpCode, totpStep } from '../../domain/totp.ts';
import { firstAdminLink } from '../../store/person-sign-in.ts';
import { openPushBrowser } from '../support/push-browser.ts';
import { openConsole, type TestConsole } from '../support/console.ts';
import { assertAccessible, keepPictures, openPageAs, type PersonPage, widths } from '../support/console-browser.ts';
import type { TestApi } from '../support/dispatch-api.ts';

const password = 'correct horse, battery staple';

describe('sign-in in a browser', () => {
  let site: TestConsole<TestApi>;
  let visitor: PersonPage;
  let page: Page;
  let now = new Date();
  before(async () => {
    site = await openConsole('dispatch', {}, { now: () => now });
    visitor = await openPageAs(site, null);
    page = visitor.page;
  });
  after(async () => {
    await visitor.close();
    await site.close();
  });

  it('lets the first admin in by the one-time link, once', async () => {
    const token = await firstAdminLink(site.database.pool, now);
    await visitor.open(`/console/welcome?k=${token}`);
    await assertAccessible(page);
    await keepPictures(page, 'first-admin');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Name').fill('Ada Larsen');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Confirm password').fill('short');
    await page.getByRole('button').click();
    await page.getByRole('alert').getByText('at least 12 characters').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.getByRole('link', { name: 'Ada Larsen' }).waitFor();
    assert.equal(await visitor.open(`/console/welcome?k=${token}`), 404);
    assert.equal(await firstAdminLink(site.database.pool, now), null);
  });

  it('has an icon, which needs no sign-in', async () => {
    for (const path of [await page.locator('link[rel=icon]').getAttribute('href'), '/favicon.ico']) {
      const icon = await fetch(new URL(path ?? '', page.url()));
      assert.equal(icon.status, 200);
      assert.equal(icon.headers.get('content-type'), 'image/svg+xml');
    }
  });

  it('turns one-time codes on with a first right code', async () => {
    await visitor.open('/console/account');
    await assertAccessible(page);
    await keepPictures(page, 'account');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await page.getByRole('button', { name: 'Turn on' }).click();
    const key = await page.locator('.kv code').first().textContent();
    await assertAccessible(page);
    await keepPictures(page, 'codes');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(key ?? '', now));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = (await page.locator('pre').textContent())?.split('\n') ?? [];
    assert.equal(codes.length, 10);
    await assertAccessible(page);
    await page.getByRole('link', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await assertAccessible(page);
    await keepPictures(page, 'sign-in');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').fill('not the right password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'One-time code' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(key ?? '', now));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('already used').waitFor();
    now = new Date(now.getTime() + 30_000);
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(key ?? '', now));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Ada Larsen' }).waitFor();
  });

  it('lets an admin invite a person, who comes in by the link on a phone', async () => {
    await visitor.open('/console/people');
    await assertAccessible(page);
    await page.getByLabel('Name').fill('Bea Ortiz');
    await page.getByLabel('E-mail').fill('bea@example.com');
    await page.getByLabel('Role').selectOption('approver');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const link = await page.getByLabel('One-time link').textContent();
    await assertAccessible(page);
    await keepPictures(page, 'invited');
    const bea = await openPageAs(site, null, { width: widths.phone });
    await bea.open(new URL(link ?? '').pathname + new URL(link ?? '').search);
    await bea.page.getByLabel('Password', { exact: true }).fill(password);
    await bea.page.getByLabel('Confirm password').fill(password);
    await bea.page.getByRole('button', { name: 'Set password and continue' }).click();
    await bea.page.getByRole('button', { name: 'Menu' }).click();
    await bea.page.getByRole('link', { name: 'Bea Ortiz' }).waitFor();
    assert.equal(await bea.open('/console/people'), 403);
    await bea.page.getByText('This needs the role admin; yours is approver.').waitFor();
    await assertAccessible(bea.page);
    await bea.close();
    await visitor.open('/console/people');
    await keepPictures(page, 'people');
    await page.getByRole('link', { name: 'Bea Ortiz' }).click();
    await assertAccessible(page);
    await keepPictures(page, 'person');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('status').getByText('Bea Ortiz is disabled.').waitFor();
  });

  it('offers the way through the organisation, and says when that does not answer', async () => {
    const nobody = {
      CONSOLE_OIDC_ISSUER: 'http://127.0.0.1:9',
      CONSOLE_OIDC_CLIENT_ID: 'x',
      CONSOLE_OIDC_NAME: 'Acme',
    };
    const other: TestConsole<TestApi> = await openConsole('dispatch', nobody, { baseUrl: () => other.baseUrl });
    const guest = await openPageAs(other, null);
    await guest.open('/console/sign-in');
    await assertAccessible(guest.page);
    await keepPictures(guest.page, 'sign-in-issuer');
    await guest.page.getByRole('link', { name: 'Continue with Acme' }).click();
    await guest.page.getByText('The sign-in service of your organisation is not responding.').waitFor();
    await assertAccessible(guest.page);
    await guest.close();
    await other.close();
  });

  it('turns on notifications of a browser, whose push service alone is a fake', async () => {
    const reader = await openPageAs(site, 'viewer', { email: 'pia@example.com' });
    const { page } = reader;
    const { subscription: keys } = openPushBrowser();
    const subscribed = JSON.stringify({ endpoint: 'https://push.example/pia', keys });
    await page.addInitScript(`
      Notification.requestPermission = async () => 'granted';
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        if (!applicationServerKey.startsWith('B')) throw new Error('no key');
        return { toJSON: () => (${subscribed}) };
      };`);
    await reader.open('/console/account');
    await page.getByRole('button', { name: 'Notify me in this browser' }).click();
    await page.getByText('Notifications are on for this browser.').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).waitFor();
    // Asked of the page: the browser ends a worker that has nothing to do.
    const worker = await page.evaluate<string>('navigator.serviceWorker.ready.then(({ active }) => active.scriptURL)');
    assert.match(worker, /\/console\/push-worker\.js$/);
    await assertAccessible(page);
    await keepPictures(page, 'account-push');
    await reader.close();
  });
});

function codeOf(key: string, at: Date): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(key.replaceAll(' ', ''))
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Uint8Array.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return totpCode((k, message) => createHmac('sha1', k).update(message).digest(), bytes, totpStep(at));
}

import assert from 'node:assert/strict';
import { exampleWeekStart } from '../../domain/lanes/example-history.ts';
import { sendDisagreements } from '../api/console/settle/disagreements.ts';
import { sendHistory } from '../api/lanes/history.ts';
import { assertAccessible, keepPictures, openPageAs, type PersonPage, widths } from '../support/console-browser.ts';
import { openConsole, type TestConsole } from '../support/console.ts';
import type { TestLanes } from '../support/lanes-api.ts';

const weeks = 20;
/** Shown by other tests, or next to empty. */
const withoutPicture = new Set([
  'lanes-choice',
  'lanes-step-auto',
  'lanes-pins',
  'lanes-audits',
  'lanes-what-if',
  'settle-empty',
]);
/** The pages that have every colour of the others. */
const inDark = new Set(['lanes-board', 'lanes-step-demoted', 'settle']);

describe('lanes and the settle queue in a browser', function () {
  let site: TestConsole<TestLanes>;
  let approver: PersonPage;
  let id: string;
  before(async () => {
    site = await openConsole('lanes');
    await sendHistory(site.api, weeks);
    await site.api.call('POST', '/v1/weeks/close', { json: { through: exampleWeekStart(weeks + 1) } });
    await sendDisagreements(site.api, { many: 4, from: Date.parse(exampleWeekStart(weeks + 1)) });
    approver = await openPageAs(site, 'approver');
    ({ id } = site.api.workspace);
  });
  after(async () => {
    await approver.close();
    await site.close();
  });

  const pages = (): [name: string, path: string][] => [
    ['lanes-choice', '/console/lanes'],
    ['lanes-board', `/console/lanes/${id}`],
    ['lanes-step-auto', `/console/lanes/${id}/invoices/match`],
    ['lanes-step-demoted', `/console/lanes/${id}/invoices/code`],
    ['lanes-step-signoff', `/console/lanes/${id}/invoices/pay`],
    ['lanes-ledger', `/console/lanes/${id}/ledger`],
    ['lanes-signoffs', `/console/lanes/${id}/signoffs`],
    ['lanes-audits', `/console/lanes/${id}/audits`],
    ['lanes-pins', `/console/lanes/${id}/pins`],
    ['lanes-route', `/console/lanes/${id}/route`],
    ['lanes-what-if', `/console/lanes/${id}/what-if`],
    ['settle', `/console/settle/${id}`],
    ['settle-list', `/console/settle/${id}/list`],
    ['settle-empty', `/console/settle/${site.api.other.id}`],
  ];

  it('break no rule of WCAG 2.2 AA, in light and in dark, and fit a phone', async () => {
    const { page } = approver;
    // Colours that are on their way from one scheme to the other would be measured halfway.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [name, path] of pages()) {
      assert.equal(await approver.open(path), 200, name);
      await assertAccessible(page);
      if (inDark.has(name)) {
        await page.emulateMedia({ colorScheme: 'dark' });
        await assertAccessible(page);
        await page.emulateMedia({ colorScheme: 'light' });
      }
      if (!withoutPicture.has(name)) await keepPictures(page, name);
    }
    await page.setViewportSize({ width: widths.desk, height: 900 });
  });

  it('let somebody settle with the keyboard alone, one after another', async () => {
    const { page } = approver;
    await approver.open(`/console/settle/${id}`);
    const heading = (): Promise<string> => page.locator('h1').innerText();
    assert.match(await heading(), /T-0/, 'the critical one comes first');
    // Neither a digit nor Enter in the reason is a verdict.
    const reason = page.getByLabel('Reason');
    await reason.pressSequentially('1st');
    await reason.press('Enter');
    await reason.blur();
    for (const [key, next, notice] of [
      ['2', /T-1/, /T-0: operator right\. 3 disagreements left\./],
      ['s', /T-2/, null],
      ['1', /T-3/, /T-2: agent right\. 2 disagreements left\./],
      ['3', /Disagreements/, /T-3: both wrong\. 1 disagreement left\./],
    ] as const) {
      const there = page.waitForNavigation();
      await page.keyboard.press(key);
      await there;
      assert.match(await heading(), next);
      if (notice) assert.match(await page.getByRole('status').first().innerText(), notice);
    }
    assert.match(await page.locator('main').innerText(), /1 skipped disagreement still pending/);
    await page.getByRole('link', { name: 'Start over' }).click();
    assert.match(await heading(), /T-1/);
  });

  it('say while the page is open that somebody else was first, and do not count a decision that comes after', async () => {
    const { page } = approver;
    await approver.open(`/console/settle/${id}?queue=refunds&step=grant`);
    assert.match(await page.locator('h1').innerText(), /T-1/);
    const first = await openPageAs(site, 'approver', { email: 'lee@example.com' });
    await first.open(`/console/settle/${id}?queue=refunds&step=grant&item=T-1`);
    await first.page.keyboard.press('1');
    await first.page.getByText('T-1: agent right.').waitFor();
    await first.close();
    await page.locator('#settled').getByText('by lee@example.com').waitFor();
    assert.match(await page.locator('#settled').innerText(), /Further decisions are not counted/);
    const there = page.waitForNavigation();
    await page.keyboard.press('2');
    await there;
    assert.match(
      await page.locator('main').innerText(),
      /T-1 was settled before you: agent right, by lee@example\.com/,
    );
  });

  it('ask before work is signed off, and sign off with a note', async () => {
    const { page } = approver;
    await approver.open(`/console/lanes/${id}/signoffs`);
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('button', { name: 'Sign off' }).click();
    await page.getByLabel('Note').fill('Looked at twenty payments.');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Sign off' }).click();
    await page.getByText('signed off. It takes effect').waitFor();
    assert.match(await page.locator('#answered').locator('..').innerText(), /approved\s+approver@example\.com/);
  });
});

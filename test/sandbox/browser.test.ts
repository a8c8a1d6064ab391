/** What is hard about the portals of the sandbox, tried with a real browser: frame, window, question, locked button. */

import assert from 'node:assert/strict';
import { type Browser, chromium, type Page } from 'playwright-core';
import { scenarioClaims, scenarioDisputes, scenarioInvoices } from '../../sandbox/audit/scenarios.ts';
import { findBrowser } from '../../portals/executable.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { readSettings } from '../../process/settings.ts';
import { control, plainAuditAccount, type RunningSandbox, runSandbox, writesOf } from './sandbox.ts';

describe('the sandbox in a browser', function () {
  let sandbox: RunningSandbox;
  let browser: Browser;
  let page: Page;
  before(async () => {
    sandbox = await runSandbox({ auditPort: 0, auditAccount: plainAuditAccount });
    const { path, env } = await findBrowser(readSettings());
    browser = await chromium.launch({
      executablePath: path,
      env: { ...process.env, ...env },
    });
  });
  beforeEach(async () => {
    await control(sandbox, '/reset', {});
    page = await browser.newPage();
  });
  afterEach(() => page.close());
  after(async () => {
    await browser.close();
    await sandbox.end();
  });

  async function signIn(url: string, { username, password }: { username: string; password: string }): Promise<void> {
    await page.goto(`${url}/login`);
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(`Signed in as ${username}`).waitFor();
  }
  const signInToAudit = (): Promise<void> => signIn(sandbox.auditUrl ?? '', plainAuditAccount);
  const open = async (path: string): Promise<void> => {
    await page.goto(new URL(path, page.url()).href);
  };

  it('opens a dispute through the form in its frame, and the answer fills the window', async () => {
    await signInToAudit();
    await open(`/invoices/${scenarioInvoices.disputeSupported}`);
    const frame = page.frameLocator('iframe[title="Open dispute"]');
    await frame.getByLabel('Reason code').selectOption({ label: 'ACC' });
    await frame.getByLabel('Amount').fill('95.00');
    await frame.getByLabel('Explanation').fill('Liftgate, see receipt.');
    const pdf = { name: 'pod.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
    await frame.getByLabel('Document (PDF)').setInputFiles(pdf);
    await frame.getByLabel('Your reference').fill('LK-DDDD4444');
    await frame.getByRole('button', { name: 'Submit dispute' }).click();
    await page.getByRole('heading', { name: 'Dispute DSP-2026-004001' }).waitFor();
    assert.equal(await page.getByRole('status').first().innerText(), 'Dispute DSP-2026-004001 was submitted.');
    const row = page
      .getByRole('table', { name: 'Details' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Amount', exact: true }) });
    assert.equal(await row.getByRole('cell').innerText(), '$95.00');
    assert.equal((await writesOf(sandbox, 'portal=audit')).length, 1);
  });

  it('opens a document in a window of its own', async () => {
    await signInToAudit();
    await open(`/claims/${scenarioClaims.accept}`);
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('row', { name: 'Vendor invoice' }).getByRole('link', { name: 'View' }).click(),
    ]);
    await window.getByRole('heading', { name: /^Document 94\d+$/ }).waitFor();
    assert.match(
      (await window.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? '',
      /^\/documents\/94\d+$/,
    );
    await window.close();
  });

  it('asks before a response is sent, and sends nothing after a no', async () => {
    await signInToAudit();
    await open(`/claims/${scenarioClaims.accept}/respond`);
    const answers = [false, true];
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (answers.shift() === true ? dialog.accept() : dialog.dismiss());
    });
    await page.getByLabel('Decision').selectOption({ label: 'Accept' });
    await page.getByLabel('Amount').fill('240.00');
    await page.getByRole('button', { name: 'Send response' }).click();
    assert.deepEqual(await writesOf(sandbox, 'portal=audit'), []);
    await page.getByRole('button', { name: 'Send response' }).click();
    await page.getByRole('heading', { name: 'Response RSP-2026-002001' }).waitFor();
    const question = `Send this response to claim ${scenarioClaims.accept}?`;
    assert.deepEqual(questions, [question, question]);
  });

  it('unlocks the submit of a correction by a preview, and locks it again by a change', async () => {
    await signIn(sandbox.tmsUrl, sandbox.accounts);
    await open(`/shipments/${scenarioPros.correctionUnder}/corrections`);
    const submit = page.getByRole('button', { name: 'Submit correction' });
    const preview = page.getByRole('button', { name: 'Preview re-rate' });
    assert.ok(await submit.isDisabled());
    await page.getByLabel('Reason code').selectOption({ label: 'CC' });
    await page.getByLabel('Billed class').selectOption({ label: '125' });
    await preview.click();
    await page.getByRole('table', { name: 'Preview' }).waitFor();
    assert.ok(await submit.isEnabled());
    await page.getByLabel('Your reference').fill('LK-EEEE5555');
    assert.ok(await submit.isDisabled());
    await preview.click();
    await submit.click();
    await page.getByRole('heading', { name: 'Correction COR-2026-001001' }).waitFor();
  });

  it('names the buttons that show only an icon, and leads from page to page', async () => {
    await signInToAudit();
    await open('/invoices');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByText('Page 2 of 7').waitFor();
    await page.getByRole('link', { name: 'Previous page' }).click();
    await page.getByLabel('Short paid').selectOption({ label: 'Yes' });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText(/^Page 1 of [23]$/).waitFor();
    await open(`/disputes/${scenarioDisputes.open}`);
    assert.equal(await page.getByRole('form', { name: 'Attach document' }).count(), 1);
  });
});

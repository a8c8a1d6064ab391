/** The pages of tasks in a browser: accessible, fitting, and used as a person would. */
import assert from 'node:assert/strict';
import { noteWait } from '../../store/portal-waits.ts';
import { assertAccessible, keepPictures, openPageAs, type PersonPage, widths } from '../support/console-browser.ts';
import { openConsole, type TestConsole } from '../support/console.ts';
import type { TestApi } from '../support/dispatch-api.ts';
import { addManyTasks } from '../support/many-tasks.ts';
import { addUncertainWrite } from '../support/uncertain-write.ts';

describe('tasks in a browser', function () {
  let site: TestConsole<TestApi>;
  let approver: PersonPage;
  before(async () => {
    site = await openConsole('dispatch');
    approver = await openPageAs(site, 'approver');
  });
  after(async () => {
    await approver.close();
    await site.close();
  });

  async function look(path: string, name: string): Promise<void> {
    assert.equal(await approver.open(path), 200, path);
    await assertAccessible(approver.page);
    await keepPictures(approver.page, name);
    await approver.page.setViewportSize({ width: widths.desk, height: 900 });
  }

  it('say what to do while there are none', async () => {
    await look('/console/tasks', 'tasks-none');
    assert.match(await approver.page.locator('.empty').innerText(), /no tasks yet/);
    await look('/console/approvals', 'approvals-none');
  });

  it('are found by filters and by their numbers, and those that are stuck are marked', async () => {
    await addManyTasks(site.database.pool, 300);
    await look('/console/tasks', 'tasks');
    await look('/console/tasks?stuck=yes', 'tasks-stuck');
    const { page } = approver;
    await approver.open('/console/tasks');
    assert.equal(await page.locator('#found').getAttribute('data-poll'), '15');
    await page.locator('a[rel=next]').click();
    await page.waitForURL(/cursor=/);
    assert.equal(await page.locator('#found').getAttribute('data-poll'), null, 'a later page stays as it is read');
    await approver.open('/console/deliveries');
    await page.keyboard.press('Control+k');
    await page.waitForURL(/\/console\/search#q$/);
    await page.waitForFunction("document.activeElement.id === 'q'");
    await page.keyboard.type('1000000042');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /PRO 1000000042/ }).waitFor();
    await approver.open('/console/tasks');
    await page.getByLabel('Number, reference').fill('wo-42');
    await page.locator('#status').selectOption('completed');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/q=wo-42/);
    assert.equal(await page.locator('tbody tr').count(), 1);
    await page.locator('tbody a').first().click();
    await page.getByRole('heading', { name: /PRO 1000000042/ }).waitFor();
    await look(new URL(page.url()).pathname, 'task');
    // What people outside see of it has the name and the colours of the product too.
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const [inside, link] = [await ground(), await page.getByRole('link', { name: 'Result page' }).getAttribute('href')];
    const { pathname, search } = new URL(link ?? '', page.url());
    await look(`${pathname}${search}`, 'result-page');
    assert.deepEqual([await ground(), await page.locator('.brand').innerText()], [inside, 'Lanekeeper']);
  });

  it('are settled on their page where a write is uncertain, and asked for again from there', async () => {
    const { pool } = site.database;
    const { page } = approver;
    const found = await pool.query<{ id: string }>(
      "select id from tasks where status = 'escalated' and task_type = 'pull_pod' limit 1",
    );
    const id = found.rows[0]?.id ?? '';
    await addUncertainWrite(pool, id, 'bill 1000000093');
    const running = await pool.query<{ id: string }>(
      "update tasks set status = 'running' where id in (select id from tasks where status = 'queued' limit 1) returning id",
    );
    const wait = { portal: 'sandbox-tms', portalName: 'Sandbox TMS', reason: 'the portal answered 503' };
    await noteWait(pool, running.rows[0]?.id ?? '', wait, new Date());
    await look('/console', 'home-trouble');
    await look(`/console/tasks/${running.rows[0]?.id}`, 'task-waits-for-portal');
    await look(`/console/tasks/${id}`, 'task-uncertain');
    await page.getByRole('radio', { name: 'It is not there' }).check();
    await page.getByLabel('Note').fill('Looked at 10:00, and again at 10:05.');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Record result' }).click();
    await page.getByText('It is not there, recorded by').waitFor();
    await assertAccessible(page);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByText('The task is queued.').waitFor();
    assert.ok(!page.url().endsWith(id));
  });

  it('are asked for by a form that says at each field what is wrong with it', async () => {
    const { page } = approver;
    await look('/console/tasks/new', 'task-types');
    await look('/console/tasks/new/portal_action', 'task-new-portal-action');
    await look('/console/tasks/new/tms_correction', 'task-new');
    await page.getByLabel('PRO', { exact: true }).fill('12');
    await page.getByLabel('Reason code').selectOption('WC');
    await page.getByRole('button', { name: 'Queue the task' }).click();
    await page.getByText('Nothing was queued.').waitFor();
    await page.waitForFunction("document.activeElement.id === 'sender'");
    await assertAccessible(page);
    await keepPictures(page, 'task-new-errors');
    await page.setViewportSize({ width: widths.phone, height: 800 });
    await page.getByRole('link', { name: 'PRO must be exactly 10 digits' }).click();
    await page.getByLabel('PRO', { exact: true }).fill('0412708839');
    await page.getByLabel('Billed weight').fill('1420');
    await page.getByLabel('Note', { exact: true }).fill('Certified scale ticket 5521');
    await page.getByLabel('Sender').selectOption({ label: 'First' });
    await page.getByRole('button', { name: 'Queue the task' }).click();
    await page.getByText('The task is queued.').waitFor();
    await page.setViewportSize({ width: widths.desk, height: 900 });
  });

  it('come by CSV: shown first, then taken, with a report to download', async () => {
    const { page } = approver;
    await look('/console/tasks/import', 'import');
    const rows = ['task_type,pro,client_ref', 'pull_pod,0412708850,a', 'pull_pod,12,b', 'portal_action,,c'];
    await page.getByLabel('Sender').selectOption({ label: 'First' });
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'orders.csv' }).waitFor();
    await look(new URL(page.url()).pathname, 'import-preview');
    await page.getByRole('button', { name: 'Queue 1 task' }).click();
    await page.getByText('1 task queued, 0 duplicates, 2 rejected.').waitFor();
    await look(new URL(page.url()).pathname, 'import-report');
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the report' }).click();
    assert.equal((await file).suggestedFilename(), 'report.csv');
  });
});

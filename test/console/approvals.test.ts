/** Approvals by several people at once, in browsers, on a real workflow and a real portal. */
import type { Changes, TaskInput, changesOfReason } from '../../domain/dispatch/task-schemas.ts';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { readShownApproval, type ShownApproval } from '../../store/approvals-shown.ts';
import { readAudit } from '../../store/audit-log.ts';
import { control } from '../sandbox/sandbox.ts';
import { assertAccessible, keepPictures, openPageAs, widths } from '../support/console-browser.ts';
import type { PageOptions, PersonPage } from '../support/console-browser.ts';
import { until } from '../support/wait.ts';
import { type Crew, openCrew, truthOf } from '../workflows/crew.ts';
import { openStandInPortal } from '../workflows/stand-in-portal.ts';
import { type CrewSite, openCrewSite } from './site.ts';

const correction = (changes: Changes, reason: keyof typeof changesOfReason): TaskInput => ({
  task_type: 'tms_correction',
  params: { pro: scenarioPros.correctionOver, reason_code: reason, changes, note: 'Scale ticket 4417' },
  instruction: 'Please correct this after the inspection of last week.\nThe certificate is in the file.',
  requested_by: { name: 'Ann', email: 'ann@example.com' },
  client_ref: 'WO-5521',
});
/** +482.77: one approver required. */
const overLimit = correction({ billed_class: '150' }, 'CC');
/** More than 2,500.00: two people decide. */
const heavier = correction({ billed_weight: 20_000 }, 'WC');

describe('approvals in a browser', function () {
  let crew: Crew;
  let site: CrewSite;
  /** Of the real portal: waits through the first tests, until two people decide on it. */
  let first: ShownApproval;
  const opened: PersonPage[] = [];
  before(async () => {
    crew = await openCrew();
    await crew.join();
    site = await openCrewSite(crew);
    first = await waiting(heavier);
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  after(async () => {
    await site.api.close();
    await crew.leave();
  });

  async function waiting(input: ReturnType<typeof correction>): Promise<ShownApproval> {
    await control(crew.sandbox, '/reset', {});
    await crew.database.pool.query('delete from portal_intents');
    const id = await crew.add(input);
    return until(() => readShownApproval(crew.database.pool, id), { what: 'an approval' });
  }
  async function personAt(email: string, path: string, options: PageOptions = {}): Promise<Page> {
    const one = await openPageAs(site, email === 'vic@example.com' ? 'viewer' : 'approver', { ...options, email });
    opened.push(one);
    assert.equal(await one.open(path), 200);
    return one.page;
  }
  const state = (page: Page): Promise<string> => page.locator('#state').innerText();
  async function press(page: Page, name: 'Approve' | 'Refuse'): Promise<void> {
    page.once('dialog', (dialog) => void dialog.accept());
    const there = page.waitForNavigation();
    await page.getByRole('button', { name }).click();
    await there;
  }

  it('show the change, the amount, the picture and who asked; are accessible and fit a phone', async () => {
    const approval = first;
    const page = await personAt('bea@example.com', '/console/approvals');
    assert.match(await page.locator('.approval').innerText(), /\+\$4,996\.71/);
    await assertAccessible(page);
    await keepPictures(page, 'approvals');

    await page.goto(`${site.baseUrl}/console/approvals/${approval.taskId}`);
    assert.equal(new URL(page.url()).pathname, `/console/approvals/${approval.id}`);
    const text = await page.locator('main').innerText();
    for (const expected of [
      /Net change\s+\+\$4,996\.71/,
      /Over \$2,500\.00: two approvers are required/,
      /Billed weight\s+[\d,]+(?: lb)?\s+20,?000/,
      /Bill total\s+\$1,097\.27\s+\$6,093\.98/,
      /Please correct this after the inspection/,
      /Ann, ann@example\.com/,
      /Sandbox TMS: a net change over \$[\d,.]+ needs /,
      /Requested .* by Ann; .*expires in 7 days/,
      /Request\s+Please correct this .*\s+The certificate .*\s+Note: Scale ticket 4417\s+Net change/,
    ])
      assert.match(text, expected);
    await page.getByText('All values to be entered').click();
    assert.match(await page.locator('main').innerText(), /Reason code\s+WC, weight/);
    // The page is taller than a screen, because the preview is below the form; of its picture the preview is shown.
    const whole = await page.evaluate<number[]>(`(async () => {
      const image = document.querySelector('.preview image');
      const picture = new Image();
      picture.src = image.getAttribute('href');
      await picture.decode();
      return [picture.naturalHeight, Number(image.getAttribute('height'))];
    })()`);
    assert.ok(
      whole.every((height) => height > 900 && height === whole[0]),
      whole.join(),
    );
    const zoom = (await page.locator('.preview svg').getAttribute('viewBox'))?.split(' ').map(Number) ?? [];
    assert.ok(zoom[1]! > 300 && zoom[3]! < 400, zoom.join());
    await assertAccessible(page);
    await keepPictures(page, 'approval');
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertAccessible(page);
  });

  it('cannot be decided by who asked, nor by a viewer, whatever they send', async () => {
    const approval = first;
    const path = `/console/approvals/${approval.id}`;
    const ann = await personAt('ann@example.com', path);
    assert.match(await ann.locator('#desk').innerText(), /You asked for this task, so another person has to decide/);
    assert.equal(await ann.getByRole('button', { name: 'Approve' }).count(), 0);
    const vic = await personAt('vic@example.com', path);
    assert.match(await vic.locator('#desk').innerText(), /needs the role approver/);
    for (const page of [ann, vic]) {
      const answer = await decide(page, approval.id, 'approve');
      assert.equal(answer.status, 403);
    }
    assert.equal((await readShownApproval(crew.database.pool, approval.id))?.status, 'pending');
    assert.deepEqual((await truthOf(crew)).writes, []);
  });

  it('go to two people where two are asked: each sees live what the other did, and the change is keyed once', async () => {
    const approval = first;
    const path = `/console/approvals/${approval.id}`;
    const bea = await personAt('bea@example.com', path, { width: widths.phone });
    const cy = await personAt('cy@example.com', path);
    assert.match(await state(cy), /0 of 2 approved/);
    await bea.getByLabel('Note').fill('Looked at the scale ticket.');
    await press(bea, 'Approve');
    assert.match(await bea.locator('main').innerText(), /A second approver is required/);
    assert.match(await bea.locator('#desk').innerText(), /has decided already; the second decision is another person/);
    await cy.getByText('Approved by bea').waitFor();
    assert.match(await state(cy), /1 of 2 approved.*“Looked at the scale ticket\.”/s);
    await press(cy, 'Approve');
    assert.match(await state(cy), /Approved by bea and cy/);
    await bea.getByText('View task').waitFor();

    const task = await crew.ended(approval.taskId);
    assert.equal(task.status, 'completed', task.summary ?? '');
    assert.equal((await truthOf(crew)).writes.length, 1);
    const decided = await readShownApproval(crew.database.pool, approval.id);
    assert.equal(decided?.decidedBy, 'person:bea@example.com, person:cy@example.com');
    const log = await readAudit(crew.database.pool, approval.id);
    assert.deepEqual(
      log.map(({ actor, act }) => `${actor} ${act}`),
      ['person:bea@example.com approval.decided', 'person:cy@example.com approval.decided'],
    );
    const page = await cy.goto(`${site.baseUrl}/console/tasks/${approval.taskId}`);
    const size = (await page?.body())?.length ?? 0;
    assert.ok(size > 0 && size < 200_000, `${size} bytes for the longest story there is`);
    await assertAccessible(cy);
    await keepPictures(cy, 'task-corrected');
  });

  it('accept one of two decisions of the same instant, and show the other who was first', async () => {
    // What the portal does is not the subject any more.
    await crew.dismiss();
    await crew.join(undefined, openStandInPortal(crew, 48_277).standIn);
    const approval = await waiting(overLimit);
    const path = `/console/approvals/${approval.id}`;
    const pages = await Promise.all(['bea@example.com', 'cy@example.com'].map((email) => personAt(email, path)));
    const answers = await Promise.all(pages.map((page) => decide(page, approval.id, 'refuse')));
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['303', '409']);
    const decided = await readShownApproval(crew.database.pool, approval.id);
    assert.equal(decided?.decisions.length, 1);
    const late = answers.find(({ status }) => status === 409)?.text ?? '';
    assert.match(late, new RegExp(`by <strong>${decided?.decisions[0]?.name}</strong>`));
    await crew.ended(approval.taskId);
  });

  it('say at once that somebody else was first, also to who is just writing a note, and answer a late decision 409', async () => {
    const approval = await waiting(overLimit);
    const path = `/console/approvals/${approval.id}`;
    const bea = await personAt('bea@example.com', path);
    const cy = await personAt('cy@example.com', path, { width: widths.phone });
    await cy.getByLabel('Note').fill('I think');
    await press(bea, 'Refuse');
    await cy.locator('#state').getByText('Refused').waitFor();
    assert.match(await state(cy), /by bea /);
    // The head of the page is far above a person who writes on a phone.
    await cy.locator('#meanwhile').getByText('Refused by bea. No decision is needed').waitFor();
    const answered = cy.waitForResponse((answer) => answer.request().method() === 'POST');
    await press(cy, 'Approve');
    assert.equal((await answered).status(), 409);
    assert.match(await cy.getByRole('alert').innerText(), /not recorded: the approval is already refused/);
    assert.match(await state(cy), /Refused by bea /);
    await assertAccessible(cy);
    await keepPictures(cy, 'approval-late');
    const task = await crew.ended(approval.taskId);
    assert.equal(`${task.status}/${task.outcomeReason}`, 'rejected/approval_refused');
  });

  it('that are equal are decided one after another by keyboard, and one on a phone in four taps, its link included', async () => {
    const [one, other] = [await waiting(overLimit), await waiting(overLimit)];
    const page = await personAt('bea@example.com', '/console/approvals');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('link', { name: 'Review 2 one after another' }).click();
    await page.getByText('1 more like this one').waitFor();
    await page.getByText('Ask or delegate').click();
    await page.getByLabel('Question to the requester').fill('Which ticket?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('#questions').getByText('Which ticket?').waitFor();
    await assertAccessible(page);
    await keepPictures(page, 'approval-run');
    await page.keyboard.press('r');
    await page.getByText(/Refused: .* \(\+\$482\.77\)\. 1 like it left\./).waitFor();
    assert.equal(new URL(page.url()).pathname, `/console/approvals/${other.id}`, 'the next one is on the screen');
    const phone = await personAt('cy@example.com', `/console/approvals/${other.id}`, { width: widths.phone });
    let taps = 1; // The link of the notification.
    for (const press of ['Decide', 'Refuse'] as const) {
      taps += press === 'Refuse' ? 2 : 1; // With the confirmation.
      if (press === 'Refuse') phone.once('dialog', (dialog) => void dialog.accept());
      await phone.getByRole(press === 'Decide' ? 'link' : 'button', { name: press, exact: true }).click();
    }
    await phone.locator('#state').getByText('Refused').waitFor();
    assert.equal(taps, 4);
    await Promise.all([one, other].map(({ taskId }) => crew.ended(taskId)));
  });
});

/** Sends the form of an approval as the person of this page, past what the page shows. */
async function decide(page: Page, approvalId: string, decision: string): Promise<{ status: number; text: string }> {
  const token = await page.locator('input[name="_csrf"]').first().getAttribute('value');
  const answer = await page.request.post(`${new URL(page.url()).origin}/console/approvals/${approvalId}`, {
    form: { _csrf: token ?? '', decision, note: '' },
    maxRedirects: 0,
  });
  return { status: answer.status(), text: await answer.text() };
}

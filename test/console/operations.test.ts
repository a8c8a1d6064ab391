import assert from 'node:assert/strict';
import { newId } from '../../process/ids.ts';
import { readFileSync } from 'node:fs';
import { noteAttempt } from '../../store/endpoint-health.ts';
import { createHook } from '../../store/lanes/hooks.ts';
import { createWorkspace } from '../../store/lanes/workspaces.ts';
import { draftVersion, recordCheck } from '../../store/playbook-versions.ts';
import { assertAccessible, keepPictures, openPageAs, type PersonPage, widths } from '../support/console-browser.ts';
import { openConsole, type TestConsole } from '../support/console.ts';
import { type TestApi, testSecret } from '../support/dispatch-api.ts';
import type { FreshDatabase } from '../support/database.ts';
import type { TestLanes } from '../support/lanes-api.ts';
import { addManyTasks } from '../support/many-tasks.ts';

/** A day at a deployment: work that waits, a receiver that is down, and one that answers. */
async function addDay({ pool }: FreshDatabase, senderId: string): Promise<{ delivery: string; hook: string }> {
  await addManyTasks(pool, 1_000);
  await pool.query(
    `insert into approvals (id, task_id, reason, amount_cents, digest, change, requested_at, expires_at)
     select 'apr_' || substr(id, 5), id, 'net change over the limit', 41200, 'd', '{}', created_at,
            now() + interval '5 days' from tasks where status = 'awaiting_approval'`,
  );
  const made = await createWorkspace(pool, { name: 'Accounts payable', actor: 'test' });
  const workspace = { no: made.workspaceNo, id: made.workspaceId };
  await pool.query('update workspaces set waiting_settlement = 3 where no = $1', [workspace.no]);
  const hook = await createHook(pool, workspace, {
    url: 'https://receiver.example/lanes',
    events: ['lane.changed', 'drift.alert', 'signoff.requested'],
    deploymentSecret: testSecret,
    actor: 'test',
  });
  const attempt = { endedAt: new Date(), responseStatus: 503, error: null, exhausted: false };
  for (let n = 0; n < 4; n += 1)
    await noteAttempt(
      pool,
      { ownerKind: 'sender', ownerId: senderId, origin: 'https://first.example' },
      { ...attempt, acknowledged: false },
    );
  await noteAttempt(
    pool,
    { ownerKind: 'hook', ownerId: hook!.id, origin: 'https://receiver.example' },
    { ...attempt, responseStatus: 200, acknowledged: true },
  );
  await pool.query(
    `insert into deliveries (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms, status, created_at,
                             finished_at, next_attempt_at)
     select 'dl_00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), 'sender', $1, 'tsk_' || n,
            case when n % 2 = 0 then 'task.completed' else 'task.failed' end, 'dispatch',
            'https://first.example/hooks/results', '{"event":"task.completed","task":{"id":"tsk_1"}}', '{1000}',
            case when n % 3 = 0 then 'failed' when n % 3 = 1 then 'retrying' else 'delivered' end,
            now() - n * interval '7 minutes', case when n % 3 <> 1 then now() end,
            case when n % 3 = 1 then now() + interval '4 minutes' end
       from generate_series(1, 12) as n`,
    [senderId],
  );
  const delivery = 'dl_00000000-0000-7000-8000-000000000003';
  for (let n = 1; n <= 3; n += 1)
    await pool.query(
      `insert into delivery_attempts (delivery_id, n, at, response_status, error, duration_ms, excerpt)
       values ($1, $2, now() - (10 - $2) * interval '1 minute', $3, $4, 1200, $5)`,
      [
        delivery,
        n,
        n === 1 ? null : 503,
        n === 1 ? 'timeout' : null,
        n === 1 ? null : 'The service is down for maintenance.',
      ],
    );
  await pool.query(
    `insert into workflow_starts (workflow_id, workflow_type, task_queue, arguments, created_at, attempts)
     values ($1, 'task', 'tasks', '[]', now() - interval '1 hour', 3)`,
    [newId('task')],
  );
  return { delivery, hook: hook!.id };
}

describe('operations in a browser', function () {
  let dispatch: TestConsole<TestApi>;
  let lanes: TestConsole<TestLanes>;
  let admin: PersonPage;
  let adminOfLanes: PersonPage;
  let made: { delivery: string; hook: string };
  before(async () => {
    [dispatch, lanes] = await Promise.all([
      openConsole('dispatch', { TEMPORAL_UI_URL: 'http://localhost:8233', MAIL_DOMAIN: 'in.example' }),
      openConsole('lanes'),
    ]);
    const body = readFileSync('portals/playbooks/sandbox-tms.yaml', 'utf8').replace(/^version: .*$/m, 'version: 9.0.0');
    const draft = { playbookId: 'sandbox-tms', version: '9.0.0', digest: 'd', body, writes: true };
    await draftVersion(dispatch.database.pool, draft, { actor: 'ada', why: 'a test' });
    await recordCheck(dispatch.database.pool, draft, { actor: 'ada', why: 'a test' });
    made = await addDay(dispatch.database, dispatch.api.senderId);
    admin = await openPageAs(dispatch, 'admin');
    adminOfLanes = await openPageAs(lanes, 'admin');
  });
  after(async () => {
    await Promise.all([admin.close(), adminOfLanes.close()]);
    await Promise.all([dispatch.close(), lanes.close()]);
  });

  const inDark = new Set(['home', 'deliveries', 'administration-sender']);
  async function look(person: PersonPage, name: string, path: string): Promise<void> {
    const { page } = person;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await person.open(path), 200, name);
    // What is folded is looked at too.
    await page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
    await assertAccessible(page);
    if (inDark.has(name)) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await assertAccessible(page);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await keepPictures(page, name);
    await page.setViewportSize({ width: widths.desk, height: 900 });
  }

  it('breaks no rule of WCAG 2.2 AA on any page, and fits a phone', async () => {
    const root = '/console/administration';
    for (const [name, path] of [
      ['home', '/console'],
      ['search', '/console/search?q=step'],
      ['deliveries', '/console/deliveries'],
      ['deliveries-owner', `/console/deliveries?owner=${dispatch.api.senderId}`],
      ['deliveries-events', '/console/deliveries/events'],
      ['account', '/console/account'],
      ['notifications', `${root}/notifications`],
      ['deliveries-one', `/console/deliveries/${made.delivery}`],
      ['webhooks', '/console/deliveries/webhooks'],
      ['webhooks-one', `/console/deliveries/webhooks/${made.hook}`],
      ['webhooks-new', '/console/deliveries/webhooks/new'],
      ['administration', root],
      ['administration-senders', `${root}/senders`],
      ['administration-sender', `${root}/senders/${dispatch.api.senderId}`],
      ['administration-portals', `${root}/portals`],
      ['administration-playbook', `${root}/portals/sandbox-tms`],
      ['administration-version', `${root}/portals/sandbox-tms/versions/9.0.0`],
      ['administration-audit', `${root}/audit`],
    ] as const)
      await look(admin, name, path);
    await look(adminOfLanes, 'home-quiet', '/console');
    await look(adminOfLanes, 'administration-workspaces', `${root}/workspaces`);
    await look(adminOfLanes, 'administration-workspace', `${root}/workspaces/${lanes.api.workspace.id}`);
  });

  it('sends a failed delivery again, found from the home page', async () => {
    const { page } = admin;
    await admin.open('/console');
    await page.getByRole('link', { name: 'View and resend' }).click();
    await page.getByRole('link', { name: 'task.failed' }).first().click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The delivery is queued again.').waitFor();
    assert.match(await page.locator('.page-head').innerText(), /Pending/);
  });

  it('rotates a key: asks first, shows the new one once, and copies it', async () => {
    const { page } = admin;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await admin.open(`/console/administration/senders/${dispatch.api.senderId}`);
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('button', { name: 'Rotate first key' }).click();
    assert.match(page.url(), /senders\/snd_/, 'it was rotated although the question was declined');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Rotate first key' }).click();
    const key = await page.getByLabel('API key').innerText();
    assert.match(key, /^lk_dispatch_/);
    await assertAccessible(page);
    await keepPictures(page, 'administration-shown-once');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
    assert.equal((await dispatch.api.call('GET', '/api/tasks', { key })).status, 200);
    await page.getByRole('link', { name: 'Back to the sender' }).click();
    assert.ok(!(await page.content()).includes(key));
    assert.match(await page.getByRole('region', { name: 'Table of keys' }).innerText(), /Rotated\s+ends tomorrow/);
  });

  it('filters the audit log in the address and downloads what is shown', async () => {
    const { page } = admin;
    await admin.open('/console/administration/audit');
    await page.getByLabel('Action, such as key').fill('key.rotated');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL((url) => url.searchParams.get('act') === 'key.rotated');
    assert.match(
      await page.getByRole('region', { name: 'Entries' }).innerText(),
      /person:admin@example\.com\s+key\.rotated/,
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^audit-log-.*\.csv$/);
  });

  it('keeps what is typed while the page looks again by itself', async () => {
    const { page } = admin;
    await admin.open('/console/deliveries');
    await page.getByLabel('Task or event').fill('tsk_1');
    assert.equal(await page.locator('main').getAttribute('data-poll'), '15');
    assert.equal(await page.getByLabel('Task or event').inputValue(), 'tsk_1');
  });
});

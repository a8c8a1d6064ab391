/** The studio in a real browser: a person records a portal in the page, rehearses it, stores it, and a task runs by it. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator } from 'playwright-core';
import { openPortalAccounts } from '../../activities/dispatch/portal-account.ts';
import { openLiveViews } from '../../activities/studio/live-views.ts';
import { openRecordings, type Recordings } from '../../activities/studio/recordings.ts';
import { readPlaybook } from '../../portals/playbooks/load.ts';
import type { StepFollower } from '../../portals/interpreter.ts';
import { runCapability } from '../../portals/run-capability.ts';
import { sandboxAccount } from '../../sandbox/account.ts';
import { scenarioInvoices } from '../../sandbox/audit/scenarios.ts';
import { wantedViews } from '../../store/live-views.ts';
import { draftVersion, listVersions, recordCheck, releaseVersion } from '../../store/playbook-versions.ts';
import { playbooksInForce } from '../../store/playbooks-in-force.ts';
import { readRecording } from '../../store/recordings.ts';
import { setPortals } from '../../store/senders.ts';
import { openQuestion } from '../../store/task-questions.ts';
import { memorySink, testBrowsers } from '../support/browser.ts';
import { assertAccessible, keepPictures, openPageAs, type PersonPage } from '../support/console-browser.ts';
import { openTestApi, type TestApi } from '../support/dispatch-api.ts';
import { askingPlaybook, code, loadAskingPlaybook, openAskingPortal } from '../portals/asking-portal.ts';
import { until } from '../support/wait.ts';
import { plainAuditAccount } from '../sandbox/sandbox.ts';
import { type Crew, openCrew, truthOf } from '../workflows/crew.ts';

const pro = '0412708839';

type Portal = ReturnType<BrowserContext['pages']>[number];

describe('the studio', () => {
  let crew: Crew;
  let api: TestApi;
  let recordings: Recordings;
  /** The portal as the person sees it in the picture. */
  let portal: BrowserContext | undefined;
  const logged: string[] = [];

  before(async () => {
    // The audit portal has no playbook but the one that is recorded here.
    const asksLogin = JSON.stringify({ username: 'robot', password: 'of no use here' });
    crew = await openCrew(
      { PORTAL_SANDBOX_AUDIT_URL: '', PORTAL_ACCOUNT_ASKS: asksLogin },
      { auditAccount: plainAuditAccount },
    );
    const { settings } = crew;
    const { pool, url } = crew.database;
    const deploymentSecret = settings.DEPLOYMENT_SECRET;
    api = await openTestApi(crew.env, { pool, deploymentSecret });
    const browsers = testBrowsers();
    recordings = openRecordings({
      pool,
      listenUrl: url,
      deploymentSecret,
      settings,
      browsers: {
        ...browsers,
        use: (signal, work) =>
          browsers.use(signal, (context) => {
            portal = context;
            return work(context);
          }),
      },
      accounts: openPortalAccounts({ pool, deploymentSecret, env: {} }),
      stepTimeoutMs: 60_000,
      log: { warn: (...line: readonly unknown[]) => void logged.push(JSON.stringify(line)) },
      lookEveryMs: 50,
    });
  });
  after(async () => {
    await recordings?.stop();
    await api?.close();
    await crew?.leave();
  });

  /** Begins a recording, and works its page. */
  async function begin(
    setup: Readonly<Record<'name' | 'address' | 'kind' | 'taskType' | 'samples', string>>,
    login: { readonly username: string; readonly password: string },
  ): Promise<Person> {
    const admin = await openPageAs({ baseUrl: api.url, database: crew.database }, 'admin');
    const { page } = admin;
    await admin.open('/console/administration/recordings');
    await page.getByLabel('Portal name').fill(setup.name);
    await page.getByLabel('Address of the sign-in page').fill(setup.address);
    await page.getByLabel('Kind').selectOption(setup.kind);
    await page.getByLabel('Task type').selectOption(setup.taskType);
    await page.getByLabel('Values').fill(setup.samples);
    await page.getByLabel('User name').fill(login.username);
    await page.getByLabel('Password', { exact: true }).fill(login.password);
    await page.getByRole('button', { name: 'Start recording' }).click();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const acts = async (): Promise<number> => (await readRecording(crew.database.pool, id))?.acts.length ?? 0;
    let wanted = 1;
    await until(async () => (await acts()) >= 1, { what: 'the sign-in page' });
    const person: Person = {
      admin,
      page,
      id,
      adds: async (act, more = 1) => {
        wanted += more;
        await act();
        await until(async () => (await acts()) >= wanted, { what: `act ${wanted}` });
      },
      clicks: (find) => clickIn(admin, find),
      // Clicks again where nothing came of it; typing replaces what is there.
      typesLogin: async (label, button) => {
        const field = () => portal?.pages().at(-1)?.getByLabel(label);
        const isTyped = async (): Promise<boolean> => ((await field()?.inputValue()) ?? '') !== '';
        await until(
          async () => {
            await person.clicks((of) => of.getByLabel(label));
            await page.getByRole('button', { name: button }).click();
            return until(isTyped, { timeoutMs: 30_000, what: `a text in ${label}` });
          },
          { what: button },
        );
      },
      types: async (find, text) => {
        await person.clicks(find);
        await page.keyboard.type(text);
      },
      rehearses: async (phase) => {
        const said = page
          .locator('.studio-rehearsal')
          .filter({ hasText: new RegExp(`${phase} finished\\.|\\(failed\\)`) });
        assert.ok((await said.innerText()).includes(`${phase} finished.`), await page.locator('main').innerText());
      },
      marks: async (fact, find) => {
        await page.locator(`[data-fact-part=${fact.split('.')[0]}][data-fact=${fact.split('.')[1]}]`).click();
        await person.adds(() => person.clicks(find));
      },
    };
    return person;
  }

  it('makes a playbook from what a person does in the picture, rehearses it, and a task runs by it', async () => {
    const address = `${crew.sandbox.tmsUrl}/login`;
    const person = await begin(
      { name: 'Recorded TMS', address, kind: 'tms', taskType: 'pull_pod', samples: `pro = ${pro}` },
      sandboxAccount,
    );
    const { admin, page, id, adds, clicks, typesLogin } = person;
    const { pool } = crew.database;
    await typesLogin('User name', 'Type user name');
    await adds(() => typesLogin('Password', 'Type password'));
    await adds(() => clicks((of) => of.getByRole('button', { name: 'Sign in' })), 2);
    await adds(() => page.getByRole('button', { name: 'Steps', exact: true }).click(), 2);
    await clicks((of) => of.getByLabel('PRO or BOL number'));
    await page.keyboard.type(pro);
    await adds(() => clicks((of) => of.getByRole('button', { name: 'Search' })), 2);
    await adds(() => clicks((of) => of.getByRole('link', { name: pro, exact: true })));
    await person.marks('steps.billed_weight', (of) => of.getByRole('cell', { name: /^[\d,]+ lb$/ }).first());
    await adds(() => clicks((of) => of.getByRole('link', { name: 'Documents' })));
    await adds(() => clicks((of) => of.getByRole('row', { name: /Delivery receipt/ }).getByRole('link')));
    await page.getByText('No findings').waitFor();
    await assertAccessible(page);
    await keepPictures(page, 'studio');

    // A label that the portal calls otherwise is corrected where the rehearsal stops, and the rehearsal goes on from there.
    const yaml = page.getByLabel('Playbook, YAML');
    const recorded = await yaml.inputValue();
    await yaml.fill(recorded.replace('label: PRO or BOL number', 'label: PRO number'));
    await page.getByRole('button', { name: 'Save text' }).click();
    await page.getByText('Changed by hand').waitFor();
    await page.getByRole('button', { name: 'Rehearse step by step' }).click();
    await page.getByText('steps (waiting)').waitFor();
    await page.getByRole('button', { name: 'Run on' }).click();
    await page.getByText('found labels "PRO or BOL number"').waitFor();
    await yaml.fill(recorded);
    await page.getByRole('button', { name: 'Save text' }).click();
    await until(async () => (await readRecording(pool, id))?.edited === recorded, {
      what: 'the correction',
    });
    await page.getByRole('button', { name: 'Try the step again' }).click();
    await page.getByRole('button', { name: 'Run on' }).click();
    await page.getByText('steps finished.').waitFor();
    // A text that was corrected on the way counts as rehearsed only once it was rehearsed from the beginning.
    await pool.query(`update recordings set rehearsed = '{}' where id = $1`, [id]);
    await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await until(
      async () =>
        (await readRecording(pool, id))?.rehearsed['steps'] !== undefined ||
        (await page.getByText('(failed)').isVisible()),
      { what: 'the end of the rehearsal' },
    );
    await person.rehearses('steps');
    await page.getByRole('button', { name: 'Store as draft version' }).click();
    await page.getByText('is stored (rehearsed)').waitFor();
    const shown = await page.content();
    // A worker shows one recording at a time, and would keep this one open for a minute.
    await page.getByRole('button', { name: 'Close the browser' }).click();
    await admin.close();

    const [version] = await listVersions(pool, 'recorded-tms');
    assert.equal(version?.state, 'rehearsed');
    const { rows } = await pool.query<{ row: string }>('select recordings::text as row from recordings');
    for (const where of [shown, version.body, ...rows.map(({ row }) => row)])
      assert.ok(!where.includes(sandboxAccount.username), where);
    await assertKeptNowhere(sandboxAccount.password, [shown, ...logged]);
    const name = { playbookId: 'recorded-tms', version: '1.0.0' };
    const released = await releaseVersion(pool, name, null, {
      actor: 'test',
      why: 'tried',
      twoPeople: true,
      unrehearsed: false,
    });
    assert.equal(released.kind, 'done');
    assert.deepEqual(
      (await playbooksInForce(pool, null)).map(({ playbookId }) => playbookId),
      ['recorded-tms'],
    );
    const playbook = readPlaybook(version.body, 'recorded', crew.settings);
    assert.ok(playbook);
    const views = openLiveViews({ pool, deploymentSecret: crew.settings.DEPLOYMENT_SECRET, lookEveryMs: 20 });
    // No worker works it: the run below stands for its browser.
    const taskId = await crew.add({ task_type: 'pull_pod', params: { pro } });
    const viewer = await openPageAs({ baseUrl: api.url, database: crew.database }, 'viewer');
    await viewer.open(`/console/tasks/${taskId}/watch`);
    await until(async () => (await wantedViews(pool, [taskId])).size === 1, { what: 'a viewer' });
    const followed = views.follow(taskId);
    const said = new Set<string>();
    const looking = setInterval(() => {
      void viewer.page
        .locator('[data-doing]')
        .textContent()
        .then(
          (text) => said.add(text ?? ''),
          () => {},
        );
    }, 20);
    // The run is quicker than a viewer looks: it waits in the sign-in and at the first step of the record until that was shown.
    const wasSaid = (text: string) => (): boolean => [...said].some((each) => each.includes(text));
    let doing = '';
    const asShown: StepFollower = {
      async before(step) {
        if (/fill in .*Password/.test(doing)) await until(wasSaid('Hidden'), { what: 'a sign-in that is hidden' });
        if (doing.includes(pro)) await until(wasSaid(pro), { what: 'a step of the record' });
        return step;
      },
      failed: async () => undefined,
    };
    const result = await runCapability({
      playbook,
      taskType: 'pull_pod',
      inputs: { pro },
      sink: memorySink(),
      signal: new AbortController().signal,
      onProgress(step) {
        doing = step;
        followed.doing(step);
      },
      follower: asShown,
      onOpened: followed.onOpened,
      browsers: testBrowsers(),
      stepTimeoutMs: 60_000,
      now: () => new Date(),
      session: { credentials: async () => sandboxAccount, load: async () => null, save: async () => {} },
    });
    clearInterval(looking);
    await followed.closed();
    views.stop();
    await viewer.close();
    await until(
      () =>
        crew.client.workflow
          .getHandle(taskId)
          .terminate()
          .then(() => true),
      { what: 'its workflow' },
    );
    assert.ok(wasSaid('Hidden')() && wasSaid(pro)(), [...said].join(' | '));
    assert.ok(result.kind === 'finished' && result.downloads.length === 1, JSON.stringify(result));
    assert.match(result.facts['billed_weight'] ?? '', /lb$/);
  });

  it('holds the write of a recording, has a person release it once, and a task then files exactly one', async () => {
    const invoice = scenarioInvoices.disputeFiles;
    const mark = 'STUDIO-TRIAL-1';
    const samples = [
      `invoice_number = ${invoice}`,
      `mark = ${mark}`,
      'reason_code = SHT',
      'amount = 12.34',
      'explanation = Delivered in full, as the receipt shows.',
    ].join('\n');
    const address = `${crew.sandbox.auditUrl}/login`;
    const person = await begin(
      { name: 'Recorded audit', address, kind: 'audit', taskType: 'file_dispute', samples },
      plainAuditAccount,
    );
    const { page, adds, clicks, types, marks } = person;
    await person.typesLogin('User name', 'Type user name');
    await adds(() => person.typesLogin('Password', 'Type password'));
    await adds(() => clicks((of) => of.getByRole('button', { name: 'Sign in' })), 2);
    const cell = (row: string) => (of: Portal) =>
      of
        .getByRole('table', { name: 'Details' })
        .getByRole('row', { name: new RegExp(`^${row} `) })
        .getByRole('cell')
        .last();
    const status = (words: string) => (of: Portal) => of.getByRole('status').filter({ hasText: words });
    const part = (name: string, more: number): Promise<void> =>
      adds(() => page.getByRole('button', { name }).click(), more);
    const opens = (to: string): Promise<void> =>
      adds(async () => {
        await page.getByLabel('Address', { exact: true }).fill(to);
        await page.getByRole('button', { name: 'Go', exact: true }).click();
      });
    const finds = async (label: string, text: string): Promise<void> => {
      await types((of) => of.getByLabel(label), text);
      await adds(() => clicks((of) => of.getByRole('button', { name: 'Search' })), 2);
    };
    const findsMark = async (): Promise<void> => {
      await opens('/disputes');
      await finds('Dispute, invoice, PRO or your reference', mark);
    };

    await part('Look (what is on file)', 2);
    // The browser is lost: it opens again by itself, signed in, and what was recorded is there.
    await portal?.close();
    await page.getByText('The browser was opened again, because the browser ended.').waitFor();
    await finds('Invoice, PRO or BOL number', invoice);
    await adds(() => clicks((of) => of.getByRole('link', { name: invoice, exact: true })));
    for (const [fact, row] of [
      ['invoice_number', 'Invoice number'],
      ['pro', 'PRO'],
      ['state', 'State'],
      ['billed', 'Billed'],
      ['approved', 'Approved'],
      ['short', 'Short'],
      ['adjustment_reason', 'Adjustment reason'],
    ] as const)
      await marks(`look.${fact}`, cell(row));
    await marks('look.lines', (of) => of.getByRole('table', { name: 'Lines' }));
    // Neither list has an entry yet; the probe below shows their tables.
    await marks('look.disputes', status('No disputes on file'));
    await findsMark();
    await marks('look.marked', status('No disputes match'));

    await part('Submit (the write)', 1);
    await opens(`/invoices/${invoice}`);
    const form = (of: Portal) => of.frameLocator('iframe[title="Open dispute"]');
    await clicks((of) => form(of).getByLabel('Reason code'));
    await adds(() => page.getByRole('button', { name: 'SHT', exact: true }).click());
    await types((of) => form(of).getByLabel('Amount'), '12.34');
    await types((of) => form(of).getByLabel('Explanation'), 'Delivered in full, as the receipt shows.');
    await types((of) => form(of).getByLabel('Your reference'), mark);
    await adds(() => clicks((of) => form(of).getByLabel('Document (PDF)')), 4);
    const submit = (of: Portal) => form(of).getByRole('button', { name: 'Submit dispute' });
    await clicks(submit);
    const held = page.getByRole('alertdialog');
    for (const [name, value] of [
      ['reason_code', 'SHT'],
      ['amount', '12.34'],
      ['reference', mark],
    ] as const)
      await held.getByRole('row', { name: `${name} ${value}` }).waitFor();
    await keepPictures(page, 'studio-write');
    await adds(() => page.getByRole('button', { name: /^Keep it here/ }).click());
    const writes = async (): Promise<number> => (await truthOf(crew, 'audit')).writes.length;
    assert.equal(await writes(), 0);
    await page.getByText('The write. It was not sent.').waitFor();
    // Whoever answered goes on typing in the picture.
    await page.locator('canvas:focus').waitFor();

    // A person releases the write once, by the name of its record; what the portal answers is recorded.
    await clicks(submit);
    await held.getByLabel(/^Release this one write/).fill('7100000000');
    await held.getByRole('button', { name: 'Release the write' }).click();
    await page.getByText('type the number of the sample record').waitFor();
    await held.getByLabel(/^Release this one write/).fill(invoice);
    await adds(() => held.getByRole('button', { name: 'Release the write' }).dblclick());
    assert.equal(await writes(), 1);
    await marks('submit.confirmation_number', cell('Dispute number'));

    await part('Probe (look again)', 1);
    await opens(`/invoices/${invoice}`);
    const disputes = (of: Portal) => of.getByRole('table', { name: 'Disputes' });
    await marks('probe.disputes', disputes);
    await findsMark();
    await marks('probe.marked', disputes);
    await page.getByText('No findings').waitFor();
    // A browser that was closed is opened again for a rehearsal.
    await page.getByRole('button', { name: 'Close the browser' }).click();
    await page.getByText('There is no browser: it was closed.').waitFor();
    await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await person.rehearses('probe');
    assert.equal(await writes(), 1);
    await page.getByRole('button', { name: 'Store as draft version' }).click();
    await page.getByText('is stored (rehearsed)').waitFor();
    // Otherwise it would keep the login from the task until nobody has looked for a while.
    await page.getByRole('button', { name: 'Close the browser' }).click();
    await page.getByText('There is no browser: it was closed.').waitFor();
    await person.admin.close();

    const name = { playbookId: 'recorded-audit', version: '1.0.0' };
    const by = { actor: 'test', why: 'tried', twoPeople: true, unrehearsed: false };
    assert.equal((await releaseVersion(crew.database.pool, name, null, by)).kind, 'done');
    await recordings.stop();
    await crew.join();
    const taskId = await crew.add({
      task_type: 'file_dispute',
      params: { invoice_number: scenarioInvoices.disputeSupported },
    });
    const task = await crew.ended(taskId);
    assert.equal(task.status, 'completed', task.summary ?? '');
    assert.equal(await writes(), 2);
    assert.equal(task.confirmationNumber, (await truthOf(crew, 'audit')).writes.at(-1)?.number);
  });

  it('shows the question of a running task, and what a person answers is typed into the page and kept nowhere', async () => {
    const { pool } = crew.database;
    const asking = await openAskingPortal();
    const by = { actor: 'test', why: 'tried' };
    try {
      const { id, version, digest } = loadAskingPlaybook(asking.url);
      const name = { playbookId: id, version };
      await draftVersion(pool, { ...name, digest, body: askingPlaybook(asking.url), writes: false }, by);
      await recordCheck(pool, name, by);
      await releaseVersion(pool, name, null, { ...by, twoPeople: false, unrehearsed: true });
      await setPortals(pool, crew.senderId, [id], 'test');
      await crew.dismiss();
      await crew.join();
      const taskId = await crew.add({ task_type: 'pull_pod', params: { pro } });
      const approver = await openPageAs({ baseUrl: api.url, database: crew.database }, 'approver');
      // On a busy machine the attempt may be made again: then it asks again.
      const answered = new Set<string>();
      const isReceived = (): boolean => asking.received.some((line) => line.includes(`code=${code}`));
      await until(
        async () => {
          const question = await openQuestion(pool, taskId);
          if (isReceived() || question === undefined || answered.has(question.id)) return isReceived();
          await approver.open(`/console/tasks/${taskId}`);
          await approver.page.getByText('The code that was sent to the phone').first().waitFor();
          await approver.page.getByRole('textbox', { name: 'Answer' }).fill(code);
          await approver.page.getByRole('button', { name: 'Send', exact: true }).click();
          answered.add(question.id);
          return false;
        },
        { what: 'the code at the portal' },
      );
      await approver.close();
      const task = await crew.ended(taskId);
      const history = await crew.client.workflow.getHandle(taskId).fetchHistory();
      await assertKeptNowhere(code, [JSON.stringify(task), JSON.stringify(history)]);
    } finally {
      await setPortals(pool, crew.senderId, null, 'test');
      await asking.close();
    }
  });

  /** Looks for a secret in every row of every table, in every file, and in what is given. */
  async function assertKeptNowhere(secret: string, given: readonly string[]): Promise<void> {
    const { pool } = crew.database;
    const kept = [...given];
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name: table } of tables) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${table} t`);
      kept.push(...rows.map(({ row }) => row));
    }
    for (const entry of readdirSync(crew.settings.DATA_DIR, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) kept.push(readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    assert.ok(kept.length > 50, 'rows and files were read');
    // Bytes are shown in hexadecimal.
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').slice(0, 12),
    ])
      assert.deepEqual(
        kept.filter((text) => text.includes(form)).map((text) => text.slice(0, 300)),
        [],
      );
  }

  /** Clicks in the picture where the portal shows the element. */
  async function clickIn({ page }: PersonPage, find: (of: Portal) => Locator): Promise<void> {
    const locator = await until(() => {
      const window = portal?.pages().at(-1);
      return window === undefined ? undefined : find(window);
    });
    await locator.waitFor();
    // A person scrolls by the wheel.
    await locator.scrollIntoViewIfNeeded();
    const box = await locator.boundingBox();
    const picture = page.getByLabel(/^Live picture/);
    const size = await picture.boundingBox();
    assert.ok(box && size);
    const scale = size.width / 1280;
    await picture.click({ position: { x: (box.x + box.width / 2) * scale, y: (box.y + box.height / 2) * scale } });
  }
});

interface Person {
  readonly admin: PersonPage;
  readonly page: PersonPage['page'];
  /** Of the recording. */
  readonly id: string;
  /** Does something in the page, after which there are more acts. */
  readonly adds: (act: () => Promise<void>, more?: number) => Promise<void>;
  /** Clicks in the picture. */
  readonly clicks: (find: (of: Portal) => Locator) => Promise<void>;
  readonly typesLogin: (label: string, button: string) => Promise<void>;
  /** Until a rehearsal has finished the recipe; fails with what the page says where it does not. */
  readonly rehearses: (phase: string) => Promise<void>;
  readonly types: (find: (of: Portal) => Locator, text: string) => Promise<void>;
  /** @param fact part and name, such as `look.pro` */
  readonly marks: (fact: string, find: (of: Portal) => Locator) => Promise<void>;
}

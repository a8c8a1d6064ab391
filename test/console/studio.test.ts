/** The studio in a real browser: a person records a portal in the page, rehearses it, stores it, and a task runs by it. */
import assert from 'node:assert/strict';
import type { BrowserContext, Locator } from 'playwright-core';
import { openPortalAccounts } from '../../activities/dispatch/portal-account.ts';
import { openLiveViews } from '../../activities/studio/live-views.ts';
import { openRecordings } from '../../activities/studio/recordings.ts';
import type { Recordings } from '../../activities/studio/recordings.ts';
import { readPlaybook } from '../../portals/playbooks/load.ts';
import { runCapability } from '../../portals/run-capability.ts';
import { sandboxAccount } from '../../sandbox/account.ts';
import { startSandbox } from '../../sandbox/server.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { wantedViews } from '../../store/live-views.ts';
import { listVersions, releaseVersion } from '../../store/playbook-versions.ts';
import { playbooksInForce } from '../../store/playbooks-in-force.ts';
import { readRecording } from '../../store/recordings.ts';
import type { EvidenceSink } from '../../portals/step-recorder.ts';
import { memorySink, testBrowsers } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import type { TestConsole } from '../support/console.ts';
import { assertAccessible, keepPictures, openPageAs } from '../support/console-browser.ts';
import type { PersonPage } from '../support/console-browser.ts';
import type { TestApi } from '../support/dispatch-api.ts';
import { testSecret } from '../support/dispatch-api.ts';
import { until } from '../support/wait.ts';

const pro = '0412708839';

describe('the studio', () => {
  let site: TestConsole<TestApi>;
  let sandbox: Sandbox;
  let recordings: Recordings;
  /** The portal as the person sees it in the picture. */
  let portal: BrowserContext | undefined;

  before(async () => {
    site = await openConsole('dispatch');
    sandbox = await startSandbox({
      databaseUrl: site.database.url,
      tmsPort: 0,
      controlPort: 0,
      controlToken: 'control-token-of-the-studio-tests',
    });
    const browsers = testBrowsers();
    const { pool, url } = site.database;
    recordings = openRecordings({
      pool,
      listenUrl: url,
      deploymentSecret: testSecret,
      settings: site.api.deps.settings,
      browsers: {
        ...browsers,
        use: (signal, work) =>
          browsers.use(signal, (context) => {
            portal = context;
            return work(context);
          }),
      },
      accounts: openPortalAccounts({ pool, deploymentSecret: testSecret, env: {} }),
      stepTimeoutMs: 60_000,
      log: { warn: () => {} },
      lookEveryMs: 50,
    });
  });
  after(async () => {
    await recordings?.stop();
    await sandbox?.stop();
    await site?.close();
  });

  it('makes a playbook from what a person does in the picture, rehearses it, and a task runs by it', async () => {
    const admin = await openPageAs(site, 'admin');
    const { page } = admin;
    await admin.open('/console/administration/recordings');
    await page.getByLabel('Portal name').fill('Recorded TMS');
    await page.getByLabel('Address of the sign-in page').fill(`${sandbox.tmsUrl}/login`);
    await page.getByLabel('Task type').selectOption('pull_pod');
    await page.getByLabel('Values').fill(`pro = ${pro}`);
    await page.getByLabel('User name').fill(sandboxAccount.username);
    await page.getByLabel('Password', { exact: true }).fill(sandboxAccount.password);
    await page.getByRole('button', { name: 'Start recording' }).click();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const acts = async (): Promise<number> => (await readRecording(site.database.pool, id))?.acts.length ?? 0;
    let wanted = 1;
    /** Does something in the page, after which there are more acts. */
    const adds = async (act: () => Promise<void>, more = 1): Promise<void> => {
      wanted += more;
      await act();
      await until(async () => (await acts()) >= wanted, { what: `act ${wanted}` });
    };
    /** Clicks a field and has the login typed into it, again where nothing came of it; typing replaces what is there. */
    const typesLogin = async (label: string, button: string): Promise<void> => {
      const field = () => portal?.pages().at(-1)?.getByLabel(label);
      const isTyped = async (): Promise<boolean> => ((await field()?.inputValue()) ?? '') !== '';
      await until(
        async () => {
          await clicks((of) => of.getByLabel(label));
          await page.getByRole('button', { name: button }).click();
          return until(isTyped, { timeoutMs: 30_000, what: `a text in ${label}` });
        },
        { what: button },
      );
    };
    const clicks = (find: (of: ReturnType<BrowserContext['pages']>[number]) => Locator) => clickIn(admin, find);

    await until(async () => (await acts()) >= 1, { what: 'the sign-in page' });
    await typesLogin('User name', 'Type user name');
    await adds(() => typesLogin('Password', 'Type password'));
    await adds(() => clicks((of) => of.getByRole('button', { name: 'Sign in' })), 2);
    await adds(() => page.getByRole('button', { name: 'Steps', exact: true }).click(), 2);
    await clicks((of) => of.getByLabel('PRO or BOL number'));
    await page.keyboard.type(pro);
    await adds(() => clicks((of) => of.getByRole('button', { name: 'Search' })), 2);
    await adds(() => clicks((of) => of.getByRole('link', { name: pro, exact: true })));
    await page.locator('[data-fact=billed_weight]').click();
    await adds(() => clicks((of) => of.getByRole('cell', { name: /^[\d,]+ lb$/ }).first()));
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
    await until(async () => (await readRecording(site.database.pool, id))?.edited === recorded, {
      what: 'the correction',
    });
    await page.getByRole('button', { name: 'Try the step again' }).click();
    await page.getByRole('button', { name: 'Run on' }).click();
    await page.getByText('steps came to its end.').waitFor();
    // A text that was corrected on the way counts as rehearsed only once it was rehearsed from the beginning.
    await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await page.getByText('steps (running)').waitFor();
    await page.getByText('steps came to its end.').waitFor();
    await page.getByRole('button', { name: 'Store as draft version' }).click();
    await page.getByText('is stored (rehearsed)').waitFor();
    const shown = await page.content();
    await admin.close();

    const [version] = await listVersions(site.database.pool, 'recorded-tms');
    assert.equal(version?.state, 'rehearsed');
    const { rows } = await site.database.pool.query<{ row: string }>('select recordings::text as row from recordings');
    for (const where of [shown, version.body, ...rows.map(({ row }) => row)])
      assert.ok(!where.includes(sandboxAccount.password) && !where.includes(sandboxAccount.username), where);
    const name = { playbookId: 'recorded-tms', version: '1.0.0' };
    const released = await releaseVersion(site.database.pool, name, null, {
      actor: 'test',
      why: 'tried',
      twoPeople: true,
      unrehearsed: false,
    });
    assert.equal(released.kind, 'done');
    assert.deepEqual(
      (await playbooksInForce(site.database.pool, null)).map(({ playbookId }) => playbookId),
      ['recorded-tms'],
    );
    const playbook = readPlaybook(version.body, 'recorded', site.api.deps.settings);
    assert.ok(playbook);
    const { pool } = site.database;
    const views = openLiveViews({ pool, deploymentSecret: testSecret, lookEveryMs: 20 });
    const taskId = await queuedTask();
    const viewer = await openPageAs(site, 'viewer');
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
    // The run is quicker than a viewer looks: it waits at the first step of the record until that was shown.
    const kept = memorySink();
    const sink: EvidenceSink = {
      file: (...file) => kept.file(...file),
      record: async (events) => {
        if (JSON.stringify(events).includes(pro))
          await until(() => [...said].some((text) => text.includes(pro)), { what: 'a step of the record' });
        return kept.record(events);
      },
    };
    const result = await runCapability({
      playbook,
      taskType: 'pull_pod',
      inputs: { pro },
      sink,
      signal: new AbortController().signal,
      onProgress: followed.doing,
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
    assert.ok(
      [...said].some((text) => text.startsWith('Hidden')),
      [...said].join(' | '),
    );
    assert.ok(result.kind === 'finished' && result.downloads.length === 1, JSON.stringify(result));
    assert.match(result.facts['billed_weight'] ?? '', /lb$/);
  });

  /** Of a task that no worker works: the run below stands for its browser. */
  async function queuedTask(): Promise<string> {
    const answer = await site.api.call('POST', '/api/tasks', {
      json: { task_type: 'pull_pod', params: { pro } },
    });
    return answer.json['id'] as string;
  }

  /** Clicks in the picture where the portal shows the element. */
  async function clickIn(
    { page }: PersonPage,
    find: (of: ReturnType<BrowserContext['pages']>[number]) => Locator,
  ): Promise<void> {
    const locator = await until(() => {
      const window = portal?.pages().at(-1);
      return window === undefined ? undefined : find(window);
    });
    await locator.waitFor();
    const box = await locator.boundingBox();
    const picture = page.getByLabel(/^Live picture/);
    const size = await picture.boundingBox();
    assert.ok(box && size);
    const scale = size.width / 1280;
    await picture.click({ position: { x: (box.x + box.width / 2) * scale, y: (box.y + box.height / 2) * scale } });
  }
});

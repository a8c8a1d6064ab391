/** The page of a playbook, as people use it; what a worker makes of a rehearsal: test/workflows/changed-portal.test.ts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readPlaybook } from '../../../portals/playbooks/load.ts';
import { draftVersion, readVersion, recordCheck, recordRehearsal } from '../../../store/playbook-versions.ts';
import { addCanaryRun } from '../../../store/canaries.ts';
import { createSender, readSender } from '../../../store/senders.ts';
import { addChange, listChanges } from '../../../store/portal-changes.ts';
import { type Browserless, openConsole, type PageAnswer, type TestConsole } from '../../support/console.ts';
import type { TestApi } from '../../support/dispatch-api.ts';

const shipped = readFileSync('portals/playbooks/sandbox-tms.yaml', 'utf8');
const page = '/console/administration/portals/sandbox-tms';
const env = { PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9', PORTAL_ALLOW_LOOPBACK: 'true' };
const bodyOf = (version: string): string => shipped.replace(/^version: .*$/m, `version: ${version}`);
const nameOf = (version: string) => ({ playbookId: 'sandbox-tms', version });

describe('the page of a playbook in the console', function () {
  let site: TestConsole<TestApi>;
  let ada: Browserless;
  let bea: Browserless;
  before(async () => {
    site = await openConsole('dispatch', env);
    ada = await site.signInAs('admin', 'ada@example.com');
    bea = await site.signInAs('admin', 'bea@example.com');
  });
  after(() => site.close());

  const stateOf = async (version: string) => (await readVersion(site.database.pool, nameOf(version)))?.state;
  async function act(who: Browserless, path: string, fields: Record<string, string> = {}): Promise<PageAnswer> {
    await who.get(page);
    return who.post(`${page}${path}`, { why: 'a test', ...fields });
  }

  it('leads a version from draft to release, by a second person, and back', async () => {
    const { pool } = site.database;
    const broken = bodyOf('9.0.0').replace('account: sandbox-tms', 'acount: sandbox-tms');
    assert.equal((await act(ada, '/versions', { body: broken })).status, 303);
    assert.match((await ada.get(`${page}/versions/9.0.0`)).text, /acount is not known here; did you mean account/);
    await act(ada, '/versions/9.0.0/check');
    assert.equal(await stateOf('9.0.0'), 'draft');
    await act(ada, '/versions', { body: bodyOf('9.0.0') });
    await act(ada, '/versions/9.0.0/check');
    assert.equal(await stateOf('9.0.0'), 'checked');
    const first = (await ada.get(`${page}/versions/9.0.0`)).text;
    assert.match(first, /Differences from the file \(\d+\.\d+\.\d+\)/, 'compared with what is in use');
    assert.match(first, /From the file \(\S+\) to 9\.0\.0: − is removed/);
    const unrehearsed = await act(bea, '/versions/9.0.0/release', { for: 'all' });
    assert.equal(unrehearsed.status, 400);
    assert.match(unrehearsed.text, /it was not rehearsed/);
    const fields = { task_type: 'pull_pod', params: '{"pro":"0412708839"}', inputs: '{}' };
    assert.equal((await act(ada, '/versions/9.0.0/rehearsal', fields)).status, 303);
    const { rows } = await pool.query<{ workflow_type: string; arguments: { draft?: object }[] }>(
      'select workflow_type, arguments from workflow_starts',
    );
    assert.equal(rows[0]?.workflow_type, 'canary');
    assert.deepEqual(rows[0]?.arguments[0]?.draft, {
      version: '9.0.0',
      by: 'person:ada@example.com',
      params: { pro: '0412708839' },
      inputs: {},
    });
    await recordRehearsal(pool, nameOf('9.0.0'), { actor: 'person:ada@example.com', why: 'it finished' });
    assert.match((await act(ada, '/versions/9.0.0/release', { for: 'all' })).text, /so a second person releases it/);
    assert.equal((await act(bea, '/versions/9.0.0/release', { for: 'all' })).status, 303);
    const shown = (await ada.get(`${page}/versions/9.0.0`)).text;
    assert.match(shown, /In use for all senders/);
    for (const words of ['drafted', 'checked', 'rehearsed', 'released'])
      assert.match(shown, new RegExp(`<td[^>]*>${words}`));
    assert.match((await act(bea, '/rollback')).text, /there is no version before 9\.0\.0/);
    await act(bea, '/versions/9.0.0/retirement');
    assert.equal(await stateOf('9.0.0'), 'retired');
  });

  it('refuses a text that is no playbook of this portal, and keeps what was typed', async () => {
    const other = await act(ada, '/versions', { body: bodyOf('9.5.0').replace(/^id: .*$/m, 'id: other') });
    assert.equal(other.status, 422);
    assert.match(other.text, /Its id is other, and this page is that of sandbox-tms/);
    assert.match(other.text, /version: 9\.5\.0/);
  });

  it('stores and rehearses the proposal for a changed control in one act, and for the next one that it meets', async () => {
    const { pool } = site.database;
    await act(ada, '/versions', { body: bodyOf('9.1.0') });
    const playbook = readPlaybook(bodyOf('9.1.0'), 'test', {
      ...env,
      PORTAL_ALLOW_LOOPBACK: true,
      PORTAL_PLAYBOOKS: '',
      PORTAL_SANDBOX_AUDIT_URL: '',
    });
    const target = { label: 'PRO or BOL number' };
    const proposed = { label: 'Shipment number' };
    await addChange(pool, {
      playbookId: 'sandbox-tms',
      digest: playbook?.digest ?? '',
      version: '9.1.0',
      portalName: 'Sandbox TMS',
      taskType: 'pull_pod',
      foundBy: 'canary',
      isConfirmed: true,
      page: 'search',
      expected: 'field "PRO or BOL number"',
      found: 'label "Shipment number"',
      change: {
        page: 'search',
        missing: [
          {
            of: 'step',
            expected: target,
            found: [
              {
                target: proposed,
                because: ['near_name'],
                score: 80,
                role: 'textbox',
                name: 'Shipment number',
                section: null,
              },
            ],
            proposed,
          },
        ],
      },
    });
    assert.match((await ada.get('/console')).text, /Sandbox TMS has changed/);
    const [change] = await listChanges(pool, { confirmed: true });
    assert.match((await ada.get(page)).text, /Proposed version 9\.1\.1/);
    const answer = await act(ada, '/proposal', { change: change?.id ?? '' });
    const [shown = ''] = answer.location?.split('?') ?? [];
    assert.equal(shown, `${page}/versions/9.1.1`);
    const waiting = (await ada.get(answer.location ?? '')).text;
    assert.match(waiting, /data-poll=[^]*A worker rehearses it/);
    assert.match(waiting, /value="proposed: &quot;PRO or BOL number&quot; was not/);
    assert.equal(await stateOf('9.1.1'), 'checked');
    const started = await pool.query(
      "select 1 from workflow_starts where workflow_id like 'rehearsal:%' and arguments::text like '%9.1.1%'",
    );
    assert.equal(started.rowCount, 1);
    assert.match((await ada.get(`${page}/versions/9.1.1?with=9.1.0`)).text, /Shipment number/);
    await act(ada, '/change');
    assert.deepEqual(await listChanges(pool, { confirmed: false }), []);
    const digest = (await readVersion(pool, nameOf('9.1.1')))?.digest ?? '';
    const candidate = (name: string) =>
      ({ target: { label: name }, because: ['near_name'], score: 80, role: 'textbox', name, section: null }) as const;
    const { rows: asked } = await pool.query<{ id: string }>(
      "select workflow_id as id from workflow_starts where workflow_id like 'rehearsal:%'",
    );
    await addCanaryRun(pool, {
      playbookId: 'sandbox-tms',
      digest,
      version: '9.1.1',
      taskType: 'pull_pod',
      askedBy: 'person:ada@example.com',
      beganAt: new Date(),
      result: 'changed',
      summary: 'Sandbox TMS: it has changed.',
      steps: [],
      change: {
        page: 'login',
        missing: [
          {
            of: 'step',
            expected: { label: 'User name' },
            found: [candidate('User ID'), candidate('User key')],
            proposed: null,
          },
        ],
      },
    });
    const next = (await ada.get(`${page}/versions/9.1.1`)).text;
    assert.match(next, /No candidate for \{ label: User name \} stands out/);
    assert.doesNotMatch(next, /<input[^>]*candidate-0[^>]*checked/, 'nothing is chosen for the person');
    assert.match(
      (await act(ada, '/versions/9.1.1/proposal')).text,
      /No candidate for \{ label: User name \} stands out/,
    );
    await act(ada, '/versions/9.1.1/proposal', { 'candidate-0': '1' });
    assert.match((await readVersion(pool, nameOf('9.1.2')))?.body ?? '', /label: User key/);
    const { rows: further } = await pool.query<{ id: string }>(
      "select workflow_id as id from workflow_starts where workflow_id like 'rehearsal:%'",
    );
    assert.equal(further.length, asked.length + 1, 'it is rehearsed');
  });

  it('keeps the login of a portal that has no file, and gives it to senders', async () => {
    const { pool } = site.database;
    const body = bodyOf('1.0.0')
      .replace(/^id: .*$/m, 'id: recorded-tms')
      .replace(/^name: .*$/m, 'name: Recorded TMS');
    const playbook = readPlaybook(body, 'recorded', site.api.deps.settings);
    assert.ok(playbook);
    const { id: playbookId, version, digest } = playbook;
    const by = { actor: 'ada', why: 'recorded' };
    await draftVersion(pool, { playbookId, version, digest, body, writes: true }, by);
    assert.doesNotMatch((await ada.get('/console/administration/portals')).text, /Recorded TMS/);
    await recordCheck(pool, { playbookId, version }, by);
    const own = `/console/administration/portals/${playbookId}`;
    assert.match((await ada.get('/console/administration/portals')).text, /Recorded TMS/);
    assert.match((await ada.get(own)).text, /No login stored/);
    const login = { username: 'robot', password: 'of no use here' };
    assert.equal((await ada.post(`${own}/account`, login)).status, 303);
    assert.match((await ada.get(own)).text, /Login stored/);
    const { senderId } = await createSender(pool, site.api.deps.deploymentSecret, {
      name: 'Of the recorded portal',
      actor: 'ada',
    });
    const sender = `/console/administration/senders/${senderId}`;
    assert.match((await ada.get(sender)).text, /Recorded TMS/);
    await ada.post(`${sender}/portals`, { which: 'these', [`place.${playbookId}`]: '1' });
    assert.deepEqual((await readSender(pool, senderId))?.portals, [playbookId]);
  });

  it('pauses, resumes and runs the canary', async () => {
    assert.equal((await act(ada, '/canary', { act: 'run' })).status, 303);
    const started = await site.database.pool.query(
      "select 1 from workflow_starts where workflow_id like 'canary:sandbox-tms:%'",
    );
    assert.equal(started.rowCount, 2, 'one for each task type');
    await act(ada, '/canary', { act: 'pause' });
    assert.match((await ada.get(page)).text, /paused/);
    await act(ada, '/canary', { act: 'resume' });
    assert.doesNotMatch((await ada.get(page)).text, /badge-warn">paused/);
  });
});

/** A portal that changed, from the task that meets it to the tasks that continue with the version that was released. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type PortalCredentials, sealCredentials } from '../../portals/credentials.ts';
import { proposePlaybook } from '../../portals/playbooks/propose.ts';
import { readPlaybook } from '../../portals/playbooks/load.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { type CanaryRunRow, canaryStart, keptRuns, listCanaryRuns } from '../../store/canaries.ts';
import { addNotificationRule } from '../../store/notification-rules.ts';
import {
  draftVersion,
  readVersion,
  recordCheck,
  recordRehearsal,
  releaseVersion,
} from '../../store/playbook-versions.ts';
import { listChanges } from '../../store/portal-changes.ts';
import { setPortalAccount } from '../../store/portal-credentials.ts';
import { readWaits } from '../../store/portal-waits.ts';
import { addStarts } from '../../store/workflow-starts.ts';
import { until } from '../support/wait.ts';
import { chainOf, type Crew, openCrew, truthOf, workflowShows } from './crew.ts';

const shipped = readFileSync('portals/playbooks/sandbox-tms.yaml', 'utf8');

describe('a portal that has changed', function () {
  let crew: Crew;
  before(async () => {
    crew = await openCrew();
    await crew.join();
  });
  after(() => crew.leave());

  /** Has the canary of a version look again. @returns what it found */
  async function look(digest: string): Promise<CanaryRunRow> {
    const { pool } = crew.database;
    const runs = async (): Promise<CanaryRunRow[]> =>
      (await listCanaryRuns(pool, { limit: keptRuns, canary: true })).filter((run) => run.digest === digest);
    const before = (await runs()).length;
    await addStarts(pool, [canaryStart({ playbookId: 'sandbox-tms', digest, taskType: 'pull_pod' })]);
    const found = await until(
      async () => {
        const [newest, ...older] = await runs();
        return older.length === before ? newest : undefined;
      },
      { what: 'the canary to look again' },
    );
    assert.equal(found.result, 'changed', found.summary);
    return found;
  }
  const signsIn = ({ steps }: CanaryRunRow): boolean => steps.some((line) => line.includes('Password'));

  const pull = (): Promise<string> => crew.add({ task_type: 'pull_pod', params: { pro: scenarioPros.clear } });
  const waits = async (id: string): Promise<boolean> =>
    (await workflowShows(crew, id)).attributes['WaitingOn'] === 'portal';

  async function release(body: string, rehearsal: 'by its worker' | 'recorded'): Promise<string> {
    const { pool } = crew.database;
    const playbook = readPlaybook(body, 'released', crew.settings);
    assert.ok(playbook);
    const { id, version, digest } = playbook;
    const name = { playbookId: id, version };
    const by = { actor: 'ada', why: 'a test' };
    await draftVersion(pool, { ...name, digest, body, writes: true }, by);
    await recordCheck(pool, name, by);
    if (rehearsal === 'by its worker') {
      const draft = { version, by: 'ada', params: { pro: scenarioPros.clear }, inputs: {} };
      await addStarts(pool, [canaryStart({ playbookId: id, digest, taskType: 'pull_pod', draft })]);
      const state = async (): Promise<string | undefined> => (await readVersion(pool, name))?.state;
      await until(async () => (await state()) === 'rehearsed', { what: 'the rehearsal to be recorded' });
    } else await recordRehearsal(pool, name, by);
    const ask = { ...by, actor: 'bea', twoPeople: true, unrehearsed: false };
    assert.equal((await releaseVersion(pool, name, null, ask)).kind, 'done');
    return digest;
  }

  it('is confirmed by the canary, holds its tasks, and lets them continue with the version that was proposed', async () => {
    const { pool } = crew.database;
    const to = { channel: 'slack', url: crew.receiver.url } as const;
    await addNotificationRule(
      pool,
      { label: 'Operations', events: ['portal_changed'], to, senderId: null, dailyHour: null },
      { deploymentSecret: crew.settings.DEPLOYMENT_SECRET, actor: 'ada' },
    );
    const before = await release(
      shipped.replace(/^version: .*$/m, 'version: 9.0.0').replaceAll('PRO or BOL number', 'PRO or BOL no'),
      'recorded',
    );
    const first = await pull();
    const [change] = await until(
      async () => {
        const found = await listChanges(pool, { confirmed: true });
        return found.length > 0 ? found : undefined;
      },
      { what: 'the canary to confirm what the task met' },
    );
    assert.deepEqual([change?.foundBy, change?.digest, change?.taskType], [first, before, 'pull_pod']);
    const [run] = await listCanaryRuns(pool, { limit: 1 });
    assert.equal(run?.result, 'changed');
    assert.match(run?.summary ?? '', /^Sandbox TMS: it has changed: the page "search" should show .*PRO or BOL no/);
    const notifications = await pool.query<{ event: string }>('select event from notifications');
    assert.deepEqual(notifications.rows, [{ event: 'portal_changed' }]);
    const second = await pull();
    for (const id of [first, second]) await until(() => waits(id), { what: `${id} to wait` });
    assert.match((await readWaits(pool, [second])).get(second)?.reason ?? '', /^it has changed: the page "search"/);
    assert.equal((await chainOf(crew, second)).length, 0, 'it did not go to the portal to find out the same');

    const { change: missing } = change ?? {};
    assert.ok(missing);
    const proposed = proposePlaybook(
      (await pool.query<{ body: string }>('select body from playbook_versions')).rows[0]?.body ?? '',
      'sandbox-tms',
      missing,
      [],
    );
    assert.equal(proposed.kind, 'proposed', JSON.stringify(proposed));
    const after = proposed.kind === 'proposed' ? await release(proposed.text, 'by its worker') : '';
    await crew.client.workflow.execute('sweep', {
      taskQueue: `tasks${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}`,
      workflowId: `sweep-${first}`,
    });
    for (const id of [first, second]) {
      const task = await crew.ended(id);
      assert.equal(task.status, 'completed', task.summary ?? '');
      assert.equal(task.playbookDigest, after);
      const notes = (await chainOf(crew, id)).filter(({ kind }) => kind === 'note').map((one) => one['note'] as string);
      assert.ok(
        notes.some((note) => /no longer fitted version 9\.0\.0 .* continues with version 9\.0\.1/.test(note)),
        notes.join('\n'),
      );
    }
    assert.deepEqual(await listChanges(pool, { confirmed: false }), []);
  });

  it('is signed in to once by the canary of a version, which finds a changed sign-in although the session is kept', async () => {
    const { pool } = crew.database;
    const versioned = (version: string): string => shipped.replace(/^version: .*$/m, `version: ${version}`);
    const inside = await release(versioned('9.1.0').replaceAll("'Shipment {{pro}}'", "'Load {{pro}}'"), 'recorded');
    assert.deepEqual([signsIn(await look(inside)), signsIn(await look(inside))], [true, false]);
    const kept = await pool.query('select 1 from portal_leases where session is not null');
    assert.equal(kept.rowCount, 1);
    const digest = await release(versioned('9.2.0').replaceAll('User name', 'Clerk'), 'recorded');
    const { summary } = await look(digest);
    assert.match(summary, /the page "login" should show .*Clerk/);
    const open = (await listChanges(pool, { confirmed: true })).find((change) => change.digest === digest);
    assert.equal(open?.page, 'login');
  });

  it('is sent a login that it refuses once, whatever its canaries rehearse, until the login is another one', async () => {
    const { pool } = crew.database;
    const { DEPLOYMENT_SECRET: secret } = crew.settings;
    const [portal, account] = ['sandbox-tms', 'stale'];
    const keep = (login: PortalCredentials): Promise<void> =>
      setPortalAccount(pool, {
        portal,
        account,
        sealed: sealCredentials(secret, portal, account, login),
        username: login.username,
        actor: 'ada',
      });
    const known = crew.sandbox.accounts;
    await keep({ ...known, password: 'of last month' });
    const digest = await release(
      shipped.replace(/^version: .*$/m, 'version: 9.3.0').replace(/^account: .*$/m, `account: ${account}`),
      'recorded',
    );
    const logins = async (): Promise<number> =>
      (await truthOf(crew)).requests.filter(({ method, path }) => method === 'POST' && path === '/login').length;
    const rehearse = async (): Promise<string[]> => {
      const runs = async (): Promise<CanaryRunRow[]> =>
        (await listCanaryRuns(pool, { limit: keptRuns })).filter((run) => run.digest === digest);
      const wanted = (await runs()).length + 2;
      const types = ['pull_pod', 'tms_correction'] as const;
      await addStarts(
        pool,
        types.map((taskType) => canaryStart({ playbookId: portal, digest, taskType })),
      );
      return until(
        async () => {
          const all = await runs();
          return all.length === wanted ? all.map(({ summary }) => summary) : undefined;
        },
        { what: 'both canaries' },
      );
    };
    const before = await logins();
    const found = await rehearse();
    assert.equal(await logins(), before + 1, found.join('\n'));
    assert.equal(found.filter((summary) => /refused the login: /.test(summary)).length, 1, found.join('\n'));
    assert.equal(found.filter((summary) => /has not been sent again since/.test(summary)).length, 1);
    await keep(known);
    await rehearse();
    assert.ok((await logins()) > before + 1);
  });
});

import assert from 'node:assert/strict';
import { appendEvents } from '../../store/evidence.ts';
import type { PageChange } from '../../domain/dispatch/playbook/changed-control.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { planTask } from '../../activities/dispatch/plan-task.ts';
import { runPhase, type PortalRunDeps } from '../../activities/dispatch/portal-run.ts';
import { summariesFor } from '../../api/dispatch/playbooks.ts';
import { openPlaybooksInForce, type PlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import { readPlaybook } from '../../portals/playbooks/load.ts';
import { readVersion, recordRehearsal } from '../../store/playbook-versions.ts';
import { storedPlaybooks } from '../../store/playbooks-in-force.ts';
import { addChange, endChangesByHand } from '../../store/portal-changes.ts';
import { createSender } from '../../store/senders.ts';
import { insertTask, newTaskOf } from '../support/new-task.ts';
import { readTask } from '../../store/tasks.ts';
import { openAdminBench, type AdminBench } from './run-admin.ts';

const shipped = readFileSync('portals/playbooks/sandbox-tms.yaml', 'utf8');
const versionLine = /^version: .*$/m;
const settings = {
  PORTAL_PLAYBOOKS: '',
  PORTAL_ALLOW_LOOPBACK: true,
  PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
  PORTAL_SANDBOX_AUDIT_URL: '',
};

describe('versions of a playbook', () => {
  let bench: AdminBench;
  let playbooks: PlaybooksInForce;
  let senderId: string;
  before(async () => {
    bench = await openAdminBench();
    const { pool } = bench.database;
    ({ senderId } = await createSender(pool, 'a deployment secret for tests, 32+ characters', {
      name: 'Acme',
      actor: 'test',
    }));
    const file = readPlaybook(shipped, 'shipped', settings);
    assert.ok(file);
    playbooks = openPlaybooksInForce({
      files: [file],
      settings,
      ...storedPlaybooks(pool),
      unreadable: (_stored, error) => assert.fail(error as Error),
    });
  });
  after(() => bench?.close());

  function fileOf(version: string, change: (text: string) => string = (text) => text): string {
    const file = join(bench.folder, `tms-${version}.yaml`);
    writeFileSync(file, change(shipped.replace(versionLine, `version: ${version}`)));
    return file;
  }
  const admin = (...args: string[]) => bench.runHere(args);
  const as = (name: string, ...args: string[]) => bench.json(['--actor', name, 'playbook', ...args]);
  const listed = async (sender: string | null) =>
    (
      await summariesFor(
        { playbooksOf: (one) => playbooks.forSender(one), portalsOf: async () => null, changedRecipes: async () => [] },
        sender,
      )
    ).map(({ version }) => version);
  const versionFor = async (sender: string | null) => (await playbooks.forSender(sender))[0]?.version;
  /** A task that is planned now. */
  async function planned(): Promise<string> {
    const { pool } = bench.database;
    const task = newTaskOf(senderId, { taskType: 'pull_pod', params: { pro: '0412708839' } });
    await insertTask(pool, task);
    await planTask({ pool, playbooks, settleMs: 1 }, task.id);
    return task.id;
  }
  const keptBy = async (taskId: string) => (await playbooks.ofTask(taskId, 'sandbox-tms'))?.version;
  const release = (version: string, ...more: string[]) =>
    as('bea', 'release', 'sandbox-tms', version, '--unrehearsed', '--why', 'a test', ...more);

  it('are drafts until their check finds nothing, and keep their content from then on', async () => {
    const broken = fileOf('9.0.0', (text) => text.replace('account: sandbox-tms', 'acount: sandbox-tms'));
    const refused = await admin('playbook', 'draft', broken, '--why', 'a test');
    assert.equal(refused.code, 1);
    assert.match(refused.err, /acount is not known here; did you mean account\?/);
    assert.equal((await bench.json(['playbook', 'show', 'sandbox-tms', '9.0.0']))['state'], 'draft');
    const unnamed = fileOf('9.0.0', (text) => text.replace(versionLine, 'version: 9'));
    assert.match(
      (await admin('playbook', 'draft', unnamed, '--why', 'x')).err,
      /its version is missing, or is not three/,
    );
    assert.equal((await as('ada', 'draft', fileOf('9.0.0'), '--why', 'corrected'))['state'], 'checked');
    await as('ada', 'retire', 'sandbox-tms', '9.0.0', '--why', 'a test');
    const file = fileOf('9.1.0');
    assert.equal((await as('ada', 'draft', file, '--why', 'first'))['state'], 'checked');
    assert.equal((await as('cy', 'draft', file, '--why', 'again'))['drafted_by'].startsWith('ada'), true);
    const other = fileOf('9.1.0', (text) => text.replace(/^name: .*$/m, 'name: Another name'));
    assert.match((await admin('playbook', 'draft', other, '--why', 'x')).err, /stored with other content/);
    assert.deepEqual((await bench.json(['playbook', 'list', 'sandbox-tms']))['versions'].length, 2);
  });

  it('are released by a second person, after a rehearsal, and used without a restart', async () => {
    const shippedVersion = await versionFor(senderId);
    const onFile = await planned();
    const refusal = async (actor: string, ...more: string[]) =>
      (await admin('--actor', actor, 'playbook', 'release', 'sandbox-tms', '9.1.0', '--why', 'x', ...more)).err;
    assert.match(await refusal('bea'), /it was not rehearsed/);
    const name = { playbookId: 'sandbox-tms', version: '9.1.0' };
    const kept = await recordRehearsal(bench.database.pool, name, { actor: 'ada', why: 'it finished' });
    assert.equal(kept.kind === 'done' && kept.version.state, 'rehearsed');
    assert.match(await refusal('ADA'), /a second person releases it: ada/);
    assert.match(await refusal('bea', '--sender', 'snd_none'), /there is no sender snd_none/);
    assert.equal(await versionFor(senderId), shippedVersion);
    const released = await as('bea', 'release', 'sandbox-tms', '9.1.0', '--why', 'rehearsed');
    assert.deepEqual([released['state'], released['in_use_for']], ['released', ['all']]);
    assert.equal(await versionFor(senderId), '9.1.0');
    assert.equal(await keptBy(onFile), shippedVersion, 'it began with the file');
  });

  it('stay with the tasks that began with them, in planning and in the browser', async () => {
    const { pool } = bench.database;
    const before = await planned();
    await as('ada', 'draft', fileOf('9.2.0'), '--why', 'a label changed');
    await release('9.2.0');
    const after = await planned();
    await planTask({ pool, playbooks, settleMs: 1 }, before);
    assert.deepEqual([await keptBy(before), await keptBy(after)], ['9.1.0', '9.2.0']);
    const worked = await playbooks.ofTask(before, 'sandbox-tms');
    assert.equal((await readTask(pool, before))?.playbookDigest, worked?.digest, 'as the manifest says');
    const used: unknown[] = [];
    const deps = {
      pool,
      playbooks,
      now: () => new Date(),
      accounts: { use: async (_use: unknown, work: (...args: unknown[]) => unknown) => work({}, undefined, {}) },
      runPhase: async ({ playbook }: { playbook: { version: string } }) => {
        used.push(playbook.version);
        return { kind: 'absent', what: 'shipment', words: 'none' };
      },
    } as unknown as PortalRunDeps;
    const request = { taskId: before, playbookId: 'sandbox-tms', taskType: 'pull_pod', inputs: {} } as const;
    await new MockActivityEnvironment().run(() =>
      runPhase(deps, request, { phase: 'steps', finish: async () => 'done' }),
    );
    assert.deepEqual(used, ['9.1.0']);
  });

  it('are released to chosen senders, rolled back by one act, and retired', async () => {
    await as('ada', 'draft', fileOf('9.3.0'), '--why', 'for one sender');
    await release('9.3.0', '--sender', senderId);
    assert.deepEqual([await versionFor(senderId), await versionFor(null)], ['9.3.0', '9.2.0']);
    assert.deepEqual([await listed(senderId), await listed(null)], [['9.3.0'], ['9.2.0']]);
    await as('bea', 'retire', 'sandbox-tms', '9.3.0', '--why', 'over');
    assert.equal(await versionFor(senderId), '9.2.0');
    const back = await as('bea', 'rollback', 'sandbox-tms', '--why', 'dates are read wrong');
    assert.deepEqual([back['version'], back['in_use_for']], ['9.1.0', ['all']]);
    assert.equal(await versionFor(senderId), '9.1.0');
    assert.match(
      (await admin('playbook', 'rollback', 'sandbox-tms', '--why', 'x')).err,
      /there is no version before 9\.1\.0/,
    );
    const again = await admin('--actor', 'bea', 'playbook', 'release', 'sandbox-tms', '9.3.0', '--why', 'x');
    assert.match(again.err, /it is retired/);
    await as('bea', 'retire', 'sandbox-tms', '9.1.0', '--why', 'back to the file');
    assert.notEqual(await versionFor(senderId), '9.1.0');
  });

  it('are drafted from a task that ended because a control has changed', async () => {
    const { pool } = bench.database;
    const change: PageChange = {
      page: 'login',
      missing: [
        {
          of: 'labels',
          expected: { label: 'User name' },
          found: [
            {
              role: 'textbox',
              name: 'User ID',
              section: null,
              because: ['near_name'],
              score: 50,
              target: { label: 'User ID' },
            },
          ],
          proposed: { label: 'User ID' },
        },
      ],
    };
    const end = async (taskId: string): Promise<void> => {
      const guard = { verdict: 'allowed', rule: 'step.reads', reason: 'it only looks' } as const;
      const step = { kind: 'step', portal: 'sandbox-tms', action: 'go', target: 'open /login', url: null } as const;
      await appendEvents(pool, taskId, [{ ...step, page_text: null, screenshot: null, guard, change }], new Date());
    };
    await as('ada', 'draft', fileOf('9.4.0'), '--why', 'to change');
    await release('9.4.0');
    const taskId = await planned();
    assert.match((await admin('playbook', 'propose', taskId)).err, /does not report a changed page/);
    await end(taskId);
    const out = join(bench.folder, 'proposed.yaml');
    const drafted = await as('ada', 'propose', taskId, '--out', out);
    assert.deepEqual([drafted['version'], drafted['state'], drafted['in_use_for']], ['9.4.1', 'checked', []]);
    const { out: difference } = await admin('playbook', 'diff', 'sandbox-tms', '9.4.0', '9.4.1');
    assert.match(difference, /^\+ version: "9\.4\.1"$/m);
    assert.match(difference, /^\+ pages\.login\.fingerprint\.labels, item 1: "User ID"$/m);
    assert.match(difference, /^\+ login\.steps, step 2: .*"label":"User ID"/m);
    assert.equal((await bench.json(['playbook', 'show', 'sandbox-tms', '9.4.1']))['body'], readFileSync(out, 'utf8'));
    await as('bea', 'retire', 'sandbox-tms', '9.4.0', '--why', 'back to the file');
    const ofFile = await planned();
    await end(ofFile);
    const shippedVersion = /^version: (.*)$/m.exec(shipped)?.[1] ?? '';
    const fromFile = await as('ada', 'propose', ofFile);
    assert.equal(
      fromFile['version'],
      shippedVersion.replace(/\d+$/, (patch) => `${Number(patch) + 1}`),
    );
    assert.deepEqual([fromFile['state'], fromFile['in_use_for']], ['checked', []]);
  });

  it('are drafted from a change that is open, with the candidate that a person chooses', async () => {
    const { pool } = bench.database;
    const found = ['User ID', 'User key'].map(
      (name) =>
        ({ role: 'textbox', name, section: null, because: ['near_name'], score: 80, target: { label: name } }) as const,
    );
    const change: PageChange = {
      page: 'login',
      missing: [{ of: 'labels', expected: { label: 'User name' }, found, proposed: null }],
    };
    assert.match((await admin('playbook', 'propose', 'sandbox-tms')).err, /no change of sandbox-tms is open/);
    const { digest } = (await readVersion(pool, { playbookId: 'sandbox-tms', version: '9.4.0' })) ?? {};
    const opened = {
      playbookId: 'sandbox-tms',
      digest: digest ?? '',
      version: '9.4.0',
      portalName: 'TMS',
      page: 'login',
    };
    const met = { taskType: 'pull_pod', foundBy: 'canary', isConfirmed: true, expected: 'a', found: 'b' } as const;
    await addChange(pool, { ...opened, ...met, change });
    const open = await admin('playbook', 'propose', 'sandbox-tms');
    assert.match(open.out, /candidate 2: \{ label: User key \}, similar name \(80 of 100\)/);
    assert.match(open.err, /No candidate for \{ label: User name \} stands out: .* Choose with --candidate/);
    assert.match(
      (await admin('playbook', 'propose', 'sandbox-tms', '--candidate', '3')).err,
      /there is no candidate 3 for the missing control 1/,
    );
    const drafted = await as('ada', 'propose', 'sandbox-tms', '--candidate', '2');
    const { body } =
      (await readVersion(pool, { playbookId: 'sandbox-tms', version: String(drafted['version']) })) ?? {};
    assert.match(body ?? '', /label: User key/);
    await endChangesByHand(pool, 'sandbox-tms', { actor: 'ada', why: 'a test' });
  });

  it('show who did what with them and why, and what was changed', async () => {
    const shown = await bench.json(['playbook', 'show', 'sandbox-tms', '9.1.0']);
    assert.deepEqual(
      (shown['acts'] as { act: string; why: string }[]).map(({ act, why }) => `${act}: ${why}`),
      [
        'drafted: first',
        'checked: first',
        'checked: again',
        'rehearsed: it finished',
        'released: rehearsed',
        'rolled_back: dates are read wrong',
        'retired: back to the file',
      ],
    );
    assert.match(String(shown['body']), /^version: 9\.1\.0$/m);
    const { out } = await admin('playbook', 'diff', 'sandbox-tms', '9.1.0', '9.2.0');
    assert.equal(out, '- version: "9.1.0"\n+ version: "9.2.0"\n');
  });
});

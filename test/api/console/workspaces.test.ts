import assert from 'node:assert/strict';
import { listAudit } from '../../../store/audit-log.ts';
import { listWorkspaces } from '../../../store/lanes/workspaces.ts';
import type { ScheduledWorkspace } from '../../../temporal/schedules.ts';
import { type Browserless, openConsole, type TestConsole, words } from '../../support/console.ts';
import type { TestLanes } from '../../support/lanes-api.ts';

const root = '/console/administration/workspaces';

describe('the pages of workspaces', () => {
  let site: TestConsole<TestLanes>;
  let admin: Browserless;
  let path = '';
  const schedules: ScheduledWorkspace[] = [];
  let engineAway = false;
  before(async () => {
    site = await openConsole(
      'lanes',
      {},
      {
        keepWeekSchedule: async (workspace: ScheduledWorkspace) => {
          if (engineAway) throw new Error('away');
          schedules.push(workspace);
        },
      },
    );
    admin = await site.signInAs('admin');
  });
  after(() => site.close());

  const asked = { name: 'Payables', time_zone: 'Europe/Berlin', clock: 'data', close_grace_hours: '6', audit_seed: '' };
  const workspaceHere = async () =>
    (await listWorkspaces(site.database.pool)).find(({ name }) => /Payables/.test(name));

  it('make one, whose key is shown once', async () => {
    const made = await admin.post(root, asked);
    const key = /lk_lanes_[A-Za-z0-9_-]+/.exec(made.text)?.[0] ?? '';
    assert.equal((await site.api.call('GET', '/v1/status', { key })).status, 200);
    const workspace = await workspaceHere();
    path = `${root}/${workspace?.id}`;
    assert.deepEqual([workspace?.timeZone, workspace?.closeGraceHours], ['Europe/Berlin', 6]);
    assert.ok(!(await admin.get(path)).text.includes(key));
    const [entry] = await listAudit(site.database.pool, { act: 'workspace.created', by: 'person:', limit: 1 });
    assert.equal(entry?.actor, 'person:admin@example.com');
  });

  it('say everything that is wrong with one at once', async () => {
    const refused = await admin.post(root, { name: '', time_zone: 'Mars', clock: 'data', close_grace_hours: '900' });
    assert.equal(refused.status, 422);
    assert.match(
      words(refused),
      /A name is .* The time zone is an IANA name.* The number of hours after the end of a week is a whole number/,
    );
  });

  it('change settings by way of the log, only those that differ, the Schedule first', async () => {
    const saved = await admin.post(`${path}/settings`, {
      ...asked,
      audit_seed: (await workspaceHere())!.auditSeed,
      clock: 'wall',
    });
    assert.equal(saved.location, path);
    assert.equal((await workspaceHere())?.clock, 'wall');
    assert.equal(schedules.at(-1)?.clock, 'wall');
    const [entry] = await listAudit(site.database.pool, { act: 'workspace.changed', limit: 1 });
    assert.deepEqual([entry?.actor, entry?.details], ['person:admin@example.com', { clock: 'wall' }]);
    assert.match(words(await admin.get(path)), /The settings are saved and recorded in the log\./);
  });

  it('say so when the engine did not take the Schedule', async () => {
    engineAway = true;
    await admin.post(`${path}/settings`, { ...asked, audit_seed: (await workspaceHere())!.auditSeed, clock: 'data' });
    assert.match(words(await admin.get(path)), /Temporal did not accept the Schedule that closes its weeks\./);
    engineAway = false;
  });

  it('switch the settler on and off, and stop it at once', async () => {
    const acts: [string, boolean, boolean][] = [
      ['on', true, false],
      ['kill', true, true],
      ['release', true, false],
      ['off', false, false],
    ];
    for (const [act, on, killed] of acts) {
      await admin.post(`${path}/settler`, { act });
      const workspace = await workspaceHere();
      assert.deepEqual([workspace?.settlerOn, workspace?.settlerKill], [on, killed], act);
    }
    assert.equal((await admin.post(`${path}/settler`, { act: 'else' })).status, 400);
    const asked = await admin.post(`${path}/settler/run`);
    assert.equal(asked.location, path);
  });

  it('make keys that may do part of it', async () => {
    const made = await admin.post(`${path}/keys`, { scope: 'read', label: 'Board', expires: '' });
    const key = /lk_lanes_[A-Za-z0-9_-]+/.exec(made.text)?.[0] ?? '';
    assert.equal((await site.api.call('GET', '/v1/lanes', { key })).status, 200);
    assert.equal((await site.api.call('POST', '/v1/weeks/close', { key, json: {} })).status, 403);
    assert.match(words(await admin.get(path)), /Board key_\S+ read none Active/);
  });
});

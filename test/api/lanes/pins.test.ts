import assert from 'node:assert/strict';
import { exampleQueue } from '../../../domain/lanes/example-history.ts';
import { inTransaction } from '../../../store/database.ts';
import { compareWithStored } from '../../../store/lanes/replay-compare.ts';
import { rebuildWorkspace } from '../../../store/lanes/replay.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import { until } from '../../support/wait.ts';
import { sendHistory } from './history.ts';

describe('pins of the lanes API', function () {
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
    await sendHistory(api, 9);
  });
  after(() => api.close());

  const question = { queue: exampleQueue, step: 'match', item: 'INV-09001', features: { format: 'pdf', lines: 3 } };
  const audit = async () =>
    (await api.database.pool.query<{ act: string }>("select act from audit_log where act like 'pin.%' order by id"))
      .rows;

  it('take the whole workspace out of Auto in every process, and promote nothing when they are removed', async () => {
    const other = await api.second();
    try {
      const decide = async (from: Pick<TestLanes, 'call'>) =>
        (await from.call('POST', '/v1/route', { key: api.workspace.key, json: question })).json.decision;
      assert.deepEqual([await decide(api), await decide(other)], ['act_alone', 'act_alone']);
      const made = await api.call('POST', '/v1/pins', { json: { lane: 'shadow', reason: 'stop everything' } });
      assert.equal(made.status, 201, made.text);
      assert.match(made.json.id, /^pin_/);
      const again = await api.call('POST', '/v1/pins', { json: { lane: 'shadow', reason: 'stop everything' } });
      assert.deepEqual([again.status, again.json.id, again.json.lane_changes], [201, made.json.id, []]);
      const moved = made.json.lane_changes.find(({ step }: { step: string }) => step === 'match');
      assert.deepEqual([moved.to, moved.rule], ['shadow', 'pinned']);
      assert.match(moved.reason, /^Auto to Shadow: pinned to Shadow by first key: stop everything\.$/);
      // The process that was asked answers by it at once, the others as soon as they are notified.
      assert.equal(await decide(api), 'human_only');
      await until(async () => (await decide(other)) === 'human_only', { what: 'the other process to know' });
      const listed = await api.call('GET', '/v1/pins');
      assert.deepEqual(
        listed.json.pins.map(({ id, lane, queue, by }: Record<string, unknown>) => [id, lane, queue, by]),
        [[made.json.id, 'shadow', null, 'first key']],
      );
      assert.equal((await api.call('DELETE', `/v1/pins/${made.json.id}`)).status, 204);
      assert.equal((await api.call('DELETE', `/v1/pins/${made.json.id}`)).status, 404);
      assert.deepEqual((await api.call('GET', '/v1/pins')).json.pins, []);
      assert.equal(await decide(api), 'human_only');
      assert.deepEqual(
        (await audit()).map(({ act }) => act),
        ['pin.set', 'pin.set', 'pin.removed'],
      );
    } finally {
      await other.close();
    }
  });

  it('are one when the same is asked for again before the first was taken', async () => {
    const { key } = await api.newWorkspace();
    const json = { lane: 'assist', reason: 'month end' };
    const made = await Promise.all([1, 2, 3].map(async () => api.call('POST', '/v1/pins', { key, json })));
    const { pins } = (await api.call('GET', '/v1/pins', { key })).json;
    assert.equal(pins.length, 1);
    assert.deepEqual(
      made.map(({ status, json: pin }) => [status, pin.id]),
      made.map(() => [201, pins[0].id]),
    );
  });

  it('are records of the log: a replay gives the same result', async () => {
    const { id, no } = api.workspace;
    const differences = await inTransaction(api.database.pool, async (q) =>
      compareWithStored(q, { id, no }, await rebuildWorkspace(q, { id, no })),
    );
    assert.deepEqual(differences, []);
  });

  it('are refused where they would hold nothing: a name that is not there, an end that is past', async () => {
    const { pins } = (await api.call('GET', '/v1/pins')).json;
    const refused = async (more: object): Promise<unknown> => {
      const { status, json } = await api.call('POST', '/v1/pins', {
        json: { lane: 'shadow', reason: 'stop', ...more },
      });
      return [status, json.error];
    };
    assert.deepEqual(await refused({ queue: 'invocies' }), [404, 'there is no queue invocies']);
    assert.deepEqual(await refused({ queue: exampleQueue, step: 'mach' }), [
      404,
      `there is no step mach in queue ${exampleQueue}`,
    ]);
    const clock = (await api.call('GET', '/v1/status')).json.data_clock;
    assert.deepEqual(await refused({ until: clock }), [
      400,
      `until must be after the data clock of the workspace, ${new Date(clock).toISOString()}`,
    ]);
    assert.deepEqual((await api.call('GET', '/v1/pins')).json.pins, pins);
  });

  it('are listed as ended once the data clock has passed their end, and can be listed without those', async () => {
    const { key, no } = await api.newWorkspace();
    const until = '2026-01-05T00:00:00.000Z';
    const made = await api.call('POST', '/v1/pins', { key, json: { lane: 'assist', reason: 'a week', until } });
    assert.deepEqual([made.status, made.json.state], [201, 'active'], made.text);
    await api.call('POST', '/v1/pins', { key, json: { lane: 'shadow', reason: 'for good' } });
    await api.database.pool.query('update workspaces set data_clock = $2 where no = $1', [no, until]);
    const listed = async (query = ''): Promise<unknown> =>
      (await api.call('GET', `/v1/pins${query}`, { key })).json.pins.map(
        ({ reason, state }: Record<string, unknown>) => [reason, state],
      );
    const [ended, active] = [
      ['a week', 'ended'],
      ['for good', 'active'],
    ];
    assert.deepEqual(await listed(), [ended, active]);
    assert.deepEqual(await listed('?state=active'), [active]);
    assert.deepEqual(await listed('?state=ended'), [ended]);
    assert.equal((await api.call('GET', '/v1/pins?state=over', { key })).status, 400);
  });

  it('name what is wrong with one, all at once', async () => {
    const { status, json } = await api.call('POST', '/v1/pins', {
      json: { step: 'match', lane: 'auto', reason: ' ', until: 'soon', extra: 1 },
    });
    assert.equal(status, 400);
    assert.equal(json.details.length, 5, JSON.stringify(json.details));
  });
});

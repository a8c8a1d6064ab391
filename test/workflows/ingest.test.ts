import assert from 'node:assert/strict';
import type { WireEvent } from '../../domain/lanes/event.ts';
import type { RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { listWorkspaces } from '../../store/lanes/workspaces.ts';
import { taskQueueName } from '../../temporal/names.ts';
import { reconcileWeekSchedules } from '../../temporal/schedules.ts';
import { replay } from '../activities/lanes/lane-site.ts';
import { definition, workEvents } from '../activities/lanes/work.ts';
import { until } from '../support/wait.ts';
import { type LaneCrew, openLaneCrew } from './lane-crew.ts';

describe('the ingest workflow', () => {
  let crew: LaneCrew;
  before(async () => (crew = await openLaneCrew()));
  after(() => crew.leave());

  const send = (of: WorkspaceRef, events: readonly WireEvent[]): Promise<RecordAnswer> =>
    crew.ingest.submit(of, { kind: 'events', events, hold: false });

  it('serves the workspaces of a shard in one session, which ends when nothing more comes', async () => {
    const stop = await crew.join();
    const [workspace, ...others] = await Promise.all([1, 2, 3].map(() => crew.addWorkspace()));
    assert.ok(workspace);
    const events = workEvents({ weeks: 1, itemsPerWeek: 30 });
    for (let n = 0; n < events.length; n += 10) await send(workspace, events.slice(n, n + 10));
    for (const other of others) await send(other, [definition()]);
    const handle = crew.client.workflow.getHandle(`ingest-shard${crew.queueSuffix}:0-of-1`);
    const described = await handle.describe();
    assert.equal(await described.staticSummary(), 'Ingests events of shard 0 of 1');
    await handle.result();
    const { events: history } = await handle.fetchHistory();
    assert.equal(history?.filter((event) => event.activityTaskScheduledEventAttributes).length, 1);
    await stop();
  });

  it('loses and repeats nothing when its worker is killed, and the other one continues', async () => {
    const child = await crew.spawn();
    const workspace = await crew.addWorkspace();
    const events = workEvents({ weeks: 3, itemsPerWeek: 60 });
    await send(workspace, [definition()]);
    const stop = await crew.join();
    const answers: RecordAnswer[] = [];
    const sender = async (part: readonly WireEvent[]): Promise<void> => {
      for (const event of part) {
        answers.push(await send(workspace, [event]));
        if (answers.length === 60) child.kill('SIGKILL');
      }
    };
    // Events of one sender come in the order of time; three of them side by side do not.
    await Promise.all([0, 1, 2].map((n) => sender(events.slice(1).filter((_, i) => i % 3 === n))));
    assert.ok(child.killed);
    assert.equal(answers.length, events.length - 1);
    assert.equal(
      answers.reduce((sum, { accepted }) => sum + accepted, 0),
      events.length - 1,
    );
    const { counts, differences } = await replay(crew, workspace);
    assert.equal(counts.events, events.length);
    assert.deepEqual(differences, []);
    const again = await send(workspace, events);
    assert.deepEqual([again.accepted, again.duplicates], [0, events.length]);
    await stop();
  });

  it('continues at another worker when its own is frozen, which loses and repeats nothing when it thaws', async () => {
    const child = await crew.spawn();
    const workspace = await crew.addWorkspace();
    const events = workEvents({ weeks: 2, itemsPerWeek: 6 }).slice(1);
    await send(workspace, [definition()]);
    // As long as something comes, the session stays at the child.
    let sent = 0;
    const sendNext = (): Promise<RecordAnswer> => send(workspace, [events[sent++]!]);
    const state = { joined: false };
    const [stop] = await Promise.all([
      crew.join().finally(() => (state.joined = true)),
      (async () => {
        for (let n = 0; n < 20 && !state.joined; n += 1) await sendNext();
      })(),
    ]);
    try {
      await sendNext();
      child.kill('SIGSTOP');
      // How soon: `npm run bench -- lanes-kill --only gap`.
      await sendNext();
      child.kill('SIGCONT');
      while (sent < events.length) await sendNext();
      const { counts, differences } = await replay(crew, workspace);
      assert.deepEqual([counts.events, differences], [events.length + 1, []]);
    } finally {
      child.kill('SIGKILL');
      await stop();
    }
  });

  it('shares a workspace with a session of the kind before, during an upgrade', async () => {
    const stop = await crew.join();
    const workspace = await crew.addWorkspace();
    const events = workEvents({ weeks: 1, itemsPerWeek: 12 });
    await send(workspace, [events[0]!]);
    // As an API of the version before starts it.
    const old = () =>
      crew.client.workflow.start('ingest', {
        workflowId: `ingest:${workspace.id}`,
        taskQueue: taskQueueName('lanes', crew.queueSuffix),
        args: [workspace],
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
    for (const event of events.slice(1)) {
      await old();
      await send(workspace, [event]);
    }
    await (await old()).result();
    const { counts, differences } = await replay(crew, workspace);
    assert.deepEqual([counts.events, differences], [events.length, []]);
    await stop();
  });

  it('continues at the next worker at once when one is stopped in order', async () => {
    const workspace = await crew.addWorkspace();
    const stopFirst = await crew.join();
    await send(workspace, [definition()]);
    const events = workEvents({ weeks: 1, itemsPerWeek: 9 });
    const [, answer, stopSecond] = await Promise.all([
      stopFirst(),
      send(workspace, events),
      stopFirst().then(() => crew.join()),
    ]);
    assert.deepEqual([answer.accepted, answer.duplicates], [events.length - 1, 1]);
    assert.deepEqual((await replay(crew, workspace)).differences, []);
    await stopSecond();
  });

  describe('closing weeks by the wall clock', () => {
    let workspace: WorkspaceRef;
    before(async () => {
      workspace = await crew.addWorkspace({ clock: 'wall', timeZone: 'Pacific/Auckland' });
    });
    const schedule = () => crew.client.schedule.getHandle(`close-weeks:${workspace.id}`);
    const reconcile = async () =>
      reconcileWeekSchedules(crew.client, crew.queueSuffix, await listWorkspaces(crew.database.pool));

    it('has one Schedule a workspace, a day after the week ends there, however often it is reconciled', async () => {
      await Promise.all([reconcile(), reconcile()]);
      const { kept } = await reconcile();
      assert.deepEqual(kept, [`close-weeks:${workspace.id}`]);
      const described = await schedule().describe();
      assert.deepEqual(
        described.spec.calendars?.map(({ dayOfWeek, hour, minute }) => [dayOfWeek, hour, minute]),
        [
          [
            [{ start: 'TUESDAY', end: 'TUESDAY', step: 1 }],
            [{ start: 5, end: 5, step: 1 }],
            [{ start: 0, end: 0, step: 1 }],
          ],
        ],
      );
      assert.equal(described.spec.timezone, 'Pacific/Auckland');
      assert.deepEqual([described.policies.overlap, described.policies.catchupWindow], ['BUFFER_ONE', 8 * 86_400_000]);
    });

    it('closes the week that ended a day before the nominal time, and closing again closes nothing', async () => {
      const stop = await crew.join();
      await send(workspace, workEvents({ weeks: 1, itemsPerWeek: 8 }));
      // Tuesday 2026-01-13 05:00 in Auckland is Monday 16:00 UTC.
      const nominal = Date.UTC(2026, 0, 12, 16);
      const backfill = () =>
        schedule().backfill({ start: new Date(nominal - 1000), end: new Date(nominal + 1000), overlap: 'ALLOW_ALL' });
      await backfill();
      const results = async (): Promise<unknown[]> => {
        const found: unknown[] = [];
        for await (const { workflowId, runId, status } of crew.client.workflow.list({
          query: `WorkflowType = 'closeWeeks' AND Workspace = '${workspace.id}'`,
        }))
          if (status.name === 'COMPLETED') found.push(await crew.client.workflow.getHandle(workflowId, runId).result());
        return found;
      };
      const first = await until(async () => (await results())[0], { what: 'the first close' });
      assert.deepEqual(first, { closed: [202602] });
      await backfill();
      const both = await until(async () => ((await results()).length === 2 ? await results() : undefined), {
        what: 'the second close',
      });
      assert.deepEqual(
        new Set(both.map((one) => JSON.stringify(one))),
        new Set([`{"closed":[]}`, `{"closed":[202602]}`]),
      );
      assert.deepEqual((await replay(crew, workspace)).differences, []);
      await stop();
    });

    it('loses its Schedule when the workspace goes over to the clock of its data', async () => {
      const stop = await crew.join();
      await crew.ingest.submit(workspace, { kind: 'settings', change: { clock: 'data' }, actor: 'test' });
      assert.deepEqual((await reconcile()).removed, [workspace.id]);
      await assert.rejects(schedule().describe(), /not found/);
      await stop();
    });
  });
});

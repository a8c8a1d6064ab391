import assert from 'node:assert/strict';
import { type ScenarioName, scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { portalActions } from '../../domain/dispatch/task.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { readWaits } from '../../store/portal-waits.ts';
import { cancelTask } from '../../temporal/workflow-messages.ts';
import { chainOf, type Crew, fault, openCrew, truthOf, workflowShows } from './crew.ts';
import { control } from '../sandbox/sandbox.ts';
import { until } from '../support/wait.ts';

describe('the workflow of a task', function () {
  let crew: Crew;
  before(async () => {
    crew = await openCrew();
    await crew.join();
  });
  beforeEach(() => control(crew.sandbox, '/reset', {}));
  after(() => crew.leave());

  const pull = (name: ScenarioName, run: Parameters<Crew['add']>[1] = {}): Promise<string> =>
    crew.add({ task_type: 'pull_pod', params: { pro: scenarioPros[name] } }, run);
  const outcomeOf = (task: TaskRow): string =>
    [task.status, task.outcomeReason].filter((part) => part !== null).join('/');

  describe('when all is well', () => {
    let id: string;
    let task: TaskRow;
    let truth: Awaited<ReturnType<typeof truthOf>>;
    before(async () => {
      id = await pull('clear');
      task = await crew.ended(id);
      truth = await truthOf(crew);
    });

    it('pulls a proof of delivery, packs the evidence and notifies the receiver', async () => {
      assert.equal(outcomeOf(task), 'completed', task.summary ?? '');
      assert.match(task.summary ?? '', /^The signed proof of delivery of PRO 0412708839 was pulled from Sandbox TMS\./);
      assert.equal(task.podFile, 'pod.pdf');
      assert.equal(task.manifestFile, 'manifest.json');
      assert.equal(task.portal, 'sandbox-tms');
      assert.equal(task.error, null);
      const kinds = new Set((await chainOf(crew, id)).map(({ kind }) => kind));
      assert.deepEqual(kinds, new Set(['step', 'verdict', 'check', 'note']));
      const webhook = await crew.webhookOf(id);
      assert.equal(webhook.event, 'task.completed');
      assert.equal(webhook.client, crew.senderId);
      assert.equal(webhook.task['summary'], task.summary);
      assert.equal(webhook.task['status'], 'completed');
    });

    it('changes nothing in the portal but for signing in', () => {
      assert.deepEqual(truth.writes, []);
      const changing = truth.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);
      assert.deepEqual([...new Set(changing)], ['/login']);
    });

    it('shows in the engine what it was: type, sender, portal and outcome', async () => {
      const shown = await until(
        async () => {
          const shown = await workflowShows(crew, id);
          return shown.status === 'COMPLETED' ? shown : undefined;
        },
        { what: 'the closed workflow' },
      );
      assert.deepEqual(shown.attributes, {
        TaskType: 'pull_pod',
        Sender: crew.senderId,
        State: 'completed',
        Portal: 'sandbox-tms',
      });
      assert.equal(shown.summary, 'pull_pod 0412708839');
      assert.match(shown.details, /^The signed proof of delivery of PRO 0412708839/);
    });

    it('costs the engine one activity and three workflow tasks at most', async () => {
      const costOf = async (taskId: string): Promise<readonly [activities: number, workflowTasks: number]> => {
        const { events } = await until(
          async () => {
            const history = await crew.client.workflow.getHandle(taskId).fetchHistory();
            return history.events?.at(-1)?.workflowExecutionCompletedEventAttributes ? history : undefined;
          },
          { what: 'the whole history' },
        );
        const count = (
          member: 'activityTaskScheduledEventAttributes' | 'workflowTaskCompletedEventAttributes',
        ): number => (events ?? []).filter((event) => event[member]).length;
        return [count('activityTaskScheduledEventAttributes'), count('workflowTaskCompletedEventAttributes')];
      };
      // Where a local activity is kept waiting for seconds, its workflow task is renewed: such a task shows nothing.
      let cost = await costOf(id);
      for (let n = 0; n < 4 && (cost[0] > 1 || cost[1] > 3); n += 1) {
        const another = await pull('clear');
        await crew.ended(another);
        cost = await costOf(another);
      }
      assert.equal(cost[0], 1);
      assert.ok(cost[1] <= 3, `${cost[1]} workflow tasks`);
    });

    it('does nothing for a task that has its outcome, however often it is started', async () => {
      const again = await crew.client.workflow.execute('task', {
        taskQueue: `tasks${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}`,
        workflowId: `${id}-again`,
        args: [{ taskId: id, portalUnavailableAfterMs: 1000, portalRetry: { firstMs: 10, maxMs: 10 } }],
      });
      assert.equal(again, 'completed');
      assert.deepEqual(await crew.read(id), task);
    });
  });

  describe('when the portal has no answer to give', () => {
    // One for each outcome; what a receipt can be found to be: test/domain/dispatch/pod, test/portals/run-capability.
    const endings: [ScenarioName, string, RegExp][] = [
      ['missing', 'rejected/not_found', /does not have a shipment with PRO 0183645296\. It says: “.*0183645296/],
      ['html', 'escalated/needs_person', /is not a PDF but an HTML page/],
    ];
    for (const [name, outcome, words] of endings)
      it(`ends ${outcome} for ${name}, and says what was found`, async () => {
        const id = await pull(name);
        const task = await crew.ended(id);
        assert.equal(outcomeOf(task), outcome, task.summary ?? '');
        assert.match(task.summary ?? '', words);
        assert.equal(task.podFile, null);
        assert.equal(task.manifestFile, 'manifest.json');
        assert.equal((await crew.webhookOf(id)).event, `task.${task.status}`);
      });
  });

  // Orders that are on a page: test/portals/run-capability.test.ts.
  describe('when the guard stops it', () => {
    for (const action of portalActions)
      it(`escalates ${action} without ever reaching a portal`, async () => {
        const id = await crew.add({ task_type: 'portal_action', params: { action, pro: scenarioPros.clear } });
        const task = await crew.ended(id);
        assert.equal(outcomeOf(task), 'escalated/guard_stopped');
        assert.equal(task.manifestFile, 'manifest.json');
        assert.deepEqual((await truthOf(crew)).requests, []);
        const verdicts = (await chainOf(crew, id)).filter(({ kind }) => kind === 'verdict');
        assert.deepEqual(
          verdicts.map((verdict) => verdict['rule']),
          [`never_click.${action}`],
        );
      });
  });

  describe('when the portal is down', () => {
    it('waits, says why, and continues when it is back', async () => {
      await fault(crew, '503', { times: 1000 });
      const id = await pull('clear');
      const shown = await until(
        async () => {
          const shown = await workflowShows(crew, id);
          return shown.attributes['WaitingOn'] === 'portal' ? shown : undefined;
        },
        { what: 'the wait to be shown' },
      );
      assert.match(
        shown.details,
        /^Waiting for Sandbox TMS: .*503.*, since \d\d:\d\d UTC; next try at \d\d:\d\d UTC\.$/,
      );
      assert.ok(shown.attributes['DueAt'] instanceof Date);
      assert.equal((await crew.read(id)).status, 'running');
      const { pool } = crew.database;
      const wait = (await readWaits(pool, [id])).get(id);
      assert.match(`${wait?.portalName}: ${wait?.reason}`, /^Sandbox TMS: .*503/);
      await fault(crew, 'ok', {});
      assert.equal(outcomeOf(await crew.ended(id)), 'completed');
      const notes = (await chainOf(crew, id)).flatMap(({ note }) => (typeof note === 'string' ? [note] : []));
      assert.match(notes.join('\n'), /^Attempt \d+ at Sandbox TMS\. The one before ended: .*503.*\.$/m);
      assert.equal((await readWaits(pool, [id])).size, 0);
      const { attributes } = await until(async () => {
        const shown = await workflowShows(crew, id);
        return shown.status === 'COMPLETED' ? shown : undefined;
      });
      assert.equal(attributes['WaitingOn'], undefined);
      assert.equal(attributes['DueAt'], undefined);
    });
  });

  // While it waits for the portal, and a portal that stays down: branches/task.test.ts.
  describe('when somebody cancels it', () => {
    it('ends while the browser works, visibly, and says who it was', async () => {
      await fault(crew, 'slow', { times: 1000, delay_ms: 20_000 });
      const id = await pull('clear');
      await until(async () => (await truthOf(crew)).requests.length > 0, { what: 'the browser at work' });
      const { namespace } = crew.client.options;
      assert.ok(await cancelTask(crew.client, namespace, id, 'person:bea@example.com'));
      const task = await crew.ended(id);
      assert.equal(outcomeOf(task), 'escalated/needs_person');
      assert.match(task.summary ?? '', /^The work was cancelled by bea@example\.com\. A person has to take over\.$/);
      assert.equal(task.manifestFile, 'manifest.json');
      assert.equal((await crew.webhookOf(id)).event, 'task.escalated');
      assert.equal(await cancelTask(crew.client, namespace, 'tsk_never', 'person:bea@example.com'), false);
    });
  });
});

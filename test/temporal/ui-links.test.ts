import assert from 'node:assert/strict';
import { type SavedView, savedViews, viewOfPortal, viewOfSender } from '../../temporal/ui-links.ts';
import { searchAttributePairs } from '../../temporal/names.ts';
import { taskQueueFor, testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';

const sender = "snd_o'hare";

/** A workflow for each view, under the name of the view that is to find it; the searches are those of the real engine. */
const made: readonly {
  readonly name: string;
  readonly type: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly ended?: true;
}[] = [
  { name: 'Overdue workflows', type: 'x', attributes: { DueAt: '2020-01-01T00:00:00Z' } },
  { name: 'Waiting for a portal', type: 'x', attributes: { WaitingOn: 'portal', Portal: 'tms' } },
  { name: 'Waiting for a part of this deployment', type: 'x', attributes: { WaitingOn: 'blob_store' } },
  { name: 'Waiting for a webhook receiver', type: 'x', attributes: { WaitingOn: 'receiver', State: 'retrying' } },
  { name: 'Stuck in queued', type: 'x', attributes: { State: 'queued' } },
  { name: 'Failed week closes', type: 'closeWeeks', ended: true },
  { name: 'All open tasks', type: 'x', attributes: { TaskType: 'pull_pod', Sender: sender } },
  { name: 'All pending deliveries', type: 'delivery' },
  { name: 'Running ingest sessions', type: 'ingestShard' },
  { name: 'Escalated today', type: 'x', attributes: { State: 'escalated' }, ended: true },
  // What no view is to find.
  { name: 'moves', type: 'x', attributes: { State: 'running', DueAt: '2999-01-01T00:00:00Z' } },
  { name: 'week closes', type: 'closeWeeks' },
  { name: 'delivered', type: 'delivery', ended: true },
];

describe('the saved views of stuck work', () => {
  it('each find their workflows in the engine, and no others', async function () {
    const { client } = await testEngine();
    const queue = taskQueueFor(this);
    // From before it begins, as the day may change meanwhile.
    const now = new Date();
    const inTwoHours = new Date(now.getTime() + 2 * 60 * 60_000);
    for (const { name, type, attributes = {}, ended } of made) {
      const handle = await client.workflow.start(type, {
        taskQueue: queue,
        workflowId: `${queue}: ${name}`,
        typedSearchAttributes: searchAttributePairs(attributes),
      });
      if (ended === true) await handle.terminate();
    }
    const found = async ({ query }: SavedView): Promise<string[]> => {
      const ids: string[] = [];
      for await (const { workflowId } of client.workflow.list({ query })) ids.push(workflowId);
      return ids.filter((id) => id.startsWith(queue)).map((id) => id.slice(queue.length + 2));
    };
    const ended = made.filter((one) => one.ended === true).length;
    await until(
      async () => {
        const { count } = await client.workflow.count(`TaskQueue = '${queue}'`);
        const { count: over } = await client.workflow.count(
          `TaskQueue = '${queue}' AND ExecutionStatus = 'Terminated'`,
        );
        return count === made.length && over === ended;
      },
      { what: 'workflows that the lists know' },
    );
    const views = savedViews(now).map((view, n) =>
      view.name === 'Stuck in queued' ? (savedViews(inTwoHours)[n] ?? view) : view,
    );
    for (const view of views)
      assert.deepEqual(await found(view), view.name === 'Workflow task failures' ? [] : [view.name], view.name);
    assert.deepEqual(await found(viewOfSender(sender)), ['All open tasks']);
    assert.deepEqual(await found(viewOfPortal('tms')), ['Waiting for a portal']);
  });
});

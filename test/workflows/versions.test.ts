import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Context } from '@temporalio/activity';
import { newId } from '../../process/ids.ts';
import { answerWith } from '../support/receiver.ts';
import type { BuiltActivities } from '../../worker/activities.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';
import { type Crew, openCrew } from './crew.ts';
import { addOne, promote, rollBackDrill, type Shown, versions } from './versions-drill.ts';

describe('versions of workers', () => {
  let crew: Crew;
  // Workers that scale by themselves do the same; on a machine without memory they take up two at a time.
  beforeEach(async () => (crew = await openCrew({ WORKER_SCALING: 'auto', WORKER_MEMORY_TARGET: '95' })));
  afterEach(() => crew.leave());

  /** The build id whose worker made the workflow's last step, once it made one, and whether it stays with it. */
  const versionOf = (workflowId: string): Promise<string> =>
    until(
      async () => {
        const { raw } = await crew.client.workflow
          .getHandle(workflowId)
          .describe()
          .catch(() => ({ raw: undefined }));
        return raw?.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? undefined;
      },
      { what: `the first step of ${workflowId}` },
    );

  /** Waits until the queue itself knows who gets its work. */
  const untilGivenTo = async (queue: string, buildId: string): Promise<void> => {
    const { connection, namespace } = await testEngine();
    await until(
      async () => {
        const { versioningInfo } = await connection.workflowService.describeTaskQueue({
          namespace,
          taskQueue: { name: `${queue}${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}` },
          taskQueueType: 1,
        });
        return versioningInfo?.currentDeploymentVersion?.buildId === buildId;
      },
      { what: `${queue} is given to ${buildId}` },
    );
  };

  it('keep short work where it began, and take tasks and new ingest runs along', async () => {
    const deploymentName = newId('event');
    const queues = ['tasks', 'deliveries', 'lanes'] as const;
    // The first run of an ingest session lasts until it is asked to continue as another.
    const renewed = new AbortController();
    let firstRun: string | undefined;
    const takeInShard = async (): Promise<'renew' | 'idle'> => {
      const context = Context.current();
      const run = context.info.workflowExecution?.runId;
      firstRun ??= run;
      if (run !== firstRun) return 'idle';
      const beats = setInterval(() => context.heartbeat(), 100);
      try {
        if (!renewed.signal.aborted) await Promise.race([once(renewed.signal, 'abort'), context.cancelled]);
      } finally {
        clearInterval(beats);
      }
      return 'renew';
    };
    const standIn = (built: BuiltActivities): BuiltActivities => ({
      ...built,
      byQueue: { ...built.byQueue, lanes: { ...built.byQueue.lanes, takeInShard } },
    });
    await crew.join(queues, standIn, undefined, { deploymentName, buildId: 'old' });
    await promote(crew, deploymentName, 'old');
    crew.receiver.answer = answerWith(503);
    const delivery = await addOne(crew, 'b');
    // Nobody serves the portals: the task waits there.
    const task = await crew.add({ task_type: 'pull_pod', params: { pro: '4471180293' } });
    assert.equal(await versionOf(delivery), 'old');
    assert.equal(await versionOf(task), 'old');
    const ingest = await crew.client.workflow.start('ingestShard', {
      workflowId: newId('event'),
      taskQueue: `lanes${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}`,
      args: [{ shard: { no: 0, of: 1 }, role: 'main', lingerMs: 1 }],
    });
    assert.equal(await versionOf(ingest.workflowId), 'old');

    await crew.join(queues, standIn, undefined, { deploymentName, buildId: 'new' });
    await promote(crew, deploymentName, 'new');
    const { current, versions: all } = await versions<Shown>(crew, deploymentName, 'show');
    assert.equal(current, 'new');
    assert.deepEqual(all.map(({ build_id: id }) => id).sort(), ['new', 'old']);
    for (const queue of queues) await untilGivenTo(queue, 'new');
    await crew.client.workflow.getHandle(task).cancel();
    await crew.ended(task);
    assert.equal(await versionOf(task), 'new');
    crew.receiver.answer = answerWith(204);
    const later = await addOne(crew, 'b');
    assert.equal(await versionOf(later), 'new');
    assert.equal(await versionOf(delivery), 'old');
    renewed.abort();
    await ingest.result();
    assert.equal(await versionOf(ingest.workflowId), 'new');
  });

  it('are ramped and rolled back without a delivery lost or made twice', async () => {
    const report = await rollBackDrill(crew, newId('event'), { wanted: 5, endings: ['b'] });
    assert.ok(report.stuck > 0);
    assert.deepEqual({ lost: report.lost, twice: report.twice }, { lost: 0, twice: 0 });
  });
});

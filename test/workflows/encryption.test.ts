import assert from 'node:assert/strict';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { until } from '../support/wait.ts';
import { type Crew, openCrew } from './crew.ts';

/** Every text of a history, with the payloads' bytes as text beside them. */
async function textsOf(crew: Crew, workflowId: string): Promise<string> {
  const handle = crew.client.workflow.getHandle(workflowId);
  await until(async () => (await handle.describe()).status.name !== 'RUNNING', { what: 'the end of the workflow' });
  const json = historyToJSON(await handle.fetchHistory());
  const decoded = [...json.matchAll(/"([A-Za-z0-9+/=]{8,})"/g)].map(([, text]) =>
    Buffer.from(text ?? '', 'base64').toString('latin1'),
  );
  return [json, ...decoded].join('\n');
}

describe('a deployment that encrypts payloads', () => {
  let crew: Crew;
  before(async () => {
    crew = await openCrew({ ENGINE_PAYLOAD_ENCRYPTION: 'true' });
    await crew.join();
  });
  after(() => crew.leave());

  it('works as any other, and the engine never holds what a task is about', async () => {
    const id = await crew.add({ task_type: 'pull_pod', params: { pro: scenarioPros.missing } });
    const task = await crew.ended(id);
    assert.equal(task.outcomeReason, 'not_found', task.summary ?? '');
    const texts = await textsOf(crew, id);
    assert.equal(texts.includes(scenarioPros.missing), false);
    assert.equal(texts.includes('does not have'), false);
    assert.ok(texts.includes('binary/encrypted'));
  });

  it('hides the messages of failures, too', async () => {
    const workflowId = `missing-${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}`;
    await assert.rejects(
      crew.client.workflow.execute('task', {
        taskQueue: `tasks${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}`,
        workflowId,
        args: [{ taskId: 'tsk_nobody', portalUnavailableAfterMs: 1, portalRetry: { firstMs: 1, maxMs: 1 } }],
      }),
    );
    const texts = await textsOf(crew, workflowId);
    assert.equal(texts.includes('there is no task'), false);
    assert.ok(texts.includes('Encoded failure'));
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import type { PullResult } from '../../activities/dispatch/portal-results.ts';
import { runAdmin } from '../support/command-line.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { control } from '../sandbox/sandbox.ts';
import { runFolder } from '../support/machines.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';
import { chainOf, type Crew, fault, openCrew, truthOf, workflowShows } from './crew.ts';
import { workerProcess } from './worker-process.ts';

const pullPod = { task_type: 'pull_pod', params: { pro: scenarioPros.clear } } as const;

describe('a task whose worker is lost', function () {
  let crew: Crew;
  before(async () => (crew = await openCrew()));
  beforeEach(() => control(crew.sandbox, '/reset', {}));
  afterEach(() => crew.dismiss());
  after(() => crew.leave());

  const browserAtWork = (): Promise<unknown> =>
    until(async () => (await truthOf(crew)).requests.some(({ path }) => path.startsWith('/search')), {
      what: 'the browser in the middle of its work',
    });

  it('is finished by another worker when the first one was killed in the middle of the browser work', async () => {
    const child = await workerProcess(crew);
    const id = await crew.add(pullPod, { silenceMs: 5_000, againAfterMs: 100 });
    await fault(crew, 'slow', { times: 1000, delay_ms: 1_500 });
    await browserAtWork();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await fault(crew, 'ok', {});
    await crew.join();
    const task = await crew.ended(id);
    assert.equal(task.status, 'completed', task.summary ?? '');
    assert.deepEqual((await truthOf(crew)).writes, []);
    const notes = (await chainOf(crew, id)).map((event) => event['note']);
    assert.ok(notes.includes('Attempt 2: the one before ended without a result.'), notes.join('; '));
    await crew.webhookOf(id);
  });

  it('is finished by another worker at once when the first one was stopped in order', async () => {
    const child = await workerProcess(crew);
    const id = await crew.add(pullPod);
    await fault(crew, 'slow', { times: 1000, delay_ms: 1_500 });
    await browserAtWork();
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 0);
    await fault(crew, 'ok', {});
    await crew.join();
    assert.equal((await crew.ended(id)).status, 'completed');
  });

  it('ends as failed with a code when every attempt fails for a reason of our own', async () => {
    const broken = await openCrew({ CHROMIUM_PATH: '/nowhere/chromium' });
    try {
      await broken.join();
      const id = await broken.add(pullPod, {
        againAfterMs: 50,
        outagePatience: { firstMs: 50, maxMs: 200, totalMs: 2_000 },
      });
      const task = await broken.ended(id);
      assert.equal(task.status, 'failed');
      assert.equal(task.outcomeReason, 'internal_error');
      assert.equal(task.error?.code, 'internal_error');
      assert.equal(task.manifestFile, 'manifest.json');
      assert.equal((await broken.webhookOf(id)).event, 'task.failed');
    } finally {
      await broken.leave();
    }
  });

  it('asks for a person when there is no login for the portal', async () => {
    const keyless = await openCrew({ PORTAL_ACCOUNT_SANDBOX_TMS: '' });
    try {
      await keyless.join();
      const task = await keyless.ended(await keyless.add(pullPod));
      assert.equal(task.outcomeReason, 'needs_person');
      assert.equal(task.summary, 'There is no usable login for Sandbox TMS. A person has to store one.');
    } finally {
      await keyless.leave();
    }
  });
});

describe('the sweep', function () {
  const gone: PullResult = { kind: 'absent', what: 'a shipment', words: 'Nothing found' };
  let crew: Crew;
  /** What the portal of these tasks returns: the sweep is about workflows and records. */
  let pulled: PullResult;
  before(async () => (crew = await openCrew()));
  beforeEach(() => void (pulled = gone));
  after(() => crew.leave());

  const join = (): Promise<unknown> =>
    crew.join(['tasks', 'portal', 'deliveries'], (built) => ({
      ...built,
      byQueue: { ...built.byQueue, portal: { ...built.byQueue.portal, pullDocument: async () => pulled } },
    }));

  const sweep = (): Promise<unknown> =>
    crew.client.workflow.execute('sweep', {
      taskQueue: `tasks${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}`,
      workflowId: `sweep${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}-${Date.now()}`,
      args: [],
    });
  /** What was due only within the sweep's grace is left alone. */
  const age = (table: 'tasks' | 'deliveries', id: string): Promise<unknown> => {
    const due = { tasks: 'created_at', deliveries: 'next_attempt_at' }[table];
    return crew.database.pool.query(`update ${table} set ${due} = ${due} - interval '1 hour' where id = $1`, [id]);
  };

  it('starts a task again whose workflow was terminated, and it ends as it would have', async () => {
    const id = await crew.add(pullPod);
    await until(async () => (await crew.client.workflow.getHandle(id).describe()).status.name === 'RUNNING');
    await crew.client.workflow.getHandle(id).terminate('test');
    await join();
    await sweep();
    assert.equal((await crew.read(id)).status, 'queued');
    await age('tasks', id);
    await sweep();
    assert.equal((await crew.ended(id)).outcomeReason, 'not_found');
  });

  it('is what `admin engine reconcile` runs, which reports what was mended', async () => {
    const id = await crew.add(pullPod);
    await crew.ended(id);
    const lost = 'tsk_00000001-lost';
    await crew.database.pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, created_at)
       select $1, sender_id, task_type, params, $1, '', priority, channel, now() - interval '1 hour' from tasks where id = $2`,
      [lost, id],
    );
    const { address, namespace } = await testEngine();
    const { ENGINE_TASK_QUEUE_SUFFIX, DEPLOYMENT_SECRET, ENGINE_PAYLOAD_ENCRYPTION } = crew.settings;
    const written = { out: '', err: '' };
    const terminal = {
      env: {
        DATA_DIR: mkdtempSync(`${runFolder()}/admin-`),
        TEMPORAL_ADDRESS: address,
        TEMPORAL_NAMESPACE: namespace,
        ENGINE_TASK_QUEUE_SUFFIX,
        DEPLOYMENT_SECRET,
        ENGINE_PAYLOAD_ENCRYPTION: String(ENGINE_PAYLOAD_ENCRYPTION),
      },
      out: (text: string) => void (written.out += text),
      err: (text: string) => void (written.err += text),
      input: async () => undefined,
    };
    try {
      const code = await runAdmin(terminal, ['engine', 'reconcile', '--json']);
      assert.equal(code, 0, written.err);
      const report = JSON.parse(written.out) as Record<string, unknown>;
      assert.equal(report['tasks_started_again'], 1);
      assert.equal(report['approvals_asked_again'], 0);
      assert.equal((await crew.ended(lost)).outcomeReason, 'not_found');
    } finally {
      await crew.client.schedule.getHandle(`sweep${ENGINE_TASK_QUEUE_SUFFIX}`).delete();
    }
  });

  it('starts a task whose start was lost with its row', async () => {
    const id = await crew.add(pullPod);
    await crew.ended(id);
    const lost = 'tsk_00000000-lost';
    await crew.database.pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, created_at)
       select $1, sender_id, task_type, params, $1, '', priority, channel, now() - interval '1 hour' from tasks where id = $2`,
      [lost, id],
    );
    await sweep();
    assert.equal((await crew.ended(lost)).outcomeReason, 'not_found');
  });

  it('leaves tasks alone whose workflow runs', async () => {
    pulled = { kind: 'unavailable', reason: 'it answered 503', retryAfterMs: null };
    const id = await crew.add(pullPod);
    await until(async () => (await workflowShows(crew, id)).attributes['WaitingOn'] === 'portal');
    await age('tasks', id);
    const { runId } = await crew.client.workflow.getHandle(id).describe();
    await sweep();
    pulled = gone;
    await crew.ended(id);
    assert.equal((await crew.client.workflow.getHandle(id).describe()).runId, runId);
  });

  it('starts a delivery again whose workflow was terminated', async () => {
    crew.receiver.answer = (_request, response) => response.writeHead(503).end();
    const id = await crew.add(pullPod);
    const { id: deliveryId } = await crew.webhookOf(id);
    const handle = crew.client.workflow.getHandle(deliveryId);
    await handle.terminate('test');
    crew.receiver.answer = (_request, response) => response.writeHead(204).end();
    // Its next attempt is to come: nobody misses it yet.
    await sweep();
    await assert.rejects(handle.signal('retryNow'), { name: 'WorkflowNotFoundError' });
    await age('deliveries', deliveryId);
    await sweep();
    await until(
      async () => {
        const found = await crew.database.pool.query('select status from deliveries where id = $1', [deliveryId]);
        return found.rows[0]?.status === 'delivered';
      },
      { what: 'the delivery' },
    );
  });
});

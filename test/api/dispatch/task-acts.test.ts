/** What a sender may do with a task that has ended badly, or has not ended: send it again, run it again, stop it. */
import assert from 'node:assert/strict';
import type { Outcome, OutcomeReason } from '../../../domain/dispatch/task.ts';
import type { TaskRecord } from '../../../domain/dispatch/task-record.ts';
import { readAudit } from '../../../store/audit-log.ts';
import { finishTask } from '../../../store/tasks.ts';
import type { Answer } from '../../support/api-call.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import { addUncertainWrite } from '../../support/uncertain-write.ts';

interface ToolResult {
  readonly structuredContent: TaskRecord;
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

describe('a task that ended, or is to end', () => {
  let api: TestApi;
  let engine: 'runs' | 'knows nothing' | 'is away' = 'runs';
  const cancelled: string[] = [];
  before(async () => {
    api = await openTestApi(
      {},
      {
        cancelTask: async (taskId, by) => {
          if (engine === 'is away') throw new Error('no connection');
          cancelled.push(`${taskId} ${by}`);
          return engine === 'runs';
        },
      },
    );
  });
  after(() => api.close());

  let count = 1_000_000_000;
  const freshPod = (): { task_type: string; params: { pro: string }; [more: string]: unknown } => ({
    task_type: 'pull_pod',
    params: { pro: String((count += 1)) },
  });
  const post = (json: unknown): Promise<Answer> => api.call('POST', '/api/tasks', { json });
  const end = async (id: string, status: Outcome, outcomeReason: OutcomeReason | null = null): Promise<void> => {
    const error = status === 'failed' ? { code: 'internal_error', message: 'The work could not be done.' } : null;
    await finishTask(api.database.pool, id, {
      status,
      outcomeReason,
      summary: 'It ended.',
      confirmationNumber: null,
      podFile: null,
      manifestFile: null,
      error,
    });
  };
  const ended = async (status: Outcome, reason: OutcomeReason | null, more: object = {}): Promise<TaskRecord> => {
    const { json } = await post({ ...freshPod(), ...more });
    await end(json.id as string, status, reason);
    return (await api.call('GET', `/api/tasks/${json.id}`)).json as TaskRecord;
  };
  const inputOf = ({ task_type, params }: TaskRecord): object => ({ task_type, params });

  describe('sent again', () => {
    for (const more of [{}, { idempotency_key: 'given-key' }])
      it(`is new work when it failed, with ${'idempotency_key' in more ? 'a given' : 'the derived'} key; its record stays`, async () => {
        const failed = await ended('failed', 'internal_error', more);
        const again = await post({ ...inputOf(failed), ...more });
        assert.equal(again.status, 201);
        assert.notEqual(again.json.id, failed.id);
        assert.equal(again.json.idempotency_key, failed.idempotency_key);
        assert.deepEqual((await api.call('GET', `/api/tasks/${failed.id}`)).json, failed);
        const third = await post({ ...inputOf(failed), ...more });
        assert.deepEqual([third.status, third.json.id], [200, again.json.id]);
      });

    it('is one task when it comes twice at the same instant', async () => {
      for (let round = 0; round < 5; round++) {
        const failed = await ended('failed', 'portal_unavailable');
        const answers = await Promise.all([1, 2, 3, 4].map(() => post(inputOf(failed))));
        assert.deepEqual(
          answers.map(({ status }) => status).toSorted((a, b) => a - b),
          [200, 200, 200, 201],
        );
        assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1);
        assert.notEqual(answers[0]?.json.id, failed.id);
      }
    });

    it('is the first task when it was decided', async () => {
      for (const [status, reason] of [
        ['completed', null],
        ['rejected', 'not_found'],
        ['escalated', 'needs_person'],
      ] as const) {
        const decided = await ended(status, reason);
        const again = await post(inputOf(decided));
        assert.deepEqual([again.status, again.json.id], [200, decided.id]);
      }
    });

    it('is the failed task, marked as different, when the key comes with other work', async () => {
      const failed = await ended('failed', 'internal_error', { idempotency_key: 'other-work' });
      const again = await post({ ...freshPod(), idempotency_key: 'other-work' });
      assert.deepEqual([again.status, again.json.id], [200, failed.id]);
      assert.equal(again.headers['x-svc-idempotency-mismatch'], 'true');
    });

    it('is one new task in a batch that repeats it', async () => {
      const failed = await ended('failed', 'internal_error');
      const { json } = await post({ tasks: [inputOf(failed), inputOf(failed), freshPod()] });
      assert.deepEqual([json.accepted, json.duplicates], [2, 1]);
      assert.equal(json.results[0].task.id, json.results[1].task.id);
    });
  });

  describe('run again', () => {
    const again = (id: string, key = api.key): Promise<Answer> => api.call('POST', `/api/tasks/${id}/again`, { key });

    for (const [status, reason] of [
      ['failed', 'internal_error'],
      ['rejected', 'not_found'],
      ['escalated', 'guard_stopped'],
    ] as const)
      it(`is a new task of the same work when it ended ${status}, and only one`, async () => {
        const old = await ended(status, reason, { client_ref: `again ${status}`, priority: 'high' });
        const made = await again(old.id);
        assert.equal(made.status, 201);
        assert.equal(made.headers['location'], `/api/tasks/${made.json.id}`);
        assert.notEqual(made.json.id, old.id);
        const same = ({ params, client_ref, priority, callback_url }: TaskRecord): unknown[] => [
          params,
          client_ref,
          priority,
          callback_url,
        ];
        assert.deepEqual(same(made.json as TaskRecord), same(old));
        assert.deepEqual([made.json.status, made.json.channel], ['queued', 'api']);
        const [entry] = await readAudit(api.database.pool, made.json.id as string);
        assert.deepEqual([entry?.act, entry?.details['again_of']], ['task.asked', old.id]);
        assert.match(entry?.actor ?? '', /^key:/);
        const second = await again(old.id);
        assert.deepEqual([second.status, second.json.id], [200, made.json.id]);
      });

    it('leads to the same task as sending the content of a failed one', async () => {
      const failed = await ended('failed', 'internal_error');
      const made = await again(failed.id);
      assert.equal((await post(inputOf(failed))).json.id, made.json.id);
    });

    it('is refused while it runs, when it was completed, and while its write is uncertain', async () => {
      const { json: queued } = await post(freshPod());
      const running = await again(queued.id as string);
      assert.deepEqual([running.status, running.json.code], [409, 'not_repeatable']);
      assert.match(running.json.error as string, /; this one is queued$/);
      assert.equal((await again((await ended('completed', null)).id)).status, 409);
      const uncertain = await ended('escalated', 'uncertain_write');
      await addUncertainWrite(api.database.pool, uncertain.id, 'bill 1');
      const refused = await again(uncertain.id);
      assert.equal(refused.status, 409);
      assert.match(refused.json.error as string, /a person has to settle that first/);
    });

    it('is a new task when it is known to have written, which that one finds on file', async () => {
      const wrote = await ended('escalated', 'needs_person');
      await addUncertainWrite(api.database.pool, wrote.id, 'bill 2');
      await api.database.pool.query("update portal_intents set state = 'written' where task_id = $1", [wrote.id]);
      assert.equal((await again(wrote.id)).status, 201);
    });

    it('is a tool, with refusals as tool errors', async () => {
      const failed = await ended('failed', 'internal_error');
      const call = async (name: string, task_id: string): Promise<ToolResult> =>
        (
          await api.call('POST', '/mcp', {
            json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { task_id } } },
          })
        ).json.result as ToolResult;
      const made = await call('run_task_again', failed.id);
      assert.equal(made.structuredContent.channel, 'mcp');
      const refused = await call('run_task_again', made.structuredContent.id);
      assert.equal(refused.isError, true);
      assert.match(refused.content[0]?.text ?? '', /^only a task that ended failed/);
      engine = 'runs';
      const stopped = await call('cancel_task', made.structuredContent.id);
      assert.equal(stopped.structuredContent.id, made.structuredContent.id);
      assert.equal((await call('cancel_task', failed.id)).content[0]?.text, 'this task has ended: failed');
    });
  });

  describe('stopped', () => {
    const cancel = (id: string): Promise<Answer> => api.call('POST', `/api/tasks/${id}/cancel`);

    it('is answered 202 with its record, and logged before', async () => {
      const { json } = await post(freshPod());
      engine = 'runs';
      const answer = await cancel(json.id as string);
      assert.deepEqual([answer.status, answer.json.id, answer.json.status], [202, json.id, 'queued']);
      const [entry] = await readAudit(api.database.pool, json.id as string);
      assert.equal(entry?.act, 'task.cancelled');
      assert.equal(cancelled.at(-1), `${json.id} ${entry?.actor}`);
    });

    it('is refused when it has ended, and 503 when it cannot be stopped yet', async () => {
      const done = await ended('completed', null);
      const refused = await cancel(done.id);
      assert.deepEqual([refused.status, refused.json.code], [409, 'task_ended']);
      assert.deepEqual(await readAudit(api.database.pool, done.id), []);
      const { json } = await post(freshPod());
      for (const state of ['knows nothing', 'is away'] as const) {
        engine = state;
        const answer = await cancel(json.id as string);
        assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '2']);
      }
    });
  });

  it('is listed by the reason for which it ended; an unknown reason is 422', async () => {
    const failed = await ended('failed', 'internal_error');
    const listed = await api.call('GET', '/api/tasks?outcome_reason=internal_error&limit=1');
    assert.deepEqual(
      listed.json.tasks.map(({ id, outcome_reason }: TaskRecord) => [id, outcome_reason]),
      [[failed.id, 'internal_error']],
    );
    const unknown = await api.call('GET', '/api/tasks?outcome_reason=bad_luck');
    assert.deepEqual([unknown.status, unknown.json.code], [422, 'invalid_query']);
    assert.match(unknown.json.error as string, /outcome_reason must be one of .*internal_error/);
  });
});

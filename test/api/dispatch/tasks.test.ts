import assert from 'node:assert/strict';
import { endWait, noteWait } from '../../../store/portal-waits.ts';
import { askQuestion, endQuestion } from '../../../store/task-questions.ts';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';

const pod = (members: object = {}): object => ({ task_type: 'pull_pod', params: { pro: '4471180293' }, ...members });
let count = 0;
const nextPro = (): string => String(1_000_000_000 + (count += 1));
const newPod = (members: object = {}): object => ({ task_type: 'pull_pod', params: { pro: nextPro() }, ...members });

const recordKeys = [
  'id',
  'task_type',
  'status',
  'outcome',
  'outcome_reason',
  'summary',
  'params',
  'instruction',
  'client_ref',
  'idempotency_key',
  'callback_url',
  'priority',
  'requested_by',
  'channel',
  'portal',
  'waiting_on',
  'confirmation_number',
  'approvals',
  'evidence',
  'result_url',
  'error',
  'created_at',
  'updated_at',
  'finished_at',
];

describe('the dispatch API', () => {
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());
  const stored = async (): Promise<number> =>
    (await api.database.pool.query<{ n: number }>('select count(*)::int as n from tasks')).rows[0]?.n ?? -1;

  describe('POST /api/tasks with one task', () => {
    it('answers 401 without a key, with a wrong one and with one of another kind', async () => {
      const wrong: Record<string, string>[] = [
        {},
        { authorization: 'Bearer lk_dispatch_wrong' },
        { authorization: `Basic ${api.key}` },
        { authorization: 'Bearer' },
      ];
      for (const headers of wrong) {
        const answer = await api.call('POST', '/api/tasks', { key: null, headers, json: pod() });
        assert.equal(answer.status, 401);
        assert.equal(answer.json.code, 'unauthorized');
        assert.equal(answer.headers['www-authenticate'], 'Bearer');
      }
      assert.equal(await stored(), 0);
    });

    it('answers 403 to a key that may not submit', async () => {
      const key = await api.keyWith(['read', 'approve']);
      const answer = await api.call('POST', '/api/tasks', { key, json: pod() });
      assert.deepEqual(
        [answer.status, answer.json],
        [403, { error: 'this key may not submit tasks', code: 'not_allowed' }],
      );
    });

    it('answers 422 with the sentence of the one finding', async () => {
      const answer = await api.call('POST', '/api/tasks', { json: pod({ params: { pro: '1' } }) });
      assert.deepEqual(
        [answer.status, answer.json],
        [422, { error: 'params.pro must be exactly 10 digits', code: 'invalid_task' }],
      );
    });

    it('answers 422 with all sentences in details when there are several', async () => {
      const answer = await api.call('POST', '/api/tasks', { json: pod({ params: { prro: '1' } }) });
      assert.equal(answer.status, 422);
      assert.deepEqual(answer.json.details, [
        'params.pro is required for pull_pod',
        'params.prro is not a known member; did you mean pro?',
      ]);
      assert.equal(answer.json.error, 'params.pro is required for pull_pod (and 1 more)');
    });

    it('answers 422 no_capability to a valid task that no playbook can do', async () => {
      const answer = await api.call('POST', '/api/tasks', {
        json: { task_type: 'answer_claim', params: { claim_id: 'C-1' } },
      });
      assert.deepEqual([answer.status, answer.json.code], [422, 'no_capability']);
      assert.equal(await stored(), 0);
    });

    it('answers 201 with the whole record, and queues its workflow in the same commit', async () => {
      const answer = await api.call('POST', '/api/tasks', {
        json: pod({
          instruction: 'Get the POD',
          client_ref: 'WO-1',
          requested_by: { name: 'Ann' },
          priority: 'high',
          callback_url: 'http://127.0.0.1:1/hook',
        }),
      });
      assert.equal(answer.status, 201, answer.text);
      const task = answer.json;
      assert.deepEqual(Object.keys(task), recordKeys);
      assert.match(task.id, /^tsk_[0-9a-f-]{36}$/);
      assert.match(task.idempotency_key, /^auto:[0-9a-f]{64}$/);
      assert.match(task.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.deepEqual(
        {
          status: task.status,
          outcome: task.outcome,
          channel: task.channel,
          priority: task.priority,
          approvals: task.approvals,
          params: task.params,
          requested_by: task.requested_by,
          callback_url: task.callback_url,
        },
        {
          status: 'queued',
          outcome: null,
          channel: 'api',
          priority: 'high',
          approvals: [],
          params: { pro: '4471180293' },
          requested_by: { name: 'Ann' },
          callback_url: 'http://127.0.0.1:1/hook',
        },
      );
      assert.match(task.result_url, new RegExp(`^https://dispatch.example/tasks/${task.id}\\?k=`));
      const starts = await api.database.pool.query(
        'select workflow_type, task_queue, priority, fairness_key, summary from workflow_starts where workflow_id = $1',
        [task.id],
      );
      assert.deepEqual(starts.rows, [
        {
          workflow_type: 'task',
          task_queue: 'tasks',
          priority: 1,
          fairness_key: api.senderId,
          summary: 'pull_pod 4471180293',
        },
      ]);
      assert.equal(api.started(), 1);
    });

    it('answers 200 with the first task when the same comes again, and starts nothing', async () => {
      const json = newPod({ client_ref: 'again' });
      const first = await api.call('POST', '/api/tasks', { json });
      const started = api.started();
      const second = await api.call('POST', '/api/tasks', { json });
      assert.deepEqual([first.status, second.status], [201, 200]);
      assert.equal(second.json.id, first.json.id);
      assert.equal(second.headers['x-svc-idempotency-mismatch'], undefined);
      assert.equal(api.started(), started);
    });

    it('says so when a repeat of a key asks for something else', async () => {
      const first = await api.call('POST', '/api/tasks', { json: newPod({ idempotency_key: 'mine' }) });
      const second = await api.call('POST', '/api/tasks', { json: newPod({ idempotency_key: 'mine' }) });
      assert.equal(second.status, 200);
      assert.equal(second.json.id, first.json.id);
      assert.equal(second.headers['x-svc-idempotency-mismatch'], 'true');
    });

    it('takes the key from the header Idempotency-Key as from its member', async () => {
      const headers = { 'idempotency-key': 'from-the-header' };
      const first = await api.call('POST', '/api/tasks', { headers, json: newPod() });
      const second = await api.call('POST', '/api/tasks', {
        headers,
        json: newPod({ idempotency_key: 'from-the-header' }),
      });
      assert.deepEqual([first.status, second.status], [201, 200]);
      assert.equal(first.json.idempotency_key, 'from-the-header');
      assert.equal(second.json.id, first.json.id);
    });

    it('gives equal requests at the same instant one task: one 201, the others 200', async () => {
      const json = newPod();
      const answers = await Promise.all(Array.from({ length: 12 }, () => api.call('POST', '/api/tasks', { json })));
      assert.equal(answers.filter((answer) => answer.status === 201).length, 1);
      assert.equal(answers.filter((answer) => answer.status === 200).length, 11);
      assert.equal(new Set(answers.map((answer) => answer.json.id)).size, 1);
    });

    it('keeps the keys of two senders apart', async () => {
      const json = newPod({ idempotency_key: 'shared' });
      const mine = await api.call('POST', '/api/tasks', { json });
      const theirs = await api.call('POST', '/api/tasks', { json, key: api.other.key });
      assert.deepEqual([mine.status, theirs.status], [201, 201]);
      assert.notEqual(mine.json.id, theirs.json.id);
    });

    it('uses the address that the sender registered when none is given, and null when there is none', async () => {
      assert.equal(
        (await api.call('POST', '/api/tasks', { json: newPod() })).json.callback_url,
        'https://first.example/results',
      );
      assert.equal(
        (await api.call('POST', '/api/tasks', { json: newPod(), key: api.other.key })).json.callback_url,
        null,
      );
    });

    it('takes a portal action although no playbook offers it', async () => {
      const answer = await api.call('POST', '/api/tasks', {
        json: { task_type: 'portal_action', params: { action: 'close_account' } },
      });
      assert.equal(answer.status, 201);
    });
  });

  describe('GET /api/tasks/{id}', () => {
    it('answers 401 without a key', async () => {
      assert.equal((await api.call('GET', '/api/tasks/tsk_x', { key: null })).status, 401);
    });

    it('answers 404 for what is not there, what is no id, and what is another sender’s, all alike', async () => {
      const theirs = await api.call('POST', '/api/tasks', { json: newPod(), key: api.other.key });
      for (const id of ['tsk_00000000-0000-7000-8000-000000000000', 'x', '%00', '%zz', theirs.json.id]) {
        const answer = await api.call('GET', `/api/tasks/${id}`);
        assert.deepEqual([answer.status, answer.json], [404, { error: 'there is no such task', code: 'not_found' }]);
      }
    });

    it('answers 200 with the record, and HEAD with its headers alone', async () => {
      const { json: task } = await api.call('POST', '/api/tasks', { json: newPod() });
      const answer = await api.call('GET', `/api/tasks/${task.id}`);
      assert.deepEqual([answer.status, answer.json], [200, task]);
      const head = await api.call('HEAD', `/api/tasks/${task.id}`);
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal(head.headers['content-length'], String(Buffer.byteLength(answer.text)));
    });

    it('says what a task waits for: a portal, the answer to a question, an approval, or nothing', async () => {
      const { pool } = api.database;
      const { json: task } = await api.call('POST', '/api/tasks', { json: newPod() });
      const waitingOn = async (status: string): Promise<unknown> => {
        await pool.query('update tasks set status = $2 where id = $1', [task.id, status]);
        const { json } = await api.call('GET', `/api/tasks/${task.id}`);
        const listed = (await api.call('GET', '/api/tasks?limit=1')).json;
        assert.equal(listed.tasks[0].waiting_on, json.waiting_on);
        return json.waiting_on;
      };
      assert.equal(await waitingOn('running'), null);
      const wait = { portal: 'acme-tms', portalName: 'ACME TMS', reason: 'its sign-in has changed' };
      await noteWait(pool, task.id, wait, new Date());
      assert.equal(await waitingOn('running'), 'portal');
      const question = await askQuestion(pool, task.id, 'The code by SMS', 60_000);
      assert.equal(await waitingOn('running'), 'person');
      await endQuestion(pool, question, 'ended', null);
      assert.equal(await waitingOn('running'), 'portal');
      assert.equal(await waitingOn('awaiting_approval'), 'person');
      await endWait(pool, task.id);
      assert.equal(await waitingOn('running'), null);
    });
  });
});

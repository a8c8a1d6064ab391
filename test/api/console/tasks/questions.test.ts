import assert from 'node:assert/strict';
import { askPerson } from '../../../../activities/studio/questions.ts';
import { openQuestion } from '../../../../store/task-questions.ts';
import { openConsole, type TestConsole } from '../../../support/console.ts';
import { type TestApi, testSecret } from '../../../support/dispatch-api.ts';
import { until } from '../../../support/wait.ts';

const code = '802417';

describe('the question of a task to a person', () => {
  let site: TestConsole<TestApi>;
  let taskId: string;
  before(async () => {
    site = await openConsole('dispatch');
    const made = await site.api.call('POST', '/api/tasks', {
      json: { task_type: 'pull_pod', params: { pro: '0412708839' } },
    });
    taskId = made.json['id'] as string;
  });
  after(() => site.close());

  const waits: (string | null)[] = [];
  const ask = (withinMs: number, signal = new AbortController().signal): Promise<string | undefined> =>
    askPerson(
      { pool: site.database.pool, listenUrl: site.database.url, deploymentSecret: testSecret },
      { taskId, signal, onWaiting: async (question) => void waits.push(question?.words ?? null) },
      { question: 'The code sent to the phone', withinMs },
    );

  it('is answered on its page by an approver, and the answer is in no row', async () => {
    const [approver, viewer] = [await site.signInAs('approver'), await site.signInAs('viewer')];
    const answered = ask(300_000);
    await until(() => openQuestion(site.database.pool, taskId), { what: 'the question' });
    await until(() => waits.length === 1, { what: 'the worker that listens' });
    const page = await approver.get(`/console/tasks/${taskId}`);
    assert.match(page.text, /The code sent to the phone/);
    assert.doesNotMatch((await viewer.get(`/console/tasks/${taskId}`)).text, /name="answer"/);
    const sent = await approver.post(`/console/tasks/${taskId}/answer`, { answer: code });
    assert.equal(sent.status, 303);
    assert.equal(await answered, code);
    assert.deepEqual(waits, ['The code sent to the phone', null]);
    const { rows } = await site.database.pool.query<{ all: string }>(
      `select (select string_agg(t::text, '') from task_questions t) || (select string_agg(a::text, '') from audit_log a) as all`,
    );
    assert.ok(!rows[0]?.all.includes(code));
    assert.match(rows[0]?.all ?? '', /task\.question_answered/);
    assert.match((await approver.get(`/console/tasks/${taskId}`)).text, /The answer was typed into the page/);
  });

  it('ends at its deadline, and when the task is cancelled', async () => {
    assert.equal(await ask(1), undefined);
    const cancelled = new AbortController();
    const asked = ask(300_000, cancelled.signal);
    await until(() => openQuestion(site.database.pool, taskId), { what: 'the question' });
    cancelled.abort(new Error('cancelled'));
    await assert.rejects(asked, /cancelled/);
    assert.equal(await openQuestion(site.database.pool, taskId), undefined);
  });
});

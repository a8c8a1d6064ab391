/** New tasks by form: fields from the schemas, findings in the API's words, one processor for all channels. */
import { sentenceIn } from '../../../../domain/sentence.ts';
import assert from 'node:assert/strict';
import { formOf } from '../../../../api/console/tasks/task-form.ts';
import { taskTypes } from '../../../../domain/dispatch/task.ts';
import { readAudit } from '../../../../store/audit-log.ts';
import { readTask } from '../../../../store/tasks.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestApi } from '../../../support/dispatch-api.ts';

describe('the form of a task type', () => {
  it('has every required member of the schema, marked so', () => {
    const required = Object.fromEntries(
      taskTypes.map((type) => [
        type,
        formOf(type)
          .fields.filter((field) => field.required)
          .map(({ name }) => name.replace('params.', '')),
      ]),
    );
    assert.deepEqual(required, {
      pull_pod: ['pro'],
      pod_to_dispute: ['pro'],
      file_dispute: ['invoice_number'],
      answer_claim: [],
      tms_correction: ['pro', 'reason_code', 'note'],
      portal_action: ['action'],
    });
    assert.deepEqual(formOf('answer_claim').rules.map(sentenceIn), [
      'params.claim_id or params.invoice_number is required for answer_claim',
    ]);
  });

  it('offers choices where the schema names them, and only those of the type', () => {
    const options = (type: 'tms_correction' | 'file_dispute'): string[] =>
      formOf(type)
        .fields.find(({ name }) => name === 'params.reason_code')
        ?.options.map(({ value }) => value) ?? [];
    assert.deepEqual(options('tms_correction'), ['WC', 'CC', 'AC', 'DA', 'CN', 'RR']);
    assert.deepEqual(options('file_dispute'), ['ACC', 'SHT', 'DMG', 'CLS', 'WGT', 'RATE', 'DUP', 'OTH']);
    const classes = formOf('tms_correction').fields.find(({ name }) => name === 'params.changes.billed_class');
    assert.equal(classes?.control, 'select');
    assert.match(classes?.help ?? '', /For reason CC or RR\./);
  });
});

describe('a new task by form', function () {
  let site: TestConsole<TestApi>;
  let approver: Browserless;
  before(async () => {
    site = await openConsole('dispatch', { PORTAL_SANDBOX_AUDIT_URL: 'http://127.0.0.1:9' });
    approver = await site.signInAs('approver', 'ann@example.com');
  });
  after(() => site.close());

  const ask = (type: string, fields: Record<string, string>): ReturnType<Browserless['post']> =>
    approver.post(`/console/tasks/new/${type}`, { sender: site.api.senderId, ...fields });
  const idOf = (location: string | null): string => location?.split('/').at(-1) ?? '';

  it('is not for viewers, and needs a form of ours', async () => {
    const viewer = await site.signInAs('viewer');
    assert.equal((await viewer.get('/console/tasks/new/pull_pod')).status, 403);
    assert.equal((await viewer.post('/console/tasks/new/pull_pod', { 'params.pro': '0412708839' })).status, 403);
    assert.equal((await ask('pull_pod', { 'params.pro': '0412708839', _csrf: 'forged' })).status, 403);
    assert.equal((await approver.get('/console/tasks/new/nonsense')).status, 404);
  });

  it('shows a form for each type', async () => {
    const { text } = await approver.get('/console/tasks/new');
    for (const type of taskTypes) {
      assert.match(text, new RegExp(`href="/console/tasks/new/${type}"`));
      const page = await approver.get(`/console/tasks/new/${type}`);
      assert.equal(page.status, 200);
      for (const { name } of formOf(type).fields) assert.ok(page.text.includes(`name="${name}"`), `${type} ${name}`);
    }
    assert.match((await approver.get('/console/tasks/new/portal_action')).text, /Nothing will be clicked/);
  });

  it('queues the task by the channel console, asked for by the person, and logs it', async () => {
    const { status, location } = await ask('tms_correction', {
      'params.pro': ' 0412708839 ',
      'params.reason_code': 'AC',
      'params.changes.add_accessorials': 'LFT, RES',
      'params.note': 'Signed for at the dock',
      instruction: 'Two lines\r\nof words',
      'requested_by.email': 'somebody@else.example',
    });
    assert.equal(status, 303);
    const task = await readTask(site.database.pool, idOf(location));
    assert.deepEqual(task?.params, {
      pro: '0412708839',
      reason_code: 'AC',
      changes: { add_accessorials: ['LFT', 'RES'] },
      note: 'Signed for at the dock',
    });
    assert.equal(task?.channel, 'console');
    assert.equal(task?.instruction, 'Two lines\nof words');
    assert.deepEqual(task?.requestedBy, { name: 'ann', email: 'ann@example.com' });
    const [entry] = await readAudit(site.database.pool, idOf(location));
    assert.equal(entry?.actor, 'person:ann@example.com');
    assert.equal(entry?.act, 'task.asked');
    const page = await approver.get(location ?? '');
    assert.match(page.text, /The task is queued\./);
    assert.match(page.text, /LFT/);
  });

  it('says what is wrong beside the fields, in their labels, and keeps what was filled in', async () => {
    const { status, text } = await ask('tms_correction', {
      'params.pro': '12',
      'params.reason_code': 'WC',
      'params.changes.billed_weight': 'much',
      'params.note': 'kept <b>words</b>',
    });
    assert.equal(status, 422);
    assert.match(text, /id="params-pro-error">PRO must be exactly 10 digits</);
    assert.match(text, /id="params-changes-billed_weight-error">Billed weight must be a whole number</);
    assert.match(text, /aria-invalid="true"/);
    assert.match(text, /kept &lt;b&gt;words&lt;\/b&gt;/);
    const either = await ask('answer_claim', {});
    assert.match(either.text, /error">Claim ID or invoice number is required/);
    const foreign = await ask('pull_pod', { sender: 'snd_none', 'params.pro': '0412708839' });
    assert.match(foreign.text, /Sender must be chosen/);
  });

  it('leads to the task that was asked for before, with a notice', async () => {
    const first = await ask('pull_pod', { 'params.pro': '0412708840' });
    const again = await ask('pull_pod', { 'params.pro': '0412708840' });
    assert.equal(again.location, first.location);
    assert.match(
      (await approver.get(again.location ?? '')).text,
      /Duplicate of a task created on .* Nothing new was queued\./,
    );
  });

  it('records a portal action, which nobody clicks', async () => {
    const { location } = await ask('portal_action', { 'params.action': 'void_bill', 'params.pro': '0412708839' });
    assert.equal((await readTask(site.database.pool, idOf(location)))?.taskType, 'portal_action');
  });
});

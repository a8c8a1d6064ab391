/** Settling an uncertain write on the page of its task: what is shown, who may, once, and what is kept of it. */
import assert from 'node:assert/strict';
import { readAudit } from '../../../../store/audit-log.ts';
import { readIntents } from '../../../../store/portal-intents.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestApi } from '../../../support/dispatch-api.ts';
import { addManyTasks } from '../../../support/many-tasks.ts';
import { addUncertainWrite } from '../../../support/uncertain-write.ts';

describe('an uncertain write on the page of its task', function () {
  let site: TestConsole<TestApi>;
  let approver: Browserless;
  let tasks: string[];
  before(async () => {
    site = await openConsole('dispatch');
    const { pool } = site.database;
    await addManyTasks(pool, 400);
    const found = await pool.query<{ id: string }>(
      "select id from tasks where status = 'escalated' order by id limit 4",
    );
    tasks = found.rows.map(({ id }) => id);
    for (const [n, taskId] of tasks.entries()) await addUncertainWrite(pool, taskId, `bill ${n}`);
    approver = await site.signInAs('approver');
  });
  after(() => site.close());

  const path = (n: number): string => `/console/tasks/${tasks[n]}`;
  const settle = (n: number, fields: Record<string, string>, who = approver) =>
    who.post(`${path(n)}/write`, { action: 'correct_bill', number: '', note: '', ...fields });

  it('says what to look for and where, and what was to be written', async () => {
    const { text } = await approver.get(path(0));
    for (const expected of [
      /It is not known whether this was written/,
      /Look at bill 0 in .* for a correction with our reference <strong class="mono">LK-0000000A</,
      /2 times/,
      /The net change is &lt;within&gt; 250\.00/,
      /Billed class/,
      /name="found" value="written"/,
    ])
      assert.match(text, expected);
    assert.doesNotMatch(text, /style=/);
  });

  it('takes a number with what was found, and shows and logs who said so', async () => {
    const { status, location } = await settle(0, { found: 'written', number: ' COR-7 ', note: 'Seen\r\nat <noon>' });
    assert.equal(`${status} ${location}`, `303 ${path(0)}`);
    const { text } = await approver.get(path(0));
    assert.match(text, /Other tasks can work on bill 0 again/);
    assert.match(text, /It is there, under <strong>COR-7<\/strong>/);
    assert.match(text, /approver@example\.com/);
    assert.match(text, /Seen\nat &lt;noon&gt;/);
    assert.doesNotMatch(text, /name="found"/);
    const [intent] = await readIntents(site.database.pool, tasks[0] ?? '');
    assert.equal(`${intent?.state} ${intent?.number}`, 'written COR-7');
    const [entry] = await readAudit(site.database.pool, tasks[0] ?? '');
    assert.equal(`${entry?.actor} ${entry?.act}`, 'person:approver@example.com write.settled');
    assert.deepEqual(entry?.details, {
      action: 'correct_bill',
      record: 'bill 0',
      state: 'written',
      number: 'COR-7',
      note: 'Seen\nat <noon>',
    });
  });

  it('takes that nothing is there', async () => {
    assert.equal((await settle(1, { found: 'absent' })).status, 303);
    assert.match((await approver.get(path(1))).text, /It is not there, recorded by/);
    const [intent] = await readIntents(site.database.pool, tasks[1] ?? '');
    assert.equal(intent?.state, 'absent');
  });

  it('refuses half a word, and keeps what was written', async () => {
    for (const [fields, finding] of [
      [{ note: 'my <words>' }, /<li data-field="found">Choose whether the write is in the portal/],
      [{ found: 'written', note: 'my <words>' }, /Number must be given/],
      [{ found: 'absent', number: 'COR-7', note: 'my <words>' }, /Number must be left out/],
      [{ found: 'written', number: 'x'.repeat(101), note: 'my <words>' }, /at most 100 characters/],
    ] as const) {
      const { status, text } = await settle(2, fields);
      assert.equal(status, 422);
      assert.match(text, finding);
      assert.match(text, /my &lt;words&gt;/);
    }
    assert.deepEqual(await readAudit(site.database.pool, tasks[2] ?? ''), []);
  });

  it('accepts one of two answers, and shows the other person who was first', async () => {
    const other = await site.signInAs('approver', 'cy@example.com');
    const answers = await Promise.all([
      settle(2, { found: 'absent' }),
      settle(2, { found: 'written', number: 'COR-8' }, other),
    ]);
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['303', '409']);
    const late = answers.find(({ status }) => status === 409);
    assert.match(late?.text ?? '', /Not accepted:<\/strong>[^]*<li>This write is no longer uncertain/);
    assert.match(late?.text ?? '', /recorded by/);
    assert.equal((await readAudit(site.database.pool, tasks[2] ?? '')).length, 1);
  });

  it('lets viewers look and not say', async () => {
    const viewer = await site.signInAs('viewer');
    const { text } = await viewer.get(path(3));
    assert.match(text, /An approver can record the result/);
    assert.doesNotMatch(text, /name="found"/);
    assert.equal((await settle(3, { found: 'absent' }, viewer)).status, 403);
    const [intent] = await readIntents(site.database.pool, tasks[3] ?? '');
    assert.equal(intent?.state, 'uncertain');
  });
});

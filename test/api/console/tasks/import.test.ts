/** CSV by page: preview before anything is stored, findings by row, the report to download. */
import assert from 'node:assert/strict';
import { type Browserless, openConsole, type PageAnswer, type TestConsole } from '../../../support/console.ts';
import type { TestApi } from '../../../support/dispatch-api.ts';

const boundary = '----a-boundary';
function formOf(fields: Readonly<Record<string, string>>, file?: { name: string; content: string }): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (file !== undefined)
    parts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n` +
        `Content-Type: text/csv\r\n\r\n${file.content}\r\n`,
    );
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`);
}

const csv = [
  'task_type,pro,client_ref',
  'pull_pod,0412708839,one',
  'pull_pod,12,two',
  'pull_pod,0412708839,one',
  'pull_pod,0412708841,three',
].join('\n');

describe('importing a CSV file by page', function () {
  let site: TestConsole<TestApi>;
  let approver: Browserless;
  before(async () => {
    site = await openConsole('dispatch');
    approver = await site.signInAs('approver', 'ann@example.com');
  });
  after(() => site.close());

  const send = (fields: Record<string, string>, file?: { name: string; content: string }): Promise<PageAnswer> =>
    approver.postBody('/console/tasks/import', formOf(fields, file), `multipart/form-data; boundary=${boundary}`);
  const tasks = async (): Promise<number> =>
    (await site.database.pool.query<{ count: number }>('select count(*)::int as count from tasks')).rows[0]?.count ??
    -1;

  it('shows what would become of each row and stores none, then takes the good ones and reports', async () => {
    const sent = await send({ sender: site.api.senderId, text: '' }, { name: 'orders.csv', content: csv });
    assert.equal(sent.status, 303, sent.text);
    const address = sent.location ?? '';
    const preview = await approver.get(address);
    assert.match(preview.text, /orders\.csv/);
    assert.match(preview.text, /Queue 2 tasks/);
    assert.match(
      preview.text,
      /<th role="rowheader" scope="row">3<\/th>\s*<td [^>]*>\s*<p>PRO must be exactly 10 digits/,
    );
    assert.match(preview.text, /The same as an earlier row of this file/);
    assert.equal(await tasks(), 0);
    const foreseen = await approver.get(`${address}/report.csv`);
    assert.match(foreseen.text, /pull_pod,12,two,3,422,,invalid_task,/);

    const taken = await approver.post(address);
    assert.equal(taken.location, address);
    assert.equal(await tasks(), 2);
    const report = await approver.get(address);
    assert.match(report.text, /2 tasks queued, 1 duplicate, 1 rejected\./);
    const lines = (await approver.get(`${address}/report.csv`)).text.trim().split(/\r?\n/);
    assert.equal(lines[0], 'task_type,pro,client_ref,line,status,task_id,error_code,error,hint');
    assert.match(lines[1] ?? '', /^pull_pod,0412708839,one,2,201,tsk_/);
    assert.match(lines[3] ?? '', /^pull_pod,0412708839,one,4,200,tsk_/);
    const asked = await site.database.pool.query<{ by: { email: string }; channel: string }>(
      'select distinct requested_by as by, channel from tasks',
    );
    assert.deepEqual(asked.rows, [{ by: { name: 'ann', email: 'ann@example.com' }, channel: 'csv' }]);

    const twice = await approver.post(address);
    assert.equal(twice.status, 303);
    assert.equal(await tasks(), 2);
    const logged = await site.database.pool.query(`select details from audit_log where act = 'task.imported'`);
    assert.deepEqual(
      logged.rows.map(({ details }) => details.accepted),
      [2],
    );
  });

  it('takes pasted text, and shows rows that were asked for before with their task', async () => {
    const sent = await send({ sender: site.api.senderId, text: csv });
    const preview = await approver.get(sent.location ?? '');
    assert.match(preview.text, /pasted\.csv/);
    assert.match(preview.text, /Duplicate of <a href="\/console\/tasks\/tsk_/);
    assert.match(preview.text, /No rows to queue/);
  });

  it('says why a file cannot be read, and keeps nothing of it', async () => {
    const wrong = await send({ sender: site.api.senderId }, { name: 'x.csv', content: 'task_typ,pro\npull_pod,1' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /did you mean task_type\?/);
    assert.match((await send({ sender: site.api.senderId, text: '' })).text, /Choose a file, or paste its text/);
    assert.match((await send({ sender: 'snd_none', text: csv })).text, /Sender must be chosen/);
    const many = ['task_type,pro', ...Array.from({ length: 5001 }, () => 'pull_pod,0412708839')].join('\n');
    assert.match((await send({ sender: site.api.senderId, text: many })).text, /5001 tasks; at most 5000 are accepted/);
    const latin = await approver.postBody(
      '/console/tasks/import',
      Buffer.concat([
        formOf({ sender: site.api.senderId }).subarray(0, -4 - boundary.length - 2),
        Buffer.from('broken'),
      ]),
      `multipart/form-data; boundary=${boundary}`,
    );
    assert.equal(latin.status, 400);
    assert.equal((await approver.postBody('/console/tasks/import', 'a=1', 'text/plain')).status, 415);
    assert.equal((await approver.postBody('/console/tasks/import', 'a=1', 'multipart/form-data')).status, 400);
  });

  it("does not show one person's file to another, nor take it for a viewer", async () => {
    const { location } = await send({ sender: site.api.senderId, text: csv });
    const bea = await site.signInAs('admin', 'bea@example.com');
    assert.equal((await bea.get(location ?? '')).status, 404);
    assert.equal((await bea.post(location ?? '')).status, 404);
    assert.equal((await bea.get(`${location}/report.csv`)).status, 404);
    const viewer = await site.signInAs('viewer');
    assert.equal((await viewer.get('/console/tasks/import')).status, 403);
  });

  it('gives a file to start from for every type', async () => {
    const { status, text, headers } = await approver.get('/console/tasks/import/template/tms_correction.csv');
    assert.equal(status, 200);
    assert.match(String(headers['content-disposition']), /tms_correction\.csv/);
    assert.match(text, /^task_type,pro,reason_code/);
    assert.equal((await approver.get('/console/tasks/import/template/nonsense.csv')).status, 404);
  });

  it('previews and takes five thousand rows, in pages of less than 200 kB', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => `pull_pod,${n % 9 === 0 ? 'x' : 2_000_000_000 + n},m-${n}`);
    const sent = await send(
      { sender: site.api.senderId },
      { name: 'many.csv', content: ['task_type,pro,client_ref', ...rows].join('\n') },
    );
    const preview = await approver.get(sent.location ?? '');
    assert.match(preview.text, /Queue 4,444 tasks/);
    assert.ok(Buffer.byteLength(preview.text) < 200_000);
    await approver.post(sent.location ?? '');
    const report = await approver.get(sent.location ?? '');
    assert.match(report.text, /4444 tasks queued, 0 duplicates, 556 rejected/);
    assert.ok(Buffer.byteLength(report.text) < 200_000);
  });
});

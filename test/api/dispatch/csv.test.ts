import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';
import type { Answer } from '../../support/api-call.ts';

let count = 0;
const nextPro = (): string => String(4_000_000_000 + (count += 1));

describe('POST /api/tasks with text/csv', () => {
  let api: TestApi;
  before(async () => (api = await openTestApi()));
  after(() => api.close());
  const stored = async (): Promise<number> =>
    (await api.database.pool.query<{ n: number }>('select count(*)::int as n from tasks')).rows[0]?.n ?? -1;
  const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
    api.call('POST', '/api/tasks', { body, headers: { 'content-type': 'text/csv', ...headers } });

  it('answers 401 without a key', async () => {
    const headers = { 'content-type': 'text/csv' };
    assert.equal((await api.call('POST', '/api/tasks', { key: null, headers, body: 'task_type' })).status, 401);
  });

  it('queues each row, channel csv, and reports the line on which it begins', async () => {
    const body = [
      'task_type,pro,instruction',
      `pull_pod,${nextPro()},"two`,
      'lines"',
      '',
      `pull_pod,${nextPro()},`,
      '',
    ].join('\r\n');
    const answer = await post(body);
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(
      answer.json.results.map((row: Record<string, { channel: string; instruction: string | null }>) => [
        row['index'],
        row['line'],
        row['status'],
        row['task']?.channel,
        row['task']?.instruction,
      ]),
      [
        [0, 2, 201, 'csv', 'two\nlines'],
        [1, 5, 201, 'csv', null],
      ],
    );
  });

  it('reads any line ending, comma, semicolon or tab, with or without a byte order mark', async () => {
    for (const [start, delimiter, end] of [
      ['\ufeff', ';', '\r\n'],
      ['', '\t', '\r'],
      ['\ufeff', ',', '\n'],
    ] as const) {
      const rows = [
        ['Task Type', 'PRO'],
        ['pull_pod', nextPro()],
        ['pull_pod', nextPro()],
      ];
      const answer = await post(start + rows.map((row) => row.join(delimiter)).join(end));
      assert.deepEqual([answer.status, answer.json.accepted], [201, 2], answer.text);
    }
  });

  it('leaves empty lines out, however many, and still reports the line of each row', async () => {
    const file = `task_type,pro,note\n\npull_pod,${nextPro()},"a\n\nb"\n,,\n${'\n'.repeat(900_000)}pull_pod,1,\n`;
    const { status, json } = await post(file);
    assert.equal(status, 207);
    assert.deepEqual(
      (json.results as { line: number; status: number }[]).map(({ line, status }) => [line, status]),
      [
        [3, 201],
        [900_007, 422],
      ],
    );
  });

  it('makes a correction out of its change columns', async () => {
    const answer = await post(`task_type,pro,action\nportal_action,${nextPro()},void_bill\n`);
    assert.deepEqual([answer.status, answer.json.results[0].task.task_type], [201, 'portal_action']);
    const correction = await post(
      'task_type,pro,reason_code,note,changes.add_accessorials\ntms_correction,4471180293,AC,Dock slip,LFT|RES\n',
    );
    // The shape passed; whether a portal here can do it is another matter.
    assert.ok(!/must|not a known/.test(correction.text), correction.text);
  });

  it('counts rows that were there before, 200 when all were', async () => {
    const body = `task_type,pro\npull_pod,${nextPro()}\n`;
    assert.equal((await post(body)).status, 201);
    const again = await post(body);
    assert.deepEqual([again.status, again.json.duplicates], [200, 1]);
  });

  it('refuses single rows with their sentences and says what a spreadsheet did to them: 207', async () => {
    const answer = await post(`task_type,pro\npull_pod,${nextPro()}\npull_pod,412708839\npull_pod,4.47118E+09\n`);
    assert.equal(answer.status, 207);
    const [, zeros, shortened] = answer.json.results;
    assert.deepEqual([zeros.line, zeros.details[0]], [3, 'params.pro must be exactly 10 digits']);
    assert.match(zeros.details[1], /may have dropped a leading zero/);
    assert.match(shortened.details[1], /a number that a spreadsheet shortened, its digits are lost/);
  });

  it('gives the report as CSV to who asks for that; no cell of it runs in a spreadsheet', async () => {
    const pro = nextPro();
    const answer = await post(`task_type,pro,instruction\npull_pod,${pro},=1+1\npull_pod,1,+SUM(A1)\n`, {
      accept: 'text/csv',
    });
    assert.deepEqual([answer.status, answer.headers['content-type']], [207, 'text/csv; charset=utf-8']);
    const lines = answer.text.split('\r\n');
    assert.equal(lines[0], 'task_type,pro,instruction,line,status,task_id,error_code,error,hint');
    assert.match(lines[1] ?? '', new RegExp(`^pull_pod,${pro},'=1\\+1,2,201,tsk_[^,]+,,,$`));
    assert.match(lines[2] ?? '', /^pull_pod,1,'\+SUM\(A1\),3,422,,invalid_task,params.pro must be exactly 10 digits,/);
  });

  it('gives the report of a JSON batch as CSV too', async () => {
    const answer = await api.call('POST', '/api/tasks', {
      json: { tasks: [{ task_type: 'pull_pod', params: { pro: nextPro() } }, {}] },
      headers: { accept: 'text/csv' },
    });
    assert.equal(answer.status, 207);
    assert.match(
      answer.text,
      /^index,status,task_id,result_url,error\r\n0,201,tsk_.*\r\n1,422,,,"task_type is required; params is required"/,
    );
  });

  it('answers 422 all_rejected when every row was refused', async () => {
    const before = await stored();
    const answer = await post('task_type,pro\npull_pod,1\n');
    assert.deepEqual([answer.status, answer.json.code, answer.json.results[0].line], [422, 'all_rejected', 2]);
    const csv = await post('task_type,pro\npull_pod,1\n', { accept: 'text/csv' });
    assert.deepEqual([csv.status, csv.headers['content-type']], [422, 'text/csv; charset=utf-8']);
    assert.equal(await stored(), before);
  });

  it('takes 100 rows and refuses 101 as a whole', async () => {
    const file = (rows: number): string =>
      `task_type,pro\n${Array.from({ length: rows }, () => `pull_pod,${nextPro()}\n`).join('')}`;
    assert.equal((await post(file(100))).json.accepted, 100);
    const before = await stored();
    const more = await post(file(101));
    assert.deepEqual([more.status, more.json.code], [422, 'invalid_batch']);
    assert.match(more.json.error, /101 tasks; at most 100/);
    assert.equal(await stored(), before);
  });

  const whole: [string, string | Buffer, number, string, RegExp][] = [
    ['an empty file', '', 422, 'invalid_batch', /^the file is empty$/],
    ['a header and no row', 'task_type,pro\n', 422, 'invalid_batch', /header row and no task/],
    ['an unknown column', 'task_type,proo\npull_pod,1\n', 422, 'invalid_batch', /did you mean pro\?/],
    ['no task_type column', 'pro\n1\n', 422, 'invalid_batch', /column task_type is missing/],
    ['Latin-1', Buffer.from('task_type,note\npull_pod,Caf\xe9\n', 'latin1'), 400, 'bad_csv', /must be UTF-8/],
    [
      'UTF-16',
      Buffer.from('\ufefftask_type,pro\npull_pod,1\n', 'utf16le'),
      400,
      'bad_csv',
      /must be CSV as UTF-8 text; it is UTF-16/,
    ],
    ['a NUL', 'task_type,pro\npull_pod,\u0000\n', 400, 'bad_csv', /NUL/],
    [
      'a quote that is not closed',
      'task_type,note\npull_pod,"open\n',
      400,
      'bad_csv',
      /line 2 is not closed|not closed/,
    ],
    ['a quote inside a plain cell', 'task_type,note\npull_pod,a"b\n', 400, 'bad_csv', /on line 2/],
    ['text after a closing quote', 'task_type,note\npull_pod,"a"b\n', 400, 'bad_csv', /on line 2/],
    ['a zip file', Buffer.from('504b0304140000000800ff', 'hex'), 400, 'bad_csv', /UTF-8/],
    [
      'half a surrogate pair',
      Buffer.from('task_type,note\npull_pod,\u00ed\u00a0\u0080', 'latin1'),
      400,
      'bad_csv',
      /UTF-8/,
    ],
    ['UTF-16 without a byte order mark', Buffer.from('task_type,pro\n', 'utf16le'), 400, 'bad_csv', /NUL/],
    ['a megabyte of line ends', '\n'.repeat(1_000_000), 422, 'invalid_batch', /^the file is empty$/],
    [
      'rows by the hundred thousand',
      `task_type,pro\n${'a\n'.repeat(400_000)}`,
      422,
      'invalid_batch',
      /more than 10,100 rows/,
    ],
    [
      'columns by the hundred thousand',
      Array.from({ length: 120_000 }, (_, at) => `c${at}`).join(','),
      400,
      'bad_csv',
      /at most 10,000 cells/,
    ],
    ['a megabyte of commas', ','.repeat(1_000_000), 400, 'bad_csv', /at most 10,000 cells/],
    ['a megabyte of quotes', '"'.repeat(999_999), 400, 'bad_csv', /not closed/],
  ];
  for (const [what, body, status, code, sentence] of whole)
    it(`${what}: ${status} ${code}, nothing stored`, async () => {
      const before = await stored();
      const answer = await post(body);
      assert.deepEqual([answer.status, answer.json.code], [status, code], answer.text);
      assert.match(answer.json.error, sentence);
      assert.equal(await stored(), before);
    });

  it('refuses a declared encoding that is not UTF-8, and a file over 1 MB', async () => {
    assert.equal((await post('task_type\n', { 'content-type': 'text/csv; charset=windows-1252' })).status, 415);
    assert.equal((await post(' '.repeat(1_000_001))).status, 413);
  });

  it('takes huge numbers as the text they are, and refuses them', async () => {
    const row = (weight: string): string => `tms_correction,${nextPro()},WC,n,${weight}`;
    const weights = ['1e400', '99999999999999999999999', '-5', '0x10', '\u0661\u0662', '1000000'];
    const answer = await post(`task_type,pro,reason_code,note,changes.billed_weight\n${weights.map(row).join('\n')}`);
    assert.equal(answer.status, 422);
    for (const { error } of answer.json.results as { error: string }[]) assert.match(error, /billed_weight must be/);
  });

  it('any text is a report or a refusal, never a failure of ours', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('pull_pod', '4471180293', '"', '=1'),
    );
    const file = fc
      .tuple(fc.constantFrom(',', ';', '\t'), fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 4 }))
      .map(([delimiter, rows]) => `task_type,pro,note\n${rows.map((row) => row.join(delimiter)).join('\n')}`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(file, fc.string({ unit: 'binary' })), async (text) => {
        const answer = await post(text);
        assert.ok([200, 201, 207, 400, 422].includes(answer.status), `${answer.status} ${answer.text}`);
      }),
      { numRuns: 150 },
    );
  });
});

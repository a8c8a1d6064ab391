import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTaskInput } from '../../commands/dispatch/check-task-input.ts';
import { readCsv } from '../../commands/dispatch/import-tasks.ts';
import { csvTemplate } from '../../domain/dispatch/csv/columns.ts';
import { taskTypes } from '../../domain/dispatch/task.ts';
import { createSender } from '../../store/senders.ts';
import { testSecret } from '../support/dispatch-api.ts';
import { type AdminBench, type Ran, openAdminBench } from './run-admin.ts';

describe('admin task', function () {
  let bench: AdminBench;
  let senderId: string;
  before(async () => {
    bench = await openAdminBench();
    ({ senderId } = await createSender(bench.database.pool, testSecret, { name: 'Import', actor: 'test' }));
  });
  after(() => bench.close());
  const importFile = (text: string | Buffer, ...options: string[]): Promise<Ran> => {
    const path = join(bench.folder, 'tasks.csv');
    writeFileSync(path, text);
    return bench.runHere(['task', 'import', path, '--sender', senderId, ...options]);
  };
  const counts = async (): Promise<unknown> =>
    (
      await bench.database.pool.query(
        `select (select count(*)::int from tasks where channel = 'csv') as tasks,
                (select count(*)::int from workflow_starts) as starts`,
      )
    ).rows[0];

  it('checks and reports 5,000 rows, and stores them with their workflow starts', async () => {
    const rows = Array.from({ length: 5000 }, (_, row) => `pull_pod,${5_000_000_000 + row},"Order ${row}, please"`);
    const text = `task_type,pro,instruction\n${rows.join('\n')}\n`;
    const dry = await importFile(text, '--dry-run', '--json');
    assert.equal(dry.code, 0, dry.err);
    const foreseen = JSON.parse(dry.out) as Record<string, number>;
    assert.deepEqual([foreseen['accepted'], foreseen['rejected']], [5000, 0]);
    assert.deepEqual(await counts(), { tasks: 0, starts: 0 });
    const done = JSON.parse((await importFile(text, '--json')).out) as Record<string, number>;
    assert.deepEqual([done['accepted'], done['duplicates']], [5000, 0]);
    assert.deepEqual(await counts(), { tasks: 5000, starts: 5000 });
    const again = JSON.parse((await importFile(text, '--json')).out) as Record<string, number>;
    assert.deepEqual([again['accepted'], again['duplicates']], [0, 5000]);
    assert.deepEqual(await counts(), { tasks: 5000, starts: 5000 });
  });

  it('names refused rows by their line, takes the others, and ends with 1', async () => {
    const report = join(bench.folder, 'report.csv');
    const text = 'task_type,pro\npull_pod,4000000001\npull_pod,4.1E+09\npull_pod,4000000001\n';
    const ran = await importFile(text, '--report', report);
    assert.equal(ran.code, 1);
    assert.match(ran.out, /^line 3: PRO must be exactly 10 digits; pro 4.1E\+09 is a number that a spreadsheet/);
    assert.match(ran.out, /accepted +1\nduplicates +1\nrejected +1\n/);
    const lines = readFileSync(report, 'utf8').split('\r\n');
    assert.match(lines[1] ?? '', /^pull_pod,4000000001,2,201,tsk_/);
    assert.match(lines[3] ?? '', /^pull_pod,4000000001,4,200,tsk_/);
  });

  it('foresees repeats inside a file', async () => {
    const ran = await importFile('task_type,pro\npull_pod,4000000009\npull_pod,4000000009\n', '--dry-run', '--json');
    const report = JSON.parse(ran.out) as { results: { status: number; task_id: string | null }[] };
    assert.deepEqual(
      report.results.map((row) => [row.status, row.task_id]),
      [
        [201, null],
        [200, null],
      ],
    );
  });

  const refused: [string, () => Promise<Ran>, RegExp][] = [
    [
      '5,001 rows',
      () => importFile(`task_type,pro\n${'pull_pod,4471180293\n'.repeat(5001)}`),
      /5001 tasks; at most 5000/,
    ],
    ['a file that is not UTF-8', () => importFile(Buffer.from([0xff, 0xfe, 0x00])), /must be CSV as UTF-8 text/],
    [
      'a missing file',
      () => bench.runHere(['task', 'import', '/nowhere.csv', '--sender', senderId]),
      /cannot be read: there is no such file \(ENOENT\)/,
    ],
    [
      'an unknown sender',
      () => bench.runHere(['task', 'import', 'package.json', '--sender', 'snd_x']),
      /there is no sender snd_x/,
    ],
  ];
  for (const [what, run, sentence] of refused)
    it(`refuses ${what} with exit code 1 and a sentence`, async () => {
      const ran = await run();
      assert.equal(ran.code, 1);
      assert.match(ran.err, sentence);
    });

  it('prints a template that imports as it is', async () => {
    const template = await bench.runHere(['task', 'template', 'pull_pod']);
    assert.equal((await importFile(template.out, '--dry-run')).code, 0);
  });

  it('has a template of each type whose row is a valid task', async () => {
    for (const type of taskTypes) {
      const file = await readCsv(Buffer.from(csvTemplate(type)), 1);
      assert.ok('rows' in file);
      const [row] = file.rows;
      assert.ok(row && 'input' in row && 'input' in checkTaskInput(row.input, { allowLoopback: false }), type);
    }
  });
});

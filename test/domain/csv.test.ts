/** CSV that we write: exact, and harmless in a spreadsheet. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { csvTemplate, matchHeader } from '../../domain/dispatch/csv/columns.ts';
import { csvReport, csvTasks } from '../../domain/dispatch/csv/rows.ts';
import { writeCsv } from '../../domain/csv.ts';
import { taskTypes } from '../../domain/dispatch/task.ts';

/** The cells of RFC 4180 text, for reading back what was written. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/g)) {
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}

describe('CSV that we write', () => {
  it('quotes what has to be quoted and ends lines with CRLF', () => {
    assert.equal(
      writeCsv(
        ['a', 'b'],
        [
          ['x,y', 'say "no"'],
          ['two\nlines', ' padded '],
          ['', 'plain'],
        ],
      ),
      'a,b\r\n"x,y","say ""no"""\r\n"two\nlines"," padded "\r\n,plain\r\n',
    );
  });

  const formulas = [
    '=1+1',
    '+1',
    '-223.00',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '\uff1d1+1',
    '\uff201',
    '\u00a0=1',
  ];
  for (const text of formulas)
    it(`makes text of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(cellsOf(writeCsv(['a'], [[text]])), [['a'], [`'${text}`]]);
    });

  it('brings every text back as it was, or as text where it would have run', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (row) => {
        const [, back = []] = cellsOf(
          writeCsv(
            row.map(() => 'h'),
            [row],
          ),
        );
        assert.equal(back.length, row.length);
        back.forEach((cell, index) => {
          assert.ok(cell === row[index] || cell === `'${row[index]}`);
          assert.doesNotMatch(cell, /^\s*[=+\-@]/);
        });
      }),
    );
  });
});

describe('the report on a CSV file', () => {
  it('repeats the columns that came and says line, status, task, error and hint', () => {
    const records = [
      { line: 2, cells: ['pull_pod', '0412708839', '=cmd'] },
      { line: 4, cells: ['pull_pod', '412708839'] },
    ];
    const matched = matchHeader(['Task Type', 'PRO', 'note']);
    assert.ok('header' in matched);
    const text = csvReport(matched.header, records, [
      { line: 2, status: 201, taskId: 'tsk_1', errorCode: null, errors: [], hints: [] },
      {
        line: 4,
        status: 422,
        taskId: null,
        errorCode: 'invalid_task',
        errors: ['params.pro must be exactly 10 digits', 'x'],
        hints: ['pro has 9 digits'],
      },
    ]);
    assert.equal(
      text,
      'task_type,pro,note,line,status,task_id,error_code,error,hint\r\n' +
        "pull_pod,0412708839,'=cmd,2,201,tsk_1,,,\r\n" +
        'pull_pod,412708839,,4,422,,invalid_task,"params.pro must be exactly 10 digits; x",pro has 9 digits\r\n',
    );
  });
});

describe('a template', () => {
  for (const type of taskTypes)
    it(`for ${type} is a file of one such task without damage`, () => {
      const records = cellsOf(csvTemplate(type)).map((cells, index) => ({ line: index + 1, cells }));
      const result = csvTasks(records, 100);
      assert.ok('rows' in result);
      const [row] = result.rows;
      assert.ok(row && 'input' in row);
      assert.deepEqual([row.input['task_type'], row.hints, result.rows.length], [type, [], 1]);
    });
});

/** From rows of cells to task inputs: header, rows, lines, and the damage that spreadsheets do. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type CsvColumn, csvColumns, headerSentence, matchHeader } from '../../../../domain/dispatch/csv/columns.ts';
import { type CsvRecord, delimiters, sniffDelimiter } from '../../../../domain/csv.ts';
import { type CsvRow, type InputRow, coded, csvTasks, damageHints } from '../../../../domain/dispatch/csv/rows.ts';

const records = (...rows: readonly (readonly string[])[]): CsvRecord[] =>
  rows.map((cells, index) => ({ line: index + 1, cells }));
function rowsOf(...rows: readonly (readonly string[])[]): readonly CsvRow[] {
  const result = csvTasks(records(...rows), 100);
  assert.ok('rows' in result, JSON.stringify(result));
  return result.rows;
}
function only(...rows: readonly (readonly string[])[]): InputRow {
  const [row] = rowsOf(...rows);
  assert.ok(row && 'input' in row, JSON.stringify(row));
  return row;
}
function refused(given: readonly CsvRecord[], maxRows = 100): readonly string[] {
  const result = csvTasks(given, maxRows);
  return 'findings' in result ? result.findings : [];
}

describe('a cell without a value', () => {
  const header = ['task_type', 'pro', 'note'];
  for (const mark of ['nan', 'NaT', '<NA>', '#N/A', '#REF!', '#WERT!'])
    it(`is refused as ${mark}, with its column`, () => {
      const [row] = rowsOf(header, ['pull_pod', '4471180293', mark]);
      assert.match(JSON.stringify(row), /note is .* leave the cell empty/);
    });
  for (const note of ['None', 'N/A to us', 'Nan Lee signed', '#4471'])
    it(`is none in ${note}`, () =>
      assert.match(JSON.stringify(only(header, ['pull_pod', '4471180293', note])), new RegExp(note)));
});

describe('the delimiter of a CSV text', () => {
  const texts: readonly (readonly [string, string, string])[] = [
    ['commas', 'task_type,pro\npull_pod,"1;2;3"', ','],
    ['semicolons', 'task_type;pro;note\npull_pod,1,2,3', ';'],
    ['tabs', 'task_type\tpro', '\t'],
    ['a byte order mark before quoted names', '\ufeff"task_type";"a,b,c,d";"pro"', ';'],
    ['old Mac line ends', 'task_type;pro\rpull_pod,1,2,3', ';'],
    ['blank lines first', '\n\r\ntask_type;pro\n', ';'],
    ['a single column', 'task_type\nportal_action', ','],
    ['the row below a title', 'PODs of week 48\n\ntask_type;pro\npull_pod;1,2,3', ';'],
    ['nothing', '', ','],
  ];
  for (const [what, text, delimiter] of texts)
    it(`is recognised from ${what}`, () => assert.equal(sniffDelimiter(text), delimiter));

  it('is recognised from any header that uses it, whatever the rows contain', () => {
    const header = fc.shuffledSubarray([...csvColumns], { minLength: 2 });
    fc.assert(
      fc.property(
        fc.constantFrom(...delimiters),
        header,
        fc.string(),
        (delimiter, names, rest) => sniffDelimiter(`${names.join(delimiter)}\n${rest}`) === delimiter,
      ),
    );
  });
});

describe('a header row', () => {
  it('matches names whatever their case, spaces, dashes and byte order mark', () => {
    const result = matchHeader(['\ufeffTask Type', ' PRO ', 'invoice-number', 'Changes.Billed Weight', 'CLIENT_REF']);
    assert.deepEqual(result, {
      header: { columns: ['task_type', 'pro', 'invoice_number', 'changes.billed_weight', 'client_ref'] },
    });
  });

  it('matches what people call the columns, as the lines of a mail do', () => {
    const result = matchHeader(['Task Type', 'PRO #', 'Número de factura', 'Invoice No', 'billed_weight']);
    assert.deepEqual('findings' in result && result.findings.map(headerSentence), [
      'column invoice_number appears twice in the header row',
    ]);
    const read = matchHeader(['Tipo de tarea', 'PRO Number', 'Rechnungs-Nr.', 'Betrag', 'Billed Weight']);
    assert.deepEqual(read, {
      header: { columns: ['task_type', 'pro', 'invoice_number', 'amount', 'changes.billed_weight'] },
    });
  });

  it('matches short headings above columns, with what is in brackets behind them', () => {
    const rows = rowsOf(
      ['Type', 'Invoice #', 'Reason', 'Amount ($)', 'Comments', 'Ref'],
      ['file_dispute', '8800412375', 'DA', '95.00', 'why', 'WO-1'],
    );
    const params = { invoice_number: '8800412375', reason_code: 'DA', amount: '95.00', comment: 'why' };
    assert.deepEqual(rows, [{ line: 2, input: { task_type: 'file_dispute', client_ref: 'WO-1', params }, hints: [] }]);
    assert.equal(only(['Task', 'PRO (10 digits)'], ['pull_pod', '0412708839']).input['task_type'], 'pull_pod');
    assert.deepEqual(refused(records(['(Type)', 'pro'], ['pull_pod', '1'])), [
      'column "(Type)" is not known',
      'column task_type is missing from the header row',
    ]);
  });

  const wrong: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'an unknown column, with the nearest name',
      ['task_type', 'invoce_number'],
      ['column "invoce_number" is not known; did you mean invoice_number?'],
    ],
    ['a column unlike any other', ['task_type', 'favourite colour'], ['column "favourite colour" is not known']],
    ['a column that appears twice', ['task_type', 'pro', 'PRO'], ['column pro appears twice in the header row']],
    ['no task_type', ['pro'], ['column task_type is missing from the header row']],
    ['empty names only', ['', ' '], ['the header row is missing']],
    [
      'several at once',
      ['tpye', 'pro', 'pro'],
      [
        'column "tpye" is not known',
        'column pro appears twice in the header row',
        'column task_type is missing from the header row',
      ],
    ],
  ];
  for (const [what, cells, findings] of wrong)
    it(`is refused for ${what}`, () => {
      const matched = matchHeader(cells);
      assert.deepEqual('findings' in matched ? matched.findings.map(headerSentence) : matched, findings);
    });
});

describe('a row', () => {
  it('becomes a task input: members, params, changes, lists and a whole weight', () => {
    const { input, hints, line } = only(
      [
        'task_type',
        'pro',
        'reason_code',
        'note',
        'changes.billed_weight',
        'changes.add_accessorials',
        'instruction',
        'client_ref',
        'priority',
        'amount',
      ],
      ['tms_correction', ' 0412708839\u00a0', 'WC', 'two\r\nlines', '1420', 'LFT| RES |', 'Please', 'WO-1', 'high', ''],
    );
    assert.deepEqual(input, {
      task_type: 'tms_correction',
      instruction: 'Please',
      client_ref: 'WO-1',
      priority: 'high',
      params: {
        pro: '0412708839',
        reason_code: 'WC',
        note: 'two\nlines',
        changes: { billed_weight: 1420, add_accessorials: ['LFT', 'RES'] },
      },
    });
    assert.deepEqual([hints, line], [[], 2]);
  });

  it('is refused where codes of a list are parted by anything but |', () => {
    for (const codes of ['LFT,RES', 'LFT; RES', 'LFT/RES']) {
      const rows = rowsOf(['task_type', 'changes.add_accessorials'], ['tms_correction', codes]);
      assert.match(JSON.stringify(rows), /must have its codes parted by \|, such as LFT\|RES/);
    }
    const { input } = only(['task_type', 'changes.add_accessorials'], ['tms_correction', 'Lift gate, long']);
    assert.deepEqual(input['params'], { changes: { add_accessorials: ['Lift gate, long'] } });
  });

  it('leaves out empty cells, and has params even when nothing fills them', () => {
    assert.deepEqual(only(['task_type', 'pro', 'note'], ['pull_pod', '', ' ']).input, {
      task_type: 'pull_pod',
      params: {},
    });
  });

  it('keeps a weight that is no whole number as text, for the validation to refuse', () => {
    assert.deepEqual(only(['task_type', 'changes.billed_weight'], ['tms_correction', '1,420']).input['params'], {
      changes: { billed_weight: '1,420' },
    });
  });

  it('may end early', () => {
    assert.deepEqual(only(['task_type', 'pro', 'note'], ['pull_pod', '0412708839']).input['params'], {
      pro: '0412708839',
    });
  });

  it('keeps text that looks like a formula as the text it is', () => {
    const { input, hints } = only(['task_type', 'comment'], ['file_dispute', '=HYPERLINK("http://x")']);
    assert.deepEqual(input['params'], { comment: '=HYPERLINK("http://x")' });
    assert.deepEqual(hints, ['comment is a formula, which is read as plain text; give the value itself']);
  });

  it('of totals under the table is called that, and a task whose first cell has the word is one', () => {
    for (const cells of [
      ['Total', '', '190.00'],
      ['', '', 'TOTAL: 190.00'],
      ['Grand total:', '2'],
      ['Summe'],
      ['Sub-total'],
    ])
      assert.match(
        JSON.stringify(rowsOf(['task_type', 'pro', 'amount'], cells)),
        /a row of totals is no task; delete it/,
      );
    assert.ok('input' in only(['note', 'task_type', 'pro'], ['Total loss', 'pull_pod', '0412708839']));
  });

  it('is handled alone: too many cells, or a value under no name, break only their row', () => {
    const rows = rowsOf(
      ['task_type', 'pro', ''],
      ['pull_pod', '0412708839', '', 'x'],
      ['pull_pod', '0412708839', 'y'],
      ['pull_pod', '0412708839', '', '', ''],
    );
    assert.deepEqual(
      rows.map((row) => ('findings' in row ? row.findings : 'fine')),
      [
        ['the row has 4 cells and the header 3: is a text with a delimiter not in quotes?'],
        ['cell 3 has a value and its column has no name'],
        'fine',
      ],
    );
  });

  it('never loses or makes up a value, whatever is in its cells', () => {
    const texts = csvColumns.filter((column) => !column.startsWith('changes.'));
    const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: texts.length, maxLength: texts.length });
    fc.assert(
      fc.property(cells, (values) => {
        const result = csvTasks(records(texts, values), 100);
        const given = values.map((value) => value.replace(/^[\s\ufeff]+|[\s\ufeff]+$/g, '').replace(/\r\n?/g, '\n'));
        if ('findings' in result) return given.every((value) => value === '');
        const [row] = result.rows;
        assert.ok(row && 'input' in row);
        const { params, ...members } = row.input;
        const found = { ...members, ...(params as Record<string, unknown>) } as Record<string, unknown>;
        // Of codes only the letters and digits count, however they are written.
        const bare = (column: string, value: unknown): string =>
          coded.has(column as CsvColumn)
            ? String(value)
                .toLowerCase()
                .replace(/[^a-z0-9]/g, '')
            : String(value);
        texts.forEach((column, index) =>
          assert.equal(bare(column, found[column] ?? ''), bare(column, given[index]), column),
        );
        return Object.keys(found).length === given.filter((value) => value !== '').length;
      }),
    );
  });
});

describe('a file', () => {
  it('keeps its line numbers past blank lines, which count for nothing', () => {
    const rows = rowsOf(['', ''], ['task_type', 'pro'], ['', ' '], ['pull_pod', '0412708839']);
    assert.deepEqual(
      rows.map(({ line }) => line),
      [4],
    );
  });

  it('may have its title above the header row, as reports do', () => {
    const table = [
      ['task_type', 'pro', 'client_ref'],
      ['pull_pod', '0412708839', ''],
    ];
    const shaped = csvTasks(records(['PODs of week 48', '', ''], ['Date', '11/28/2026', ''], ...table), 100);
    assert.ok('rows' in shaped);
    assert.deepEqual(
      shaped.rows.map((row) => [row.line, 'input' in row && row.input]),
      [[4, { task_type: 'pull_pod', params: { pro: '0412708839' } }]],
    );
  });

  it('loses no row above its header that could be a task: it is refused as a whole', () => {
    for (const above of [['pull_pod', '', ''], ['', '4471180293', ''], ['447-118-0293'], ['Pull POD'], ['a', 'b', 'c']])
      assert.match(
        refused(records(above, ['task_type', 'pro', 'client_ref'], ['pull_pod', '0412708839', ''])).join(),
        /is not known|appears twice|missing/,
        above.join(),
      );
  });

  it('is refused as a whole when it is empty, has no task, or too many', () => {
    assert.deepEqual(refused([]), ['the file is empty']);
    assert.deepEqual(refused(records(['', ' '])), ['the file is empty']);
    assert.deepEqual(refused(records(['task_type'])), ['the file has a header row and no task']);
    const rows = records(['task_type'], ...Array.from({ length: 101 }, () => ['pull_pod']));
    assert.deepEqual(refused(rows), ['the file has 101 tasks; at most 100 are accepted']);
    assert.deepEqual(refused(rows, 5000), []);
  });
});

describe('what a spreadsheet did to a cell', () => {
  const damaged: readonly (readonly [Parameters<typeof damageHints>[0], string, RegExp])[] = [
    ['pro', '412708839', /^pro has 9 digits: a spreadsheet may have dropped a leading zero; format the column as text/],
    ['invoice_number', '12708839', /8 digits: a spreadsheet may have dropped 2 leading zeros/],
    ['pro', '1.23E+09', /a number that a spreadsheet shortened, its digits are lost/],
    ['pro', '1,23E+09', /a spreadsheet shortened/],
    ['client_ref', '4E+09', /a spreadsheet shortened/],
    ['pro', '4127088390.000', /a number with decimals/],
    ['pro', '="0412708839"', /is a formula/],
    ['amount', '$1,234.50', /two decimals after a point/],
    ['amount', '1.234,50', /two decimals after a point/],
    ['amount', '95,00', /two decimals after a point/],
    ['changes.billed_class', '92,5', /such as 92.5 or 100/],
    ['changes.billed_weight', '1,420', /such as 1420/],
  ];
  for (const [column, value, hint] of damaged)
    it(`is named for ${column} ${value}`, () => {
      const hints = damageHints(column, value);
      assert.equal(hints.length, 1);
      assert.match(hints[0] ?? '', hint);
    });

  const sound: readonly (readonly [Parameters<typeof damageHints>[0], string])[] = [
    ['pro', '0412708839'],
    ['pro', 'x'],
    ['pro', '123'],
    ['amount', '95.00'],
    ['amount', 'many'],
    ['changes.billed_class', '92.5'],
    ['changes.billed_weight', '1420'],
    ['note', 'E+09'],
    ['client_ref', 'WO-5521'],
    ['dispute_id', 'DSP-1'],
  ];
  for (const [column, value] of sound)
    it(`is not seen in ${column} ${value}`, () => assert.deepEqual(damageHints(column, value), []));

  const rewritten: readonly (readonly [column: string, cell: string, value: unknown])[] = [
    ['changes.billed_weight', '1420.0', 1420],
    ['changes.billed_weight', '1420.00', 1420],
    ['changes.billed_weight', '1.420', '1.420'],
    ['changes.billed_weight', '1420.5', '1420.5'],
    ['changes.billed_class', '100.0', '100'],
    ['changes.billed_class', '77.50', '77.5'],
    ['changes.billed_class', '92.5', '92.5'],
    ['amount', '95.5', '95.50'],
    ['amount', '1250', '1250.00'],
    ['amount', '1250.0', '1250.00'],
    ['amount', '1.250', '1.250'],
    ['amount', '1,5', '1.50'],
    ['amount', '$1,204.50', '1204.50'],
    ['amount', '1.204,50 USD', '1204.50'],
    ['amount', 'US$ 95', '95.00'],
    ['amount', '95 EUR', '95 EUR'],
    ['amount', '1,250', '1,250'],
    ['changes.billed_weight', '1,420', '1,420'],
    ['changes.billed_weight', '1,420 lbs', 1420],
    ['changes.billed_weight', '640 kg', '640 kg'],
    ['changes.billed_class', '92,5', '92.5'],
    ['pro', '4127088390.0', '4127088390'],
    ['pro', '412708839.0', '412708839'],
    ['invoice_number', '8800412375.0', '8800412375'],
    ['pro', '041-270883-9', '0412708839'],
    ['pro', '0412 708 839', '0412708839'],
    ['pro', '4,471,180,293', '4471180293'],
    ['invoice_number', '8.800.412.375', '8800412375'],
    ['pro', '041-270 8839', '041-270 8839'],
    ['pro', '041270.8839', '041270.8839'],
    ['pro', '041-270-883', '041-270-883'],
    ['claim_id', '041-270883-9', '041-270883-9'],
    ['client_ref', '041-270883-9', '041-270883-9'],
    ['client_ref', '12.0', '12.0'],
    ['note', '12.0', '12.0'],
  ];
  it('is read as the number that it was where only its writing differs', () => {
    for (const [column, cell, value] of rewritten) {
      const { input } = only(['task_type', column], ['tms_correction', cell]);
      const { changes = {}, ...params } = input['params'] as Record<string, Record<string, unknown>>;
      const given = { ...input, ...params, ...changes } as Record<string, unknown>;
      assert.equal(given[column.replace('changes.', '')], value, `${column} ${cell}`);
    }
  });

  it('is one of ours in any letters, with or without the marks of a text', () => {
    const { input } = only(
      ['Task type', 'PRO #', 'Reason', 'Priority', 'Client Ref'],
      ['Pull POD', "'0412708839", 'acc', 'High', 'acc.'],
    );
    const params = { pro: '0412708839', reason_code: 'ACC' };
    assert.deepEqual(input, { task_type: 'pull_pod', priority: 'high', client_ref: 'acc.', params });
  });

  it('is no value in the column in which data frames number their rows', () => {
    const framed = (first: number, ...others: string[][]): readonly CsvRow[] =>
      rowsOf(
        ['', 'task_type', 'pro', 'client_ref'],
        [String(first), 'pull_pod', '0412708839', 'NA'],
        [String(first + 1), 'pull_pod', '0412708840', 'WO-2'],
        ...others,
      );
    for (const first of [0, 1])
      assert.deepEqual(
        framed(first).map((row) => 'input' in row && row.input),
        [
          { task_type: 'pull_pod', params: { pro: '0412708839' } },
          { task_type: 'pull_pod', client_ref: 'WO-2', params: { pro: '0412708840' } },
        ],
      );
    assert.ok(framed(7).every((row) => 'findings' in row));
    assert.ok(framed(1, ['9', 'pull_pod', '0412708841', '']).every((row) => 'findings' in row));
  });

  it('names what is no amount in dollars', () => {
    assert.match(damageHints('amount', '95 €').join(), /in US dollars/);
    assert.match(damageHints('amount', '95 EUR').join(), /in US dollars/);
    assert.match(damageHints('amount', '(95.00)').join(), /no sign/);
    assert.match(damageHints('changes.billed_weight', '1.420').join(), /plainly, such as 1420/);
  });

  it('is never repaired where digits may be lost: the value continues as it came', () => {
    const { input, hints } = only(['task_type', 'pro'], ['pull_pod', '412708839']);
    assert.deepEqual([input['params'], hints.length], [{ pro: '412708839' }, 1]);
  });
});

import assert from 'node:assert/strict';
import { readCsvRecords } from '../../../commands/input/csv-records.ts';

const read = async (text: string): Promise<unknown> => readCsvRecords(Buffer.from(text), 10);

describe('a CSV file whose first line says its delimiter, as those of Excel', () => {
  for (const [what, text] of [
    ['sep=;', 'sep=;\r\ntask_type;pro\r\npull_pod;4471180293\r\n'],
    ['SEP=; after a byte order mark', '\ufeffSEP=;\ntask_type;pro\npull_pod;4471180293\n'],
    ['a tab', 'sep=\t\rtask_type\tpro\rpull_pod\t4471180293'],
  ] as const)
    it(`is read from the second line on, with ${what}`, async () => {
      assert.deepEqual(await read(text), [
        { line: 2, cells: ['task_type', 'pro'] },
        { line: 3, cells: ['pull_pod', '4471180293'] },
      ]);
    });

  it('is split by it, whatever else its header row has', async () => {
    assert.deepEqual(await read('sep=;\na,b,c;d\n'), [{ line: 2, cells: ['a,b,c', 'd'] }]);
  });

  it('is a file of one column when its first line only looks like it', async () => {
    for (const text of ['sep=x\n1', 'sep=\n1', 'separator\n1'])
      assert.deepEqual(await read(text), [
        { line: 1, cells: [text.slice(0, -2)] },
        { line: 2, cells: ['1'] },
      ]);
  });
});

describe('a number that an export protects from spreadsheets as a formula', () => {
  it('is the text that a spreadsheet shows', async () => {
    assert.deepEqual(await read('task_type,pro,note\npull_pod,="0412708839",="a ""b"", c"\n'), [
      { line: 1, cells: ['task_type', 'pro', 'note'] },
      { line: 2, cells: ['pull_pod', '0412708839', 'a "b", c'] },
    ]);
  });

  it('is the same where the export quotes it as any other text', async () => {
    assert.deepEqual(await read('pro,note\n"=""0412708839""","=""a""&""b"""\n'), [
      { line: 1, cells: ['pro', 'note'] },
      { line: 2, cells: ['0412708839', '="a"&"b"'] },
    ]);
  });

  it('is no other formula', async () => {
    for (const formula of ['="04"&"12"', '=A1&"x"', '="0412'])
      assert.ok('finding' in ((await read(`pro\n${formula}\n`)) as object), formula);
    assert.deepEqual(await read('pro\n=A1\n'), [
      { line: 1, cells: ['pro'] },
      { line: 2, cells: ['=A1'] },
    ]);
  });
});

describe('what programs add to a file', () => {
  it('is no part of it: a quoted line with the separator, a Ctrl-Z at its end', async () => {
    assert.deepEqual(await read('"sep=;"\r\na,b;c\r\n\u001a'), [{ line: 2, cells: ['a,b', 'c'] }]);
    assert.deepEqual(await read('a,b\n1,2\u001a'), [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ]);
  });
});

describe('a file that is no CSV', () => {
  for (const [what, bytes] of [
    ['an Excel workbook', Buffer.from('504b030414000600', 'hex')],
    ['gzip', Buffer.from('1f8b0800', 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['UTF-16', Buffer.from('\ufefftask_type\tpro\n', 'utf16le')],
  ] as const)
    it(`is called ${what}`, async () => {
      const { finding } = (await readCsvRecords(bytes, 10)) as { finding: string };
      assert.match(finding, /must be CSV as UTF-8 text/);
      assert.ok(finding.includes(what), finding);
    });
});

describe('a NUL character', () => {
  it('is reported with its line, at the beginning as UTF-16', async () => {
    const finding = async (text: string | Buffer): Promise<string> =>
      ((await readCsvRecords(Buffer.from(text as string), 10)) as { finding: string }).finding;
    assert.match(await finding('a,b\n1,\u0000\n'), /NUL character on line 2/);
    assert.match(await finding(Buffer.from('a,b\n', 'utf16le').swap16()), /as UTF-16 does/);
  });
});

describe('line ends of a CSV file', () => {
  const sliceBytes = 262_144;
  const head = `note\n${'x'.repeat(sliceBytes - 6)}`;

  for (const [what, end] of [
    ['a line feed', '\n'],
    ['a carriage return', '\r'],
    ['both', '\r\n'],
  ] as const)
    it(`count once each as ${what}, also where the file is cut between two slices of it`, async () => {
      for (const text of [`${head}${end}y${end}${end}z${end}`, `${head.slice(0, -1)}${end}y${end}${end}z${end}`]) {
        const records = (await read(text)) as { line: number; cells: string[] }[];
        assert.deepEqual(
          records.map(({ line, cells }) => [line, cells[0]?.slice(0, 4)]),
          [
            [1, 'note'],
            [2, 'xxxx'],
            [3, 'y'],
            [5, 'z'],
          ],
        );
      }
    });

  it('are read beside letters of several bytes that are cut between two slices', async () => {
    const [, row] = (await read(`${head}é\r\nü`)) as { cells: string[] }[];
    assert.ok(row?.cells[0]?.endsWith('xé'));
  });
});

describe('a row of a CSV file without an end', () => {
  it('is read as far as a row may go, and no further than its first fault', async () => {
    assert.deepEqual(await read(`note\n${`${'x'.repeat(900_000)},`.repeat(5)}`), {
      finding: 'a row must have at most 4,000,000 characters; the one on line 2 has more',
    });
    const { finding } = (await read(`note\n${'""a"",'.repeat(20_000)}`)) as { finding: string };
    assert.match(finding, /^a quote on line 2 is where none may be/);
  });
});

import assert from 'node:assert/strict';
import { fieldsOf, recordsOf, recordsOrWords } from '../../portals/page-reader.ts';

const head = (...texts: string[]) => texts.map((text) => ({ text, isHeader: true }));
const row = (...texts: string[]) => texts.map((text) => ({ text, isHeader: false }));

describe('reading a table', () => {
  const charges = [
    head('Code', 'Description', 'Amount'),
    row('LHL', 'Line haul', '$400.00'),
    row('', 'Total', '$400.00'),
  ];

  it('gives its records by column, and leaves out rows without a key', () => {
    const columns = { Code: 'code', amount: 'amount' };
    assert.deepEqual(recordsOf(charges, columns, 'code'), { value: [{ code: 'LHL', amount: '$400.00' }] });
    assert.deepEqual(recordsOf(charges, { Code: 'code' }), { value: [{ code: 'LHL' }, { code: '' }] });
    assert.deepEqual(recordsOf([head('Code')], { Code: 'code' }), { value: [] });
    // A column that is called by a sign, beside one without a name.
    const signs = [head('', '#', '%', 'Code'), row('', '7', '12', 'LHL')];
    assert.deepEqual(recordsOf(signs, { '#': 'number', Code: 'code' }), { value: [{ number: '7', code: 'LHL' }] });
  });

  it('gives none of a table in which it is not certain what a cell means', () => {
    for (const cells of [
      undefined,
      [],
      [head('Code', 'Code'), row('LHL', 'X')],
      [head('Code', 'Amount'), row('LHL')],
      [row('Code'), row('LHL')],
      [head('Number'), row('1')],
    ])
      assert.ok('expected' in recordsOf(cells, { Code: 'code' }), JSON.stringify(cells));
  });

  it('gives no records of one cell over all columns, and the text that has to say why', () => {
    const step = { columns: { Number: 'number' }, none: { text: 'No data' } };
    const heads = head('Number', 'Amount');
    assert.deepEqual(recordsOrWords([heads, row('No data')], step), { value: { onlyText: 'No data' } });
    assert.deepEqual(recordsOrWords([heads, row('No data', '')], step), {
      value: { records: [{ number: 'No data' }], onlyText: 'No data' },
    });
    assert.deepEqual(recordsOrWords([heads], step), { value: { records: [] } });
    assert.deepEqual(recordsOrWords([heads, row('DSP-1', '$95.00')], step), {
      value: { records: [{ number: 'DSP-1' }] },
    });
    assert.ok('expected' in recordsOrWords([heads, row('No data')], { columns: step.columns }), 'without `none`');
    assert.ok('expected' in recordsOrWords([heads, row('No data'), row('DSP-1', '$95.00')], step));
    assert.ok('expected' in recordsOrWords([head('Pro', 'Amount'), row('No data')], step));
  });

  it('gives the values beside their names, each name once', () => {
    const details = [
      [...head('Weight'), ...row('2,480 lb')],
      [...head('Class'), ...row('100')],
    ];
    assert.deepEqual(fieldsOf(details, { Weight: 'weight', class: 'freight_class' }), {
      value: { weight: '2,480 lb', freight_class: '100' },
    });
    assert.deepEqual(fieldsOf(details, { Pieces: 'pieces' }), {
      expected: 'a table with one row each of Pieces',
      found: 'Weight, Class',
    });
    assert.ok('expected' in fieldsOf([...details, [...head('Weight'), ...row('1')]], { Weight: 'weight' }));
    assert.ok('expected' in fieldsOf(undefined, { Weight: 'weight' }));
  });

  it('gives values beside names in plain cells, where the table has no heads at all', () => {
    const plain = [row('Weight:', '2,480 lb'), row('Class:', '100')];
    assert.deepEqual(fieldsOf(plain, { Weight: 'weight' }), { value: { weight: '2,480 lb' } });
    assert.ok('expected' in fieldsOf([head('Name', 'Value'), ...plain], { Weight: 'weight' }));
    assert.ok('expected' in fieldsOf([...plain, row('Weight', '1')], { Weight: 'weight' }));
    assert.ok('expected' in fieldsOf([row('Weight', '2,480 lb', '100')], { Weight: 'weight' }));
  });
});

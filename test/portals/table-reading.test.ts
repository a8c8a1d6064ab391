import assert from 'node:assert/strict';
import type { PortalDriver } from '../../portals/driver.ts';
import type { ReadFieldsStep } from '../../domain/dispatch/playbook/step.ts';
import type { PageControl, PageParts } from '../../portals/page-control.ts';
import { openPageReader } from '../../portals/page-reader.ts';
import { fieldsOf, recordsOf, recordsOrWords } from '../../portals/table-reading.ts';
import type { PageQuestion } from '../../portals/record-reading.ts';
import { openRecordWatch } from '../../portals/record-watch.ts';

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
      'a table that is still being filled',
      [],
      [head('Code', 'Code'), row('LHL', 'X')],
      [head('Code', 'Amount'), row('LHL')],
      [row('Code'), row('LHL')],
      [head('Number'), row('1')],
    ])
      assert.ok('expected' in recordsOf(cells, { Code: 'code' }), JSON.stringify(cells));
  });

  it('says what keeps a table that is there from being read', () => {
    const partial = 'a list beside which the page says that there are more rows';
    assert.deepEqual(recordsOrWords(partial, { columns: { Code: 'code' }, none: { text: 'No data' } }), {
      expected: 'a plain table with the columns Code',
      found: partial,
    });
    assert.deepEqual(fieldsOf(partial, { Weight: 'weight' }), {
      expected: 'a table with one row each of Weight',
      found: partial,
    });
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
    // A list of Web Forms that is empty has no headers either.
    assert.deepEqual(recordsOrWords([row('No data')], step), { value: { onlyText: 'No data' } });
    assert.ok('expected' in recordsOrWords([row('No data', '$95.00')], step));
    assert.ok('expected' in recordsOrWords([row('No data')], { columns: step.columns }));
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
  });

  it('gives values beside names in plain cells, where the table has no heads at all', () => {
    const plain = [row('Weight:', '2,480 lb'), row('Class:', '100')];
    assert.deepEqual(fieldsOf(plain, { Weight: 'weight' }), { value: { weight: '2,480 lb' } });
    assert.deepEqual(fieldsOf([head('Name', 'Value'), ...plain], { Weight: 'weight' }), {
      value: { weight: '2,480 lb' },
    });
    const wide = [head('Name', 'Value', 'Unit'), row('Weight', '2,480', 'lb')];
    assert.ok('expected' in fieldsOf(wide, { Weight: 'weight' }));
    assert.ok('expected' in fieldsOf([head('Weight', 'Class'), row('2,480', '70')], { Weight: 'weight' }));
    assert.ok('expected' in fieldsOf([...plain, row('Weight', '1')], { Weight: 'weight' }));
    assert.ok('expected' in fieldsOf([row('Weight', '2,480 lb', '100')], { Weight: 'weight' }));
  });
});

describe('reading several tables in a row', () => {
  const cellsOf: Readonly<Record<string, string>> = { Details: '7', Charges: '9' };
  const step = (title: string): ReadFieldsStep =>
    ({ do: 'read_fields', target: { title }, fields: { Amount: title } }) as unknown as ReadFieldsStep;

  /**
   * @param looksMs time that the first look at each table takes
   * @param away below the window, until a look brings it into sight
   */
  async function readAll(steps: readonly ReadFieldsStep[], looksMs: Readonly<Record<string, number>>, away = '') {
    let isAway = true;
    const pictures: number[] = [];
    const order: string[] = [];
    const begun: string[] = [];
    const last: { from?: number } = {};
    const look = async ({ title = '' }: { title?: string }, { stays = false }: { stays?: boolean } = {}) => {
      begun.push(title);
      await new Promise((resolve) => setTimeout(resolve, order.includes(title) ? 1 : looksMs[title]));
      if (order.includes(title)) begun.push(`${title} again`);
      order.push(title);
      const value = [
        [
          { text: 'Amount', isHeader: true },
          { text: cellsOf[title] ?? '', isHeader: false },
        ],
      ];
      const figures = [{ read: cellsOf[title] ?? '', letters: [[0, 500, 500]] }];
      const shapes = [{ wide: 6, high: 8, ink: '', isDigit: true }];
      // A look that is asked in its turn brings it into sight before it reads.
      if (title === away && !stays) isAway = false;
      const isOut = title === away && isAway;
      const painted = { shapes, figures: isOut ? [] : figures };
      return { value, misread: null, painted, isAway: isOut, sights: [], row: null };
    };
    const driver = {
      cells: look,
      picture: async (since: number) => {
        if (last.from === undefined || last.from < since) {
          last.from = performance.now();
          pictures.push(last.from);
          order.push('picture');
        }
        const line = new Uint8Array(300);
        return { from: last.from, width: 100, height: 20, depth: 3, line: () => line };
      },
      arrivals: () => 1,
      deadlineIn: () => ({ isOver: () => false, leftMs: () => 1_000, throwIfOurs: () => {} }),
    } as unknown as PortalDriver;
    const parts = { driver, recorder: { note: () => {} }, values: {}, playbook: { pages: {}, origins: [] } };
    const record = openRecordWatch({ ...parts, gate: {} } as never, { page: null }, false);
    const page = {
      record,
      findTimeoutMs: 1_000,
      placeOf: (target: object) => target,
      cells: (target: { title?: string }, question: PageQuestion) => look(target, question),
      despiteNotices: <T>(work: () => Promise<T>) => work(),
    } as unknown as PageControl;
    const facts: Record<string, string> = {};
    const reader = openPageReader(
      { ...parts, stepTimeoutMs: 1_000 } as unknown as PageParts & { stepTimeoutMs: number },
      page,
      { page: null, untouched: null },
      facts,
    );
    for (const [index, one] of steps.entries()) {
      reader.lookAhead(steps.slice(index));
      await reader.readFields(one, 1_000);
    }
    return { facts, pictures: pictures.length, order, begun };
  }

  it('takes one picture for all of them, between the two looks at each', async () => {
    const { facts, pictures, order, begun } = await readAll([step('Details'), step('Charges')], {
      Details: 1,
      Charges: 20,
    });
    assert.deepEqual(facts, { Details: '7', Charges: '9' });
    assert.equal(pictures, 1);
    assert.deepEqual(order, ['Details', 'Charges', 'picture', 'Details', 'Charges']);
    // The second looks are made together as well.
    assert.deepEqual(begun.slice(2), ['Details', 'Charges', 'Details again', 'Charges again']);
  });

  it('brings one below the window into sight in its turn only, and pictures it there', async () => {
    const steps = [step('Details'), step('Charges')];
    const { facts, order } = await readAll(steps, { Details: 1, Charges: 1 }, 'Charges');
    assert.deepEqual(facts, { Details: '7', Charges: '9' });
    const inTurn = ['Charges', 'picture', 'Charges'];
    assert.deepEqual(order, ['Details', 'Charges', 'picture', 'Details', ...inTurn]);
  });

  it('looks at one that is read alone in its turn', async () => {
    const { facts, order } = await readAll([step('Details')], { Details: 1 });
    assert.deepEqual(facts, { Details: '7' });
    assert.deepEqual(order, ['Details', 'picture', 'Details']);
  });

  it('does not wait for a look that takes long, and takes another picture after it', async () => {
    const { facts, pictures } = await readAll([step('Details'), step('Charges')], { Details: 1, Charges: 1_300 });
    assert.deepEqual(facts, { Details: '7', Charges: '9' });
    assert.equal(pictures, 2);
  });
});

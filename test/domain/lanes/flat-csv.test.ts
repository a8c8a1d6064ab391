import assert from 'node:assert/strict';
import {
  flatColumns,
  type FlatCsv,
  type FlatNumbers,
  readFlatCsv as shapeFlatCsv,
} from '../../../domain/lanes/flat-csv.ts';
import type { CsvRecord } from '../../../domain/csv.ts';
import { atOnce } from '../../../process/time-slices.ts';

const rows = (...cells: string[][]) => cells.map((row, index) => ({ line: index + 1, cells: row }));
const readFlatCsv = (
  records: readonly CsvRecord[],
  maxRows: number,
): FlatCsv | { readonly findings: readonly string[] } => atOnce(shapeFlatCsv(records, maxRows));
const eventsOf = (records: readonly CsvRecord[]) => {
  const read = readFlatCsv(records, 10);
  assert.ok('events' in read, JSON.stringify(read));
  return read.events.map(({ event }) => event);
};
const header = [
  'id',
  'kind',
  'at',
  'queue',
  'step',
  'item',
  'actor_kind',
  'actor',
  'role',
  'output.amount',
  'feature.format',
];
const row = ['e1', 'step.done', '2026-11-20T08:00:00Z', 'q', 's', 'i', 'operator', 'dana', 'act', '12.50', 'pdf'];

describe('the flat CSV layout', () => {
  it('has the columns of D35', () => {
    assert.deepEqual([...flatColumns].toSorted(), [
      'actor',
      'actor_kind',
      'actor_version',
      'at',
      'by',
      'decision',
      'good',
      'id',
      'item',
      'kind',
      'queue',
      'request_id',
      'role',
      'severity',
      'started_at',
      'step',
      'verdict',
    ]);
  });

  it('reads numbers with a decimal comma where it is declared, and asks in a file that may have them', () => {
    const cells = rows(header, row.with(9, '1.234,50'), row.with(9, '80,5').with(10, '1,5'), row);
    const read = (numbers?: FlatNumbers) => {
      const file = atOnce(shapeFlatCsv(cells, 10, numbers));
      assert.ok('events' in file);
      return { amounts: file.events.map(({ event }) => event['outputs']), broken: file.broken };
    };
    const amounts = (...values: string[]) => values.map((amount) => ({ amount }));
    assert.deepEqual(read(), { amounts: amounts('1.234,50', '80,5', '12.50'), broken: [] });
    assert.deepEqual(read({ decimal: 'comma' }), { amounts: amounts('1234.50', '80.5', '12.50'), broken: [] });
    const asked = read({ decimal: undefined });
    assert.deepEqual(asked.amounts, amounts('12.50'));
    assert.deepEqual(asked.broken[0], {
      line: 2,
      errors: [
        'event.outputs.amount "1.234,50" has thousands or decimals after a comma; say with ?decimal=comma or ?decimal=point which',
      ],
    });
  });

  it('makes an event of each row, with outputs and features as text and empty cells left out', () => {
    const read = readFlatCsv(rows(header, row, row.with(9, '').with(10, '')), 10);
    assert.deepEqual(read, {
      events: [
        {
          line: 2,
          event: {
            id: 'e1',
            kind: 'step.done',
            at: '2026-11-20T08:00:00Z',
            queue: 'q',
            step: 's',
            item: 'i',
            role: 'act',
            actor: { kind: 'operator', id: 'dana' },
            outputs: { amount: '12.50' },
            features: { format: 'pdf' },
          },
        },
        {
          line: 3,
          event: {
            id: 'e1',
            kind: 'step.done',
            at: '2026-11-20T08:00:00Z',
            queue: 'q',
            step: 's',
            item: 'i',
            role: 'act',
            actor: { kind: 'operator', id: 'dana' },
          },
        },
      ],
      broken: [],
    });
  });

  it('takes names of columns as hosts and sheets write them, and keeps those of fields', () => {
    const written = [
      'ID',
      'Kind',
      ' AT ',
      'QUEUE',
      'Step',
      'Item',
      'Actor Kind',
      'ACTOR',
      'Role',
      'OUTPUT.Amount',
      'feature.format',
    ];
    const [event] = eventsOf(rows(written, row));
    assert.deepEqual(event, { ...eventsOf(rows(header, row))[0], outputs: { Amount: '12.50' } });
    const twice = readFlatCsv(rows([...header, 'ID'], [...row, 'e2']), 10);
    assert.deepEqual('findings' in twice && twice.findings, ['column id must appear once']);
  });

  it('reads good as true or false and leaves anything else to the check of all events', () => {
    const outcome = (good: string) => eventsOf(rows([...header, 'good'], [...row, good]))[0]?.['good'];
    assert.deepEqual(['true', 'FALSE', 'yes'].map(outcome), [true, false, 'yes']);
  });

  it('refuses a header with unknown, doubled or missing columns as a whole', () => {
    assert.deepEqual(readFlatCsv(rows(['id', 'kind', 'at', 'queue', 'actorkind', 'actor', 'at'], row), 10), {
      findings: [
        'column actorkind is not known; did you mean actor_kind?',
        'column at must appear once',
        'column actor_kind is required',
      ],
    });
    assert.deepEqual(readFlatCsv([], 10), { findings: ['the file is empty'] });
    assert.deepEqual(readFlatCsv(rows(header), 10), { findings: ['the file has a header row and no event'] });
    assert.deepEqual(readFlatCsv(rows(header, row, row, row), 2), {
      findings: ['the file must have at most 2 events; it has more'],
    });
  });

  it('keeps a row that cannot be shaped from spoiling the others', () => {
    const read = readFlatCsv(rows(header, [...row, 'more'], row.with(1, 'queue.defined'), row), 10);
    assert.deepEqual('broken' in read && [read.events.map(({ line }) => line), read.broken], [
      [4],
      [
        { line: 2, errors: ['the row has 12 cells and the header 11: is a text with a delimiter not in quotes?'] },
        { line: 3, errors: ['event.kind queue.defined does not fit into CSV; send it as JSON'] },
      ],
    ]);
  });

  it('takes names of fields that mean something elsewhere as plain names', () => {
    const names = [...header.slice(0, 9), 'output.__proto__', 'feature.constructor'];
    const [event] = eventsOf(rows(names, row));
    assert.deepEqual(Object.keys(event?.['outputs'] ?? {}), ['__proto__']);
    assert.deepEqual(Object.keys(event?.['features'] ?? {}), ['constructor']);
  });
});

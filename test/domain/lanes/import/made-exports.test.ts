import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapped, lineOf } from './mapped.ts';

/** Written by a spreadsheet program (ssconvert of Gnumeric 1.12) and by jq 1.6, from tables of our own. */
const file = (name: string, encoding = 'utf-8'): string =>
  new TextDecoder(encoding, { fatal: true }).decode(readFileSync(join(import.meta.dirname, 'files', name)));

const sheet = {
  queue: 'invoices',
  id: 'Ticket',
  item: 'Invoice',
  step: 'Step',
  actor: 'Who',
  actor_kind: { column: 'Kind', agentValues: ['bot'] },
  started_at: 'Started',
  finished_at: 'Finished',
  decision: 'Result',
  outputs: { amount: 'Amount', memo: 'Memo' },
  steps: { 'Match to order': 'match' },
  timezone: 'Europe/Berlin',
};

describe('exports that other programs wrote', () => {
  const whole = [
    'T-1 2026-11-16T08:01:00.000Z match INV-000123 shadow agent ap-agent post',
    'T-2 2026-11-16T08:14:00.000Z match INV-000123 act operator Jürgen post',
    'T-3 2026-11-16T08:21:00.000Z match INV-000124 shadow agent ap-agent post',
    'T-4 2026-11-16T08:41:00.000Z match INV-000124 act operator kim hold',
  ];
  for (const [name, encoding] of [
    ['spreadsheet.csv', 'utf-8'],
    ['spreadsheet-utf16.csv', 'utf-16le'],
    ['spreadsheet-utf16-mark.csv', 'utf-16le'],
  ] as const)
    it(`${name}: times with slashes, quotes, a line end and a semicolon within cells`, () => {
      const { events, left } = mapped('generic-csv', file(name, encoding), sheet);
      assert.deepEqual(events.map(lineOf), whole);
      assert.deepEqual(
        events.map(({ outputs }) => outputs?.['memo']),
        ['Paper', 'Paper, A4 "white"', 'Two\nlines', 'a;b'],
      );
      assert.deepEqual(left, [{ line: 7, reason: 'item (Invoice) is empty' }]);
    });

  it('spreadsheet-unquoted.csv: a separator in a cell that was written without quotes costs that row', () => {
    const { events, left } = mapped('generic-csv', file('spreadsheet-unquoted.csv'), sheet);
    assert.deepEqual(
      events.map(({ id, at }) => `${id} ${at}`),
      ['T-1 2026-11-15T23:00:00.000Z', 'T-2 2026-11-15T23:00:00.000Z', 'T-3 2026-11-15T23:00:00.000Z'],
    );
    assert.deepEqual(left, [
      { line: 6, reason: 'the row has 12 cells and the header 11; is a text with a separator not in quotes?' },
      { line: 7, reason: 'item (Invoice) is empty' },
    ]);
  });

  it('spreadsheet-days.csv: times as numbers of days are refused with what to do', () => {
    const { events, left } = mapped('generic-csv', file('spreadsheet-days.csv', 'windows-1252'), sheet);
    assert.deepEqual(events, []);
    assert.deepEqual(left[0], {
      line: 2,
      reason:
        'finished_at (Finished) "46342.375694444444445" is a number of days of a spreadsheet; give the column a format of date and time and export it again',
    });
  });

  it('jq-crm.csv: rows of @csv, with true and empty cells without quotes', () => {
    const { events, left } = mapped('crm-cases', file('jq-crm.csv'), { queue: 'refunds' });
    assert.deepEqual(events.map(lineOf), [
      'crm:5003t00002AbCdEAAV 2026-11-16T09:05:00.000Z refund P-1 shadow agent Refund Agent r7 Goodwill',
      'crm:5003t00002AbCdFAAV 2026-11-16T10:30:00.000Z refund P-1 act operator Ana "Lima" -',
    ]);
    assert.equal(left.length, 1);
  });

  it('jq-itsm.ndjson and jq-itsm-plain.json: a record a line, and cells as people see them', () => {
    const mapping = {
      queue: 'requests',
      steps: { 'Check the request': 'check', 'Order the parts*': 'order' },
      agents: ['Request Agent*'],
      timezone: 'Europe/Berlin',
      date_order: 'dmy',
    };
    const lines = mapped('itsm-tasks', file('jq-itsm.ndjson'), mapping);
    const plain = mapped('itsm-tasks', file('jq-itsm-plain.json'), mapping);
    assert.ok(lines.events.length >= 2);
    assert.deepEqual(plain.events.map(lineOf), lines.events.map(lineOf));
    assert.equal(plain.left.length, lines.left.length);
  });
});

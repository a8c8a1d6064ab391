import assert from 'node:assert/strict';
import { prepareImport } from '../../../../commands/lanes/import-events.ts';
import { importAdapter, importAdapters } from '../../../../domain/lanes/import/adapters.ts';
import { findings, mapped } from './mapped.ts';

const mappings: Readonly<Record<string, object>> = {
  'generic-csv': { item: 'number', step: 'u_step', actor: 'assigned_to', finished_at: 'closed_at', timezone: 'UTC' },
  'itsm-tasks': {},
  'crm-cases': {},
};
const record = (n: number): object => ({
  number: `T${n}`,
  Id: `T${n}`,
  parent: { link: 'x', value: 'P' },
  ParentId: 'P',
  state: '3',
  IsClosed: true,
  closed_at: '2026-11-16 10:00:00',
  ClosedDate: '2026-11-16T10:00:00.000+0000',
  assigned_to: 'Be "the" {one}, [two]',
  OwnerId: '005',
  u_step: 'x',
  Step__c: 'x',
});
const numbers = (text: string): string[] =>
  mapped('itsm-tasks', text, {}).events.map(({ id }) => id.replace('itsm:T', ''));

describe('broken exports', () => {
  const breaks: readonly (readonly [string, (text: string) => string])[] = [
    ['a quote that is missing', (text) => text.replace('"2026-11-16 10:00:00"', '"2026-11-16 10:00:00')],
    ['a brace that is missing', (text) => text.slice(0, text.lastIndexOf('}'))],
    ['a comma that is missing', (text) => text.replace('"state": "3",', '"state": "3"')],
    ['a word that is none', (text) => text.replace('"3"', 'undefined')],
    ['a list that is not closed', (text) => text.replace('"3"', '["3"')],
    ['a cut', (text) => text.slice(0, text.length / 2)],
  ];
  for (const [what, spoil] of breaks)
    it(`cost one record of a JSON export: ${what}`, () => {
      const records = [1, 2, 3, 4].map((n) => JSON.stringify(record(n), null, 2));
      records[1] = spoil(records[1] ?? '');
      const pages = `{"result": [\n${records.slice(0, 3).join(',\n')}\n]}\n{"result": [${records[3]}]}`;
      assert.deepEqual(numbers(pages), ['1', '3', '4']);
      const { left } = mapped('itsm-tasks', pages, {});
      assert.deepEqual(left[0], { line: 19, reason: 'record 2 is not whole JSON' });
      const lines = records.map((one) => one.replaceAll(/\n\s*/g, ' ')).join('\n');
      assert.deepEqual(numbers(lines), ['1', '3', '4']);
    });

  it('are given up when nearly all of it is no JSON, which takes long to find out', () => {
    for (const [name, unit] of [
      ['itsm-tasks', '{#},'],
      ['crm-cases', '[1,#]'],
      ['itsm-tasks', '{"result":[],"error":#}'],
    ] as const) {
      const { left } = mapped(name, `${unit.repeat(30_000)}\n${JSON.stringify(record(1))}`, {});
      assert.ok(left.length <= 10_002, `${left.length}`);
      assert.match(left.at(-1)?.reason ?? '', /^more than 10,000 places are not whole JSON: the rest/);
    }
  });

  it('are looked through for a header row with turns for others in between', () => {
    const prepared = prepareImport(importAdapter('generic-csv')!, { queue: 'q', ...mappings['generic-csv'] });
    assert.ok('read' in prepared);
    const reading = prepared.read('\n"'.repeat(40_000), { hash: (text) => text });
    let turns = 0;
    let step = reading.next();
    for (; step.done !== true; step = reading.next()) turns += 1;
    assert.ok(turns > 1_000, `${turns}`);
    assert.deepEqual(step.value, { findings: ['the export is empty'] });
  });

  it('lose a row without an end, which is not read any further than a row may go', () => {
    const cells = `${'x'.repeat(90_000)},`.repeat(20);
    const text = `number,u_step,assigned_to,closed_at\n${cells}\nT1,x,ada,2026-11-16 10:00:00\n`;
    const { events, left } = mapped('generic-csv', text, mappings['generic-csv']!);
    assert.equal(events.length, 1);
    assert.deepEqual(left, [{ line: 2, reason: 'the row has more than 1,000,000 characters' }]);
  });

  it('cost one record that is too long, and what lies in it is none', () => {
    const long = { ...record(2), parts: Array.from({ length: 12_000 }, (_, n) => ({ ...record(1_000 + n) })) };
    for (const text of [
      JSON.stringify({ result: [record(1), long, record(3)] }),
      [record(1), long, record(3)].map((one) => JSON.stringify(one)).join('\n'),
    ]) {
      assert.deepEqual(numbers(text), ['1', '3']);
      assert.match(mapped('itsm-tasks', text, {}).left[0]?.reason ?? '', /record 2/);
    }
  });

  it('cost nothing but their end when they are cut, wherever that is', () => {
    const whole = JSON.stringify({ result: [1, 2, 3].map(record) }, null, 1);
    for (let length = 0; length < whole.length; length += 1) {
      const text = whole.slice(0, length);
      for (const { name } of importAdapters)
        if (findings(name, text, mappings[name] ?? {}).length === 0) mapped(name, text, mappings[name] ?? {});
      const found = length < 2 ? [] : numbers(text);
      assert.deepEqual(found, ['1', '2', '3'].slice(0, found.length));
    }
    assert.match(mapped('itsm-tasks', whole.slice(0, -20), {}).left.at(-1)?.reason ?? '', /cut off/);
  });

  it('are read through or refused with a sentence, whatever they hold, and in time', () => {
    const texts = [
      '{'.repeat(200_000),
      '['.repeat(200_000),
      '{"result":['.repeat(50_000),
      '{"a":"\\'.repeat(50_000),
      '"'.repeat(200_001),
      ',\n'.repeat(100_000),
      ','.repeat(2_000_000),
      '\n'.repeat(2_000_000),
      `{"result": [{"number": "T1"${'\n'.repeat(2_000_000)}`,
      `{"${'a'.repeat(2_000_000)}`,
      `{"a": x${'] '.repeat(200_000)}`,
      '[1,2,"x",null,true,[{}],{"a":[{"b":1}]}]',
      `{"result":[${'{"number":1,'.repeat(20_000)}`,
      '{"result":"none","records":{}}',
      '{"__proto__":{"number":"T1"},"constructor":1}',
      'number,parent,state,closed_at,assigned_to\n__proto__,constructor,3,toString,valueOf\n',
      '\u0000\u0001\u0002\ufffd{',
      '<html><body>{"result":[]}</body></html>',
    ];
    for (const text of texts)
      for (const { name } of importAdapters) {
        const refused = findings(name, text, mappings[name] ?? {});
        if (refused.length === 0)
          assert.deepEqual(mapped(name, text, mappings[name] ?? {}).events, [], text.slice(0, 40));
        else assert.ok(refused.every((sentence) => sentence.length < 2000));
      }
  });
});

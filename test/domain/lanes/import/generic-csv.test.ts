import assert from 'node:assert/strict';
import { findings, mapped, lineOf } from './mapped.ts';

const mapping = { item: 'Item', step: 'Step', actor: 'Who', finished_at: 'Done', timezone: 'UTC' };
const header = ['Item', 'Step', 'Who', 'Done', 'Note'];
const rows = [
  ['I-1', 'match', 'bot 1', '2026-11-16 09:00', 'a; "b", c'],
  ['I-1', 'match', 'dana', '2026-11-16 09:05', 'two\nlines'],
];
const csv = (separator: string, lineEnd: string): string =>
  [header, ...rows]
    .map((cells) => cells.map((cell) => (/[;",\n\t|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)))
    .map((cells) => cells.join(separator))
    .join(lineEnd);

describe('import adapter generic-csv', () => {
  it('reads any separator, line end and byte order mark to the same events', () => {
    const events = mapped('generic-csv', csv(',', '\n'), { ...mapping, outputs: { note: 'Note' } }).events;
    assert.deepEqual(
      events.map(({ outputs }) => outputs),
      [{ note: 'a; "b", c' }, { note: 'two\nlines' }],
    );
    for (const separator of [',', ';', '\t', '|'])
      for (const lineEnd of ['\n', '\r\n', '\r'])
        for (const [before, after] of [
          ['\ufeff', ''],
          ['', lineEnd],
          [`sep=${separator}\r\n`, `${lineEnd}${lineEnd}`],
        ]) {
          const text = `${before}${csv(separator, lineEnd)}${after}`;
          assert.deepEqual(mapped('generic-csv', text, { ...mapping, outputs: { note: 'Note' } }).events, events);
        }
  });

  it('reads a number that an export keeps from spreadsheets as the number, and no line of a Ctrl-Z at the end', () => {
    const text =
      '"sep=,"\nItem,Step,Who,Done\n"=""0012""",s,dana,2026-11-16 09:00\n="0012",s,bot,2026-11-16 09:00\n\u001a';
    const { events, left } = mapped('generic-csv', text, mapping);
    assert.deepEqual([events.map(({ item }) => item), left], [['0012', '0012'], []]);
  });

  it('reads numbers with thousands and decimals as the mapping declares, and asks where it does not', () => {
    const amounts = ['1.234,50', '1234,5', "1'234,50", '12', '1,5', 'PO 1,5', '1.234', '1,234', '1,234.50', '10.0.0.1'];
    const text = `Item;Step;Who;Done;Note\n${amounts.map((amount, n) => `I${n};s;dana;2026-11-16 09:00;${amount}`).join('\n')}\n`;
    for (const member of ['outputs', 'features'] as const) {
      const read = (decimal: object) => {
        const { events, left } = mapped('generic-csv', text, { ...mapping, ...decimal, [member]: { amount: 'Note' } });
        return [events.map((event) => event[member]?.['amount']), left] as const;
      };
      assert.deepEqual(read({ decimal: 'comma' }), [
        ['1234.50', '1234.5', '1234.50', '12', '1.5', 'PO 1,5', '1234', '1.234', '1,234.50', '10.0.0.1'],
        [],
      ]);
      assert.deepEqual(read({ decimal: 'point' }), [
        ['1.234,50', '1234,5', "1'234,50", '12', '1,5', 'PO 1,5', '1.234', '1234', '1234.50', '10.0.0.1'],
        [],
      ]);
      const [kept, left] = read({});
      assert.deepEqual(kept, ['12', 'PO 1,5', '1.234', '10.0.0.1']);
      assert.deepEqual(
        left.map(({ line }) => line),
        [2, 3, 4, 6, 9, 10],
      );
      assert.equal(
        left[0]?.reason,
        `${member}.amount "1.234,50" has thousands or decimals after a comma; declare decimal (comma or point) in the mapping`,
      );
    }
  });

  it('says that an export is JSON, or has a title above its header', () => {
    for (const text of ['[{"Item":"1","Step":"s"}]', '\ufeff {"records":[{"Item":"1"}]}', '{"Item":1}\n{"Item":2}\n'])
      assert.deepEqual(findings('generic-csv', text, mapping), ['the export is JSON; this adapter reads CSV']);
    const titled = `Work report;;;;\n\n${csv(';', '\n')}`;
    assert.equal(
      findings('generic-csv', titled, mapping)[0],
      'mapping.item: the export has no column "Item"; its first row is "Work report" alone: delete what is above the header',
    );
  });

  it('refuses a column that the mapping names and that appears twice, and no other', () => {
    const text = 'Item,Step,Who,Done,Note,Done,Note\nI,s,dana,2026-11-16 09:00,a,2026-11-17 09:00,b\n';
    assert.deepEqual(findings('generic-csv', text, mapping), [
      'mapping.finished_at: the export has the column "Done" twice; which one is meant is not clear',
    ]);
    assert.equal(mapped('generic-csv', text.replace(',Done,', ',Again,'), mapping).events.length, 1);
  });

  it('recognises agents by a column, by name or by the beginning of a name', () => {
    const kinds = 'Item,Step,Who,Done,Kind\nI,s,bot 1,2026-11-16 09:00,Robot\nI,s,dana,2026-11-16 09:00,human\n';
    const actors = (more: object): string[] =>
      mapped('generic-csv', kinds, { ...mapping, ...more }).events.map(({ actor, role }) => `${actor.kind} ${role}`);
    assert.deepEqual(actors({}), ['operator act', 'operator act']);
    for (const more of [
      { actor_kind: { column: 'Kind', agentValues: ['robot'] } },
      { agents: ['BOT  1'] },
      { agents: ['bo*'] },
    ])
      assert.deepEqual(actors(more), ['agent shadow', 'operator act']);
  });

  it('takes the event id from a column, else from what the row says, whatever the order of the columns', () => {
    const text = 'Item,Step,Who,Done,Key\nI-1,s,dana,2026-11-16 09:00,K7\nI-2,s,dana,2026-11-16 09:00,\n';
    const named = mapped('generic-csv', text, { ...mapping, id: 'Key' });
    assert.deepEqual(
      named.events.map(({ id }) => id),
      ['K7'],
    );
    assert.deepEqual(named.left, [{ line: 3, reason: 'id (Key) is empty' }]);
    const turned = 'Done;Key;Item;Who;Step;More\n2026-11-16 09:00;K7;I-1;dana;s;\n2026-11-16 09:00;;I-2;dana;s;\n';
    const ids = (one: string): string[] => mapped('generic-csv', one, mapping).events.map(({ id }) => id);
    assert.deepEqual(ids(turned), ids(text));
    assert.equal(new Set(ids(text)).size, 2);
  });

  it('takes roles from a column, or one role where the actor may have it', () => {
    const text = 'Item,Step,Who,Done,Role\nI,s,bot,2026-11-16 09:00,Proposal\nI,s,dana,2026-11-16 09:00,confirm\n';
    const roles = (role: string, from = text): string[] =>
      mapped('generic-csv', from, { ...mapping, agents: ['bot'], role }).events.map((event) => event.role);
    assert.deepEqual(roles('Role'), ['proposal', 'confirm']);
    assert.deepEqual(roles('proposal'), ['proposal', 'act']);
    assert.deepEqual(roles('confirm'), ['shadow', 'confirm']);
    const { left } = mapped('generic-csv', text.replace('confirm', 'boss'), { ...mapping, role: 'Role' });
    assert.deepEqual(left, [{ line: 3, reason: 'role "boss" must be one of shadow, proposal, confirm, act' }]);
  });

  it('lists every row that cannot be mapped with its line and reason, and takes the others', () => {
    const text = [
      'Item,Step,Who,Done,Note',
      ',s,dana,2026-11-16 09:00,',
      'I,,dana,2026-11-16 09:00,',
      'I,s,,2026-11-16 09:00,',
      'I,s,dana,,',
      'I,s,dana,03/04/2026 09:00,',
      'I,two words,dana,2026-11-16 09:00,',
      'I,s,dana,2026-11-16 09:00,a,b',
      'I,s,dana,2026-11-16 09:00,"two',
      'lines"',
      'I,s,dana,2026-11-16 09:00,"a" b',
      'I,s,dana,2026-11-16 09:00,"cut',
    ].join('\n');
    const { events, left } = mapped('generic-csv', text, mapping);
    assert.deepEqual(
      events.map((event) => lineOf(event).slice(45)),
      ['2026-11-16T09:00:00.000Z s I act operator dana -'],
    );
    assert.deepEqual(left, [
      { line: 2, reason: 'item (Item) is empty' },
      { line: 3, reason: 'the step is empty' },
      { line: 4, reason: 'actor (Who) is empty' },
      { line: 5, reason: 'finished_at (Done) is empty' },
      {
        line: 6,
        reason:
          'finished_at (Done) "03/04/2026 09:00" may be day first or month first; declare date_order in the mapping: dmy or mdy',
      },
      { line: 7, reason: 'step "two words" is no id of a step; give it one in steps of the mapping' },
      {
        line: 8,
        reason: 'the row has 6 cells and the header 5; is a text with a separator not in quotes?',
      },
      { line: 11, reason: 'a quoted cell of this row continues after its closing quote' },
      { line: 12, reason: 'a quoted cell of this row is not closed before the export ends' },
    ]);
  });

  it('says which step of the map was probably meant', () => {
    const text = 'Item,Step,Who,Done\nI,Match  INVOICE,dana,2026-11-16 09:00\nI,Match invoise,dana,2026-11-16 09:00\n';
    const { events, left } = mapped('generic-csv', text, { ...mapping, steps: { 'Match invoice': 'match' } });
    assert.deepEqual(
      events.map(({ step }) => step),
      ['match'],
    );
    assert.deepEqual(left, [
      { line: 3, reason: 'step "Match invoise" is not in steps of the mapping; did you mean Match invoice?' },
    ]);
  });

  it('refuses what is no table, and tables without the named columns, with every finding', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['', /the export is empty/],
      [' \r\n ', /the export is empty/],
      ['<!DOCTYPE html><html><body>Sign in</body></html>', /a web page or XML, not CSV/],
      ['PK\u0003\u0004\u0000\u0000workbook', /a workbook or a ZIP file/],
      ['I\u0000t\u0000e\u0000m\u0000', /not text, or text of another encoding/],
      [`${'\ufffd'.repeat(40)}Item,Step`, /not text, or text of another encoding/],
    ];
    for (const [text, sentence] of cases) assert.match(findings('generic-csv', text, mapping).join('; '), sentence);
    assert.deepEqual(findings('generic-csv', 'Itme,Step,Who\n1,2,3', { ...mapping, outputs: { x: 'Sum' } }), [
      'mapping.item: the export has no column "Item"; did you mean Itme?',
      'mapping.finished_at: the export has no column "Done"; it has "Itme", "Step", "Who"',
      'mapping.outputs.x: the export has no column "Sum"; it has "Itme", "Step", "Who"',
    ]);
  });
});

import assert from 'node:assert/strict';
import { inLines, seenControls } from '../../portals/page-change.ts';

describe('what people find on a page', () => {
  it('is in its order, with its section and row, and holds no value of a field', () => {
    const row = {
      role: 'row',
      name: '0412 Open',
      children: [
        { role: 'cell', name: '0412' },
        { role: 'link', name: 'Open' },
      ],
    };
    const tree = [
      { role: 'heading', name: 'Bills', level: 1 },
      {
        role: 'form',
        name: 'Search',
        children: [
          'PRO',
          { role: 'textbox', name: 'PRO', text: 'secret' },
          { role: 'textbox', placeholder: 'Why', text: 'x' },
        ],
      },
      { role: 'table', children: [row] },
      { role: 'status', text: 'None' },
    ];
    const seen = seenControls(tree);
    assert.deepEqual(
      seen.map(({ role, name, section }) => [role, name, section]),
      [
        ['heading', 'Bills', null],
        ['form', 'Search', null],
        ['text', 'PRO', 'Search'],
        ['textbox', 'PRO', 'Search'],
        ['textbox', 'Why', 'Search'],
        ['row', '0412 Open', null],
        ['cell', '0412', null],
        ['link', 'Open', null],
        ['text', 'None', null],
      ],
    );
    assert.deepEqual(seen.find(({ role }) => role === 'link')?.row, ['0412']);
    assert.doesNotMatch(JSON.stringify(seen), /secret/);
  });

  it('is apart where people see it apart, as names and values in boxes', () => {
    const seen = seenControls([
      { role: 'heading', name: 'Bill', level: 1 },
      'Terms: BOL number: BOL-77122 Weight: 2480',
      'Paid in full',
    ]);
    const shown = ['Bill', 'Terms:', 'BOL number:', 'BOL-77122', 'Weight:', ' 2480 ', 'Paid', 'in full'].join('\n');
    assert.deepEqual(
      inLines(seen, shown).map(({ role, name }) => `${role} ${name}`),
      [
        'heading Bill',
        'text Terms:',
        'text BOL number:',
        'text BOL-77122',
        'text Weight:',
        'text 2480',
        'text Paid',
        'text in full',
      ],
    );
    // What is not all there in lines stays as it is.
    assert.deepEqual(inLines(seen, 'Terms:\nBOL number:'), seen);
  });
});

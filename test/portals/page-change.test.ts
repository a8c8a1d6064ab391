import assert from 'node:assert/strict';
import { seenControls } from '../../portals/page-change.ts';

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
});

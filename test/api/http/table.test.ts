import assert from 'node:assert/strict';
import { type Content, html } from '../../../api/http/html.ts';
import { type Fact, type Table, factList, factTiles, table } from '../../../api/http/table.ts';

interface Stop {
  readonly town: string;
  readonly miles: number;
  readonly state: string | null;
}

const stops: readonly Stop[] = [
  { town: 'Akron', miles: 40, state: 'Ohio' },
  { town: 'Dayton', miles: 210, state: 'Ohio' },
  { town: '<Erie>', miles: 100, state: null },
];

const given: Table<Stop> = {
  label: 'Stops',
  rows: stops,
  columns: [
    { heading: 'Town', cell: ({ town }) => town },
    { heading: 'Miles', cell: ({ miles }) => miles, number: true },
  ],
};

/** What the table says, with the white space between its elements left out. */
function markup(content: Content): string {
  return html`${content}`.markup.replace(/>\s+</g, '><').trim();
}

describe('a table', () => {
  it('names its frame, its columns and its rows, and escapes what is in its cells', () => {
    assert.equal(
      markup(table({ ...given, rows: stops.slice(2) })),
      '<div class="table-wrap cards" tabindex="0" role="region" aria-label="Stops"><table role="table">' +
        '<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Town</th>' +
        '<th class="number" role="columnheader" scope="col">Miles</th></tr></thead>' +
        '<tbody role="rowgroup"><tr role="row"><th role="rowheader" scope="row">&lt;Erie&gt;</th>' +
        '<td class="number" data-label="Miles" role="cell">100</td></tr></tbody></table></div>',
    );
  });

  it('lets another column than the first name the rows', () => {
    const columns = given.columns.map((column, place) => ({ ...column, namesRow: place === 1, class: 'own' }));
    const text = markup(table({ ...given, columns }));
    assert.match(
      text,
      /<td class="own" data-label="Town" role="cell">Akron<\/td><th class="number own" role="rowheader" scope="row">40<\/th>/,
    );
  });

  it('has a sentence in its place without rows, or a part of a page, or nothing', () => {
    const of = (empty?: Content): string => markup(table({ ...given, rows: [], empty }));
    assert.equal(of('No stop yet.'), '<div class="empty"><p>No stop yet.</p></div>');
    assert.equal(of(html`<p>None.</p>`), '<p>None.</p>');
    assert.equal(of(), '');
  });

  it('gives rows an id and a class, and hides the heading of buttons from the eye only', () => {
    const text = markup(
      table({
        ...given,
        class: 'stops',
        rowId: ({ miles }) => `at-${miles}`,
        rowClass: ({ state }) => (state === null ? 'unknown' : null),
        columns: [...given.columns, { heading: 'Acts', headingHidden: true, cell: () => null }],
      }),
    );
    assert.match(text, /<table class="stops" role="table">/);
    assert.match(text, /<th role="columnheader" scope="col"><span class="visually-hidden">Acts<\/span><\/th>/);
    assert.match(text, /<tr id="at-40" role="row">/);
    assert.match(text, /<tr id="at-100" class="unknown" role="row">/);
  });

  it('puts rows that belong together under a heading, in a body of their own', () => {
    const text = markup(table({ ...given, groupOf: ({ state }) => state, groupHeading: (state) => `In ${state}` }));
    const heading = '<tr role="row"><th class="group" role="rowheader" scope="rowgroup" colspan="2">In Ohio</th></tr>';
    assert.equal(text.split('<tbody').length - 1, 2);
    assert.ok(
      text.includes(`<tbody role="rowgroup">${heading}<tr role="row"><th role="rowheader" scope="row">Akron</th>`),
    );
    assert.ok(
      text.includes('<tbody role="rowgroup"><tr role="row"><th role="rowheader" scope="row">&lt;Erie&gt;</th>'),
    );
  });

  it('has on each card the words of its headings, and leaves the layout to a page that has its own', () => {
    const columns = [
      { heading: 'Town', cell: () => 'Akron' },
      { heading: html`<b>Miles</b>`, label: 'Miles', cell: () => 40 },
      { heading: 'Acts', headingHidden: true, cell: () => 'x' },
    ];
    const text = markup(table({ label: 'Stops', rows: [1], columns }));
    assert.match(text, /<td data-label="Miles" role="cell">40<\/td><td role="cell">x<\/td>/);
    assert.match(markup(table({ label: 'Stops', rows: [1], columns, narrow: 'own' })), /^<div class="table-wrap" /);
  });

  it('lets a word from outside that is longer than any id break, and no other cell', () => {
    const host = `${'a'.repeat(60)}.example`;
    const cells = [html`<a href="/${'x'.repeat(90)}">Dayton</a>`, host, `tsk_${'0'.repeat(36)}`, 'at '.repeat(40)];
    const columns = cells.map((cell, n) => ({ heading: `C${n}`, cell: () => cell }));
    const text = markup(table({ label: 'Stops', rows: [1], columns }));
    assert.deepEqual(
      [...text.matchAll(/class="breaks"[^>]*>([^<]+)</g)].map(([, word]) => word),
      [host],
    );
  });
});

const facts: readonly Fact[] = [
  ['Task', 'tsk_1', 'mono'],
  ['Attempts', 0],
  ['Error', null],
  ['Reference', ''],
];

const factMarkup = (list: { readonly markup: string }): string => list.markup.replace(/>\s+</g, '><').trim();

describe('a list of facts', () => {
  it('has a name and a value each, and leaves out what is not known, but not a zero', () => {
    assert.equal(
      factMarkup(factList(facts)),
      '<dl class="kv"><dt>Task</dt><dd class="mono">tsk_1</dd><dt>Attempts</dt><dd>0</dd></dl>',
    );
  });

  it('can be shown as tiles', () => {
    assert.equal(
      factMarkup(factTiles(facts)),
      '<dl><div><dt>Task</dt><dd>tsk_1</dd></div><div><dt>Attempts</dt><dd>0</dd></div></dl>',
    );
  });
});

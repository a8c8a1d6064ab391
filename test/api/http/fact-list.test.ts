import assert from 'node:assert/strict';
import { factList, factTiles } from '../../../api/http/fact-list.ts';
import type { Fact } from '../../../api/http/fact-list.ts';

const facts: readonly Fact[] = [
  ['Task', 'tsk_1', 'mono'],
  ['Attempts', 0],
  ['Error', null],
  ['Reference', ''],
];

const markup = (list: { readonly markup: string }): string => list.markup.replace(/>\s+</g, '><').trim();

describe('a list of facts', () => {
  it('has a name and a value each, and leaves out what is not known, but not a zero', () => {
    assert.equal(
      markup(factList(facts)),
      '<dl class="kv"><dt>Task</dt><dd class="mono">tsk_1</dd><dt>Attempts</dt><dd>0</dd></dl>',
    );
  });

  it('can be shown as tiles', () => {
    assert.equal(
      markup(factTiles(facts)),
      '<dl><div><dt>Task</dt><dd>tsk_1</dd></div><div><dt>Attempts</dt><dd>0</dd></div></dl>',
    );
  });
});

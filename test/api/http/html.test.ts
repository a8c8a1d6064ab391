import assert from 'node:assert/strict';
import fc from 'fast-check';
import { html, type Html } from '../../../api/http/html.ts';

describe('pages by template', () => {
  it('escape whatever is put in, in text and in attributes', () => {
    const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { markup } = html`<p title="${text}">${text}</p>`;
      assert.match(markup, /^<p title="[^"<>']*">[^"<>']*<\/p>$/);
    });
    fc.assert(property);
    assert.equal(html`${'<a href="x">&\''}`.markup, '&lt;a href=&quot;x&quot;&gt;&amp;&#39;');
  });

  it('show characters that cannot be seen or that turn the text around', () => {
    assert.equal(html`${'void\u202e\u200b\u0000 bill\n'}`.markup, 'void\\u202e\\u200b\\u0000 bill\n');
  });

  it('take HTML made here, lists of it, and nothing for nothing', () => {
    const items = ['a', '<b>'].map((item) => html`(${item})`);
    assert.equal(html`${items}${null}${undefined}${false}${0}`.markup, '(a)(&lt;b&gt;)0');
  });

  it('refuse an object that only looks like HTML', () => {
    const forged = JSON.parse('{"markup":"<script>"}') as Html;
    assert.throws(() => html`${forged}`, TypeError);
  });
});

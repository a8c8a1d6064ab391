import assert from 'node:assert/strict';
import { canonicalUrl } from '../../../../domain/dispatch/guard/request-line.ts';

describe('reading an address', () => {
  it('gives one form to one address', () => {
    assert.deepEqual(canonicalUrl('HTTPS://TMS.Example:443/shipments/%30412/../0412708839?q=a%20b'), {
      origin: 'https://tms.example',
      path: '/shipments/0412708839',
      query: [['q', 'a b']],
    });
    assert.equal(canonicalUrl('https://tms.example/%73earch')?.path, '/search');
  });
  it('reads the fields of a query also as servers do that part them at a semicolon', () => {
    assert.deepEqual(canonicalUrl('https://tms.example/search?q=1;x=void&y=a%3Bb')?.query, [
      ['q', '1;x=void'],
      ['y', 'a;b'],
      ['q', '1'],
      ['x', 'void'],
      ['y', 'a;b'],
    ]);
  });
  it('refuses a path that a server may fold into another one', () => {
    for (const path of ['/\u212aeep', '/\uff56oid', '/\u017fearch', '/%E2%84%AAeep'])
      assert.equal(canonicalUrl(`https://tms.example${path}`), undefined, path);
  });
});

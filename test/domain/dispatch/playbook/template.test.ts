import assert from 'node:assert/strict';
import {
  fillPath,
  fillTemplate,
  addressOf,
  addressPattern,
  eachOf,
  pathMatches,
  pathsOverlap,
  placesIn,
  queryMatches,
  wordsOfList,
} from '../../../../domain/dispatch/playbook/template.ts';

describe('templates', () => {
  it('fill their places, and are nothing when a value is missing', () => {
    assert.deepEqual(placesIn('PRO {{pro}} of {{ account.username }}'), ['pro', 'account.username']);
    assert.equal(fillTemplate('PRO {{pro}}', { pro: '1' }), 'PRO 1');
    assert.equal(fillTemplate('PRO {{pro}}', {}), undefined);
    assert.equal(fillTemplate('{{constructor}}', {}), undefined);
  });
  it('stand for each entry of a list, and for none of one that is empty', () => {
    const values = { codes: 'LG, RD', none: '' };
    assert.deepEqual(eachOf(['{{codes[]}}', 'ID', '{{none[]}}'], values), ['LG', 'RD', 'ID']);
    assert.deepEqual(eachOf(['{{codes}}'], values), ['{{codes}}']);
    assert.deepEqual(placesIn('{{codes[]}}'), ['codes']);
    assert.equal(wordsOfList('LG, RD', { LG: 'Liftgate', RD: 'Residential' }), 'Liftgate, Residential');
    assert.equal(wordsOfList('', {}), '');
    assert.equal(wordsOfList('LG, DT', { LG: 'Liftgate' }), undefined);
  });
  it('encode a value that goes into a path, and refuse one that would change the path', () => {
    assert.equal(fillPath('/s/{{id}}', { id: 'a/../b?c#d' }), '/s/a%2F..%2Fb%3Fc%23d');
    assert.equal(fillPath('/s/{{id}}?q={{id}}', { id: 'a*&b' }), '/s/a%2A%26b?q=a%2A%26b');
    assert.equal(pathMatches('/s/{{id}}', '/s/abc', { id: 'a*c' }), false);
    assert.equal(pathMatches('/s/{{id}}', '/s/a*c', { id: 'a*c' }), true);
    for (const id of ['', '.', '..']) assert.equal(fillPath('/s/{{id}}', { id }), undefined);
  });
  const matches: [string, string, boolean][] = [
    ['/shipments/{{pro}}', '/shipments/1', true],
    ['/shipments/{{pro}}', '/shipments/2', false],
    ['/shipments/{{pro}}', '/shipments/1/void', false],
    ['/documents/*', '/documents/9', true],
    ['/documents/*', '/documents/', false],
    ['/documents/*', '/documents/9/x', false],
    ['/static/**', '/static/a/b', true],
    ['/static/**', '/staticx', false],
    ['/pods/{{pro}}_*.pdf', '/pods/1_x7Ya.pdf', true],
    ['/pods/{{pro}}_*.pdf', '/pods/1_.exe', false],
    ['/pods/{{pro}}_*.pdf', '/pods/11_x7Ya.pdf', false],
    ['/pods/{{pro}}_*.pdf', '/pods/1_/x.pdf', false],
    ['/pods/a*a', '/pods/a', false],
    ['/bill.do;jsessionid=*?method=view', '/bill.do', true],
    ['/bill.do;jsessionid=8F3A01B2C4', '/bill.do', true],
    ['/bill.do;jsessionid=8F3A01B2C4', '/void.do', false],
    ['/bill;jsessionid=1/void', '/bill', false],
  ];
  for (const [template, path, expected] of matches)
    it(`${template} ${expected ? 'stands for' : 'is not for'} ${path}`, () =>
      assert.equal(pathMatches(template, path, { pro: '1' }), expected));
  const queries: [string, string, boolean][] = [
    ['/a?*&pro={{pro}}', '4&pro=1', true],
    ['/a?*&pro={{pro}}', '4&pro=2', false],
    ['/a?*&pro={{pro}}', 'x&pro=1', false],
    ['/a?*&pro={{pro}}', 'pro=1', false],
    ['/a?*-1.0-form-save', '12-1.0-form-save', true],
    ['/a?*-1.0-form-save', '12-1.0-form-void', false],
    ['/a?*-1.0-form-save', '12-1.0-form-save&13-1.0-form-save', false],
  ];
  for (const [template, text, expected] of queries)
    it(`${template} ${expected ? 'has' : 'has not'} the query ${text}`, () => {
      const given = [...new URLSearchParams(text)];
      assert.equal(queryMatches(addressOf(template, given).query, given, { pro: '1' }), expected);
    });
  const overlaps: [string, string, boolean][] = [
    ['/shipments/{{pro}}', '/shipments/*', true],
    ['/shipments/*/void', '/shipments/**', true],
    ['/a/**/z', '/a/b/c/z', true],
    ['/a/*', '/b/*', false],
    ['/**', '/void', true],
    ['/a', '/a/b', false],
    ['/a?x=1#/b', '/a', true],
    ['/pods/p_*.pdf', '/pods/p_1.pdf', true],
    ['/pods/p_*.pdf', '/pods/void', false],
  ];
  for (const [a, b, expected] of overlaps)
    it(`${a} and ${b} ${expected ? 'meet' : 'never meet'}`, () =>
      assert.deepEqual([pathsOverlap(a, b), pathsOverlap(b, a)], [expected, expected]));

  it('matches a segment however its signs are encoded', () => {
    const canonical = '/%40%40file/a%20b/1%2C2/id%3D7';
    for (const template of ['/@@file/a b/1,2/id=7', canonical, '/@@file/a%20b/*/id=*', '/%40@file/**'])
      assert.ok(pathMatches(template, canonical, {}), template);
    assert.ok(!pathMatches('/@file/**', canonical, {}));
    assert.ok(pathMatches('/bills/{{pro}}@*', '/bills/a%40b%402', { pro: 'a@b' }));
    assert.ok(!pathMatches('/bills/{{pro}}', '/bills/ab', { pro: 'a*' }));
    assert.ok(pathMatches('/bills/{{pro}}', '/bills/a*', { pro: 'a*' }));
  });

  for (const [template, address, expected] of [
    ['/files/{{pro}}.pdf', '/files/1.pdf', true],
    ['/files/{{pro}}.pdf', '/files/1.pdf?v=2', true],
    ['/files/{{pro}}.pdf', '/files/1xpdf', false],
    ['/files/{{pro}}.pdf', '/files/12.pdf', false],
    ['/download/*/pod.pdf', '/download/7/pod.pdf', true],
    ['/download/*/pod.pdf', '/download/7/8/pod.pdf', false],
    ['/download/**', '/download/7/8/pod.pdf', true],
    ['/files?id={{pro}}', '/files?id=1', true],
    ['/files?id={{pro}}', '/files', false],
  ] as const)
    it(`tells ${address} ${expected ? 'as' : 'apart from'} an address of ${template}`, () =>
      assert.equal(new RegExp(addressPattern(template, { pro: '1' }) ?? '').test(address), expected));
});

import assert from 'node:assert/strict';
import {
  fillPath,
  fillTemplate,
  pathMatches,
  pathsOverlap,
  placesIn,
} from '../../../../domain/dispatch/playbook/template.ts';

describe('templates', () => {
  it('fill their places, and are nothing when a value is missing', () => {
    assert.deepEqual(placesIn('PRO {{pro}} of {{ account.username }}'), ['pro', 'account.username']);
    assert.equal(fillTemplate('PRO {{pro}}', { pro: '1' }), 'PRO 1');
    assert.equal(fillTemplate('PRO {{pro}}', {}), undefined);
    assert.equal(fillTemplate('{{constructor}}', {}), undefined);
  });
  it('encode a value that goes into a path, and refuse one that would change the path', () => {
    assert.equal(fillPath('/s/{{id}}', { id: 'a/../b?c#d' }), '/s/a%2F..%2Fb%3Fc%23d');
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
  ];
  for (const [template, path, expected] of matches)
    it(`${template} ${expected ? 'stands for' : 'does not stand for'} ${path}`, () =>
      assert.equal(pathMatches(template, path, { pro: '1' }), expected));
  const overlaps: [string, string, boolean][] = [
    ['/shipments/{{pro}}', '/shipments/*', true],
    ['/shipments/*/void', '/shipments/**', true],
    ['/a/**/z', '/a/b/c/z', true],
    ['/a/*', '/b/*', false],
    ['/**', '/void', true],
    ['/a', '/a/b', false],
  ];
  for (const [a, b, expected] of overlaps)
    it(`${a} and ${b} ${expected ? 'meet' : 'never meet'}`, () =>
      assert.deepEqual([pathsOverlap(a, b), pathsOverlap(b, a)], [expected, expected]));
});

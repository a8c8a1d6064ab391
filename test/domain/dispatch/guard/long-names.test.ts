import assert from 'node:assert/strict';
import { neverClickName, neverClickPath } from '../../../../domain/dispatch/guard/never-click.ts';

describe('a name as long as a page likes', () => {
  // Each took from seconds to minutes while the time grew with the square of the length; the run's own limit holds them.
  for (const [what, name] of [
    ['spaces', `${' '.repeat(100_000)}x`],
    ['digits', '1'.repeat(100_000)],
    ['one word', 'bill'.repeat(25_000)],
    ['letters one by one', 'v '.repeat(20_000)],
  ] as const)
    it(`is read in time that grows with its length: ${what}`, () => {
      assert.equal(neverClickName(name, []), undefined);
      assert.equal(neverClickPath(`/a/${name}`, [], true), undefined);
    });

  it('is found out wherever it says what is never clicked', () => {
    assert.equal(neverClickName(`${'a '.repeat(20_000)}void bill ${'b '.repeat(20_000)}`, []), 'void_bill');
  });
});

import assert from 'node:assert/strict';
import { anyInstantPattern, anyYear, instantPattern, readInstant } from '../../../domain/lanes/instant.ts';

describe('an instant', () => {
  it('is read with any offset, to the millisecond', () => {
    assert.equal(readInstant('2026-11-20T08:00:00Z'), Date.UTC(2026, 10, 20, 8));
    assert.equal(readInstant('2026-11-20t08:00:00.123456789z'), Date.UTC(2026, 10, 20, 8, 0, 0, 123));
    assert.equal(readInstant('2026-11-20T08:00+02:00'), Date.UTC(2026, 10, 20, 6));
    assert.equal(readInstant('2026-11-20T08:00:00.5-0530'), Date.UTC(2026, 10, 20, 13, 30, 0, 500));
    assert.equal(readInstant('2024-02-29T23:59:59Z'), Date.UTC(2024, 1, 29, 23, 59, 59));
  });

  it('needs its offset', () => {
    for (const text of ['2026-11-20T08:00:00', '2026-11-20', '2026-11-20 08:00:00Z', '2026-11-20T08:00:00 UTC'])
      assert.equal(readInstant(text), undefined, text);
  });

  it('is a moment that exists', () => {
    for (const text of [
      '2026-02-29T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T23:60:00Z',
      '2026-01-01T23:59:60Z',
      '2026-01-01T00:00:00+24:00',
      '2026-01-01T00:00:00+01:60',
    ])
      assert.equal(readInstant(text), undefined, text);
  });

  it('that only limits a list may be of any year, on a day that exists', () => {
    assert.equal(readInstant('1970-01-01T00:00Z', anyYear), 0);
    assert.notEqual(readInstant('9999-12-31T23:59:59-23:59', anyYear), 0);
    for (const text of ['2026-02-30T00:00:00Z', '2025-02-29T00:00Z', '2026-04-31T00:00:00+01:00', '2026-01-01T24:00Z'])
      assert.equal(readInstant(text, anyYear), undefined, text);
  });

  it('fits the pattern of schemas when it is read, without seconds and without a colon in its offset too', () => {
    for (const text of ['2026-11-20T08:00Z', '2024-02-29T08:00+0530', '2026-11-20t08:00:00.123456789z'])
      for (const pattern of [instantPattern, anyInstantPattern]) assert.match(text, new RegExp(pattern));
    for (const text of ['2026-02-30T00:00:00Z', '2026-01-01T24:00Z', '2026-01-01T23:59:60Z', '2026-01-01'])
      for (const pattern of [instantPattern, anyInstantPattern]) assert.doesNotMatch(text, new RegExp(pattern));
    assert.match('1970-01-01T00:00Z', new RegExp(anyInstantPattern));
  });

  it('fits the pattern on 29 February in the years that have one, and in no other', () => {
    const [kept, any] = [new RegExp(instantPattern), new RegExp(anyInstantPattern)];
    for (let year = anyYear.first; year <= anyYear.last; year++) {
      const text = `${year}-02-29T08:00Z`;
      assert.equal(any.test(text), readInstant(text, anyYear) !== undefined, text);
      assert.equal(kept.test(text), readInstant(text) !== undefined, text);
    }
  });

  it('lies in the years that are kept, whatever its offset', () => {
    assert.equal(readInstant('1999-12-31T23:59:59Z'), undefined);
    assert.equal(readInstant('2000-01-01T00:00:00+00:01'), undefined);
    assert.notEqual(readInstant('1999-12-31T23:30:00-01:00'), undefined);
    assert.equal(readInstant('2100-01-01T00:00:00Z'), undefined);
    assert.equal(readInstant('9999-12-31T00:00:00Z'), undefined);
  });
});

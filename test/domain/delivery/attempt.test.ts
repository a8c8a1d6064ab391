import assert from 'node:assert/strict';
import { excerptOf, parseRetryAfter } from '../../../domain/delivery/attempt.ts';

describe('delivery attempt', () => {
  const now = new Date('2026-11-21T10:00:00.250Z');

  it('reads Retry-After as seconds and as a date', () => {
    assert.equal(parseRetryAfter('120', now), 120_000);
    assert.equal(parseRetryAfter(' 0 ', now), 0);
    assert.equal(parseRetryAfter('Sat, 21 Nov 2026 10:01:00 GMT', now), 59_750);
    assert.equal(parseRetryAfter('Saturday, 21-Nov-26 10:01:00 GMT', now), 59_750);
    assert.equal(parseRetryAfter('Sat, 21 Nov 2026 09:00:00 GMT', now), 0);
  });

  it('ignores a Retry-After that is neither', () => {
    for (const value of [undefined, '', '-5', '1.5', 'soon', '2026-11-21T10:01:00Z', '5, 6', '0x10'])
      assert.equal(parseRetryAfter(value, now), null);
  });

  it('keeps a Retry-After of absurd length within a week', () => {
    assert.equal(parseRetryAfter('9'.repeat(400), now), 7 * 86_400_000);
  });

  it('keeps the beginning of an answer, without control characters or halves of characters', () => {
    assert.equal(excerptOf(''), null);
    assert.equal(excerptOf(' \r\n\u0000 '), null);
    assert.equal(excerptOf('a\u0000b\r\nc\u001b[31m'), 'a b c [31m');
    const long = excerptOf(`${'x'.repeat(498)}😀${'y'.repeat(100)}`);
    assert.equal(long, `${'x'.repeat(498)}…`);
    assert.equal(excerptOf('é'.repeat(500))?.length, 500);
  });
});

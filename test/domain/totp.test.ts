import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { base32, type Hmac, matchingStep, otpauthUri, totpCode, totpStep } from '../../domain/totp.ts';

const hmacSha1: Hmac = (key, message) => createHmac('sha1', key).update(message).digest();
/** The key of the test vectors of RFC 4226 appendix D and RFC 6238 appendix B. */
const key = Buffer.from('12345678901234567890');

describe('one-time codes by time', () => {
  it('give the codes of RFC 4226 appendix D', () => {
    const codes = Array.from({ length: 10 }, (_, count) => totpCode(hmacSha1, key, count));
    assert.deepEqual(codes, [
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ]);
  });

  it('give the last six digits of the codes of RFC 6238 appendix B', () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ] as const)
      assert.equal(totpCode(hmacSha1, key, totpStep(new Date(seconds * 1000))), code);
  });

  it('are taken half a minute early and late, and no further', () => {
    const now = new Date(3_000_000);
    const at = (step: number): number | undefined =>
      matchingStep(hmacSha1, key, totpCode(hmacSha1, key, totpStep(now) + step), now, null);
    assert.deepEqual([-2, -1, 0, 1, 2].map(at), [undefined, 99, 100, 101, undefined]);
  });

  it('are not taken again, nor one before the last that was taken', () => {
    const now = new Date(3_000_000);
    assert.equal(matchingStep(hmacSha1, key, totpCode(hmacSha1, key, 100), now, 100), undefined);
    assert.equal(matchingStep(hmacSha1, key, totpCode(hmacSha1, key, 99), now, 100), undefined);
    assert.equal(matchingStep(hmacSha1, key, totpCode(hmacSha1, key, 101), now, 100), 101);
  });

  it('are six digits and nothing else', () => {
    for (const code of ['', '12345', '1234567', '12345a', '１２３４５６', ' 123456'])
      assert.equal(matchingStep(hmacSha1, key, code, new Date(), null), undefined);
  });

  it('name their key as authenticators read it (RFC 4648 §10)', () => {
    const vectors = {
      '': '',
      f: 'MY',
      fo: 'MZXQ',
      foo: 'MZXW6',
      foob: 'MZXW6YQ',
      fooba: 'MZXW6YTB',
      foobar: 'MZXW6YTBOI',
    };
    for (const [text, encoded] of Object.entries(vectors)) assert.equal(base32(Buffer.from(text)), encoded);
    assert.equal(
      otpauthUri(key, 'Lane keeper', 'a+b@example.com'),
      'otpauth://totp/Lane%20keeper:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Lane%20keeper',
    );
  });
});

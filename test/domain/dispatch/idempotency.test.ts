import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { contentDigest, derivedKey } from '../../../domain/dispatch/idempotency.ts';
import { canonicalJson } from '../../../domain/canonical-json.ts';
import type { TaskInput } from '../../../domain/dispatch/task-schemas.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** RFC 8785, appendix B: the bits of a double, and how it is written. */
const rfcNumbers: [string, string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

const double = (bits: string): number => Buffer.from(bits, 'hex').readDoubleBE();

describe('canonical JSON', () => {
  it('writes the sample of RFC 8785 section 3.2.2', () => {
    const given = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
      "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
    assert.equal(
      canonicalJson(JSON.parse(given)),
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts members by UTF-16 code units, as in RFC 8785 section 3.2.3', () => {
    const given = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      1: 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    assert.deepEqual(JSON.parse(canonicalJson(given)), given);
    assert.deepEqual(
      [...canonicalJson(given).matchAll(/:"([^"]+)"/g)].map((match) => match[1]),
      [
        'Carriage Return',
        'One',
        'Control',
        'Latin Small Letter O With Diaeresis',
        'Euro Sign',
        'Emoji: Grinning Face',
        'Hebrew Letter Dalet With Dagesh',
      ],
    );
  });

  for (const [bits, text] of rfcNumbers)
    it(`writes the double ${bits} as ${text}`, () => assert.equal(canonicalJson(double(bits)), text));

  it('refuses what has no JSON form', () => {
    for (const value of [NaN, Infinity, -Infinity, '\ud800', { '\udc00': 1 }, undefined, () => 1, 1n])
      assert.throws(() => canonicalJson(value), TypeError);
  });

  it('is the same text for every order of members, and parses back to the same value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = canonicalJson(value);
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        assert.equal(canonicalJson(turned), text);
        assert.equal(canonicalJson(JSON.parse(text)), text);
      }),
    );
  });
});

describe('the derived idempotency key', () => {
  const input: TaskInput = { task_type: 'pull_pod', params: { pro: '4471180293' }, client_ref: 'WO-1' };

  it('is SHA-256 over the canonical type, params, instruction and reference', () => {
    assert.equal(
      derivedKey(input, sha256),
      `auto:${sha256('{"client_ref":"WO-1","params":{"pro":"4471180293"},"task_type":"pull_pod"}')}`,
    );
  });

  it('does not change with what is not the work: priority, callback and requester', () => {
    const other: TaskInput = {
      ...input,
      priority: 'high',
      callback_url: 'https://example.com/',
      requested_by: { name: 'Ann' },
    };
    assert.equal(derivedKey(other, sha256), derivedKey(input, sha256));
    assert.notEqual(contentDigest(other, sha256), contentDigest(input, sha256));
  });

  it('changes with every part of the work', () => {
    for (const change of [
      { task_type: 'answer_claim' },
      { params: { pro: '4471180294' } },
      { instruction: 'please' },
      { client_ref: 'WO-2' },
    ])
      assert.notEqual(derivedKey({ ...input, ...change } as TaskInput, sha256), derivedKey(input, sha256));
  });

  it('leaves the key itself out of the digest of the content', () => {
    assert.equal(contentDigest({ ...input, idempotency_key: 'k-1' }, sha256), contentDigest(input, sha256));
  });
});

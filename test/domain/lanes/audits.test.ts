/** The reproducible pick: every published vector, and picks that behave like independent draws. */
import assert from 'node:assert/strict';
import { auditPick, blindPick, fnv1a, fnv32 } from '../../../domain/lanes/audits.ts';
import { near } from './near.ts';

/** Text, FNV-1a, with the finaliser, and the pick; computed by two programs in Node and one in Python. */
const vectors: readonly (readonly [string, string, string, number])[] = [
  ['7|refunds|approve|inv-0001', '8b38a1e9', '36bcc8c5', 0.2138181191],
  ['7|refunds|approve|inv-0002', '88389d30', 'e0700de0', 0.8767098114],
  ['7|refunds|approve|inv-0003', '89389ec3', '3ab2b0f7', 0.2292891124],
  ['8|refunds|approve|inv-0001', 'b6aa42f2', 'abf450a0', 0.6716967002],
  ['7|refunds|check|inv-0001', '205a2412', '256fbae3', 0.1462361149],
  ['7|claims|approve|inv-0001', 'a3b9d39f', '4dabb177', 0.3034010807],
  ['seed|queue|step|item', '68ba9c2e', 'dbb6ab72', 0.8582560685],
  ['2026|invoices|match|INV-000123', 'a87f9dee', 'bb217650', 0.730979342],
  ['2026|invoices|match|INV-000124', 'ab7fa2a7', '016741d3', 0.0054818287],
  ['0|a|b|c', '98fa80b3', '8a384491', 0.5399210791],
  ['|||', '13fe3a3b', '9e311eb9', 0.6179370119],
  ['42|kyc|screen|00000000-0000-4000-8000-000000000000', '749cefb2', 'fa0e3381', 0.9767791929],
  ['lane-v1|q|s|a|b', 'e9879678', 'cef4f854', 0.808425446],
  ['lane-v1|m\u00fcller|pr\u00fcfen|\u00e4-001', '943ac3cb', '7b05e741', 0.4805588278],
  ['lane-v1|mu\u0308ller|pru\u0308fen|a\u0308-001', 'e17a1deb', '9e040e28', 0.6172493789],
  ['lane-v1|請求書|承認|案件-7', '9b8c916a', '955c3936', 0.5834384686],
  ['lane-v1|очередь|шаг|элемент-9', 'b3a9a8ba', '2fbef151', 0.1865073035],
  ['lane-v1|queue|\u00e9tape|na\u00efve', '1a4d668e', '558774a2', 0.3340981384],
  [
    'lane-v1|emoji|\u{1f642}|\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
    'fd7513a5',
    '1dd8084b',
    0.1165776427,
  ],
  [
    'lane-v1|\u05e2\u05d1\u05e8\u05d9\u05ea|\u05e9\u05dc\u05d1|\u0661\u0662\u0663',
    'ca6e799a',
    'c07c4149',
    0.7518959811,
  ],
  ['lane-v1|q|s|\u0000x', 'f3e28aa7', '88dd6113', 0.5346279785],
];

const hex = (value: number): string => value.toString(16).padStart(8, '0');

describe('the audit pick', () => {
  it('has every published value of the raw hash, the finished hash and the pick', () => {
    for (const [text, raw, finished, pick] of vectors) {
      assert.equal(hex(fnv1a(text)), raw, text);
      assert.equal(hex(fnv32(text)), finished, text);
      near(fnv32(text) / 2 ** 32, pick, 5e-11, text);
    }
    for (const [text, raw, finished] of [
      ['', '811c9dc5', 'ab3e7c0b'],
      ['a', 'e40c292c', '1a80b1b3'],
      ['foobar', 'bf9cf968', '0c0da6dc'],
    ] as const) {
      assert.equal(hex(fnv1a(text)), raw);
      assert.equal(hex(fnv32(text)), finished);
    }
  });

  it('joins seed, queue, step and item by a bar, and the blind pick has a seed of its own', () => {
    near(auditPick('7', 'refunds', 'approve', 'inv-0001'), 0.2138181191, 5e-11);
    assert.equal(blindPick('7', 'q', 's', 'i'), fnv32('7/blind|q|s|i') / 2 ** 32);
  });

  it('reads text as UTF-8, a lone surrogate as the replacement character', () => {
    for (const text of ['é', '₿', '🙂🙂', 'a\ud800b', '\udc00', '\ud83d', 'x\ud83d\ud83d\ude42']) {
      let h = 0x811c9dc5n;
      for (const byte of new TextEncoder().encode(text)) h = ((h ^ BigInt(byte)) * 0x01000193n) % 2n ** 32n;
      assert.equal(BigInt(fnv1a(text)), h, JSON.stringify(text));
    }
  });

  it('picks consecutive ids like independent draws, which the raw hash does not', () => {
    const [rate, items, block] = [0.05, 200_000, 200];
    const tally = (pick: (item: string) => number): { share: number; ratio: number; chi: number } => {
      const blocks = Array.from({ length: items / block }, () => 0);
      const bins = Array.from({ length: 100 }, () => 0);
      for (let item = 0; item < items; item++) {
        const u = pick(`inv-${item}`);
        if (u < rate) blocks[Math.floor(item / block)]! += 1;
        bins[Math.floor(u * bins.length)]! += 1;
      }
      const share = blocks.reduce((sum, picks) => sum + picks, 0) / items;
      const variance = blocks.reduce((sum, picks) => sum + (picks - block * share) ** 2, 0) / blocks.length;
      const expected = items / bins.length;
      const chi = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      return { share, ratio: variance / (block * share * (1 - share)), chi };
    };
    const finished = tally((item) => auditPick('2026', 'invoices', 'match', item));
    assert.ok(Math.abs(finished.share - rate) < 4 * Math.sqrt((rate * (1 - rate)) / items), `share ${finished.share}`);
    assert.ok(finished.ratio > 0.8 && finished.ratio < 1.2, `variance of blocks ${finished.ratio}`);
    assert.ok(finished.chi < 160, `chi-square of 100 bins ${finished.chi}`);
    const raw = tally((item) => fnv1a(`2026|invoices|match|${item}`) / 2 ** 32);
    assert.ok(raw.ratio > 2, `the raw hash clumps: ${raw.ratio}`);
  });

  it('keeps the blind pick independent of the audit pick', () => {
    const items = 100_000;
    let both = 0;
    for (let item = 0; item < items; item++)
      if (auditPick('s', 'q', 't', `i${item}`) < 0.05 && blindPick('s', 'q', 't', `i${item}`) < 0.05) both++;
    assert.ok(Math.abs(both / items - 0.0025) < 4 * Math.sqrt(0.0025 / items), `${both} of ${items}`);
  });
});

import assert from 'node:assert/strict';
import { judgePod, namesTrouble } from '../../../domain/dispatch/pod.ts';
import type { PodContent, PodFacts, PodScan } from '../../../domain/dispatch/pod.ts';
import { readNotation, receiptOf } from '../../../domain/dispatch/rules/delivery-receipt.ts';

const pro = '0412708839';
const good: PodContent = {
  kind: 'read',
  pages: 1,
  text: `DELIVERY RECEIPT PRO ${pro}`,
  proNumbers: [pro],
  signature: 'strokes',
  printedName: 'T. Beecham',
  exceptions: '',
  deliveryDate: '2026-08-14',
  pieces: 12,
  ticked: [],
};

const other: PodContent = { ...good, text: 'DELIVERY RECEIPT PRO 0412708893', proNumbers: ['0412708893'] };

describe('judging a proof of delivery', () => {
  it('has nothing against a signed receipt for the PRO', () => {
    const judgement = judgePod(good, pro);
    assert.deepEqual(judgement.findings, []);
    assert.deepEqual(
      judgement.checks.map(({ check, verdict }) => [check, verdict]),
      [
        ['pod.has_content', 'pass'],
        ['pod.is_pdf', 'pass'],
        ['pod.is_readable', 'pass'],
        ['pod.names_pro', 'pass'],
        ['pod.is_signed', 'pass'],
      ],
    );
    assert.deepEqual(judgement.notes, [
      'Delivered on 2026-08-14.',
      'Signed by T. Beecham.',
      'Received clear, without exceptions.',
    ]);
  });
  const wrong: [string, PodFacts, string[]][] = [
    ['an empty file', { kind: 'empty' }, ['is an empty file']],
    ['a saved web page', { kind: 'not_pdf', looksLike: 'an HTML page' }, ['is not a PDF but an HTML page']],
    ['a damaged file', { kind: 'unreadable', reason: 'damaged' }, ['is a damaged PDF that cannot be opened']],
    ['a locked file', { kind: 'unreadable', reason: 'encrypted' }, ['is locked with a password']],
    ['a picture', { kind: 'unreadable', reason: 'picture' }, ['is a picture without text, which OCR did not read']],
    ['another PRO', other, [`is for PRO 0412708893, not for PRO ${pro}`]],
    [
      'two PROs',
      { ...good, proNumbers: [pro, '0412708893'] },
      [`names PRO 0412708893 beside PRO ${pro}, so a person has to see what belongs to which`],
    ],
    [
      'another PRO beside pages that are pictures',
      { ...other, pictures: 1 },
      [`does not name PRO ${pro} where it has text, and has pages that are pictures, so a person has to look`],
    ],
    [
      'pages that are pictures and may be signed',
      { ...good, pictures: 1, signature: 'unclear' },
      ['has pages that are pictures, so a person has to see whether it is signed'],
    ],
    [
      'damage in part',
      { ...other, signature: 'unclear', isPartial: true },
      [
        `does not name PRO ${pro} where it has text, and is damaged in part, so a person has to look`,
        'is damaged in part, so a person has to see whether it is signed',
      ],
    ],
    ['no PRO', { ...good, text: 'DELIVERY RECEIPT', proNumbers: [] }, [`does not name PRO ${pro}`]],
    [
      'a longer number that contains it',
      { ...good, text: `REF 9${pro}`, proNumbers: [] },
      [`does not name PRO ${pro}`],
    ],
    ['no signature', { ...good, signature: 'none' }, ['is not signed by the consignee']],
    [
      'no place for one',
      { ...good, signature: 'no_place' },
      ["has no place that is known to be for the consignee's signature, so a person has to see whether it is signed"],
    ],
    [
      'another PRO and no signature',
      { ...other, signature: 'none' },
      [`is for PRO 0412708893, not for PRO ${pro}`, 'is not signed by the consignee'],
    ],
  ];
  for (const [what, facts, findings] of wrong)
    it(`says what is wrong with ${what}`, () => assert.deepEqual(judgePod(facts, pro).findings, findings));

  it('takes a number that a carrier writes with blanks or dashes', () => {
    for (const written of ['041-270883-9', '0412 708 839', 'TCMF0412708839'])
      assert.deepEqual(judgePod({ ...good, proNumbers: [], text: `Pro ${written}, 12 pcs` }, pro).findings, []);
  });

  it('says of handwriting under the exceptions that it is not read, and that nothing is noted where no place is for them', () => {
    const notes = (exceptions: string | null): string | undefined =>
      judgePod({ ...good, exceptions }, pro).notes.at(-1);
    assert.equal(notes('(handwriting)'), 'Something is written by hand under the exceptions, which is not read.');
    assert.equal(judgePod({ ...good, exceptions: '(handwriting)' }, pro).condition, 'exception');
    assert.equal(notes(null), 'Signed, and nothing is noted on it; it has no place for exceptions.');
    assert.equal(judgePod({ ...good, exceptions: null }, pro).condition, 'clear');
    assert.equal(judgePod({ ...good, exceptions: null, open: ['strap popped'] }, pro).condition, null);
    const inPart = judgePod({ ...good, exceptions: null, pictures: 1 }, pro);
    assert.equal(inPart.condition, null);
    assert.match(inPart.notes.at(-1) ?? '', /could not be read/);
  });

  it('is not clear while a text on it is not understood, and quotes the text', () => {
    const open = { ...good, open: ['strap popped'] };
    const judgement = judgePod(open, pro);
    assert.equal(judgement.condition, null);
    assert.equal(
      judgement.notes.at(-1),
      'It is not known whether exceptions are noted on it: "strap popped" is not understood.',
    );
    assert.equal(receiptOf(open, pro).exceptions, 'strap popped');
    assert.equal(judgePod({ ...open, exceptions: '2 short' }, pro).condition, 'exception');
  });

  it('says nothing of a document that is marked as void but that a person has to see it', () => {
    const judgement = judgePod({ ...good, signature: 'unclear', exceptions: null, annulled: 'VOID' }, pro);
    assert.deepEqual(judgement.findings, ['is marked "VOID", so a person has to see whether it counts']);
    assert.deepEqual([judgement.notes, judgement.condition], [[], null]);
  });

  it('judges the receipt of the PRO in a file that has several', () => {
    const unsigned: PodContent = { ...other, signature: 'none' };
    const file: PodContent = { ...good, proNumbers: [pro, '0412708893'], receipts: [unsigned, good] };
    assert.deepEqual(judgePod(file, pro).findings, []);
    assert.equal(receiptOf(file, pro).state, 'usable');
    assert.deepEqual(judgePod(file, '0412708893').findings, ['is not signed by the consignee']);
  });

  it('takes a number anywhere in the text when the form has no place for it', () =>
    assert.deepEqual(judgePod({ ...good, proNumbers: [], text: `Our number ${pro}.` }, pro).findings, []));
  for (const [words, condition] of [
    ['', 'clear'],
    ['None', 'clear'],
    ['None noted', 'clear'],
    ['seal intact, no exceptions', 'clear'],
    ['Seal # 88123 intact', 'clear'],
    ['Seal intact, 2 cartons wet', 'exception'],
    ['Complete. No damage.', 'clear'],
    ['All pieces accounted for, nothing missing', 'clear'],
    ['se entrega sin daños', 'clear'],
    ['no visible damage, shrink wrap intact', 'clear'],
    ['4 of 4 pallets, no issues', 'clear'],
    ['3 of 4 pallets, no damage', 'exception'],
    ['Short 0, Damaged 0, Over 0', 'clear'],
    ['Short 0, Damaged 3, Over 0', 'exception'],
    ['aucun dommage, 1 colis manquant', 'exception'],
    ['Not damaged but one skid was left behind', 'exception'],
    ['Complete. Repacked.', null],
    ['No visible damage or shortage', 'clear'],
    ['keine', 'clear'],
    ['sin novedad', 'clear'],
    ['keine / none', 'clear'],
    ['none / 2 short', 'exception'],
    ['Néant', 'clear'],
    ['No damage, 2 short', 'exception'],
    ['None of the cartons was dry', null],
    ['Waited 20 min for a dock. Thank you!', null],
    ['Count 9, BOL says 10', 'exception'],
    ['Count 10, BOL says 10', null],
    ['Left at dock 4, no damage', 'clear'],
    ['No shortage or damage noted. All 24 pcs received.', 'clear'],
    ['No damage, 3 pallets follow', null],
    ['SUBJECT TO COUNT', 'generic'],
    ['subject to inspection and count', 'generic'],
    ['STC', 'generic'],
    ['SHORT 3 OF 32 CRT', 'exception'],
    ['subject to count, 2 ctn short', 'exception'],
  ] as const)
    it(`reads ${JSON.stringify(words)} as ${condition ?? 'a note that it does not understand'}`, () =>
      assert.equal(judgePod({ ...good, exceptions: words }, pro).condition, condition));
  it('says nothing about how freight was received when nobody signed', () =>
    assert.deepEqual(judgePod({ ...good, signature: 'none' }, pro).notes, []));

  it('lists ten of many PRO numbers, and how many more there are', () => {
    const proNumbers = Array.from({ length: 12 }, (_, n) => String(1_000_000_001 + n));
    const [finding = ''] = judgePod({ ...other, proNumbers }, pro).findings;
    assert.match(finding, /^is for PRO 1000000001, .*1000000010 and 2 more, not for PRO 0412708839$/);
  });

  const scan: PodScan = {
    kind: 'scan',
    format: 'a PDF',
    pages: 1,
    text: `DELIVERY RECEIPT PRO ${pro}`,
    proNumbers: [pro],
    printedName: 'K. Nguyen',
    deliveryDate: '08/14/2026',
    exceptions: null,
    signature: 'unclear',
    places: [],
  };
  const unseen = 'is a scan, so a person has to see whether it is signed';
  it('takes a pen in the place of the signature on a scan for one, and keeps the rest a reading', () => {
    const facts: PodScan = { ...scan, signature: 'strokes', exceptions: '2 ctns short' };
    const judgement = judgePod(facts, pro);
    assert.deepEqual(judgement.findings, []);
    assert.equal(judgement.condition, null);
    assert.match(judgement.notes[0] ?? '', /^Read by OCR: .*, under the exceptions "2 ctns short"\.$/);
    assert.equal(receiptOf(facts, pro).state, 'illegible');
  });
  const scans: [string, Partial<PodScan>, string[]][] = [
    ['with the PRO', {}, [unseen]],
    [
      'with another PRO',
      { text: 'PRO 0412708888', proNumbers: ['0412708888'] },
      [`shows PRO 0412708888 as OCR reads it, not PRO ${pro}`, unseen],
    ],
    [
      'with a misread PRO',
      { text: 'FRO HUMBER BF12708839', proNumbers: [] },
      [`does not show PRO ${pro} as far as OCR can read it`, unseen],
    ],
    ['that is a TIFF', { format: 'a TIFF picture' }, ['is not a PDF but a TIFF picture', unseen]],
  ];
  for (const [name, change, findings] of scans)
    it(`says of a scan ${name} what OCR read, and never that it is unsigned or about another PRO`, () => {
      const facts = { ...scan, ...change };
      const judgement = judgePod(facts, pro);
      assert.deepEqual(judgement.findings, findings);
      assert.equal(judgement.condition, null);
      assert.deepEqual(judgement.notes, [
        'Read by OCR: delivered on 08/14/2026, printed name K. Nguyen.',
        'Exceptions may be missing here: handwriting and ticks are not read from scans.',
      ]);
      assert.equal(receiptOf(facts, pro).state, 'illegible');
    });
});

describe('the units that freight is counted in', () => {
  const units = [
    'pcs',
    'ctns',
    'bxs',
    'totes',
    'pails',
    'rolls',
    'bultos',
    'tarimas',
    'colis',
    'Paletten',
    'Packstücke',
    'volumes',
  ];
  for (const unit of units)
    it(`are known wherever a count is read: ${unit}`, () => {
      assert.equal(namesTrouble(`9 of 10 ${unit}`), true);
      assert.equal(namesTrouble(`only 9 ${unit}`), true);
      assert.equal(namesTrouble(`10 of 10 ${unit}`), false);
      assert.deepEqual(readNotation(`9 of 10 ${unit} received`), {
        kind: 'noted',
        exceptions: [{ kind: 'short', pieces: 1 }],
      });
    });

  it('are not those of time and way', () => {
    for (const unit of ['miles', 'hours', 'pages', 'stops']) assert.equal(namesTrouble(`9 of 10 ${unit}`), false);
  });
});

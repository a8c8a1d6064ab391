import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { pageGeometry } from '../../../portals/documents/page-geometry.ts';
import { podOf, readPod } from '../../../portals/documents/read-pod.ts';
import { hostilePages } from './hostile-pages.ts';
import { rawPdf } from './raw-pdf.ts';
import { receiptLayouts } from './receipt-layouts.ts';

/** A form in another layout than the sandbox's: label left of the box, box drawn as lines. */
function pdf(paint: (document: PDFKit.PDFDocument) => void, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PDFDocument({ size: 'LETTER', margin: 40, ...options });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    paint(document);
    document.end();
  });
}
const form = (document: PDFKit.PDFDocument): PDFKit.PDFDocument =>
  document
    .fontSize(10)
    .text('PROOF OF DELIVERY', 40, 40)
    .text('PRO No. 0412708839', 40, 60)
    .text('Consignee signature', 44, 404)
    .rect(40, 400, 260, 80)
    .stroke();
const sign = (document: PDFKit.PDFDocument): void => {
  document.moveTo(60, 450);
  for (let n = 1; n < 30; n++) document.lineTo(60 + n * 4, 450 + (n % 2) * 14);
  document.stroke();
};
// A black dot and a white one, drawn large.
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGNg+A8AAQIBAEK+vGgAAAAASUVORK5CYII=',
  'base64',
);

describe('reading a proof of delivery', () => {
  const signatures: [string, (document: PDFKit.PDFDocument) => void, string][] = [
    ['strokes in the place', sign, 'strokes'],
    [
      'strokes drawn by bends',
      (d) => {
        d.moveTo(60, 450);
        for (let x = 60; x < 180; x += 30) d.bezierCurveTo(x + 10, 410, x + 20, 470, x + 30, 440);
        d.stroke();
      },
      'strokes',
    ],
    [
      'strokes under a transformation',
      (d) => {
        d.save().translate(20, 10).scale(0.9);
        sign(d);
        d.restore();
      },
      'strokes',
    ],
    ['a picture in the place', (d) => void d.image(dot, 60, 420, { width: 120, height: 40 }), 'picture'],
    ['nothing in the place', () => {}, 'none'],
    ['a tick in the place', (d) => void d.moveTo(60, 450).lineTo(75, 465).lineTo(120, 430).stroke(), 'unclear'],
    ['strokes somewhere else', (d) => void d.moveTo(60, 600).lineTo(90, 650).lineTo(200, 620).stroke(), 'none'],
    ['a speck', (d) => void d.moveTo(60, 450).lineTo(61, 451).lineTo(62, 450).stroke(), 'none'],
    ['a line to sign on', (d) => void d.moveTo(60, 470).lineTo(280, 470).stroke(), 'none'],
  ];
  for (const [what, paint, expected] of signatures)
    it(`finds ${expected === 'none' ? 'no signature' : expected} where there is ${what}`, async () => {
      const facts = await readPod(await pdf((document) => paint(form(document))));
      assert.ok(facts.kind === 'read');
      assert.equal(facts.signature, expected);
      assert.deepEqual(facts.proNumbers, ['0412708839']);
    });

  it('reads a word as one that a browser printed in two parts at a ligature', async () => {
    const facts = await readPod(
      await pdf((document) => {
        form(document);
        for (const [y, first, next] of [
          [520, 'Granite Peak Outfi', 'tters'],
          [540, 'Main o', 'ffice'],
        ] as const) {
          document.text(first, 44, y, { lineBreak: false });
          document.text(next, 44 + document.widthOfString(first), y, { lineBreak: false });
        }
      }),
    );
    assert.ok(facts.kind === 'read');
    assert.match(facts.text, /Granite Peak Outfitters/);
    assert.match(facts.text, /Main office/);
  });

  it('takes no sentence that is printed over the place to sign for a note', async () => {
    const facts = await readPod(
      await pdf((document) => {
        sign(form(document));
        document.text('CONSIGNEE: Received in good order except as noted', 44, 520);
      }),
    );
    assert.ok(facts.kind === 'read');
    assert.equal(facts.exceptions, '');
  });

  for (const { name, paint, signature, pros = ['0412708839'], ...fields } of receiptLayouts)
    it(`reads ${name}`, async () => {
      const facts = await readPod(await pdf(paint));
      assert.ok(facts.kind === 'read');
      const read = Object.fromEntries(Object.keys(fields).map((key) => [key, facts[key as keyof typeof facts]]));
      assert.deepEqual({ signature: facts.signature, ...read }, { signature, ...fields });
      assert.deepEqual(facts.proNumbers, pros);
    });

  const files: [string, Buffer | Promise<Buffer>, object][] = [
    ['nothing', Buffer.alloc(0), { kind: 'empty' }],
    [
      'a web page',
      Buffer.from('\ufeff <!DOCTYPE html><html><body>Session expired</body></html>'),
      { kind: 'not_pdf', looksLike: 'an HTML page' },
    ],
    ['a picture', dot, { kind: 'not_pdf', looksLike: 'a picture' }],
    [
      'an archive with a PDF in it',
      Buffer.concat([Buffer.from('PK\u0003\u0004pod.pdf'), rawPdf('', [])]),
      { kind: 'not_pdf', looksLike: 'an unknown format' },
    ],
    ['a picture of a phone', Buffer.from('\0\0\0\u001cftypheic\0\0\0\0'), { kind: 'not_pdf', looksLike: 'a picture' }],
    ['plain text', Buffer.from('Not available'), { kind: 'not_pdf', looksLike: 'text' }],
    ['random bytes', Buffer.from([0, 1, 2, 3, 255]), { kind: 'not_pdf', looksLike: 'an unknown format' }],
    ['only a header', Buffer.from('%PDF-1.7\n'), { kind: 'unreadable', reason: 'damaged' }],
    [
      'a PDF without pages',
      Buffer.from(rawPdf('', []).toString('latin1').replace('[3 0 R] /Count 1', '[     ] /Count 0'), 'latin1'),
      { kind: 'unreadable', reason: 'damaged' },
    ],
    [
      'a locked PDF',
      pdf((document) => void form(document), { userPassword: 'x' }),
      { kind: 'unreadable', reason: 'encrypted' },
    ],
    [
      'a PDF of pictures',
      pdf((document) => void document.image(dot, 0, 0, { width: 612 })),
      { kind: 'unreadable', reason: 'picture' },
    ],
  ];
  for (const [what, bytes, expected] of files)
    it(`takes ${what} for what it is`, async () => assert.deepEqual(await readPod(await bytes), expected));

  const receipt = (pro = 10): string =>
    `BT /F1 ${pro} Tf 40 740 Td (PRO No. 0412708839) Tj ET BT /F1 10 Tf 40 700 Td (DELIVERY RECEIPT, Harbor Freight Lines) Tj ET
    BT /F1 10 Tf 40 300 Td (Consignee signature) Tj ET 140 298 m 380 298 l S `;
  const pen = '160 305 m 170 315 l 180 297 l 190 318 l 205 299 l 220 312 l 240 300 l S';
  const resources =
    '/Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
  const square = (rect: string): string =>
    `${resources} /Annots [<< /Type /Annot /Subtype /Square /Rect [${rect}] /AP << /N 5 0 R >> >>]`;
  const white = ['/Type /XObject /Subtype /Form /BBox [0 0 400 60]', Buffer.from('1 g 0 0 400 60 re f')] as const;
  const frame = [white[0], Buffer.from('1 0 0 RG 1 1 398 58 re S')] as const;
  const flat = ['', Buffer.from(receipt() + pen)] as const;
  const cut = deflateSync(flat[1]);

  const unseen: [string, Buffer, string, readonly string[]][] = [
    ['below an annotation that is filled', rawPdf(square('30 720 430 780'), [flat, white]), 'strokes', []],
    [
      'within a frame that was drawn around it',
      rawPdf(square('30 720 430 780'), [flat, frame]),
      'strokes',
      ['0412708839'],
    ],
    ['beside a signature that is covered', rawPdf(square('130 280 530 340'), [flat, white]), 'unclear', ['0412708839']],
    ['in letters that nobody can read', rawPdf(resources, [['', Buffer.from(receipt(0.5) + pen)]]), 'strokes', []],
    [
      'before an operator that is none',
      rawPdf(resources, [['', Buffer.from(`${receipt()} garbage ( unbalanced ${pen}`)]]),
      'unclear',
      ['0412708839'],
    ],
    [
      'before the place where a stream is cut',
      rawPdf(resources, [['/Filter /FlateDecode', cut.subarray(0, cut.length * 0.8)]]),
      'unclear',
      ['0412708839'],
    ],
  ];
  const said = '<< /Differences [48 /one /two /three /four /five /six /seven /eight /nine /zero] >>';
  const asDigits = '1 beginbfrange <20> <7e> <0020> endbfrange';
  unseen.push(
    [
      'where a part of the page is missing',
      rawPdf(resources.replace('4 0 R', '[4 0 R 9 0 R]'), [['', Buffer.from(receipt())]]),
      'unclear',
      ['0412708839'],
    ],
    [
      'where the list of pages counts fewer than it has',
      Buffer.from(
        rawPdf(resources, [['', Buffer.from(receipt())]])
          .toString('latin1')
          .replace('<< /Type /Pages /Kids [3 0 R] /Count 1 >>', '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 1>>'),
        'latin1',
      ),
      'unclear',
      ['0412708839'],
    ],
    [
      'that its font draws as another one',
      rawPdf(
        resources.replace(
          '/F1 <<',
          `/F2 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding ${said} /ToUnicode 5 0 R >> /F1 <<`,
        ),
        [
          ['', Buffer.from(`${receipt()}${pen}`.replace('/F1 10', '/F2 10'))],
          ['', Buffer.from(`begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${asDigits} endcmap`)],
        ],
      ),
      'unclear',
      [],
    ],
  );
  for (const [where, bytes, signature, numbers] of unseen)
    it(`reads a number ${where} as people see it`, async () => {
      const facts = await readPod(bytes);
      assert.ok(facts.kind === 'read', JSON.stringify(facts));
      assert.deepEqual([facts.signature, facts.proNumbers], [signature, numbers]);
    });

  it('reads each receipt of a file whose pages are of one PRO each, and none where a page names no PRO', async () => {
    const page = (d: PDFKit.PDFDocument, number: string): PDFKit.PDFDocument =>
      d
        .text(`DELIVERY RECEIPT PRO ${number}`, 40, 40)
        .text('Consignee signature', 44, 404)
        .rect(40, 400, 260, 80)
        .stroke();
    const two = await readPod(
      await pdf((d) => {
        sign(page(d, '0412708839'));
        page(d.addPage(), '0412708893');
      }),
    );
    assert.ok(two.kind === 'read');
    assert.equal(two.signature, 'unclear');
    assert.deepEqual(
      two.receipts?.map(({ proNumbers, signature }) => [...proNumbers, signature]),
      [
        ['0412708839', 'strokes'],
        ['0412708893', 'none'],
      ],
    );
    const three = await readPod(
      await pdf((d) => {
        sign(page(d, '0412708839'));
        page(d.addPage(), '0412708893');
        d.addPage().text('2 cartons were left on the truck', 40, 40);
      }),
    );
    assert.ok(three.kind === 'read');
    assert.equal(three.receipts, undefined);
  });

  it('leaves the built-ins of this process alone', async () => {
    await readPod(await pdf((document) => void form(document)));
    assert.throws(() => (Object.freeze([]) as unknown as number[]).push(1), TypeError);
  });

  it('calls a PDF torn at any place damaged', async () => {
    const whole = await pdf((document) => sign(form(document)));
    for (let n = 1; n < 12; n++) {
      const facts = await readPod(whole.subarray(0, Math.floor((whole.length * n) / 12)));
      assert.deepEqual(facts, { kind: 'unreadable', reason: 'damaged' });
    }
  });

  // For how long at a time: `npm run bench -- input-cost --only 'page of a PDF'`.
  for (const [what, pageOf] of Object.entries(hostilePages))
    it(`may be interrupted again and again while it judges ${what}`, () => {
      const parts = 10_000;
      let places = 0;
      const geometry = pageGeometry(pageOf(parts));
      let step = geometry.next();
      for (; step.done !== true; step = geometry.next()) places += 1;
      for (const judged = podOf([step.value]); judged.next().done !== true;) places += 1;
      assert.ok(places >= parts / 1_000, `${places} places`);
    });
});

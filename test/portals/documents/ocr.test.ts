import assert from 'node:assert/strict';
import { judgePod } from '../../../domain/dispatch/pod.ts';
import { receiptOf } from '../../../domain/dispatch/rules/delivery-receipt.ts';
import { type PdfPages, ocrReaders, openPdfReaders } from '../../../portals/documents/pdf-readers.ts';
import { readPod } from '../../../portals/documents/read-pod.ts';
import { mask, onePicture, photo, png, strips, tiff, turned } from './scans.ts';

const pro = '0412708839';

describe('a scan of a delivery receipt', () => {
  after(() => {
    for (const pid of ocrReaders.pids()) process.kill(pid, 'SIGKILL');
  });

  const scans: [string, () => Buffer, string][] = [
    ['one picture', onePicture, 'a PDF'],
    ['a mask that black is painted through', mask, 'a PDF'],
    ['strips', strips, 'a PDF'],
    ['a picture on its side', turned, 'a PDF'],
    ['a TIFF of two pages', tiff, 'a TIFF picture'],
    ['a photo of a phone that was held upright', photo, 'a JPEG picture'],
    ['a PNG', png, 'a PNG picture'],
  ];
  for (const [name, make, format] of scans)
    it(`is read by OCR: ${name}`, async () => {
      const facts = await readPod(make());
      assert.ok(facts.kind === 'scan', JSON.stringify(facts));
      assert.equal(facts.format, format);
      assert.deepEqual(facts.proNumbers, [pro]);
      assert.deepEqual([facts.printedName, facts.deliveryDate], ['K. Nguyen', '08/14/2026']);
      assert.deepEqual(
        facts.places.map(({ what, page }) => [what, page]),
        [
          ['PRO number', facts.pages],
          ['signature', facts.pages],
        ],
      );
      const findings = judgePod(facts, pro).findings.filter((finding) => !finding.startsWith('is not a PDF'));
      assert.deepEqual(findings, []);
      assert.deepEqual([facts.signature, facts.exceptions], ['strokes', '2 cartons crushed']);
      assert.equal(receiptOf(facts, pro).state, 'illegible');
    });

  it('reports no name and no day with a word that OCR is not sure of', async () => {
    for (const [word, expected] of [
      ['Nguyen', [null, '08/14/2026']],
      ['08/14/2026', ['K. Nguyen', null]],
      ['crushed', ['K. Nguyen', '08/14/2026']],
    ] as const) {
      const read = async (bytes: Uint8Array): Promise<PdfPages> => ({
        ...(await ocrReaders.read(bytes)),
        doubtful: [word],
      });
      const facts = await readPod(onePicture(), { ocr: { ...ocrReaders, read } });
      assert.ok(facts.kind === 'scan');
      assert.deepEqual([facts.printedName, facts.deliveryDate], expected);
    }
  });

  it('shows each place as a picture', async () => {
    const facts = await readPod(onePicture());
    assert.ok(facts.kind === 'scan');
    for (const { png } of facts.places) {
      const bytes = Buffer.from(png);
      assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
      assert.ok(bytes.readUInt32BE(16) > 500 && bytes.readUInt32BE(20) > 100, 'a crop that can be read');
    }
  });

  it('is a picture without text where OCR uses up its processor time, or its process ends', async () => {
    const slow = openPdfReaders({ thread: './ocr-thread.js', most: 1, cpuMs: 1 });
    assert.deepEqual(await readPod(onePicture(), { ocr: slow }), { kind: 'unreadable', reason: 'picture' });
    const small = openPdfReaders({ thread: './ocr-thread.js', most: 1, memoryMb: 10 });
    assert.deepEqual(await readPod(onePicture(), { ocr: small }), { kind: 'unreadable', reason: 'picture' });
  });
});

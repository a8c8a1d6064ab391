/**
 * One sheet of paper as scanners file it: a delivery receipt of 200 dpi with some specks, black and white, a bit for a dot
 * (1 is white), in PDFs of every kind, in a TIFF and a PNG, and as a photo. Printed on it are PRO 0412708839 and a drawn signature.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, gunzipSync } from 'node:zlib';
import { rawPdf } from './raw-pdf.ts';

const [width, height] = [1700, 2200];
const bytesOfRow = Math.ceil(width / 8);
const bits = gunzipSync(readFileSync(join(import.meta.dirname, 'delivery-receipt-200dpi.bits.gz')));

const picture = (rows: Buffer, more = '/ColorSpace /DeviceGray'): readonly [string, Buffer] => [
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${rows.length / bytesOfRow} /BitsPerComponent 1 ${more}`,
  rows,
];

const page = '/Contents 4 0 R /Resources << /XObject << /A 5 0 R /B 6 0 R >> >>';

export const onePicture = (): Buffer => rawPdf(page, [['', Buffer.from('612 0 0 792 0 0 cm /A Do')], picture(bits)]);

/** As fax programs write it: the picture is a mask through which black is painted. */
export const mask = (): Buffer =>
  rawPdf(page, [['', Buffer.from('0 g 612 0 0 792 0 0 cm /A Do')], picture(bits, '/ImageMask true')]);

/** The upper and the lower half as pictures of their own. */
export function strips(): Buffer {
  const half = bytesOfRow * (height / 2);
  return rawPdf(page, [
    ['', Buffer.from('q 612 0 0 396 0 396 cm /A Do Q q 612 0 0 396 0 0 cm /B Do Q')],
    picture(bits.subarray(0, half)),
    picture(bits.subarray(half)),
  ]);
}

/** Fed sideways: the picture lies on its side, and the page says how it is turned. */
export const turned = (): Buffer =>
  rawPdf(`${page} /Rotate 90`, [['', Buffer.from('0 612 -792 0 792 0 cm /A Do')], picture(bits)], '[0 0 792 612]');

/** Two pages without compression (TIFF 6.0): a blank cover, and the receipt. */
export function tiff(): Buffer {
  const header = Buffer.from('49492a0008000000', 'hex');
  const fields = 9;
  const directoryBytes = 2 + fields * 12 + 4;
  const data = header.length + 2 * directoryBytes;
  const directory = (at: number, next: number): Buffer => {
    const entries: [tag: number, type: 3 | 4, value: number][] = [
      [256, 4, width],
      [257, 4, height],
      [258, 3, 1],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, at],
      [277, 3, 1],
      [278, 4, height],
      [279, 4, bits.length],
    ];
    const block = Buffer.alloc(directoryBytes);
    block.writeUInt16LE(fields, 0);
    for (const [index, [tag, type, value]] of entries.entries()) {
      const place = 2 + index * 12;
      block.writeUInt16LE(tag, place);
      block.writeUInt16LE(type, place + 2);
      block.writeUInt32LE(1, place + 4);
      block.writeUInt32LE(value, place + 8);
    }
    block.writeUInt32LE(next, directoryBytes - 4);
    return block;
  };
  const blank = Buffer.alloc(bits.length, 0xff);
  const second = header.length + directoryBytes;
  return Buffer.concat([header, directory(data, second), directory(data + blank.length, 0), blank, bits]);
}

/** A JPEG whose dots lie on their side; its EXIF data says how the camera was held. */
export const photo = (): Buffer => readFileSync(join(import.meta.dirname, 'delivery-receipt-photo.jpg'));

/** A bit for a dot; no row is filtered. */
export function png(): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), bits.subarray(y * bytesOfRow, (y + 1) * bytesOfRow)]),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { notPainted, readPicture } from '../../portals/painted-letters.ts';

const wide = 8;
const high = 10;
/** A stroke down, and one across: signs of a font. */
const one = Array.from({ length: wide * high }, (_, n) => (n % wide === 3 || n % wide === 4 ? 'f' : '0')).join('');
const dash = Array.from({ length: wide * high }, (_, n) => (n >= 4 * wide && n < 6 * wide ? 'f' : '0')).join('');

/** As a browser makes it, each line with a filter of its own. */
function png(inkAt: (x: number, y: number) => number, [width, height] = [40, 30]): Buffer {
  const pixels = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => 255 - inkAt(x, y)).flatMap((value) => [value, value, value]),
  );
  const lines = pixels.map((line, y) => {
    const filter = y % 5;
    const at = (row: readonly number[] | undefined, n: number): number => row?.[n] ?? 0;
    return [
      filter,
      ...line.map((value, n) => {
        const [left, up, corner] = [at(line, n - 3), at(pixels[y - 1], n), at(pixels[y - 1], n - 3)];
        const paeth = [left, up, corner].toSorted(
          (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
        )[0];
        return (value - ([0, left, up, (left + up) >> 1, paeth ?? 0][filter] ?? 0)) & 255;
      }),
    ];
  });
  const chunk = (name: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.from(lines.flat()));
  return Buffer.concat([Buffer.alloc(8), chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
const drawn = (ink: string, depth = 255): Buffer =>
  png((x, y) =>
    x >= 10 && x < 10 + wide && y >= 5 && y < 5 + high
      ? (depth * Number.parseInt(ink[(y - 5) * wide + x - 10] ?? '0', 16)) / 15
      : 0,
  );
const looked = (picture: Buffer): unknown =>
  notPainted(readPicture(picture), {
    shapes: [{ wide, ink: one, others: [dash] }],
    figures: [{ read: '1', letters: [[0, 10, 5]] }],
  });

describe('letters in a picture of the window', () => {
  it('are found where they are, in ink of any colour, a pixel beside as well', () => {
    assert.equal(looked(drawn(one)), null);
    assert.equal(looked(drawn(one, 60)), null);
  });
  it('are missed where nothing is painted, or too pale to be seen', () => {
    assert.notEqual(looked(png(() => 0)), null);
    assert.notEqual(looked(drawn(one, 3)), null);
  });
  it('are missed where another sign is painted in their place', () => {
    assert.notEqual(looked(drawn(dash)), null);
  });
});

import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { notPainted, onTheirWay, readPicture } from '../../portals/painted-letters.ts';

const wide = 8;
const high = 10;
/** A stroke down, and one across: signs of a font. */
const one = Array.from({ length: wide * high }, (_, n) => (n % wide === 3 || n % wide === 4 ? 'f' : '0')).join('');
const dash = Array.from({ length: wide * high }, (_, n) => (n >= 4 * wide && n < 6 * wide ? 'f' : '0')).join('');
const seven = Array.from({ length: wide * high }, (_, n) => {
  const [x, y] = [n % wide, Math.floor(n / wide)];
  return y > 0 && y < high - 1 && (y < 3 || Math.abs(x - (7 - y / 2)) < 1) ? 'f' : '0';
}).join('');

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
const inkAt = (ink: string, x: number, y: number): number =>
  x >= 10 && x < 10 + wide && y >= 5 && y < 5 + high
    ? Number.parseInt(ink[(y - 5) * wide + x - 10] ?? '0', 16) / 15
    : 0;
const drawn = (ink: string, depth = 255): Buffer => png((x, y) => depth * inkAt(ink, x, y));
const figure = { read: '1', letters: [[0, 10, 5]] } as const;
const digit = { wide, high, isDigit: true };
const looked = async (picture: Buffer, ink = one): Promise<unknown> =>
  notPainted(await readPicture(picture), {
    shapes: [{ ...digit, ink, ...(ink !== '' && { others: [dash] }) }],
    figures: [figure],
  });
/** A ground of which no colour is in most places. */
const spotted = (x: number, y: number): number => (x * 89 + y * 151 + x * y * 37) % 256;

describe('letters in a picture of the window', () => {
  it('are found where they are, in ink of any colour, a pixel beside as well', async () => {
    assert.equal(await looked(drawn(one)), null);
    assert.equal(await looked(drawn(one, 60)), null);
  });
  it('are missed where nothing is painted, or too pale to be seen', async () => {
    assert.notEqual(await looked(png(() => 0)), null);
    assert.notEqual(await looked(drawn(one, 2)), null);
  });
  it('are missed where another sign is painted in their place', async () => {
    assert.notEqual(await looked(drawn(dash)), null);
  });
  it('are found under a line through them, and on the edge of a ground', async () => {
    const ruled = png((x, y) => (y === 9 || y === 10 ? 255 : 255 * inkAt(seven, x, y)));
    const halved = png((x, y) => (x < 13 ? 90 : 0) + 60 * inkAt(seven, x, y));
    assert.equal(await looked(ruled, seven), null);
    assert.equal(await looked(halved, seven), null);
  });
  it('of which it is not known how they are drawn need only some ink', async () => {
    assert.equal(await looked(drawn(dash), ''), null);
    assert.notEqual(
      await looked(
        png(() => 0),
        '',
      ),
      null,
    );
  });
  it('say nothing where they are not in the picture', async () => {
    const outside = { shapes: [{ ...digit, ink: one }], figures: [{ ...figure, letters: [[0, 36, 5]] as const }] };
    assert.equal(notPainted(await readPicture(drawn(one)), outside), null);
  });
  it('leave open what a restless ground hides of a few of them', async () => {
    const picture = png((x, y) => (x < 20 ? 255 * inkAt(one, x, y) : spotted(x, y)));
    const shapes = [{ ...digit, ink: one }];
    const letters = (count: number): (readonly [number, number, number])[] => [
      ...Array.from({ length: count }, () => [0, 10, 5] as const),
      [0, 24, 8],
    ];
    const read = await readPicture(picture);
    assert.equal(notPainted(read, { shapes, figures: [{ read: '111', letters: letters(2) }] }), null);
    assert.notEqual(notPainted(read, { shapes, figures: [{ read: '1', letters: letters(0) }] }), null);
  });
  it('are struck where a line goes through all of several digits, and not where it goes under them', async () => {
    const ink = (x: number, y: number): number => 255 * Math.max(inkAt(seven, x, y), inkAt(seven, x - wide - 1, y));
    const shapes = [{ ...digit, ink: seven }];
    const figures = [{ read: '77', isNumber: true, letters: [figure.letters[0], [0, 11 + wide, 5]] as const }];
    const looks = async (row: number): Promise<unknown> =>
      notPainted(await readPicture(png((x, y) => (y === row ? 200 : ink(x, y)))), { shapes, figures });
    assert.equal(await looks(5 + high + 1), null);
    assert.notEqual(await looks(5 + (high >> 1)), null);
  });
  it('that move are looked for on their way, however far they move', () => {
    const at = (x: number): Parameters<typeof onTheirWay>[0] => ({
      shapes: [{ ...digit, ink: one }],
      figures: [{ ...figure, letters: [[0, x, 5]] }],
    });
    const places = onTheirWay(at(10), at(14))?.map(({ figures }) => figures[0]?.letters[0]?.[1]);
    assert.deepEqual(places, [10, 12, 14]);
    assert.equal(onTheirWay(at(10), at(10))?.length, 1);
    const leap = onTheirWay(at(10), at(600))?.map(({ figures }) => figures[0]?.letters[0]?.[1]) ?? [];
    assert.deepEqual([leap.length, leap[0], leap.at(-1)], [33, 10, 600]);
    assert.equal(onTheirWay(at(10), { shapes: [], figures: [] }), undefined);
  });
});

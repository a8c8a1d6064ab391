/**
 * Looks for letters in a picture of the window: what people see of a figure is its ink, whatever a page does to it on the way
 * there (layers, filters, masks, marks, styles that are not known yet). Where the picture cannot say it, nothing is refused.
 */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

export interface Misread {
  readonly read: string;
  readonly seen: string;
}

/** The letters of what was read, and where they are in the window. */
export interface PaintedLetters {
  /** Letters as their fonts draw them, a hexadecimal digit of ink for each pixel. */
  readonly shapes: readonly LetterShape[];
  readonly figures: readonly PaintedFigure[];
}
/** Of a figure, its letters: their shapes, and where they are. */
interface PaintedFigure {
  readonly read: string;
  readonly letters: readonly (readonly [number, number, number])[];
  /** The number of the record, or a figure of its own: with a line through it, it is none. */
  readonly isNumber?: boolean;
}
interface LetterShape {
  readonly wide: number;
  readonly high: number;
  /** Empty where it is not known how the page draws it: there has to be some ink then. */
  readonly ink: string;
  readonly isDigit: boolean;
  /** Of a digit, the other nine in its place. */
  readonly others?: readonly string[];
}
export const noLetters: PaintedLetters = { shapes: [], figures: [] };

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Bytes of a pixel. */
  readonly depth: number;
  readonly line: (y: number) => Uint8Array;
}
/** @param from when it was begun, as `performance.now()` */
export type WindowPicture = Picture & { readonly from: number };

const unpacked = promisify(inflate);

/** Of a PNG as the browser makes it: eight bits a colour, in one piece. Only the lines that are asked for are worked out. */
export async function readPicture(png: Buffer): Promise<Picture> {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const depth = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const wide = width * depth;
  // In one piece: hundreds of small ones would come by way of the event loop.
  const raw: Buffer = await unpacked(Buffer.concat(parts), { chunkSize: (wide + 1) * height + 64 });
  const lines: (Uint8Array | undefined)[] = [];
  const blank = new Uint8Array(wide);
  const line = (y: number): Uint8Array => {
    // Most of them say nothing of the line above.
    let first = y;
    while (first > 0 && lines[first] === undefined && (raw[first * (wide + 1)] ?? 0) > 1) first -= 1;
    for (let at = first; at <= y; at += 1)
      lines[at] ??= unfiltered(
        raw.subarray(at * (wide + 1), (at + 1) * (wide + 1)),
        at === 0 ? blank : (lines[at - 1] ?? blank),
        depth,
      );
    return lines[y] ?? blank;
  };
  return { width, height, depth, line };
}

function unfiltered(raw: Uint8Array, above: Uint8Array, depth: number): Uint8Array {
  const [filter] = raw;
  // In its own place: nobody needs it as it was.
  const bytes = raw.subarray(1);
  if (filter === 0) return bytes;
  // Nearly all lines of the browser's are of these two kinds.
  if (filter === 1) {
    for (let x = depth; x < bytes.length; x += 1) bytes[x] = (bytes[x] ?? 0) + (bytes[x - depth] ?? 0);
    return bytes;
  }
  if (filter === 2) {
    for (let x = 0; x < bytes.length; x += 1) bytes[x] = (bytes[x] ?? 0) + (above[x] ?? 0);
    return bytes;
  }
  for (let x = 0; x < bytes.length; x += 1) {
    const left = x < depth ? 0 : (bytes[x - depth] ?? 0);
    const up = above[x] ?? 0;
    let predicted = filter === 3 ? (left + up) >> 1 : up;
    if (filter === 4) {
      const corner = x < depth ? 0 : (above[x - depth] ?? 0);
      const a = Math.abs(up - corner);
      const b = Math.abs(left - corner);
      const c = Math.abs(left + up - 2 * corner);
      if (a <= b && a <= c) predicted = left;
      else if (b > c) predicted = corner;
    }
    bytes[x] = (bytes[x] ?? 0) + predicted;
  }
  return bytes;
}

/** So much a letter has to look like itself, from 0 to 1. */
const leastLike = 0.45;
/** Deviation of colours, of 255, below which there is no ink. */
const leastInk = 2;
/** So far letters of a browser's text and of its canvas may be apart. */
const across = [0, -1, 1];
const down = [0, -1, 1, -2, 2];
const [mostAcross, mostDown] = [1, 2];

/** So much more like another digit something else is. */
const leastMore = 0.1;
/** What is as like itself as this is compared with no other digit. */
const surelyLike = 0.85;
/** So many letters of a word have to be seen; some are drawn otherwise in a word than alone. */
const leastOfWord = 0.6;
/** So much of the place of a letter has one colour where its ground is even. */
const evenGround = 0.45;

/** @returns the first figure of which the picture does not show the letters */
export function notPainted(picture: Picture, { shapes, figures }: PaintedLetters): Misread | null {
  for (const { read, letters, isNumber } of figures) {
    const seen = letters.flatMap(([index, x, y]) => {
      const shape = shapes[index];
      const look = shape === undefined ? undefined : lookAt(picture, shape, x, y);
      return shape === undefined || look === undefined ? [] : [{ look, shape }];
    });
    const known = seen.filter(({ shape }) => shape.ink !== '');
    const isOther = seen.some(({ look, shape }) => shape.isDigit && (look === 'blank' || look === 'other'));
    if (isOther || known.filter(({ look }) => look === 'seen').length < leastOfWord * known.length)
      return { read, seen: 'something else than these letters' };
    const digits = letters.flatMap(([index, x, y]) => {
      const shape = shapes[index];
      return shape?.isDigit === true ? [{ ...shape, x, y }] : [];
    });
    if (isNumber === true && isStruck(picture, digits)) return { read, seen: 'digits with a line through them' };
  }
  return null;
}

/** A line differs so much from its ground, over so much of the width of the digits; it is no thicker than so much of their height. */
const [leastLine, wholeLine, thickestLine] = [20, 0.97, 0.3];

/** Whether a line is drawn through all of several digits: between two of them there is nothing else in the middle of their height. */
function isStruck(
  { width, height, depth, line }: Picture,
  digits: readonly { readonly wide: number; readonly high: number; readonly x: number; readonly y: number }[],
): boolean {
  const [first] = digits;
  if (first === undefined || digits.length < 2) return false;
  const { y: top, high } = first;
  const left = Math.min(...digits.map(({ x }) => x));
  const right = Math.max(...digits.map(({ x, wide }) => x + wide));
  const isInLine = digits.every(({ y }) => Math.abs(y - top) <= 2);
  if (!isInLine || left < 0 || top < 0 || right > width || top + high > height) return false;
  const rows = Array.from({ length: high }, (_, n) => {
    const bytes = line(top + n);
    return Array.from({ length: right - left }, (_each, x) => {
      const at = (left + x) * depth;
      return ((bytes[at] ?? 0) + (bytes[at + 1] ?? 0) + (bytes[at + 2] ?? 0)) / 3;
    });
  });
  const counts = new Uint32Array(32);
  for (const value of rows.flat()) counts[value >> 3] = (counts[value >> 3] ?? 0) + 1;
  const ground = 8 * counts.indexOf(Math.max(...counts)) + 4;
  const lined = rows.map(
    (row) => row.filter((value) => Math.abs(value - ground) > leastLine).length >= wholeLine * row.length,
  );
  const from = lined.indexOf(true);
  const to = lined.lastIndexOf(true);
  // What is above and below is ground with letters, or it is the edge of another ground.
  return from > 0.2 * high && to < 0.8 * high && to - from < Math.max(2, thickestLine * high);
}

type Look = 'blank' | 'other' | 'seen' | 'unsure';

/** What the picture shows in the place of a letter; undefined where that is not in the picture. */
function lookAt(picture: Picture, shape: LetterShape, x: number, y: number): Look | undefined {
  const place = placeIn(picture, shape, x, y);
  if (place === undefined) return undefined;
  if (place.colors.every((color) => deviation(color) <= leastInk)) return 'blank';
  if (shape.ink === '') return 'seen';
  const { others = [] } = shape;
  for (const parted of [false, true]) {
    const like = likenessAt(place, shape.ink, parted);
    if (like >= surelyLike) return 'seen';
    // The edge of a ground may look like a letter.
    if (like < leastLike && !parted) continue;
    const isOther = others.some((other) => likenessAt(place, other, parted) >= Math.max(like, leastLike) + leastMore);
    if (isOther) return 'other';
    if (like >= leastLike) return 'seen';
  }
  // Over a picture or a gradient people may see what a comparison does not.
  return isEven(place) ? 'other' : 'unsure';
}

/** The place of a letter with a little around it, in each of the colours that differ. */
interface LetterPlace {
  readonly wide: number;
  readonly high: number;
  readonly colors: readonly Uint8Array[];
}
function placeIn(
  { width, height, depth, line }: Picture,
  shape: LetterShape,
  x: number,
  y: number,
): LetterPlace | undefined {
  const [wide, high] = [shape.wide + 2 * mostAcross, shape.high + 2 * mostDown];
  const [left, top] = [x - mostAcross, y - mostDown];
  if (x < 0 || y < 0 || x + shape.wide > width + 1 || y + shape.high > height) return undefined;
  const colors = [0, 1, 2].map(() => new Uint8Array(wide * high));
  for (let row = 0; row < high; row += 1) {
    const bytes = line(Math.min(Math.max(top + row, 0), height - 1));
    for (let column = 0; column < wide; column += 1) {
      const from = Math.min(Math.max(left + column, 0), width - 1) * depth;
      for (let n = 0; n < 3; n += 1) colors[n]![row * wide + column] = bytes[from + n] ?? 0;
    }
  }
  const [red, ...rest] = colors;
  const differing = rest.filter((color) => red?.some((value, n) => value !== color[n]) === true);
  return { wide: shape.wide, high: shape.high, colors: red === undefined ? [] : [red, ...differing] };
}

function deviation(values: Uint8Array): number {
  let [sum, squares] = [0, 0];
  for (const value of values) [sum, squares] = [sum + value, squares + value * value];
  return Math.sqrt(Math.max(0, squares / values.length - (sum / values.length) ** 2));
}

function isEven({ colors }: LetterPlace): boolean {
  return colors.some((color) => {
    const counts = new Uint32Array(33);
    for (const value of color) counts[value >> 3] = (counts[value >> 3] ?? 0) + 1;
    const most = counts.reduce((max, count, n) => Math.max(max, count + (counts[n + 1] ?? 0)), 0);
    return most >= evenGround * color.length && deviation(color) > leastInk;
  });
}

/**
 * How much a place looks like a letter, in the colour that shows it best, light on dark as well.
 * @param parted without what is alike in whole lines and columns: rules, stripes, the edge of a ground
 */
function likenessAt({ wide, high, colors }: LetterPlace, ink: string, parted: boolean): number {
  const shape = shapeOf(ink, wide, parted);
  const stride = wide + 2 * mostAcross;
  const part = new Float64Array(wide * high);
  let most = 0;
  for (const dy of down)
    for (const dx of across)
      for (const color of colors) {
        for (let row = 0; row < high; row += 1) {
          const from = (row + dy + mostDown) * stride + dx + mostAcross;
          for (let column = 0; column < wide; column += 1) part[row * wide + column] = color[from + column] ?? 0;
        }
        if (parted) partLines(part, wide);
        let [sum, squares, same] = [0, 0, 0];
        for (let n = 0; n < part.length; n += 1) {
          const value = part[n] ?? 0;
          sum += value;
          squares += value * value;
          same += value * (shape[n] ?? 0);
        }
        const length = Math.sqrt(Math.max(0, squares - (sum * sum) / part.length));
        if (length > leastInk * Math.sqrt(part.length)) most = Math.max(most, Math.abs(same) / length);
        if (most >= surelyLike) return most;
      }
  return most;
}

/** The same letters come again with every look. */
const shapesOf = new Map<string, Float64Array>();
const mostShapes = 2000;
/** Of a letter, without its mean, in one length. */
function shapeOf(ink: string, wide: number, parted: boolean): Float64Array {
  const key = `${wide} ${String(parted)} ${ink}`;
  const before = shapesOf.get(key);
  if (before !== undefined) return before;
  const shape = Float64Array.from(ink, (sign) => Number.parseInt(sign, 16));
  if (parted) partLines(shape, wide);
  const mean = shape.reduce((sum, value) => sum + value, 0) / shape.length;
  const length = Math.sqrt(shape.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
  const even = shape.map((value) => (value - mean) / length);
  if (shapesOf.size >= mostShapes) shapesOf.clear();
  shapesOf.set(key, even);
  return even;
}

/** Takes the mean of each line and each column away. */
function partLines(values: Float64Array, wide: number): void {
  const high = values.length / wide;
  for (const [count, length, step, next] of [
    [high, wide, 1, wide],
    [wide, high, wide, 1],
  ] as const)
    for (let n = 0; n < count; n += 1) {
      let sum = 0;
      for (let at = 0; at < length; at += 1) sum += values[n * next + at * step] ?? 0;
      for (let at = 0; at < length; at += 1)
        values[n * next + at * step] = (values[n * next + at * step] ?? 0) - sum / length;
    }
}

/** In so many places letters are looked for that moved between two looks, fewer of many letters; of a leap, with both its ends. */
const [mostPlaces, mostLetters] = [32, 2_000];

/**
 * Letters that move: where they may have been when the picture was made between two looks.
 * @returns undefined where these are no longer the same letters
 */
export function onTheirWay(before: PaintedLetters, now: PaintedLetters): readonly PaintedLetters[] | undefined {
  const then = before.figures.map(({ letters }) => letters);
  let drift = before.figures.length === now.figures.length ? 0 : Infinity;
  for (const [n, { read, letters }] of now.figures.entries()) {
    if (before.figures[n]?.read !== read || then[n]?.length !== letters.length) return undefined;
    for (const [m, [, x, y]] of letters.entries()) {
      const [, left = Infinity, top = Infinity] = then[n]?.[m] ?? [];
      drift = Math.max(drift, Math.abs(x - left), Math.abs(y - top));
    }
  }
  if (drift === Infinity) return undefined;
  const count = now.figures.reduce((sum, { letters }) => sum + letters.length, 1);
  const steps = Math.min(Math.ceil(drift / 2), mostPlaces, Math.max(1, Math.floor(mostLetters / count)));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = steps === 0 ? 1 : step / steps;
    const figures = now.figures.map(({ letters, ...figure }, n) => ({
      ...figure,
      letters: letters.map(([shape, x, y], m) => {
        const [, left = x, top = y] = then[n]?.[m] ?? [];
        return [shape, Math.round(left + share * (x - left)), Math.round(top + share * (y - top))] as const;
      }),
    }));
    return { shapes: now.shapes, figures };
  });
}

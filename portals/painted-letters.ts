/**
 * Looks for letters in a picture of the window: what people see of a figure is its ink, whatever a page does to it on the way
 * there (layers, filters, masks, marks, styles that are not known yet).
 */
import { inflateSync } from 'node:zlib';

export interface Misread {
  readonly read: string;
  readonly seen: string;
}

/** The letters of what was read, and where they are in the window. */
export interface PaintedLetters {
  /** Letters as their fonts draw them, a hexadecimal digit of ink for each pixel. */
  readonly shapes: readonly LetterShape[];
  /** Of each figure, its letters: their shapes, and where they are. */
  readonly figures: readonly {
    readonly read: string;
    readonly letters: readonly (readonly [number, number, number])[];
  }[];
}
interface LetterShape {
  readonly wide: number;
  readonly ink: string;
  /** Of a digit, the other nine in its place. */
  readonly others?: readonly string[];
}
export const noLetters: PaintedLetters = { shapes: [], figures: [] };

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Bytes of a pixel. */
  readonly depth: number;
  readonly bytes: Uint8Array;
}
/** @param from when it was begun, as `performance.now()` */
export type WindowPicture = Picture & { readonly from: number };

/** Of a PNG as the browser makes it: eight bits a colour, in one piece. */
export function readPicture(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const depth = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const line = width * depth;
  const bytes = new Uint8Array(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (line + 1)];
    const [from, to] = [y * (line + 1) + 1, y * line];
    for (let x = 0; x < line; x += 1) {
      const left = x < depth ? 0 : (bytes[to + x - depth] ?? 0);
      const up = y === 0 ? 0 : (bytes[to + x - line] ?? 0);
      const corner = x < depth || y === 0 ? 0 : (bytes[to + x - line - depth] ?? 0);
      bytes[to + x] = (raw[from + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return { width, height, depth, bytes };
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** So much a letter has to look like itself, from 0 to 1. */
const leastLike = 0.45;
/** Deviation of colours, of 255, below which there is no ink. */
const leastInk = 2;
/** So far letters of a browser's text and of its canvas may be apart. */
const across = [-1, 0, 1];
const down = [-2, -1, 0, 1, 2];

/** So much more like another digit something else is. */
const leastMore = 0.1;
/** What is as like itself as this is compared with no other digit. */
const surelyLike = 0.85;
/** So many letters of a word have to be seen; some are drawn otherwise in a word than alone. */
const leastOfWord = 0.6;

/** @returns the first figure of which the picture does not show the letters */
export function notPainted(picture: Picture, { shapes, figures }: PaintedLetters): Misread | null {
  for (const { read, letters } of figures) {
    const seen = letters.map(([index, x, y]) => {
      const shape = shapes[index];
      return shape === undefined || isSeenAt(picture, shape, x, y);
    });
    const isWhole = letters.every(([index], n) => seen[n] === true || shapes[index]?.others === undefined);
    if (!isWhole || seen.filter(Boolean).length < leastOfWord * letters.length)
      return { read, seen: 'something else than these letters' };
  }
  return null;
}

function isSeenAt(picture: Picture, { wide, ink, others = [] }: LetterShape, x: number, y: number): boolean {
  const like = likenessAt(picture, { wide, ink }, x, y);
  if (like < leastLike || like >= surelyLike) return like >= leastLike;
  return others.every((other) => likenessAt(picture, { wide, ink: other }, x, y) < like + leastMore);
}

/** How much a part of the picture looks like a letter, in the colour that shows it best, light on dark as well. */
function likenessAt(picture: Picture, { wide, ink }: LetterShape, x: number, y: number): number {
  const shape = Array.from(ink, (sign) => Number.parseInt(sign, 16));
  const centred = centre(shape, 0);
  let most = 0;
  for (const dx of across)
    for (const dy of down)
      for (let color = 0; color < 3; color += 1) {
        const part = centre(
          partOf(picture, { x: x + dx, y: y + dy, wide, high: shape.length / wide, color }),
          leastInk,
        );
        let same = 0;
        for (let n = 0; n < shape.length; n += 1) same += (part[n] ?? 0) * (centred[n] ?? 0);
        most = Math.max(most, Math.abs(same));
      }
  return most;
}

/** Without its mean, in one length; zeros where it is all of one colour. */
function centre(values: readonly number[], least: number): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const rest = values.map((value) => value - mean);
  const length = Math.hypot(...rest);
  return length <= least * Math.sqrt(values.length) ? rest.map(() => 0) : rest.map((value) => value / length);
}

interface Part {
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly high: number;
  readonly color: number;
}
function partOf({ width, height, depth, bytes }: Picture, { x, y, wide, high, color }: Part): number[] {
  const values: number[] = [];
  for (let row = y; row < y + high; row += 1)
    for (let column = x; column < x + wide; column += 1) {
      const isIn = row >= 0 && row < height && column >= 0 && column < width;
      values.push(isIn ? (bytes[(row * width + column) * depth + color] ?? 0) : 0);
    }
  return values;
}

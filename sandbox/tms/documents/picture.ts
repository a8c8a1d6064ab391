/** A drawing as a black-and-white PNG picture, as a scanner would make of the paper. */
import { crc32, deflateSync } from 'node:zlib';
import { cell, isDot } from './dot-matrix.ts';
import { type Drawing, type Mark, type Point, sheet } from '../../paper/drawing.ts';

/** Dots of the picture for one point of the sheet: 144 dpi. */
const scale = 2;
const width = sheet.width * scale;
const height = sheet.height * scale;

export function pictureOf(drawing: Drawing): Buffer {
  const rows = Array.from({ length: height }, () => new Uint8Array(Math.ceil(width / 8)).fill(0xff));
  const ink: Ink = (x, y) => {
    const row = rows[Math.round(y)];
    const column = Math.round(x);
    const byte = row?.[column >> 3];
    if (row !== undefined && byte !== undefined && column >= 0) row[column >> 3] = byte & ~(0x80 >> (column & 7));
  };
  for (const mark of drawing.marks) paint(ink, mark);
  return png(rows);
}

type Ink = (x: number, y: number) => void;

function paint(ink: Ink, mark: Mark): void {
  if (mark.kind === 'text')
    paintText(ink, mark.text, mark.x * scale, mark.y * scale, Math.max(1, Math.round((mark.size * scale) / 9)));
  else if (mark.kind === 'stroke') paintStroke(ink, mark.points);
  else if (mark.filled) fill(ink, mark.x * scale, mark.y * scale, mark.width * scale, mark.height * scale);
  else {
    const [right, bottom] = [mark.x + mark.width, mark.y + mark.height];
    paintStroke(ink, [
      [mark.x, mark.y],
      [right, mark.y],
      [right, bottom],
      [mark.x, bottom],
      [mark.x, mark.y],
    ]);
  }
}

function paintText(ink: Ink, text: string, x: number, y: number, dot: number): void {
  for (const [index, letter] of Array.from(text).entries())
    for (let column = 0; column < cell.width - 1; column += 1)
      for (let row = 0; row < cell.height; row += 1)
        if (isDot(letter, column, row)) fill(ink, x + (index * cell.width + column) * dot, y + row * dot, dot, dot);
}

function paintStroke(ink: Ink, points: readonly Point[]): void {
  for (const [index, [toX, toY]] of points.entries()) {
    const [fromX, fromY] = points[index - 1] ?? [toX, toY];
    const steps = Math.ceil(Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)) * scale) + 1;
    for (let step = 0; step <= steps; step += 1) {
      const along = step / steps;
      fill(ink, (fromX + (toX - fromX) * along) * scale, (fromY + (toY - fromY) * along) * scale, 2, 2);
    }
  }
}

function fill(ink: Ink, x: number, y: number, wide: number, high: number): void {
  for (let right = 0; right < wide; right += 1) for (let down = 0; down < high; down += 1) ink(x + right, y + down);
}

/** One bit a dot, no filter: the plainest PNG there is (RFC 2083). */
function png(rows: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const unfiltered = Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row]));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(unfiltered)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A font in which some characters have the glyphs of others: what it draws is not what the page says. */
import { readFileSync } from 'node:fs';

const file = new URL('../../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf', import.meta.url);
const firstSign = 32;
const signs = 95;

/** @param drawnAs the character whose glyph is drawn, by the character that the page has */
export function bentFont(drawnAs: Readonly<Record<string, string>>): Buffer {
  const font = readFileSync(file);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, n) => {
    const at = 12 + 16 * n;
    const start = font.readUInt32BE(at + 8);
    return {
      tag: font.toString('latin1', at, at + 4),
      bytes: font.subarray(start, start + font.readUInt32BE(at + 12)),
    };
  }).filter(({ tag }) => !/^(?:DSIG|GDEF|GPOS|GSUB|kern|morx|meta)$/.test(tag));
  const glyphs = readGlyphs(tables.find(({ tag }) => tag === 'cmap')?.bytes ?? Buffer.alloc(0));
  const codes = Array.from({ length: signs }, (_, n) => firstSign + n);
  const map = codes.map((code): [number, number] => {
    const sign = String.fromCharCode(code);
    return [code, glyphs((drawnAs[sign] ?? sign).charCodeAt(0))];
  });
  return fontOf(tables.map(({ tag, bytes }) => ({ tag, bytes: tag === 'cmap' ? writeGlyphs(map) : bytes })));
}

/** Reads a table of characters in segments (format 4). */
function readGlyphs(table: Buffer): (code: number) => number {
  const offsets = Array.from({ length: table.readUInt16BE(2) }, (_, n) => table.readUInt32BE(8 + 8 * n));
  const from = offsets.find((offset) => table.readUInt16BE(offset) === 4) ?? 0;
  const size = table.readUInt16BE(from + 6);
  return (code) => {
    for (let n = 0; n < size; n += 2) {
      if (code > table.readUInt16BE(from + 14 + n)) continue;
      if (code < table.readUInt16BE(from + 16 + size + n)) return 0;
      const delta = table.readUInt16BE(from + 16 + 2 * size + n);
      const at = from + 16 + 3 * size + n;
      const range = table.readUInt16BE(at);
      const start = table.readUInt16BE(from + 16 + size + n);
      return range === 0 ? (code + delta) & 0xffff : table.readUInt16BE(at + range + 2 * (code - start));
    }
    return 0;
  };
}

function writeGlyphs(map: readonly [number, number][]): Buffer {
  const segments = [...map, [0xffff, 0] as const];
  const size = 2 * segments.length;
  const table = Buffer.alloc(12 + 16 + 4 * size);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(1, 6);
  table.writeUInt32BE(12, 8);
  const part = table.subarray(12);
  const power = Math.floor(Math.log2(segments.length));
  part.writeUInt16BE(4, 0);
  part.writeUInt16BE(part.length, 2);
  part.writeUInt16BE(size, 6);
  part.writeUInt16BE(2 * 2 ** power, 8);
  part.writeUInt16BE(power, 10);
  part.writeUInt16BE(size - 2 * 2 ** power, 12);
  for (const [n, [code, glyph]] of segments.entries()) {
    part.writeUInt16BE(code, 14 + 2 * n);
    part.writeUInt16BE(code, 16 + size + 2 * n);
    part.writeUInt16BE((code === 0xffff ? 1 : glyph - code) & 0xffff, 16 + 2 * size + 2 * n);
  }
  return table;
}

function fontOf(tables: readonly { readonly tag: string; readonly bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.length);
  const power = Math.floor(Math.log2(tables.length));
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  let at = head.length;
  const bodies = tables.map(({ tag, bytes }, n) => {
    const body = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    let sum = 0;
    for (let k = 0; k < body.length; k += 4) sum = (sum + body.readUInt32BE(k)) % 2 ** 32;
    head.write(tag, 12 + 16 * n, 'latin1');
    for (const [k, value] of [sum, at, bytes.length].entries()) head.writeUInt32BE(value, 16 + 16 * n + 4 * k);
    at += body.length;
    return body;
  });
  return Buffer.concat([head, ...bodies]);
}

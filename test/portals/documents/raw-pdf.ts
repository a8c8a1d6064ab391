/** PDFs written object by object, for shapes that no library would make. */
import { deflateSync } from 'node:zlib';

/** @param streams by object number from 4 on: its dictionary without the length, and its content */
export function rawPdf(page: string, streams: readonly (readonly [string, Buffer])[], box = '[0 0 612 792]'): Buffer {
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox ${box} ${page} >>`),
    ...streams.map(([dictionary, content]) =>
      Buffer.concat([
        Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    const written = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += written.length;
    parts.push(written);
  });
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

/** A few kB that take processor time without end: forms that show the next one many times, level by level. */
export function nestedForms(levels: number, times: number): Buffer {
  const form = (n: number): readonly [string, Buffer] => [
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F ${n + 1} 0 R >> >>`,
    Buffer.from('/F Do '.repeat(times)),
  ];
  const leaf = ['/Type /XObject /Subtype /Form /BBox [0 0 9 9]', Buffer.from('q Q')] as const;
  const forms = Array.from({ length: levels }, (_, level) => form(5 + level));
  return rawPdf('/Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >>', [
    ['', Buffer.from('/F Do')],
    ...forms,
    leaf,
  ]);
}

/** Some hundred kB whose content unfolds to many megabytes of blanks. */
export function deflatedBlanks(megabytes: number): Buffer {
  const blanks = deflateSync(Buffer.alloc(megabytes * 1_000_000, 0x20), { level: 9 });
  // Twice deflated, a gigabyte of blanks is a few kB.
  return rawPdf('/Contents 4 0 R', [['/Filter [/FlateDecode /FlateDecode]', deflateSync(blanks, { level: 9 })]]);
}

/** One page with so many drawn lines, each a path of three points. */
export function manyStrokes(count: number): Buffer {
  return rawPdf('/Contents 4 0 R', [['', Buffer.from('0 0 m 9 5 l 3 7 l S\n'.repeat(count))]]);
}

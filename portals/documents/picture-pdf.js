// A photo or a picture of paper (JPEG, PNG) as the one page of a PDF, which stores both as they are: the same reader then
// decodes and reads them. Plain JavaScript, see pdf-thread.

/** A sheet of paper, whatever the picture says of its resolution. */
const sheet = 612;

/** @returns undefined for a picture that a PDF cannot hold as it is: with transparency, interlaced, in four colours */
export function filedPicture(bytes) {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data[0] === 0xff && data[1] === 0xd8) return jpeg(data);
  return data.toString('latin1', 1, 4) === 'PNG' ? png(data) : undefined;
}

/** Turned as the camera was held: [a, b, c, d, e, f] for a page of this size, by the orientation of EXIF. */
const turns = {
  1: (width, height) => [width, 0, 0, height, 0, 0],
  3: (width, height) => [-width, 0, 0, -height, width, height],
  6: (width, height) => [0, -height, width, 0, 0, height],
  8: (width, height) => [0, height, -width, 0, width, 0],
};

export function pdfOfPicture({ width, height, orientation, dictionary, data }) {
  const isOnItsSide = orientation === 6 || orientation === 8;
  const tall = isOnItsSide ? width / height : height / width;
  const matrix = turns[orientation](sheet, sheet * tall);
  const content = Buffer.from(`${matrix.join(' ')} cm /A Do`);
  const stream = (entries, body) => [
    Buffer.from(`<< ${entries} /Length ${body.length} >> stream\n`),
    body,
    Buffer.from('\nendstream'),
  ];
  const objects = [
    [Buffer.from('<< /Type /Catalog /Pages 2 0 R >>')],
    [Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')],
    [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${sheet} ${sheet * tall}] /Contents 4 0 R /Resources << /XObject << /A 5 0 R >> >> >>`,
      ),
    ],
    stream('', content),
    stream(`/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${dictionary}`, data),
  ];
  const pieces = [Buffer.from('%PDF-1.4\n')];
  let at = pieces[0].length;
  const places = objects.map((parts, n) => {
    const object = Buffer.concat([Buffer.from(`${n + 1} 0 obj `), ...parts, Buffer.from(' endobj\n')]);
    pieces.push(object);
    at += object.length;
    return at - object.length;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF`,
    ),
  );
  return Buffer.concat(pieces);
}

/** ITU T.81: segments of a marker and a length; the frame header has the size. */
function jpeg(data) {
  let orientation = 1;
  for (let at = 2; at + 9 < data.length && data[at] === 0xff;) {
    const marker = data[at + 1];
    const length = data.readUInt16BE(at + 2);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (marker === 0xe1) orientation = orientationIn(data.subarray(at + 4, at + 2 + length)) ?? orientation;
    if (isFrame) {
      const colours = { 1: '/DeviceGray', 3: '/DeviceRGB' }[data[at + 9]];
      const [height, width] = [data.readUInt16BE(at + 5), data.readUInt16BE(at + 7)];
      if (colours === undefined || width * height === 0) return undefined;
      const dictionary = `/ColorSpace ${colours} /BitsPerComponent ${data[at + 4]} /Filter /DCTDecode`;
      return { width, height, orientation, dictionary, data };
    }
    at += 2 + length;
  }
  return undefined;
}

/** EXIF 2.3: tag 0x0112 of the first directory. */
function orientationIn(segment) {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0' || segment.length < 20) return undefined;
  const tiff = segment.subarray(6);
  const isLittle = tiff[0] === 0x49;
  const short = (at) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return undefined;
  for (let n = 0; n < short(directory); n += 1) {
    const entry = directory + 2 + n * 12;
    if (entry + 12 > tiff.length) return undefined;
    const value = short(entry + 8);
    if (short(entry) === 0x0112) return value in turns ? value : undefined;
  }
  return undefined;
}

/** W3C, Portable Network Graphics: its compressed rows are a filter of PDF. */
function png(data) {
  if (data.length < 33) return undefined;
  const [width, height] = [data.readUInt32BE(16), data.readUInt32BE(20)];
  const [depth, kind, , , interlaced] = data.subarray(24, 29);
  const colours = { 0: 1, 2: 3, 3: 1 }[kind];
  if (colours === undefined || interlaced !== 0 || width * height === 0) return undefined;
  const rows = [];
  let palette = Buffer.alloc(0);
  for (let at = 8; at + 12 <= data.length;) {
    const length = data.readUInt32BE(at);
    const type = data.toString('latin1', at + 4, at + 8);
    const body = data.subarray(at + 8, at + 8 + length);
    if (type === 'PLTE') palette = body;
    if (type === 'IDAT') rows.push(body);
    at += 12 + length;
  }
  const space =
    kind === 3
      ? `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${palette.toString('hex')}>]`
      : kind === 2
        ? '/DeviceRGB'
        : '/DeviceGray';
  const parameters = `/Predictor 15 /Colors ${colours} /BitsPerComponent ${depth} /Columns ${width}`;
  const dictionary = `/ColorSpace ${space} /BitsPerComponent ${depth} /Filter /FlateDecode /DecodeParms << ${parameters} >>`;
  return { width, height, orientation: 1, dictionary, data: Buffer.concat(rows) };
}

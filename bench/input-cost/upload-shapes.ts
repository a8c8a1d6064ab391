/** Forms with a file that would cost more than their size if a parser were careless, for `npm run bench -- input-cost`. */
import { randomBytes } from 'node:crypto';

export const boundary = 'b';

const head = (disposition: string, more = ''): string =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
const file = head('name="file"; filename="tasks.csv"', 'Content-Type: text/csv\r\n');
const end = `\r\n--${boundary}--\r\n`;

function filled(bytes: number, piece: string): string {
  return piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
}

const around = (before: string, piece: string, after: string) => (bytes: number) =>
  Buffer.from(`${before}${filled(bytes, piece)}${after}`, 'latin1');

/** Name of the shape, and a body of about so many bytes. */
export const uploadShapes: Readonly<Record<string, (bytes: number) => Buffer>> = {
  'a file': around(file, 'pull_pod,1000000001,x\n', end),
  'a file without an end': around(file, 'pull_pod,1000000001,x\n', ''),
  'a file of carriage returns': around(file, '\r', end),
  'a file of line ends': around(file, '\r\n', end),
  'beginnings of boundaries': around(file, '\r\n-', end),
  'boundaries with something behind': around(file, `\r\n--${boundary}x`, end),
  'a file of dashes': around(file, '-', end),
  'random bytes': (bytes) => Buffer.concat([Buffer.from(file), randomBytes(bytes), Buffer.from(end)]),
  'pasted text': around(head('name="text"'), 'pull_pod,1000000001,x\n', end),
  'many fields': around('', `${head('name="a"')}x\r\n`, end),
  'many files': around('', `${head('name="a"; filename="a"')}x\r\n`, end),
  'fields of one name': around('', `${head('name="text"')}\r\n`, end),
  'header lines of a part': around(`--${boundary}\r\n`, 'X-A: b\r\n', `\r\nx${end}`),
  'one header line': around(`--${boundary}\r\nX-A: `, 'b', `\r\n\r\nx${end}`),
  'a long name': around(`--${boundary}\r\nContent-Disposition: form-data; name="`, 'a', `"\r\n\r\nx${end}`),
  'quotes in a name': around(`--${boundary}\r\nContent-Disposition: form-data; name="`, '\\"', `"\r\n\r\nx${end}`),
  'parameters of a part': around(`--${boundary}\r\nContent-Disposition: form-data`, '; a=b', `\r\n\r\nx${end}`),
  'escapes in a file name': around(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename*=utf-8''`,
    '%41',
    `\r\n\r\nx${end}`,
  ),
  'no form at all': around('', 'pull_pod,1000000001,x\n', ''),
};

/** Mails that would cost more than their size if a parser were careless, for `npm run bench -- input-cost`. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';

const from = 'From: ops@acme.example\r\n';
const signature = (n: number, tags = ''): string =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=acme.example; s=s${n}; h=from:to; ${tags}bh=AAAA; b=AAAA\r\n`;
const multipart = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n';

/** As often as it fits, at least once. */
function filled(bytes: number, piece: string): string {
  return piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
}

/** Name of the shape, and a mail of about so many bytes. */
export const mailShapes: Readonly<Record<string, (bytes: number) => Buffer>> = {
  'plain text': (bytes) => mail('', filled(bytes, 'pro: 4471180293\r\n')),
  'one line': (bytes) => mail('', 'a'.repeat(bytes)),
  'blank lines': (bytes) => mail('', filled(bytes, '\r\n')),
  'bare line feeds': (bytes) => mail('', filled(bytes, '\n')),
  'bare carriage returns': (bytes) => mail('', filled(bytes, '\r')),
  'spaces at line ends': (bytes) => mail('', filled(bytes, `x${' '.repeat(70)}\r\n`)),
  'one line of spaces': (bytes) => mail('', `a${' '.repeat(bytes)}b`),
  'parts of a few bytes': (bytes) => mail(multipart, filled(bytes, '--b\r\n\r\nx\r\n')),
  'boundaries that never end': (bytes) => mail(multipart, `--b\r\n\r\n${filled(bytes, '--b-x\r\n')}`),
  'parts within parts': (bytes) => {
    let n = 0;
    let body = '';
    while (body.length < bytes) body += `Content-Type: multipart/mixed; boundary=n${n}\r\n\r\n--n${n++}\r\n`;
    return mail('', body);
  },
  'mails within mails': (bytes) =>
    mail('', filled(bytes, 'Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n')),
  'a head of a part of many lines': (bytes) => mail(multipart, `--b\r\n${filled(bytes, 'X-A: b\r\n')}\r\nx\r\n--b--`),
  'a folded header of a part': (bytes) => mail(multipart, `--b\r\nX-A: b\r\n${filled(bytes, ' c\r\n')}\r\nx\r\n--b--`),
  'base64 that is none': (bytes) =>
    mail('Content-Transfer-Encoding: base64\r\n', filled(bytes, `${'=!-\u00e9'.repeat(18)}\r\n`)),
  'quoted-printable that is none': (bytes) =>
    mail('Content-Transfer-Encoding: quoted-printable\r\n', filled(bytes, `${'='.repeat(75)}\r\n`)),
  'nested HTML': (bytes) => mail('Content-Type: text/html\r\n', filled(bytes, '<div>\r\n')),
  'HTML tags that never end': (bytes) => mail('Content-Type: text/html\r\n', filled(bytes, '<a b="\r\n')),
  'header lines': (bytes) => Buffer.from(`${from}${filled(bytes, 'X-A: b\r\n')}\r\nx`),
  'a folded header': (bytes) => Buffer.from(`${from}X-A: b\r\n${filled(bytes, ' c\r\n')}\r\nx`),
  'a head without end': (bytes) => Buffer.from(`${from}X-A: ${'b'.repeat(bytes)}`),
  'carriage returns in the head': (bytes) => Buffer.from(`${from}X-A: ${'\r'.repeat(bytes)}x\r\n\r\nx`),
  'encoded words': (bytes) => Buffer.from(`${from}Subject: ${filled(bytes, '=?utf-8?q?=?= ')}\r\n\r\nx`),
  'signatures over the whole body': (bytes) =>
    Buffer.from(
      `${Array.from({ length: 10 }, (_, n) => signature(n, `l=${n + 1000}; `)).join('')}${from}\r\n${filled(bytes, 'x y\r\n')}`,
    ),
  'more signatures than are checked': (bytes) => Buffer.from(`${filled(bytes, signature(1))}${from}\r\nx`),
  'a signature over many headers': (bytes) =>
    Buffer.from(`${signature(1).replace('h=from', `h=${filled(bytes, 'a:')}from`)}${from}\r\nx`),
  'pieces of a file name': (bytes) => {
    const pieces: string[] = [];
    for (let size = 0, n = 0; size < bytes; size += pieces.at(-1)?.length ?? 0, n += 1)
      pieces.push(` filename*${n}*=%41;\r\n`);
    return mail(
      multipart,
      `--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment;\r\n${pieces.join('')} x=y\r\n\r\nx\r\n--b--`,
    );
  },
  'parameters of a type': (bytes) => mail(`Content-Type: text/plain; ${filled(bytes, 'a=b; ')}c=d\r\n`, 'x'),
  'an address list': (bytes) =>
    Buffer.from(`${from}Cc: ${filled(bytes, '"a, b" <c@d.example>,\r\n ')}e@f.example\r\n\r\nx`),
  'groups of addresses': (bytes) =>
    Buffer.from(`${from}Cc: ${filled(bytes, 'g: a@b.example;\r\n ')}e@f.example\r\n\r\nx`),
  'comments in comments': (bytes) => Buffer.from(`${from}Cc: ${filled(bytes, '(\r\n ')}e@f.example\r\n\r\nx`),
  references: (bytes) => Buffer.from(`${from}References: ${filled(bytes, '<a@b.example>\r\n ')}\r\n\r\nx`),
  'a compressed attachment': (bytes) =>
    mail(
      multipart,
      `--b\r\nContent-Type: application/gzip\r\nContent-Disposition: attachment; filename=a.csv.gz\r\n` +
        `Content-Transfer-Encoding: base64\r\n\r\n${lines(gzipSync(Buffer.alloc(bytes * 500)).toString('base64'))}\r\n--b--`,
    ),
  'a CSV file': (bytes) =>
    mail(
      multipart,
      `--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n` +
        `Content-Transfer-Encoding: base64\r\n\r\n${lines(Buffer.from(filled((bytes * 3) / 4, 'pull_pod,1000000001,x\n')).toString('base64'))}\r\n--b--`,
    ),
  'HTML of entities': (bytes) => mail('Content-Type: text/html\r\n', filled(bytes, '&amp;&#1234;&nosuch;\r\n')),
  'HTML tables': (bytes) => mail('Content-Type: text/html\r\n', filled(bytes, '<table><tr><td>a\r\n')),
  'text in another charset': (bytes) =>
    mail('Content-Type: text/plain; charset=iso-2022-jp\r\n', filled(bytes, '\u001b$B\u001b(B\r\n')),
  'random bytes': (bytes) => Buffer.concat([Buffer.from(from), Buffer.from('\r\n'), randomBytes(bytes)]),
};

function lines(text: string): string {
  return text.replaceAll(/.{76}/g, '$&\r\n');
}

function mail(headers: string, body: string): Buffer {
  return Buffer.from(`${from}To: t@in.example\r\nSubject: x\r\n${headers}\r\n${body}`, 'latin1');
}

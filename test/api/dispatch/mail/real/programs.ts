/** Mails as programs write them: the MIME, the HTML and the quotes of Gmail, Outlook, Apple Mail and Thunderbird. */

export const to = 'snd_1@in.lanes.example';
export const from = 'Ann Lee <ops@acme.example>';

type Encoding = 'quoted-printable' | 'base64' | '8bit';

export function part(type: string, body: string, encoding: Encoding = 'quoted-printable', more = ''): string {
  const bytes = Buffer.from(body.replace(/\n/g, '\r\n'));
  const content =
    encoding === 'base64'
      ? (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')
      : encoding === '8bit'
        ? bytes.toString('utf8')
        : quotedPrintable(bytes);
  return `Content-Type: ${type}; charset="utf-8"\r\nContent-Transfer-Encoding: ${encoding}\r\n${more}\r\n${content}`;
}

function quotedPrintable(bytes: Buffer): string {
  const lines = bytes.toString('latin1').split('\r\n');
  return lines.map(quotedPrintableLine).join('\r\n');
}

function quotedPrintableLine(line: string): string {
  let coded = '';
  let length = 0;
  for (const [at, one] of Array.from(line).entries()) {
    const plain = /[\x21-\x3c\x3e-\x7e]/.test(one) || (one === ' ' && at < line.length - 1);
    const piece = plain ? one : `=${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
    if (length + piece.length > 75) {
      coded += '=\r\n';
      length = 0;
    }
    coded += piece;
    length += piece.length;
  }
  return coded;
}

export function multipart(kind: 'alternative' | 'mixed' | 'related' | 'signed', parts: readonly string[]): string {
  const boundary = `b_${kind}_${parts.length}_${parts.join('').length}`;
  const inside = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inside}--${boundary}--\r\n`;
}

export function mail(subject: string, body: string, head = ''): string {
  const coded = /[^\x20-\x7e]/.test(subject) ? `=?UTF-8?B?${Buffer.from(subject).toString('base64')}?=` : subject;
  return `From: ${from}\r\nTo: ${to}\r\nSubject: ${coded}\r\nMessage-ID: <1@acme.example>\r\nDate: Mon, 23 Nov 2026 09:05:00 +0000\r\n${head}MIME-Version: 1.0\r\n${body}`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

/** Gmail writes both parts; its quotes are blockquotes in a gmail_quote. */
export function gmail(
  own: string,
  more: { readonly attribution?: string; readonly quoted?: string; readonly forwarded?: string } = {},
): string {
  const { attribution, quoted, forwarded } = more;
  const divs = (text: string): string =>
    text
      .split('\n')
      .map((line) => (line === '' ? '<div><br></div>' : `<div>${escaped(line)}</div>`))
      .join('');
  const plain = [
    own,
    ...(attribution ? [`\n${attribution}\n\n${quote(quoted ?? '')}\n`] : []),
    ...(forwarded ? [`\n${forwarded}`] : []),
  ].join('\n');
  const html = `<div dir="ltr">${divs(own)}</div>${
    attribution
      ? `<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(attribution)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">${divs(quoted ?? '')}</div></blockquote></div>`
      : ''
  }${forwarded ? `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escaped(forwarded).replaceAll('\n', '<br>')}</div></div>` : ''}`;
  return multipart('alternative', [part('text/plain', plain), part('text/html', html)]);
}

/** Outlook for Windows: Word's HTML with conditional comments; a quote has no mark but the head of the mail. */
export function outlookHtml(own: string, below = ''): string {
  const paragraphs = (text: string): string =>
    text
      .split('\n')
      .map((line) => `<p class="MsoNormal">${line === '' ? '<o:p>&nbsp;</o:p>' : `${escaped(line)}<o:p></o:p>`}</p>\n`)
      .join('');
  const head = (text: string): string =>
    text.replace(/^([^\n:]{2,12}:)(.*)$/gm, '<b>$1</b>$2').replaceAll('\n', '<br>\n');
  const [header = '', ...rest] = below.split('\n\n');
  return `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name="Generator" content="Microsoft Word 15 (filtered medium)"><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]-->
<style><!-- p.MsoNormal {margin:0in; font-size:11.0pt;} --></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026" /></xml><![endif]--></head>
<body lang="EN-US" link="#0563C1" vlink="#954F72"><!--[if gte mso 9]><p>task_type: void</p><![endif]--><div class="WordSection1">
${paragraphs(own)}${
    below === ''
      ? ''
      : `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal">${head(escaped(header))}<o:p></o:p></p></div></div>${paragraphs(rest.join('\n\n'))}`
  }</div></body></html>`;
}

export function outlook(own: string, below = '', plainMark = ''): string {
  // In its plain text every paragraph is followed by a blank line.
  const plain = `${own.replaceAll('\n', '\n\n')}\n\n${below === '' ? '' : `${plainMark}${below}`}`;
  return multipart('alternative', [part('text/plain', plain), part('text/html', outlookHtml(own, below))]);
}

/** Apple Mail: format=flowed text, or HTML with a blockquote of type cite. */
export function apple(own: string, attribution = '', quoted = ''): string {
  const plain = attribution === '' ? own : `${own}\n\n${quote(`${attribution}\n\n${quoted}`)}\n`;
  const html = `<html aria-label="message body"><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word;">${own
    .split('\n')
    .map((line) => (line === '' ? '<div><br></div>' : `<div>${escaped(line)}</div>`))
    .join('')}${
    attribution === ''
      ? ''
      : `<div><br><blockquote type="cite"><div>${escaped(attribution)}</div><br class="Apple-interchange-newline"><div>${escaped(quoted).replaceAll('\n', '<br>')}</div></blockquote></div>`
  }</body></html>`;
  return multipart('alternative', [
    part('text/plain; format=flowed; delsp=yes', plain, '8bit'),
    part('text/html', html, '8bit'),
  ]);
}

export const text = (body: string, encoding: Encoding = '8bit'): string => part('text/plain', body, encoding);
export const html = (body: string, encoding: Encoding = 'quoted-printable'): string =>
  part('text/html', body, encoding);

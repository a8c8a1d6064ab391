/**
 * The strict grammar of an OData batch (multipart/mixed with requests in it), and the one form in which it is sent. Each
 * request is a field `request` ("MERGE Bills('77')") and the members of its JSON body; `[1]` is the second part of the
 * batch, `[1][0]` the first request of a change set.
 */
import { type BodyField, readJsonText } from './json-body.ts';

interface Parts {
  readonly fields: BodyField[];
  readonly written: string;
}

const batchType = /^multipart\/mixed; ?boundary=("?)([A-Za-z0-9'()+_,\-.:=]{1,70})\1$/i;
const requestLine = /^((?:GET|POST|PUT|PATCH|MERGE|DELETE) [!-~]{1,2000}) HTTP\/1\.1$/;
/** By these a client says how it wants its answer, or counts its requests: they go along. */
const plainHeaders =
  /^(?:accept|accept-language|content-id|(?:max)?dataserviceversion|odata-(?:max)?version|sap-contextid-accept|sap-cancel-on-close|x-requested-with|prefer|x-csrf-token)$/i;
const plainValue = /^[A-Za-z0-9 .,;:=*/+_"-]{0,200}$/;
const mostRequests = 50;

export function readBatch(
  contentType: string,
  text: string,
): { fields: BodyField[]; sent: { contentType: string; bytes: string } } | undefined {
  const boundary = batchType.exec(contentType.trim())?.[2];
  if (boundary === undefined) return undefined;
  const fields: BodyField[] = [];
  const parts = partsOf(text, boundary)?.map((part, n) => readPart(part, `[${n}]`, n));
  if (parts === undefined || parts.length === 0) return undefined;
  const written: string[] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    for (const field of part.fields) fields.push(field);
    written.push(part.written);
  }
  if (fields.filter(({ name }) => name.endsWith('.request')).length > mostRequests) return undefined;
  const own = 'LanekeeperBatch';
  if (written.some((part) => part.includes(`--${own}`))) return undefined;
  return {
    fields,
    sent: { contentType: `multipart/mixed; boundary=${own}`, bytes: joined(written, own) },
  };
}

/** Nothing before the first delimiter or after the last, and no line that only begins with one. */
function partsOf(text: string, boundary: string): string[] | undefined {
  const parts = `\r\n${text}`.split(`\r\n--${boundary}`);
  const last = parts.pop();
  if (parts.shift() !== '' || last === undefined || !/^--(?:\r\n)*$/.test(last)) return undefined;
  return parts.every((part) => part.startsWith('\r\n') && !part.includes(`--${boundary}`))
    ? parts.map((part) => part.slice(2))
    : undefined;
}

function joined(parts: readonly string[], boundary: string): string {
  return `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
}

/** A request, or a change set of several. */
function readPart(part: string, at: string, place: number): Parts | undefined {
  const end = part.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const headers = part.slice(0, end).split('\r\n');
  const inner = /^Content-Type: ?multipart\/mixed; ?boundary=([A-Za-z0-9'()+_,\-.:=]{1,70})$/i.exec(
    headers[0] ?? '',
  )?.[1];
  const content = part.slice(end + 4);
  if (inner === undefined) return readRequest(headers, content, at);
  if (headers.length !== 1) return undefined;
  const requests = partsOf(content, inner)?.map((each, n) => {
    const cut = each.indexOf('\r\n\r\n');
    return cut < 0 ? undefined : readRequest(each.slice(0, cut).split('\r\n'), each.slice(cut + 4), `${at}[${n}]`);
  });
  if (requests === undefined || requests.length === 0) return undefined;
  const own = `LanekeeperChanges${place}`;
  const fields: BodyField[] = [];
  const written: string[] = [];
  for (const request of requests) {
    if (request === undefined || request.written.includes(`--${own}`)) return undefined;
    for (const field of request.fields) fields.push(field);
    written.push(request.written);
  }
  return { fields, written: `Content-Type: multipart/mixed; boundary=${own}\r\n\r\n${joined(written, own)}` };
}

/** Not by an expression: over many breaks before another sign it would take the square of their number. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (end >= 2 && text.startsWith('\r\n', end - 2)) end -= 2;
  return text.slice(0, end);
}

function readRequest(headers: readonly string[], content: string, at: string): Parts | undefined {
  const outer = headers.filter(
    (line) => !/^content-(?:type: ?application\/http(?:; ?msgtype=request)?|transfer-encoding: ?binary)$/i.test(line),
  );
  const ids = outer.filter((line) => /^content-id: ?[A-Za-z0-9_.-]{1,80}$/i.test(line));
  if (headers.length - outer.length < 1 || outer.length !== ids.length || ids.length > 1) return undefined;
  const end = content.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = content.slice(0, end).split('\r\n');
  const request = requestLine.exec(line)?.[1];
  if (request === undefined) return undefined;
  const fields: BodyField[] = [{ name: `${at}.request`, value: request, type: 'text' }];
  const kept: string[] = [];
  let isJson = false;
  const seen = new Set<string>();
  for (const header of lines) {
    const [, name = '', value = ''] = /^([A-Za-z][A-Za-z0-9-]{0,79}): ?(.*)$/.exec(header) ?? [];
    const known = name.toLowerCase();
    if (name === '' || seen.has(known)) return undefined;
    seen.add(known);
    if (known === 'content-length') continue;
    if (known === 'content-type') {
      isJson =
        /^application\/json(?:; ?(?:charset=utf-8|odata(?:\.metadata)?=\w+|IEEE754Compatible=(?:true|false)))*$/i.test(
          value,
        );
      if (!isJson) return undefined;
    } else if (!plainHeaders.test(known)) fields.push({ name: `${at}.headers.${known}`, value, type: 'text' });
    if (!plainValue.test(value)) return undefined;
    kept.push(`${name}: ${value}`);
  }
  const given = withoutLastBreaks(content.slice(end + 4));
  const body = given === '' ? { fields: [], text: '' } : readJsonText(given);
  if (body === undefined || (given !== '' && !isJson)) return undefined;
  for (const field of body.fields)
    fields.push({ ...field, name: `${at}.body${field.name.startsWith('[') ? '' : '.'}${field.name}` });
  const bytes = new TextEncoder().encode(body.text).length;
  const length = given === '' ? [] : [`Content-Length: ${bytes}`];
  const head = ['Content-Type: application/http', 'Content-Transfer-Encoding: binary', ...ids].join('\r\n');
  return {
    fields,
    written: `${head}\r\n\r\n${[`${request} HTTP/1.1`, ...kept, ...length].join('\r\n')}\r\n\r\n${body.text}\r\n`,
  };
}

import assert from 'node:assert/strict';
import { readBody } from '../../../../domain/dispatch/guard/request-body.ts';

const soap = (inner: string, before = ''): string =>
  `${before}<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`;
const xml = (text: string, contentType = 'text/xml; charset=utf-8') => readBody({ contentType, text }, 'xml');
const line = (...lines: string[]): string => lines.join('\r\n');
const request = (first: string, json: string, ...headers: string[]): string =>
  line(
    'Content-Type: application/http',
    'Content-Transfer-Encoding: binary',
    '',
    `${first} HTTP/1.1`,
    'Content-Type: application/json',
    ...headers,
    '',
    json,
  );
const batch = (...parts: string[]): string => line(...parts.flatMap((part) => ['--b1', part]), '--b1--', '');
const changes = (...parts: string[]): string =>
  line('Content-Type: multipart/mixed; boundary=c1', '', ...parts.flatMap((part) => ['--c1', part]), '--c1--');
const ofBatch = (text: string, contentType = 'multipart/mixed;boundary=b1') => readBody({ contentType, text }, 'batch');
const call = (text: string) => readBody({ contentType: 'text/x-gwt-rpc; charset=utf-8', text }, 'gwt');
const fieldsOf = (read: ReturnType<typeof readBody>): Record<string, string> | undefined =>
  read && Object.fromEntries(read.fields.map(({ name, value }) => [name, value]));

describe('bodies of calls', () => {
  it('reads SOAP by the path of each element, and writes it in one form', () => {
    const read = xml(soap('<b:Save xmlns:b="urn:b"> <b:pro>77</b:pro> <b:note>A &amp; B &#x20AC;</b:note></b:Save>'));
    assert.deepEqual(fieldsOf(read), {
      's:Envelope.@xmlns:s': 'http://schemas.xmlsoap.org/soap/envelope/',
      's:Envelope.s:Body.b:Save.@xmlns:b': 'urn:b',
      's:Envelope.s:Body.b:Save.b:pro': '77',
      's:Envelope.s:Body.b:Save.b:note': 'A & B €',
    });
    const sent = Buffer.from(read?.sent?.bytes ?? '', 'latin1').toString();
    assert.match(sent, /^<\?xml version="1\.0" encoding="utf-8"\?><s:Envelope .*<b:note>A &#38; B €<\/b:note>/);
    assert.deepEqual(fieldsOf(xml(sent)), fieldsOf(read));
  });

  it('gives elements of one name their places', () => {
    assert.deepEqual(fieldsOf(xml('<r><a>1</a><a>2</a><b/></r>')), { 'r.a[0]': '1', 'r.a[1]': '2', 'r.b': '' });
  });

  it('reads no XML that two parsers could read differently', () => {
    for (const [text, type] of [
      [`<!DOCTYPE r [<!ENTITY x "void">]><r><a>&x;</a></r>`],
      ['<r><a>&x;</a></r>'],
      ['<r><a>1<!-- 2 --></a></r>'],
      ['<r><?php void ?><a>1</a></r>'],
      ['<r>save<a>1</a></r>'],
      ['<r><a>1</a></r><r/>'],
      ['<r><a>1</b></r>'],
      ['<r x="1" x="2"/>'],
      // So many that looking for repeated ones would hold the process for minutes.
      [`<r${Array.from({ length: 100_000 }, (_, n) => ` x${n}=""`).join('')}/>`],
      ['<r x="1\n2"/>'],
      ['<r><a>1</a>'],
      ['<r><a>\u0001</a></r>'],
      ['<r><a>&#0;</a></r>'],
      ['<r><a>1</a></r>', 'text/xml; charset=utf-16'],
      ['<r><a>1</a></r>', 'application/json'],
      ['<?xml version="1.0" encoding="utf-7"?><r/>'],
    ] as const)
      assert.equal(xml(text, type), undefined, text);
  });

  it('reads a batch of OData by its requests, and sends it with boundaries of its own', () => {
    const read = ofBatch(
      batch(
        changes(request(`MERGE Bills('77')`, '{"weight":"1250","note":"é"}', 'Content-Length: 99', 'If-Match: *')),
        request('GET Bills?$top=1', ''),
      ),
    );
    assert.deepEqual(fieldsOf(read), {
      '[0][0].request': `MERGE Bills('77')`,
      '[0][0].headers.if-match': '*',
      '[0][0].body.weight': '1250',
      '[0][0].body.note': 'é',
      '[1].request': 'GET Bills?$top=1',
    });
    const sent = Buffer.from(read?.sent?.bytes ?? '', 'latin1').toString();
    assert.match(sent, /Content-Length: 29\r\n\r\n\{"weight":"1250","note":"é"\}/);
    assert.deepEqual(fieldsOf(ofBatch(sent, read?.sent?.contentType)), fieldsOf(read));
  });

  it('reads no batch that two servers could take apart differently', () => {
    const good = request('POST Bills', '{"a":"1"}');
    for (const [text, type] of [
      [batch(good), 'multipart/mixed; boundary=b2'],
      [batch(good), 'multipart/mixed; boundary=b1; boundary=b2'],
      [`preamble\r\n${batch(good)}`],
      [`${batch(good)}epilogue`],
      [batch(good).replace('--b1\r\n', '--b1x\r\n')],
      [batch(request('POST Bills', '{"a":"1"}', 'X-HTTP-Method: DELETE', 'X-HTTP-Method: MERGE'))],
      [batch(request('POST Bills', 'a=1').replace('application/json', 'application/x-www-form-urlencoded'))],
      [batch(good.replace('HTTP/1.1', 'HTTP/1.0'))],
      [batch(good.replace('Content-Type: application/http', 'Content-Type: text/plain'))],
      [batch(request('POST Bills', '{"a":"1","a":"2"}'))],
      [batch(request('POST Bills', `${'\r\n'.repeat(200_000)}x`))],
    ] as const)
      assert.equal(ofBatch(text, type), undefined, text);
  });

  it('reads a request of a batch that has no body', () => {
    const get = line(
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      '',
      'GET Bills HTTP/1.1',
      '',
      '',
      '',
    );
    assert.deepEqual(fieldsOf(ofBatch(batch(get))), { '[0].request': 'GET Bills' });
    assert.deepEqual(fieldsOf(ofBatch(batch(`${get}\r\n\r\n`))), { '[0].request': 'GET Bills' });
  });

  it('reads a call of GWT by its table of strings', () => {
    const read = call('7|0|5|http://x/|AB|com.B|save|a\\!b\\\\c|1|2|3|4|0|5|');
    assert.deepEqual(fieldsOf(read), {
      'strings[0]': 'http://x/',
      'strings[1]': 'AB',
      'strings[2]': 'com.B',
      'strings[3]': 'save',
      'strings[4]': 'a|b\\c',
      call: '7|0|1|2|3|4|0|5',
    });
    for (const text of ['7|0|9|a|b|c|d|1|', '7|0|4|a|b|c|d|void()|', '7|0|4|a|b|c\\q|d|1|', '7|0|4|a|b|c|d|1'])
      assert.equal(call(text), undefined, text);
  });

  it('reads the JSON in a field of a form by its members, and writes it again', () => {
    const body = {
      contentType: 'application/x-www-form-urlencoded',
      text: `doc_id=7&v=${encodeURIComponent('{"a": {"b.c":"1"}}')}`,
    };
    const read = readBody(body, 'form', { json: ['v'] });
    assert.deepEqual(fieldsOf(read), { doc_id: '7', "v.a['b.c']": '1' });
    assert.equal(read?.sent?.bytes, 'doc_id=7&v=%7B%22a%22%3A%7B%22b.c%22%3A%221%22%7D%7D');
    for (const text of ['v=1', 'v={"a":"1","a":"2"}', 'v={"a":"1"}&v={"a":"2"}', 'v={"a":"1"}&v.a=2', 'v={'])
      assert.equal(
        readBody({ ...body, text: text.replace(/[{}"]/g, encodeURIComponent) }, 'form', { json: ['v'] }),
        undefined,
        text,
      );
  });

  it('writes JSON that goes as a form so that a form has nothing in it', () => {
    const mediaType = 'application/x-www-form-urlencoded';
    const read = readBody({ contentType: mediaType, text: '{"note":"a&void=1"}' }, 'json', { mediaType });
    assert.equal(read?.sent?.bytes, '{"note":"a\\u0026void\\u003d1"}');
    assert.equal(JSON.parse(read?.sent?.bytes ?? '').note, 'a&void=1');
  });
});

import assert from 'node:assert/strict';
import { Busboy } from '@fastify/busboy';
import fc from 'fast-check';
import { isCanonical, readBody, type ReadBody } from '../../../../domain/dispatch/guard/request-body.ts';

const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';
const pairs = (read: ReadBody | undefined): unknown =>
  read?.fields.map(({ name, value, type, file }) => [
    name,
    value,
    ...(type === 'text' ? [] : [type]),
    ...(file === undefined ? [] : [file]),
  ]);

/** One part of a body with the boundary `b`. */
const part = (head: string, content: string): string => `--b\r\n${head}\r\n\r\n${content}\r\n`;
const field = (name: string, content: string): string =>
  part(`Content-Disposition: form-data; name="${name}"`, content);

/** What a parser that nobody here wrote makes of a multipart body. */
async function asBusboy({ contentType, bytes }: NonNullable<ReadBody['sent']>): Promise<unknown[]> {
  const found: unknown[] = [];
  const parser = new Busboy({ headers: { 'content-type': contentType } });
  parser.on('field', (name, value) => found.push([name, value]));
  parser.on('file', (name, stream, filename) => {
    let content = '';
    stream.on('data', (chunk: Buffer) => (content += chunk.toString('latin1')));
    stream.on('end', () => found.push([name, filename, content]));
  });
  await new Promise<void>((resolve, reject) => {
    parser.on('finish', () => resolve());
    parser.on('error', reject);
    parser.end(Buffer.from(bytes, 'latin1'));
  });
  return found;
}

describe('the body of a request', () => {
  it('is read as fields, with their types and places', () => {
    assert.deepEqual(pairs(readBody({ contentType: form, text: 'pro=0412708839&note=two%20words+more' }, 'form')), [
      ['pro', '0412708839'],
      ['note', 'two words more'],
    ]);
    const ended = readBody({ contentType: form, text: 'pro=0412708839&note=&' }, 'form');
    assert.deepEqual(pairs(ended), [
      ['pro', '0412708839'],
      ['note', ''],
    ]);
    assert.equal(ended?.sent?.bytes, 'pro=0412708839&note=');
    const json = '{"a":{"b":1},"c":["x",true],"d":null,"e":{},"f":[]}';
    assert.deepEqual(pairs(readBody({ contentType: 'application/json', text: json }, 'json')), [
      ['a.b', '1', 'number'],
      ['c[0]', 'x'],
      ['c[1]', 'true', 'boolean'],
      ['d', 'null', 'null'],
      ['e', '{}', 'empty'],
      ['f', '[]', 'empty'],
    ]);
    const file = 'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf';
    const text = `${field('pro', '0412708839')}${part(file, '%PDF\u00e9')}--b--\r\n`;
    assert.deepEqual(pairs(readBody({ contentType: multipart, text }, 'multipart')), [
      ['pro', '0412708839'],
      ['file', 'a.pdf', '%PDF\u00e9'],
    ]);
  });

  const unclear: Record<'form' | 'json' | 'multipart', readonly (readonly [type: string, text: string])[]> = {
    form: [
      'pro=1;void=1',
      '?void=1',
      'pro',
      '=1',
      'a=1&&b=2',
      'a=1&&',
      '&a=1',
      'a=%zz',
      'a=%ff',
      'a=1#void',
      'a b=1',
      'a=1\r\nb=2',
      '%00a=1',
      '__proto__=1',
      'pro=1%00',
    ].map((text) => [form, text] as const),
    json: [
      '{"a":1,"a":2}',
      '{"a":{"x":1},"b":{"x":1,"\\u0078":2}}',
      '[1',
      '[]',
      '"void"',
      '{"":1}',
      '{"__proto__":{"a":1}}',
      '{"a[b":1}',
      `{"a'b":1}`,
      '{"a":9007199254740993}',
      '{"a":249.99999999999999999}',
      '{"a":1e2}',
      '{"a":"\\ud800"}',
      `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
    ].map((text) => ['application/json', text] as const),
    multipart: [
      ['multipart/form-data; xboundary=evil; boundary=b', `${field('a', '1')}--b--\r\n`],
      ['multipart/form-data; boundary=b; boundary=c', `${field('a', '1')}--b--\r\n`],
      ['multipart/mixed; boundary=b', `${field('a', '1')}--b--\r\n`],
      [multipart, `preamble\r\n${field('a', '1')}--b--\r\n`],
      [multipart, `${field('a', '1')}--b--\r\nepilogue`],
      [multipart, field('a', '1')],
      [multipart, `--bx\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n`],
      [multipart, `${field('a', '1\r\n--bx')}--b--\r\n`],
      [multipart, `${part('Content-Disposition: form-data; name=a', '1')}--b--\r\n`],
      [multipart, `${part("Content-Disposition: form-data; name='a'", '1')}--b--\r\n`],
      [multipart, `${part('Content-Disposition: form-data; name="a"; name="b"', '1')}--b--\r\n`],
      [multipart, `${part('Content-Disposition: form-data; name="a"; name*=utf-8\'\'b', '1')}--b--\r\n`],
      [
        multipart,
        `${part('Content-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"', '1')}--b--\r\n`,
      ],
      [multipart, `${part('Content-Type: text/plain\r\nContent-Disposition: form-data; name="a"', '1')}--b--\r\n`],
      [
        multipart,
        `${part('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; name="b"', '1')}--b--\r\n`,
      ],
      [
        multipart,
        `${part('Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64', 'MQ==')}--b--\r\n`,
      ],
      [multipart, `${part('Content-Disposition: form-data; name="a"; filename*=utf-8\'\'x', '1')}--b--\r\n`],
      [multipart, `${field('a\\"', '1')}--b--\r\n`],
      [multipart, `${field('a', '\u00ff')}--b--\r\n`],
      [multipart, `${field('a', '1')}--b--\r\n`.replaceAll('\r\n', '\n')],
    ],
  };
  for (const [content, bodies] of Object.entries(unclear))
    it(`is not read as ${content} when another parser may read it otherwise`, () => {
      for (const [contentType, text] of bodies)
        assert.equal(readBody({ contentType, text }, content as 'form'), undefined, `${contentType} ${text}`);
    });

  it('is not read under the name of another content type', () => {
    for (const contentType of [`${form}; charset=utf-16`, 'text/plain', '', 'application/json, application/xml'])
      for (const content of ['form', 'json'] as const)
        assert.equal(readBody({ contentType, text: content === 'form' ? 'a=1' : '{"a":1}' }, content), undefined);
  });

  const name = fc.stringMatching(/^[A-Za-z][\w$:.[\]-]{0,20}$/);
  const fields = fc.uniqueArray(
    fc.tuple(
      name,
      fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text) && !text.includes('\0')),
    ),
    {
      selector: ([one]) => one,
      minLength: 1,
      maxLength: 6,
    },
  );

  it('is sent so that a parser of somebody else reads the fields that were judged: forms', () => {
    fc.assert(
      fc.property(fields, (given) => {
        const read = readBody({ contentType: form, text: new URLSearchParams(given).toString() }, 'form');
        assert.deepEqual(pairs(read), given);
        assert.deepEqual([...new URLSearchParams(read?.sent?.bytes)], given);
      }),
    );
  });

  it('is sent so that a parser of somebody else reads the fields that were judged: multipart', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const request = new Request('http://portal.example/', {
          method: 'POST',
          body: given.reduce((data, [key, value]) => (data.append(key, value), data), new FormData()),
        });
        const text = Buffer.from(await request.arrayBuffer()).toString('latin1');
        const read = readBody({ contentType: request.headers.get('content-type') ?? '', text }, 'multipart');
        const expected = given.map(([key, value]) => [key, value.replace(/\r\n|\r|\n/g, '\r\n')]);
        assert.deepEqual(pairs(read), expected);
        assert.deepEqual(read?.sent && (await asBusboy(read.sent)), expected);
      }),
      { numRuns: 50 },
    );
  });

  it('is sent so that a parser of somebody else reads the fields that were judged: JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
        (given) => {
          const text = JSON.stringify(given, null, 2);
          const read = readBody({ contentType: 'application/json', text }, 'json');
          const sent = Buffer.from(read?.sent?.bytes ?? '', 'latin1').toString();
          assert.deepEqual(JSON.parse(sent), { ...given });
        },
      ),
    );
  });

  it('says whether the bytes of the page are those that are sent', () => {
    const read = (text: string): boolean => {
      const body = { contentType: form, text };
      const fieldsRead = readBody(body, 'form');
      return fieldsRead !== undefined && isCanonical(body, fieldsRead);
    };
    assert.equal(read('pro=1&note=a+b'), true);
    assert.equal(read('pro=1&note=a%20b'), false);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '../../../support/wait.ts';
import { type MailBench, openMailBench, registered } from './mail-bench.ts';

const head = (more = ''): string =>
  `From: ${registered}\r\nTo: x\r\nSubject: x\r\nMessage-ID: <${Math.random().toString(36).slice(2)}@acme.example>\r\nMIME-Version: 1.0\r\n${more}\r\n`;

describe('hostile and malformed mail', () => {
  let bench: MailBench;
  before(async () => (bench = await openMailBench({ MAIL_RELAX_ON_LOOPBACK: 'true', MAIL_MAX_BYTES: '2000000' })));
  after(() => bench.close());

  const lastRow = async (): Promise<Awaited<ReturnType<MailBench['rows']>>[number] | undefined> =>
    (await bench.rows()).at(-1);
  /** A good mail is still taken, soon. */
  const alive = async (): Promise<void> => {
    const pro = String(9_000_000_000 + (await bench.stored()));
    assert.equal((await bench.sendRaw(`${head()}task_type: pull_pod\r\npro: ${pro}\r\n`)).code, 250);
    assert.equal((await lastRow())?.status, 'taken');
  };
  /** A conversation line by line, up to DATA. */
  const upToData = async (): Promise<Socket> => {
    const socket = connect(bench.mail.port, '127.0.0.1');
    await once(socket, 'data');
    for (const line of ['EHLO x', `MAIL FROM:<${registered}>`, `RCPT TO:<${bench.to}>`, 'DATA']) {
      socket.write(`${line}\r\n`);
      await once(socket, 'data');
    }
    return socket;
  };

  const multipart = (levels: number): string => {
    let open = '';
    let close = '';
    for (let level = 0; level < levels; level += 1) {
      open += `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`;
      close = `\r\n--b${level}--${close}`;
    }
    return `${head().slice(0, -2)}${open}Content-Type: text/plain\r\n\r\nx${close}`;
  };
  const attached = (type: string, name: string, content: string): string =>
    `${head('Content-Type: multipart/mixed; boundary=b\r\n')}--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n--b--\r\n`;
  const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');

  const refused: [string, () => string | Buffer, RegExp][] = [
    ['an empty mail', () => head(), /no text and no CSV/],
    ...(
      [
        ['HTML without words', '<p>&nbsp;</p><img src=x alt="pro: 4471180293">', /no text and no CSV/],
        [
          'a task that HTML hides',
          '<p style="display:none">task_type: pull_pod</p><p hidden>x</p>',
          /no text and no CSV/,
        ],
        ['a greeting in HTML', '<p>Dear all,</p>', /no line of the mail is "key: value"/],
        ['a script', '<script>task_type: pull_pod</script><p onclick="x">pro: 1</p>', /task_type is required/],
        ['40,000 nested elements', '<div>'.repeat(40_000), /HTML of the mail is too long/],
        ['300 nested elements', `${'<div>'.repeat(300)}task_type: pull_pod`, /no line of the mail is "key: value"/],
        ['1.9 MB of links', '<a>'.repeat(370_000), /HTML of the mail is too long/],
        ['a tag that does not end', `<p ${'a=b '.repeat(40_000)}`, /no text and no CSV/],
        ['comments that do not end', '<!--'.repeat(4_000), /no text and no CSV/],
        ['elements after many names', Array.from({ length: 4_900 }, (_, at) => `<x${at}>`).join(''), /line|no text/],
        ['characters that are none', '<p>pro: &#0;&#xd800;&#x110000;</p>', /task_type is required/],
      ] as const
    ).map(([what, html, finding]): [string, () => string, RegExp] => [
      what,
      () => `${head('Content-Type: text/html; charset=utf-8\r\n')}${html.replaceAll('>', '>\r\n')}`,
      finding,
    ]),
    [
      'text that is no request',
      () => `${head()}Dear all,\r\nplease send the POD.`,
      /no line of the mail is "key: value"/,
    ],
    ['half a JSON task', () => `${head()}{"task_type": "pull_pod",`, /is not JSON to its end/],
    [
      'an unknown member',
      () => `${head()}{"task_type":"pull_pod","params":{"pro":"4471180293"},"approve":true}`,
      /approve is not a known member/,
    ],
    ['an approval', () => `${head()}approve: yes\r\n`, /key "approve" is not known/],
    ['a zip file', () => attached('application/zip', 'tasks.zip', 'UEsDBBQAAAAIAA=='), /"tasks.zip" is not accepted/],
    [
      'a zip file that says it is CSV',
      () => attached('text/csv', 'tasks.csv', base64(Buffer.from('504b0304ff00', 'hex'))),
      /must be CSV as UTF-8 text/,
    ],
    [
      'a CSV file in Latin-1',
      () => attached('text/csv', 't.csv', base64(Buffer.from('task_type,note\npull_pod,\xe9\n', 'latin1'))),
      /UTF-8/,
    ],
    [
      '101 rows',
      () => attached('text/csv', 't.csv', base64(`task_type,pro\n${'pull_pod,4471180293\n'.repeat(101)}`)),
      /101 tasks; at most 100/,
    ],
    ['a program', () => attached('application/octet-stream', 'x.exe\u0000.csv', 'TVqQ'), /UTF-8|not taken|NUL|known/],
    [
      '300 parts',
      () =>
        `${head('Content-Type: multipart/mixed; boundary=b\r\n')}${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(300)}--b--`,
      /too many parts/,
    ],
    ['5,000 nested parts', () => multipart(5000), /too many parts|too long/],
    ['100 nested parts', () => multipart(90), /not "key: value"|not well-formed|too many parts|no text/],
    [
      'a body that never ends its parts',
      () =>
        `${head('Content-Type: multipart/mixed; boundary=b\r\n')}--b\r\nContent-Type: text/csv; name=a.csv\r\n\r\ntask_type`,
      /header row and no task|no text|not taken/,
    ],
    [
      'an unknown encoding',
      () => `${head('Content-Type: text/plain; charset=x-nothing\r\nContent-Transfer-Encoding: x-odd\r\n')}\xff\xfe`,
      /./,
    ],
    [
      'bytes',
      () => Buffer.concat([Buffer.from(head()), Buffer.from(Array.from({ length: 4096 }, (_, at) => at % 256))]),
      /./,
    ],
    ['30,000 header lines', () => `${head('X-A: b\r\n'.repeat(30_000))}x: y`, /head of the mail is too long/],
    ['a line of 1.5 MB', () => `${head()}pro: ${'1'.repeat(1_500_000)}`, /./],
    ['20,000 lines', () => `${head()}${'pro: 1\r\n'.repeat(20_000)}`, /at most 200 lines/],
    [
      '__proto__',
      () => `${head()}{"__proto__":{"task_type":"pull_pod"},"task_type":"pull_pod","params":{"pro":"1"}}`,
      /__proto__ is not a known member/,
    ],
    ['JSON nested deep', () => `${head()}{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /./],
  ];
  for (const [what, raw, finding] of refused)
    it(`${what}: every finding is reported, nothing is queued, and the listener lives`, async () => {
      const before = await bench.stored();
      const sent = await bench.sendRaw(raw());
      assert.equal(sent.code, 250, sent.text);
      const row = await lastRow();
      assert.deepEqual([row?.status, row?.reason], ['refused', 'invalid_content']);
      assert.match(row?.findings.join('\n') ?? '', finding);
      assert.equal(await bench.stored(), before);
      await alive();
    });

  it('a head that continues for ever has no From: 550', async () => {
    assert.equal((await bench.sendRaw('x'.repeat(500_000))).code, 550);
    await alive();
  });

  it('a mail of 100 MB: read to its end, 552, no more of it kept than the limit', async () => {
    const socket = await upToData();
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.write(head());
    const chunk = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(1000));
    for (let sent = 0; sent < 100_000_000; sent += chunk.length) {
      if (!socket.write(chunk)) await once(socket, 'drain');
    }
    socket.write('\r\n.\r\n');
    await until(() => answer.includes('\r\n'), { what: 'the answer to 100 MB' });
    assert.match(answer, /^552 .*at most 2,000,000 bytes/);
    socket.destroy();
    const kept = await bench.api.database.pool.query(
      'select reason, bytes, octet_length(content) as kept from mails order by received_at desc, id desc limit 1',
    );
    const [row] = kept.rows as { reason: string; bytes: number; kept: number }[];
    assert.deepEqual([row?.reason, row?.kept], ['too_large', 2_000_000]);
    assert.ok((row?.bytes ?? 0) >= 100_000_000);
    await alive();
  });

  it('a mail that says beforehand that it is too large is refused before it is sent', async () => {
    const socket = connect(bench.mail.port, '127.0.0.1');
    await once(socket, 'data');
    socket.write('EHLO x\r\n');
    await once(socket, 'data');
    socket.write(`MAIL FROM:<${registered}> SIZE=100000000\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(String(answer), /^552 /);
    socket.destroy();
  });

  it('a mail that breaks off leaves nothing behind', async () => {
    const before = [await bench.stored(), (await bench.rows()).length];
    const socket = await upToData();
    socket.write(`${head()}task_type: pull_pod\r\npro: 4471180293\r\n`);
    socket.destroy();
    await alive();
    assert.deepEqual([await bench.stored(), (await bench.rows()).length], [(before[0] ?? 0) + 1, (before[1] ?? 0) + 1]);
  });

  it('words that are no SMTP are answered as such', async () => {
    const socket = connect(bench.mail.port, '127.0.0.1');
    await once(socket, 'data');
    socket.write('GET / HTTP/1.1\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(String(answer), /^[45]\d\d /);
    socket.destroy();
    await alive();
  });

  it('is taken while more connections than the listener keeps are idle', async () => {
    const idle = await Promise.all(
      Array.from({ length: 130 }, async () => {
        const socket = connect(bench.mail.port, '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'data');
        return socket;
      }),
    );
    await alive();
    for (const socket of idle) socket.destroy();
  });

  it('takes 40 mails side by side', async () => {
    const before = await bench.stored();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        bench.sendRaw(`${head()}task_type: pull_pod\r\npro: ${7_100_000_000 + at}\r\n`),
      ),
    );
    assert.ok(
      answers.every(({ code }) => code === 250),
      JSON.stringify(answers.find(({ code }) => code !== 250)),
    );
    assert.equal(await bench.stored(), before + 40);
  });
});

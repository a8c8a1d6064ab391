import assert from 'node:assert/strict';
import { checkAddress, checkCallbackUrl, plainAddress } from '../../../process/outbound/address-guard.ts';

const strict = { allowLoopback: false };
const trial = { allowLoopback: true };
const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));

describe('address guard: addresses', () => {
  for (const ip of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '::ffff:8.8.8.8'])
    it(`lets the public address ${ip} through`, () => {
      assert.deepEqual(checkAddress(ip, strict), { ok: true, loopback: false });
    });

  const special = words(
    '0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254',
    '172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1',
    '198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1',
    '255.255.255.255 168.63.129.16',
    ':: ::1 ::2 ::127.0.0.1 ::ffff:0:127.0.0.1 100::1 fe80::1 fe80::1%eth0 fec0::1',
    'fc00::1 fd00:ec2::254 ff02::1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 5f00::1',
    '2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 3fff::1',
    '::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::ffff:168.63.129.16',
  );
  for (const ip of special)
    it(`stops the special address ${ip}`, () => assert.equal(checkAddress(ip, strict).ok, false));

  for (const text of [
    '',
    'localhost',
    '0x7f.1',
    '2130706433',
    '127.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '[::1]',
    '1.2.3.4/8',
  ])
    it(`stops what is not an address in its plain form: "${text}"`, () =>
      assert.equal(checkAddress(text, trial).ok, false));

  it('lets private networks through where the deployment names a server there, and nothing else that is special', () => {
    const own = { allowLoopback: true, allowPrivate: true };
    for (const ip of ['10.0.0.7', '172.16.3.4', '192.168.1.1', 'fd00::7', '::ffff:10.0.0.7'])
      assert.deepEqual(checkAddress(ip, own), { ok: true, loopback: false, private: true }, ip);
    for (const ip of ['169.254.169.254', 'fe80::1', '0.0.0.0', '100.64.0.1', '168.63.129.16', '224.0.0.1', '::'])
      assert.equal(checkAddress(ip, own).ok, false, ip);
  });

  it('lets only 127.0.0.0/8 and ::1 through where the deployment allows loopback', () => {
    const passing = special.filter((ip) => checkAddress(ip, trial).ok);
    assert.deepEqual(passing, ['127.0.0.1', '127.255.255.254', '::1']);
    assert.deepEqual(checkAddress('::1', trial), { ok: true, loopback: true });
  });

  it('gives every spelling of an address one form to compare', () => {
    assert.equal(plainAddress('::ffff:127.0.0.1'), '127.0.0.1');
    assert.equal(plainAddress('0:0:0:0:0:0:0:1'), plainAddress('::1'));
    assert.equal(plainAddress('fe80::1%eth0'), 'fe80::1%eth0');
  });
});

describe('address guard: callback URLs', () => {
  const sentence = (url: string, policy = strict): string | undefined => {
    const judged = checkCallbackUrl(url, policy);
    return judged.ok ? undefined : judged.sentence;
  };

  for (const url of [
    'https://example.com/hook?a=b',
    'HTTPS://Example.COM:8443',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/x',
  ])
    it(`takes ${url}`, () => assert.equal(sentence(url), undefined));

  it('takes a name as it is, for it is judged at every attempt', () => {
    assert.equal(sentence('https://internal.example/'), undefined);
  });

  const loopback = words(
    'https://127.0.0.1/ https://127.1/ https://127.0.1/ https://2130706433/ https://0x7f000001/',
    'https://0x7f.1/ https://0x7F.0.0.0x1/ https://0177.0.0.1/ https://017700000001/',
    'https://127.0.0.1./ https://127.000.000.001/ HTTPS://127.0.0.1:9000/x https://127.0.0.1%2e/',
    'https://%31%32%37.0.0.1/ https://①②⑦.⓪.⓪.①/ https://127。0。0。1/ https://127．0．0．1/',
    'https://１２７.0.0.1/ https://[::1]/ https://[0:0:0:0:0:0:0:1]/',
    'https://127.0.0.1#@example.com/ https://127.0.0.1?@example.com/',
  );
  for (const url of loopback)
    it(`sees loopback in ${url}`, () => {
      assert.equal(sentence(url), 'callback_url must not point to a private or otherwise special address');
      assert.equal(sentence(url, trial), undefined);
    });

  const never = words(
    'https://0/ https://0.0.0.0/ https://10.1.2.3/ https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/ https://2852039166/ https://0xa9fea9fe/ https://[fe80::1]/',
    'https://[fd00:ec2::254]/ https://[64:ff9b::7f00:1]/ https://[::127.0.0.1]/ https://[2002:7f00:1::]/',
    'https://[::]/ https://[::ffff:10.0.0.1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:127.0.0.1]/ https://[2001:0:7f00:1::]/ https://[64:ff9b::127.0.0.1]/',
  );
  for (const url of never)
    it(`refuses ${url} with and without loopback`, () => {
      for (const policy of [strict, trial])
        assert.equal(sentence(url, policy), 'callback_url must not point to a private or otherwise special address');
    });

  const blanks = 'not contain blanks, line breaks or control characters; encode a blank as %20';
  const malformed: readonly (readonly [must: string, ...urls: string[]])[] = [
    ['be an https URL', '', 'example.com', '//example.com', 'https:example.com', 'https:/example.com', ' '],
    ['be an https URL', 'ftp://example.com', 'javascript:alert(1)', 'www.example.com/a b', 'http://example.com:80/'],
    [blanks, 'https://exam ple.com', 'https://exa\tmple.com/', 'https://example.com/\u0000', ' https://example.com'],
    [blanks, 'https://example.com/\u2028', 'https://example.com/a b', 'https://example.com/\n', 'http://a.example/ '],
    ['be written with / and not with \\', 'https://example.com\\@127.0.0.1', 'https://example.com\\hook'],
    ['have a port from 1 to 65535', 'https://a.example:99999/', 'https://a.example:0/x', 'https://a.example:http'],
    [
      'have a port from 1 to 65535',
      'https://a.example:-1?x',
      'https://[2606:4700::1]:65536/',
      'https://a.example:8443x/',
    ],
    ['have a host name after https://', 'https://', 'https:///x', 'https://?a=b', 'https://:8443/', 'https://#x'],
    ['have a valid host name or address', 'https://1.2.3.4.5/', 'https://256.1.1.1/', 'https://[fe80::1%25eth0]/'],
    ['have a valid host name or address', 'https://[::1', 'https://a.exa|mple/', 'https://a..example/', 'https://%zz/'],
    [
      'have a host name of letters, digits and _, with hyphens only between them, whose last part begins with a letter',
      'https://0.A*',
      "https://a.exam'ple/",
      'https://-a.example/',
      'https://a.3com/',
    ],
  ];
  for (const [must, ...urls] of malformed)
    for (const url of urls)
      it(`says of ${JSON.stringify(url)} that it must ${must}`, () => {
        assert.equal(sentence(url), `callback_url must ${must}`);
      });

  it('takes a port that is left empty, and one at the edges', () => {
    for (const url of [
      'https://a.example:/x',
      'https://a.example:1',
      'https://a.example:65535/',
      'https://[2606:4700::1]/',
    ])
      assert.equal(sentence(url), undefined, url);
  });

  it('refuses what nobody sees, and names that the URL parser makes other names of', () => {
    for (const character of [
      '\u200b',
      '\u00ad',
      '\u2060',
      '\u200e',
      '\u202e',
      '\u034f',
      '\u3164',
      '\ufe0f',
      '\u{e0041}',
    ])
      for (const url of [
        `https://ex${character}ample.com/`,
        `https://example.com/a${character}b`,
        `https://example.com/?a=${character}`,
      ])
        assert.equal(sentence(url), 'callback_url must not contain invisible characters', JSON.stringify(url));
    for (const url of [
      'https://ｅxample.com/',
      'https://example。com/',
      'https://１.1.1.1/',
      'https://ⓔxample.com/',
      'https://ﬁle.example/',
    ])
      assert.equal(sentence(url), 'callback_url must have its host name in its plain form', url);
    for (const url of [
      'https://münchen.example/',
      'https://MÜNCHEN.example/é',
      'https://xn--mnchen-3ya.example/',
      'https://straße.example',
      'https://例え.テスト/漢字',
      'https://mu\u0308nchen.example/',
    ])
      assert.equal(sentence(url), undefined, url);
  });

  it('takes http only to this machine and only where the deployment allows it', () => {
    assert.equal(
      sentence('http://127.0.0.1:7095/'),
      'callback_url must not point to a private or otherwise special address',
    );
    assert.equal(sentence('http://127.0.0.1:7095/', trial), undefined);
    assert.equal(sentence('http://[::1]:7095/', trial), undefined);
    assert.equal(sentence('http://localhost:7095/', trial), undefined);
    assert.equal(sentence('http://localhost:7095/'), 'callback_url must be an https URL');
    for (const url of ['http://example.com/', 'http://8.8.8.8/'])
      assert.equal(sentence(url, trial), 'callback_url must be an https URL, or an http URL to this machine');
  });

  it('refuses credentials, also empty ones', () => {
    for (const url of [
      'https://user:pass@example.com/',
      'https://user@example.com',
      'https://@example.com/',
      'https://example.com@127.0.0.1/',
    ])
      assert.equal(sentence(url), 'callback_url must not contain a user name or password');
  });

  it('takes 2,048 characters and not one more', () => {
    const url = 'https://example.com/'.padEnd(2048, 'a');
    assert.equal(sentence(url), undefined);
    assert.equal(sentence(`${url}a`), 'callback_url must be at most 2048 characters');
  });

  it('names the field the caller has', () => {
    assert.deepEqual(checkCallbackUrl('x', strict, 'url'), {
      ok: false,
      must: 'be an https URL',
      sentence: 'url must be an https URL',
    });
  });
});

import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { judgeAuthenticity } from '../../../../api/dispatch/mail/authenticity.ts';
import { signed, type SignOptions } from '../../../support/dkim-signer.ts';
import { type DnsServer, openDnsServer } from '../../../support/dns-server.ts';

const from = 'ops@acme.example';
const mail = {
  headers: ['From: Ops <ops@acme.example>', 'To: t@in.example', 'Subject: POD', 'Message-ID: <1@acme.example>'],
  body: 'task_type: pull_pod\r\npro: 4471180293\r\n',
};
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const short = generateKeyPairSync('rsa', { modulusLength: 768 });
const edwards = generateKeyPairSync('ed25519');
const base64 = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');
const record = `v=DKIM1; k=rsa; p=${base64(rsa.publicKey)}`;
const seconds = (fromNow: number): number => Math.floor(Date.now() / 1000) + fromNow;

describe('authenticity of mail', () => {
  let dns: DnsServer;
  before(async () => {
    dns = await openDnsServer();
    const keys: Record<string, string> = {
      'mail._domainkey.acme.example': record,
      'mail._domainkey.mail.acme.example': record,
      'mail._domainkey.other.example': record,
      'mail._domainkey.example': record,
      'short._domainkey.acme.example': `v=DKIM1; k=rsa; p=${base64(short.publicKey)}`,
      'edwards._domainkey.acme.example': `v=DKIM1; k=ed25519; p=${base64(edwards.publicKey).slice(-44)}`,
      'testing._domainkey.acme.example': record.replace('k=rsa', 'k=rsa; t=y'),
      'testing2._domainkey.acme.example': record.replace('k=rsa', 'k=rsa; t=s : y'),
      'exact._domainkey.acme.example': record.replace('k=rsa', 'k=rsa; t=s'),
      'sha1._domainkey.acme.example': record.replace('k=rsa', 'k=rsa; h=sha1'),
      'chat._domainkey.acme.example': record.replace('k=rsa', 'k=rsa; s=chat'),
      'revoked._domainkey.acme.example': 'v=DKIM1; k=rsa; p=',
      'acme.example': 'v=spf1 ip4:192.0.2.7 -all',
      'bounce.acme.example': 'v=spf1 ip4:192.0.2.7 -all',
      'other.example': 'v=spf1 +all',
      'includes.acme.example': 'v=spf1 include:failing.example -all',
      'redirects.acme.example': 'v=spf1 redirect=failing.example',
      'passes.acme.example': 'v=spf1 ?include:failing.example +all',
    };
    for (const [name, txt] of Object.entries(keys)) dns.records.set(name, { txt });
    dns.records.set('failing._domainkey.acme.example', 'servfail');
    dns.records.set('silent._domainkey.acme.example', 'silent');
    dns.records.set('failing.example', 'servfail');
    dns.records.set('failing.acme.example', 'servfail');
  });
  after(() => dns.close());

  const judge = (raw: string, more: { ip?: string; returnPath?: string } = {}): Promise<string> =>
    judgeAuthenticity(
      {
        raw: Buffer.from(raw, 'latin1'),
        remoteAddress: more.ip ?? '198.51.100.1',
        helo: 'mx.acme.example',
        returnPath: more.returnPath ?? from,
        from,
      },
      dns.lookup,
    );
  const sign = (options: Partial<SignOptions> = {}, change = mail): string =>
    signed(change, { key: rsa.privateKey, ...options });
  const raw = `${mail.headers.join('\r\n')}\r\n\r\n${mail.body}`;

  const judged: [string, () => string, string][] = [
    ['a signature of the domain of From', () => sign(), 'authentic'],
    ['a signature of a domain below it', () => sign({ domain: 'mail.acme.example' }), 'authentic'],
    [
      'an Ed25519 signature',
      () => sign({ key: edwards.privateKey, selector: 'edwards', algorithm: 'ed25519-sha256' }),
      'authentic',
    ],
    ['a signature that expires later', () => sign({ tags: [`t=${seconds(-60)}`, `x=${seconds(600)}`] }), 'authentic'],
    ['a signature by a clock that is a minute fast', () => sign({ tags: [`t=${seconds(60)}`] }), 'authentic'],
    ['From signed against further From lines', () => sign({ headers: ['from', 'from', 'subject'] }), 'authentic'],
    ['an identity in the domain', () => sign({ tags: ['i=@mail.acme.example'] }), 'authentic'],
    ['no signature', () => raw, 'not_authentic'],
    ['a signature of another domain', () => sign({ domain: 'other.example' }), 'not_authentic'],
    ['a signature of a top-level domain', () => sign({ domain: 'example' }), 'not_authentic'],
    ['a signature that leaves From out', () => sign({ headers: ['to', 'subject'] }), 'not_authentic'],
    ['rsa-sha1', () => sign({ algorithm: 'rsa-sha1' }), 'not_authentic'],
    ['a key of 768 bits', () => sign({ key: short.privateKey, selector: 'short' }), 'not_authentic'],
    ['a key in testing', () => sign({ selector: 'testing' }), 'not_authentic'],
    ['a key in testing, among other flags', () => sign({ selector: 'testing2' }), 'not_authentic'],
    [
      'an identity below the domain with a key for the domain only',
      () => sign({ selector: 'exact', tags: ['i=@mail.acme.example'] }),
      'not_authentic',
    ],
    ['a key for SHA-1 only', () => sign({ selector: 'sha1' }), 'not_authentic'],
    ['a key for another service', () => sign({ selector: 'chat' }), 'not_authentic'],
    ['a revoked key', () => sign({ selector: 'revoked' }), 'not_authentic'],
    ['a key that does not exist', () => sign({ selector: 'gone' }), 'not_authentic'],
    ['an expired signature', () => sign({ tags: [`t=${seconds(-600)}`, `x=${seconds(-60)}`] }), 'not_authentic'],
    ['an expiry that is no time', () => sign({ tags: ['x=never'] }), 'not_authentic'],
    ['a signature of tomorrow', () => sign({ tags: [`t=${seconds(86_400)}`] }), 'not_authentic'],
    ['an expiry before the signature', () => sign({ tags: [`t=${seconds(60)}`, `x=${seconds(30)}`] }), 'not_authentic'],
    ['an identity of another domain', () => sign({ tags: ['i=@other.example'] }), 'not_authentic'],
    ['a tag that appears twice', () => sign({ tags: ['h=subject'] }), 'not_authentic'],
    ['a length limit at the end of the body', () => sign({ tags: [`l=${mail.body.length}`] }), 'not_authentic'],
    [
      'a length limit, and text behind it',
      () => `${sign({ tags: ['l=20'], bodyBytes: 20 })}pro: 1\r\n`,
      'not_authentic',
    ],
    ['a body that was changed', () => sign().replace('4471180293', '4471180294'), 'not_authentic'],
    ['another From above the signed one', () => `From: ops@acme.example\r\n${sign()}`, 'not_authentic'],
    [
      'a second From in a continued line that only some parsers see',
      () => sign().replace('To: t@', 'X: y\r\n\x0bFrom: eve@evil.example\r\nTo: t@'),
      'not_authentic',
    ],
    ['a carriage return alone in the head', () => `X: ${'\r'.repeat(50)}\r\n${sign()}`, 'not_authentic'],
    ['name servers that fail', () => sign({ selector: 'failing' }), 'unknown'],
    ['name servers that do not answer', () => sign({ selector: 'silent' }), 'unknown'],
    [
      'a good signature beside one whose key cannot be read',
      () => sign().replace(/^(DKIM.*\r\n)/, `$1${/^DKIM.*\r\n/.exec(sign({ selector: 'failing' }))?.[0] ?? ''}`),
      'authentic',
    ],
  ];
  for (const [what, written, verdict] of judged)
    it(`${what}: ${verdict}`, async () => {
      assert.equal(await judge(written()), verdict);
    });

  const sent: [string, { ip?: string; returnPath?: string }, string][] = [
    ['SPF of the domain', { ip: '192.0.2.7' }, 'authentic'],
    ['SPF of a domain below it', { ip: '192.0.2.7', returnPath: 'b@bounce.acme.example' }, 'authentic'],
    ['SPF of another domain', { returnPath: 'x@other.example' }, 'not_authentic'],
    ['SPF of another domain that ends alike', { returnPath: 'x@notacme.example' }, 'not_authentic'],
    ['an address that SPF does not name', {}, 'not_authentic'],
    ['an SPF record that cannot be read', { returnPath: 'x@failing.acme.example' }, 'unknown'],
    ['an included SPF record that cannot be read', { returnPath: 'x@includes.acme.example' }, 'unknown'],
    ['an SPF record elsewhere that cannot be read', { returnPath: 'x@redirects.acme.example' }, 'unknown'],
    ['SPF that passes behind a record that cannot be read', { returnPath: 'x@passes.acme.example' }, 'unknown'],
    ['no envelope sender', { ip: '192.0.2.7', returnPath: '' }, 'not_authentic'],
  ];
  for (const [what, how, verdict] of sent)
    it(`${what}: ${verdict}`, async () => {
      assert.equal(await judge(raw, how), verdict);
    });

  it('looks up no key of a signature that cannot count, and each other one once', async () => {
    const before = dns.asked.length;
    const useless = Array.from({ length: 9 }, (_, at) => {
      const [line = ''] = sign({ selector: `s${at}`, tags: ['l=0'] }).split('\r\n');
      return `${line}\r\n`;
    });
    assert.equal(await judge(`${useless.join('')}${sign()}`), 'authentic');
    assert.deepEqual(
      dns.asked.slice(before).filter((name) => name.includes('_domainkey')),
      ['mail._domainkey.acme.example'],
    );
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTimeStamp, readRoots, type TimeStampCheck, timeStampRequest } from '../../process/time-stamp.ts';
import { openssl, timeStampAuthority, type Authority } from '../support/time-stamp-authority.ts';

const stamped = Buffer.from('{"payloadType":"application/vnd.in-toto+json"}\n');
const dayMs = 86_400_000;

describe('a time stamp of RFC 3161', () => {
  let authority: Authority;
  let request: Uint8Array;
  let answer: Buffer;
  before(async () => {
    authority = timeStampAuthority();
    request = await timeStampRequest(stamped);
    answer = authority.answer(request);
  });

  const check = (
    of: Uint8Array,
    change: { root?: string; request?: Uint8Array; bytes?: Uint8Array; now?: Date } = {},
  ): Promise<TimeStampCheck> =>
    checkTimeStamp(of, change.bytes ?? stamped, {
      request: change.request ?? request,
      roots: readRoots(change.root ?? authority.root),
      now: change.now ?? new Date(),
    });
  const faultOf = async (of: Uint8Array, change: Parameters<typeof check>[1] = {}): Promise<string> => {
    const checked = await check(of, change);
    return checked.ok ? 'none' : `${checked.fault}: ${checked.sentence}`;
  };

  it('holds for the bytes it was asked for, with the name and the time of the authority', async () => {
    const checked = await check(answer);
    assert.ok(checked.ok, JSON.stringify(checked));
    assert.equal(checked.stamp.authority, 'Test Authority tsa');
    assert.equal(checked.stamp.isTrusted, true);
    assert.ok(Math.abs(checked.stamp.at.getTime() - Date.now()) < dayMs);
  });

  it('is one that OpenSSL verifies too, against the request and against the bytes', () => {
    for (const [file, bytes] of Object.entries({ 'm.tsq': request, 'm.tsr': answer, 'm.json': stamped }))
      writeFileSync(join(authority.folder, file), bytes);
    for (const against of [
      ['-queryfile', 'm.tsq'],
      ['-data', 'm.json'],
    ])
      assert.match(
        openssl(authority.folder, 'ts', '-verify', '-in', 'm.tsr', ...against, '-CAfile', 'root.pem'),
        /Verification: OK/,
      );
  });

  it('is not trusted by anyone where no certificates are given, and says so', async () => {
    const checked = await checkTimeStamp(answer, stamped, { request, roots: null, now: new Date() });
    assert.ok(checked.ok);
    assert.equal(checked.stamp.isTrusted, null);
  });

  it('does not hold for other bytes, for another request, or before its time', async () => {
    assert.match(
      await faultOf(answer, { bytes: Buffer.from('other') }),
      /^wrong_imprint: it is the time stamp of other bytes/,
    );
    assert.match(await faultOf(answer, { request: await timeStampRequest(stamped) }), /^wrong_nonce: /);
    assert.match(await faultOf(answer, { now: new Date(Date.now() - dayMs) }), /^in_the_future: /);
  });

  it('needs a certificate for time stamping alone that leads to a trusted one and was valid then', async () => {
    authority.certificate('more', 'stamping_and_more');
    authority.certificate('lax', 'stamping_not_critical');
    authority.certificate('server', 'serving');
    authority.certificate('expired', 'stamping', { days: '-1' });
    authority.certificate('child', 'stamping', { issuer: 'tsa' });
    const by = (signer: string): Promise<string> => faultOf(authority.answer(request, { signer }));
    for (const signer of ['more', 'lax', 'server'])
      assert.match(await signedAnyway(signer), /^(wrong_purpose: |openssl refuses)/, signer);
    assert.match(await by('expired'), /^untrusted: the certificate of its signer was not valid at /);
    assert.match(await by('child'), /^untrusted: the certificate of its signer does not lead to a trusted one/);
    assert.match(await faultOf(answer, { root: timeStampAuthority().root }), /^untrusted: /);

    /** OpenSSL itself refuses to stamp with some of these. */
    async function signedAnyway(signer: string): Promise<string> {
      try {
        return await by(signer);
      } catch (error) {
        assert.match(String(error), /invalid signer certificate purpose/);
        return 'openssl refuses';
      }
    }
  });

  it('must be signed with SHA-256 or better', async () => {
    assert.match(await faultOf(authority.answer(request, { digest: 'sha1' })), /^weak_signature: /);
    assert.equal(await faultOf(authority.answer(request, { digest: 'sha512' })), 'none');
  });

  it('says why an authority refused, in its own words and by its code', async () => {
    const sha1Only = await timeStampRequest(stamped);
    // The object identifier of SHA-256 in the request becomes that of an unknown digest.
    const at = Buffer.from(sha1Only).indexOf(Buffer.from('608648016503040201', 'hex'));
    const unknown = Buffer.from(sha1Only);
    unknown[at + 8] = 0x7f;
    assert.match(
      await faultOf(authority.answer(unknown)),
      /^rejected: the authority refused: it does not know the digest algorithm; it says “Message digest algorithm is not supported\.”$/,
    );
  });

  it('is not read from what is none', async () => {
    const nested = Buffer.concat([Buffer.alloc(30_000, Buffer.from([0x30, 0x80])), Buffer.alloc(4_000)]);
    for (const bytes of [Buffer.alloc(0), Buffer.from('<html><h1>Welcome</h1></html>'), randomBytes(2_000), nested])
      assert.match(await faultOf(bytes), /^unreadable: /);
    assert.match(await faultOf(answer.subarray(0, answer.length - 40)), /^(unreadable|bad_signature|no_certificate): /);
  });

  it('does not hold after any change of a byte that it signs', async () => {
    const token = answer.length;
    let held = 0;
    for (let at = 20; at < token; at += 41) {
      const changed = Buffer.from(answer);
      changed[at] = changed[at]! ^ 0x01;
      const checked = await check(changed);
      // The copy of the root that comes with it is not needed, and text beside the signed parts is not signed.
      if (checked.ok) {
        held += 1;
        assert.deepEqual(checked.stamp, ((await check(answer)) as { stamp: unknown }).stamp);
      }
    }
    assert.ok(held < token / 41 / 2, `${held} changes were not noticed`);
  });
});

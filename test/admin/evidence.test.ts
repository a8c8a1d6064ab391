import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest } from '../../domain/dispatch/evidence/manifest.ts';
import { evidenceKeys, publishKeys, sha256 } from '../../process/evidence-crypto.ts';
import { timeStampRequest } from '../../process/time-stamp.ts';
import { deploymentSecret, smallPack } from '../domain/dispatch/evidence/small-pack.ts';
import { runFolder } from '../support/machines.ts';
import { openssl, timeStampAuthority } from '../support/time-stamp-authority.ts';

const root = join(import.meta.dirname, '../..');

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** As a process of its own. */
const program = `const { evidenceCommand } = await import(process.argv[1]);
await evidenceCommand().parseAsync(process.argv.slice(2), { from: 'user' });`;

async function run(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const command = pathToFileURL(join(root, 'admin', 'evidence.ts')).href;
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'DEPLOYMENT_SECRET'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', command, ...args], {
    env: { ...clean, DATA_DIR: join(runFolder(), 'no-deployment'), ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

describe('admin evidence verify', () => {
  let folder: string;
  let keys: string;
  const keySet = JSON.stringify(publishKeys(evidenceKeys(deploymentSecret, 2)));

  async function download(pack: ReadonlyMap<string, Uint8Array> = smallPack()): Promise<string> {
    const place = await mkdtemp(join(folder, 'pack-'));
    for (const [file, bytes] of pack) await writeFile(join(place, file), bytes);
    return place;
  }

  async function change(place: string, file: string, edit: (bytes: Buffer) => Buffer): Promise<void> {
    await writeFile(join(place, file), edit(await readFile(join(place, file))));
  }

  before(async () => {
    folder = await mkdtemp(join(runFolder(), 'evidence-'));
    keys = join(folder, 'evidence-keys.json');
    await writeFile(keys, keySet);
  });

  it('verifies a downloaded pack offline with the keys it is given, by its manifest or its folder', async () => {
    const place = await download();
    for (const path of [join(place, 'manifest.json'), place]) {
      const { code, out } = await run(['verify', path, '--keys', keys]);
      assert.equal(code, 0, out);
      assert.match(
        out,
        /^VERIFIED\n {2}task tsk_1: pull_pod, completed\n[^]*5 files, 5 events, signed by key [0-9a-f]{16}\n {2}trusted are the keys in /,
      );
    }
  });

  it('follows packs of one record from each to the one before, in any order', async () => {
    const first = smallPack();
    const named = { task_id: 'tsk_1', manifest_sha256: sha256(first.get('manifest.json')!) };
    const later = (change: Partial<Manifest>): Promise<string> =>
      download(
        smallPack({ change: (manifest) => ({ ...manifest, task_id: 'tsk_2', previous_pack: named, ...change }) }),
      );
    const [one, two, forged] = [
      await download(first),
      await later({}),
      await later({ previous_pack: { ...named, manifest_sha256: 'ab'.repeat(32) } }),
    ];
    const both = await run(['verify', two, one, '--keys', keys, '--json']);
    assert.equal(both.code, 0, both.out);
    const { verified, packs } = JSON.parse(both.out) as {
      verified: boolean;
      packs: { verified: boolean; previous_pack: { task_id?: string; state: string } }[];
    };
    assert.deepEqual(
      [verified, packs.map(({ previous_pack }) => [previous_pack.task_id, previous_pack.state])],
      [
        true,
        [
          ['tsk_1', 'follows'],
          [undefined, 'first'],
        ],
      ],
    );
    const wrong = await run(['verify', one, forged, '--keys', keys]);
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.out,
      /^VERIFIED[^]*\n\nNOT VERIFIED[^]*previous pack: the pack given for tsk_1 is not the one that this pack names/,
    );
    const alone = await run(['verify', two, '--keys', keys]);
    assert.match(alone.out, /previous pack: that of tsk_1, manifest SHA-256 [0-9a-f]{64}; pass it too to check it/);
  });

  it('checks the time stamp of a pack, and demands one where the certificates of an authority are given', async () => {
    const authority = timeStampAuthority();
    const ca = join(authority.folder, 'root.pem');
    const plan = { authority: 'tsa.example', request_file: 'manifest.tsq', response_file: 'manifest.tsr' };
    const pack = smallPack({ change: (manifest) => ({ ...manifest, time_stamp: plan }) });
    const request = await timeStampRequest(pack.get('manifest.dsse.json')!);
    const stamped = await download(
      new Map([...pack, ['manifest.tsq', request], ['manifest.tsr', authority.answer(request)]]),
    );
    const trusted = await run(['verify', stamped, '--keys', keys, '--time-stamp-ca', ca]);
    assert.equal(trusted.code, 0, trusted.out);
    assert.match(trusted.out, /time stamp: stamped by Test Authority tsa at [\dTZ:.-]+; its certificate is trusted\n/);
    // The commands of the documents.
    assert.match(
      openssl(stamped, 'ts', '-verify', '-in', 'manifest.tsr', '-data', 'manifest.dsse.json', '-CAfile', ca),
      /Verification: OK/,
    );
    // One that was asked for after the pack was signed is in no list, and is read from the folder all the same.
    const late = smallPack();
    const lateRequest = await timeStampRequest(late.get('manifest.dsse.json')!);
    const files = [['manifest.tsq', lateRequest] as const, ['manifest.tsr', authority.answer(lateRequest)] as const];
    const trustedLate = await run([
      'verify',
      await download(new Map([...late, ...files])),
      '--keys',
      keys,
      '--time-stamp-ca',
      ca,
    ]);
    assert.match(
      trustedLate.out,
      /time stamp: stamped by Test Authority tsa at [\dTZ:.-]+; its certificate is trusted\n/,
    );
    const bare = await download(pack);
    const [unchecked, missing, demanded, strange] = [
      await run(['verify', stamped, '--keys', keys]),
      await run(['verify', bare, '--keys', keys]),
      await run(['verify', bare, '--keys', keys, '--time-stamp-ca', ca]),
      await run(['verify', stamped, '--keys', keys, '--time-stamp-ca', join(timeStampAuthority().folder, 'root.pem')]),
    ];
    assert.deepEqual([unchecked.code, missing.code, demanded.code, strange.code], [0, 0, 1, 1]);
    assert.match(unchecked.out, /its certificate was not checked: pass the authority's with --time-stamp-ca/);
    assert.match(missing.out, /time stamp: there is no time stamp of tsa\.example in the pack/);
    assert.match(strange.out, /^NOT VERIFIED[^]*does not lead to a trusted one/);
  });

  it('takes a public key in PEM as well', async () => {
    const pem = join(folder, 'key.pem');
    await writeFile(pem, publishKeys(evidenceKeys(deploymentSecret, 1)).keys[0]!.pem);
    assert.equal((await run(['verify', await download(), '--keys', pem])).code, 0);
  });

  it('trusts the keys of the deployment whose secret is here, from the setting or the data folder', async () => {
    const place = await download();
    const data = join(folder, 'data');
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'deployment-secret'), `${deploymentSecret}\n`);
    const places: Record<string, string>[] = [{ DEPLOYMENT_SECRET: deploymentSecret }, { DATA_DIR: data }];
    for (const env of places) {
      const { code, out } = await run(['verify', place, '--json'], env);
      assert.deepEqual([code, JSON.parse(out).trust.source], [0, 'deployment']);
    }
  });

  it('verifies nothing without keys, and says that only the trust is missing', async () => {
    const { code, out } = await run(['verify', await download()]);
    assert.equal(code, 1);
    assert.match(
      out,
      /^NOT VERIFIED\n[^]*which is not a trusted one; the files agree with what it signs[^]*The key is not trusted yet\./,
    );
  });

  it('does not verify with the keys of another deployment', async () => {
    const { code, out } = await run(['verify', await download(), '--json'], {
      DEPLOYMENT_SECRET: 'the secret of some other deployment, long',
    });
    assert.equal(code, 1);
    assert.deepEqual(
      JSON.parse(out).findings.map((finding: { code: string }) => finding.code),
      ['unknown_key'],
    );
  });

  it('names the file and the first byte that does not fit', async () => {
    const place = await download();
    await change(place, 'pod.pdf', (bytes) =>
      Buffer.concat([bytes.subarray(0, 437), Buffer.from([bytes[437]! ^ 4]), bytes.subarray(438)]),
    );
    await change(place, '001-page.txt', (bytes) => bytes.subarray(0, 9));
    await change(place, 'events.jsonl', (bytes) => Buffer.from(bytes.toString().replace('"pass"', '"fail"')));
    const { code, out } = await run(['verify', place, '--keys', keys]);
    assert.equal(code, 1);
    assert.match(out, /pod\.pdf, byte 437: pod\.pdf was changed/);
    assert.match(out, /001-page\.txt, byte 9: 001-page\.txt ends after 9 of/);
    assert.match(out, /events\.jsonl, line 4, byte \d+: events\.jsonl differs from the signed events in line 4/);
    assert.match(out, /the block of 256 bytes is named/);
    const { findings } = JSON.parse((await run(['verify', place, '--keys', keys, '--json'])).out) as {
      findings: unknown[];
    };
    assert.deepEqual(findings.length, 3);
    assert.deepEqual(findings[2], {
      file: 'pod.pdf',
      code: 'changed',
      offset: 437,
      within: 1,
      line: null,
      sentence: 'pod.pdf was changed',
    });
  });

  it('finds a missing file, and mentions one that does not belong', async () => {
    const place = await download();
    await rm(join(place, '001-page.txt'));
    await writeFile(join(place, 'notes.txt'), 'mine');
    const { code, out } = await run(['verify', place, '--keys', keys]);
    assert.equal(code, 1);
    assert.match(out, /001-page\.txt is missing; the manifest lists it/);
    assert.match(out, /not checked: notes\.txt/);
  });

  it('exits with 2 where nothing could be tried, and says why', async () => {
    const place = await download();
    const tries: [string[], RegExp][] = [
      [['verify', join(folder, 'nowhere', 'manifest.json')], /cannot be read/],
      [
        ['verify', place, '--keys', join(folder, 'no-keys')],
        /the keys in .* cannot be read: there is no such file \(ENOENT\)/,
      ],
      [['verify', place, '--keys', join(place, 'pod.pdf')], /cannot be used/],
      [
        ['verify', 'http://127.0.0.1:1/evidence/tsk_1/manifest.json?k=secret'],
        /http:\/\/127\.0\.0\.1:1\/evidence\/tsk_1\/manifest\.json cannot be read/,
      ],
      [['verify'], /missing required argument/],
      [['verify', place, '--frob'], /unknown option/],
    ];
    for (const [args, sentence] of tries) {
      const { code, err, out } = await run(args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, sentence);
      assert.doesNotMatch(err + out, /secret|\n {4}at /);
    }
    const verified = await run(['verify', join(folder, 'nowhere'), '--json']);
    assert.deepEqual(
      [verified.code, JSON.parse(verified.out).verified, JSON.parse(verified.out).code],
      [2, false, 'unreadable'],
    );
    assert.equal((await run(['verify', '--help'])).code, 0);
  });

  describe('with the address of a manifest', () => {
    let server: Server;
    let address: string;
    const served = smallPack();
    before(async () => {
      server = createServer((request, response) => {
        const url = new URL(request.url ?? '', 'http://here');
        const bytes =
          url.pathname === '/.well-known/evidence-keys.json'
            ? keySet
            : url.searchParams.get('k') === 'token'
              ? served.get(url.pathname.split('/').pop()!)
              : undefined;
        response.writeHead(bytes === undefined ? 404 : 200).end(bytes);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/evidence/tsk_1/manifest.json`;
    });
    after(() => server.close());

    it('fetches the files beside it with the same capability, and says that the server vouches for itself', async () => {
      const { code, out } = await run(['verify', `${address}?k=token`]);
      assert.equal(code, 0, out);
      assert.match(out, /trusted are the keys published at http:.*by the server that served the pack/);
    });

    it('holds the server to keys that were given', async () => {
      const other = join(folder, 'other-keys.json');
      await writeFile(other, JSON.stringify(publishKeys(evidenceKeys('the secret of some other deployment, long', 1))));
      assert.equal((await run(['verify', `${address}?k=token`, '--keys', other])).code, 1);
    });

    it('exits with 2 when the link opens nothing', async () => {
      const { code, err } = await run(['verify', `${address}?k=old`]);
      assert.deepEqual([code, /the link may have expired/.test(err), err.includes('old')], [2, true, false]);
    });
  });
});

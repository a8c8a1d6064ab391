import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedBinary, findTemporalBinary } from '../../../temporal/server/binary.ts';
import { runFolder } from '../../support/machines.ts';

/** A program that only knows its version, as the search asks for it. */
function program(path: string, says: string): string {
  writeFileSync(path, `#!/bin/sh\necho "${says}"\n`, { mode: 0o755 });
  return path;
}

describe('finding the Temporal server', () => {
  let path: string;
  let cache: string;
  beforeEach(() => {
    path = mkdtempSync(join(runFolder(), 'path-'));
    cache = mkdtempSync(join(runFolder(), 'cache-'));
  });
  const env = (): NodeJS.ProcessEnv => ({
    PATH: `${path}:/bin:/usr/bin`,
    XDG_CACHE_HOME: cache,
    EMBEDDED_TEMPORAL_DOWNLOAD_URL: '',
  });

  it('prefers the one on the PATH', async () => {
    const wanted = program(join(path, 'temporal'), 'temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)');
    assert.deepEqual(await findTemporalBinary({ env: env() }), { path: wanted, from: 'path' });
  });

  it('passes over another program of the same name, and takes the cached build', async () => {
    program(join(path, 'temporal'), 'Temporal, a calendar');
    const cached = cachedBinary(env());
    mkdirSync(join(cached, '..'), { recursive: true });
    program(cached, 'temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)');
    assert.deepEqual(await findTemporalBinary({ env: env() }), { path: cached, from: 'cache' });
  });

  it('keeps builds of different pins apart by the hash of go.mod and go.sum', () => {
    assert.match(cachedBinary(env()), /lanekeeper\/temporal-[0-9a-f]{16}$/);
  });

  it('does not begin a build with a Go that is too old', async () => {
    program(join(path, 'go'), 'go1.20.1\nlocal');
    const said: string[] = [];
    await assert.rejects(
      findTemporalBinary({ env: env(), say: (line) => said.push(line) }),
      /downloading is off .*\n.*Go is go1\.20\.1; the build needs 1\.26\.4/,
    );
    assert.deepEqual(said, ['downloading is off (EMBEDDED_TEMPORAL_DOWNLOAD_URL is empty)']);
  });
});

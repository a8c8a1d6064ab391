import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserMissingError, findBrowser } from '../../portals/executable.ts';

const isBundled = process.platform === 'linux' && process.arch === 'x64';

describe('finding a browser', function () {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-browser-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('takes CHROMIUM_PATH before all others', async () => {
    const path = join(folder, 'my-chromium');
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
    assert.deepEqual(await findBrowser({ CHROMIUM_PATH: path }, folder), { path, source: 'CHROMIUM_PATH', env: {} });
  });
  it('says so when CHROMIUM_PATH is no program', async () => {
    await assert.rejects(
      findBrowser({ CHROMIUM_PATH: join(folder, 'none') }, folder),
      (error) => error instanceof BrowserMissingError && error.message.includes('CHROMIUM_PATH'),
    );
  });

  if (isBundled)
    it('unpacks the bundled one into a folder of our own, and over a half-unpacked one', async () => {
      const cache = join(folder, 'cache');
      mkdirSync(join(cache, 'chromium-147.0.0'), { recursive: true });
      writeFileSync(join(cache, 'chromium-147.0.0', 'chromium'), 'half a file');
      mkdirSync(join(cache, 'chromium-147.0.0.unpacking-999999999-00000000'));
      const found = await findBrowser({ CHROMIUM_PATH: '' }, cache);
      assert.equal(found.source, 'bundled');
      assert.ok(statSync(found.path).size > 100_000_000);
      assert.equal(statSync(join(cache, 'chromium-147.0.0')).mode & 0o777, 0o700);
      assert.deepEqual(readdirSync(cache), ['chromium-147.0.0']);
      assert.ok(existsSync(found.env['FONTCONFIG_FILE'] ?? ''));
      assert.deepEqual(await findBrowser({ CHROMIUM_PATH: '' }, cache), found);
    });

  if (isBundled)
    it('does not run one from a folder that others may write to', async () => {
      const cache = join(folder, 'cache');
      chmodSync(join(cache, 'chromium-147.0.0'), 0o777);
      writeFileSync(join(cache, 'chromium-147.0.0', 'planted'), '');
      const found = await findBrowser({ CHROMIUM_PATH: '' }, cache);
      assert.ok(!existsSync(join(found.path, '..', 'planted')));
    });
});

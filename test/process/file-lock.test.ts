import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFileLock } from '../../process/file-lock.ts';
import { identify, isStopped } from '../../process/identity.ts';
import { until } from '../support/wait.ts';

describe('a file lock whose holder is stopped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'file-lock-'));
  const path = join(folder, 'lock');
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is taken over from a holder that stays stopped, and not from one that runs', async () => {
    const other = spawn('sleep', ['600'], { stdio: 'ignore' });
    try {
      const holder = await until(() => identify(other.pid ?? 0) ?? undefined);
      writeFileSync(path, JSON.stringify(holder));
      let isDone = false;
      const lines: string[] = [];
      const waiting = withFileLock(
        path,
        (line) => lines.push(line),
        async () => (isDone = true),
        { stoppedMs: 400 },
      );
      await until(() => lines.length === 1);
      const stoppedFrom = performance.now();
      await until(() => performance.now() - stoppedFrom > 600);
      assert.equal(isDone, false);
      other.kill('SIGSTOP');
      await until(() => isStopped(holder));
      assert.equal(await waiting, true);
      assert.equal(existsSync(path), false);
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('is left to the process that took it over meanwhile', async () => {
    const taker = JSON.stringify({ pid: 1, began: 'another process' });
    await withFileLock(
      path,
      () => {},
      async () => writeFileSync(path, taker),
    );
    assert.equal(readFileSync(path, 'utf8'), taker);
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseFileLock, takeFileLock, withFileLock } from '../../process/file-lock.ts';
import { endProcess, identify, isRunning, type ProcessIdentity } from '../../process/identity.ts';
import { leashProcess, runFolder, unleashProcess } from '../support/machines.ts';

/** A process that lives until it is asked to end; `stubborn` ones ignore SIGTERM. */
async function somebody(stubborn = false): Promise<ProcessIdentity> {
  const script = `${stubborn ? "process.on('SIGTERM', () => {});" : ''} setInterval(() => {}, 1000); console.log('up');`;
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const identity = identify(child.pid ?? 0);
  assert.ok(identity !== null);
  leashProcess(identity.pid);
  child.once('exit', () => unleashProcess(identity.pid));
  return identity;
}

describe('process identity', () => {
  it('does not take a later process with the same pid for the earlier one', () => {
    const self = identify(process.pid);
    assert.ok(self !== null && isRunning(self));
    assert.equal(isRunning({ pid: self.pid, began: `${self.began}0` }), false);
  });

  it('ends a process that listens, and kills one that does not', async () => {
    const [polite, stubborn] = await Promise.all([somebody(), somebody(true)]);
    assert.equal(await endProcess(polite, 'SIGTERM', 300_000), false);
    assert.equal(await endProcess(stubborn, 'SIGTERM', 50), true);
    assert.equal(isRunning(polite) || isRunning(stubborn), false);
  });

  it('leaves a stranger alone that has the pid now', async () => {
    const stranger = await somebody();
    assert.equal(await endProcess({ pid: stranger.pid, began: 'long ago' }, 'SIGKILL', 0), false);
    assert.ok(isRunning(stranger));
    await endProcess(stranger, 'SIGKILL', 5_000);
  });
});

describe('a file lock', () => {
  let path: string;
  beforeEach(() => {
    path = join(mkdtempSync(join(runFolder(), 'lock-')), 'lock');
  });

  it('is held by one at a time and names who holds it', () => {
    assert.equal(takeFileLock(path), null);
    assert.equal(takeFileLock(path)?.pid, process.pid);
    releaseFileLock(path);
    assert.equal(existsSync(path), false);
  });

  it('is taken over from a holder that is dead', () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, began: 'long ago' }));
    assert.equal(takeFileLock(path), null);
    releaseFileLock(path);
  });

  it('lets pieces of work follow one another, the failed ones too', async () => {
    const order: string[] = [];
    const piece = (name: string) => async () => {
      order.push(`${name} in`);
      await Promise.resolve();
      order.push(`${name} out`);
    };
    await assert.rejects(
      withFileLock(
        path,
        () => {},
        () => Promise.reject(new Error('no luck')),
      ),
      /no luck/,
    );
    await Promise.all([withFileLock(path, () => {}, piece('a')), withFileLock(path, () => {}, piece('b'))]);
    assert.deepEqual(order, ['a in', 'a out', 'b in', 'b out']);
  });
});

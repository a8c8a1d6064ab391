import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftovers, startChild, type Child } from '../../start/child.ts';
import { leashProcess, runFolder, unleashProcess } from '../support/machines.ts';
import { until } from '../support/wait.ts';

describe('a process of the machine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(runFolder(), 'child-'));
  });

  const start = async (script: string): Promise<Child> => {
    const child = startChild({
      name: 'worker',
      command: process.execPath,
      args: ['--eval', script],
      env: {},
      logFolder: folder,
      runFolder: folder,
    });
    leashProcess(child.pid);
    void child.ended.then(() => unleashProcess(child.pid));
    return child;
  };
  const log = (): string => readFileSync(join(folder, 'worker.log'), 'utf8');
  const waits = "setInterval(() => {}, 1000); console.log('up');";

  it('writes its log, reports how it ended, and leaves no pid file behind', async () => {
    const child = await start("console.log('hello'); process.exitCode = 3;");
    assert.equal(await child.ended, 'exit code 3');
    assert.equal(log(), 'hello\n');
    assert.equal(existsSync(join(folder, 'worker.json')), false);
  });

  it('reports why it ended where its log ends with an error', async () => {
    const line = (level: number): string =>
      JSON.stringify({
        level,
        err: { message: 'connection refused', stack: 'x'.repeat(5_000) },
        msg: 'it cannot start',
      });
    const ends = (...lines: string[]): Promise<Child> =>
      start(`for (const line of ${JSON.stringify(lines)}) console.log(line); process.exitCode = 1;`);
    assert.equal(await (await ends(line(30), line(60))).ended, 'exit code 1, it cannot start: connection refused');
    assert.equal(await (await ends(line(60), line(30))).ended, 'exit code 1');
  });

  it('gets a limited time to finish', async () => {
    const polite = await start(`process.on('SIGTERM', () => { console.log('bye'); process.exit(0); }); ${waits}`);
    await until(() => log().includes('up'));
    await polite.stop(300_000);
    assert.equal(await polite.ended, 'exit code 0');
    assert.match(log(), /bye/);
    const stubborn = await start(`process.on('SIGTERM', () => {}); ${waits}`);
    await until(() => log().split('up').length === 3);
    await stubborn.stop(10);
    assert.equal(await stubborn.ended, 'SIGKILL');
  });

  it('is found by its pid file and ended when the one who started it was killed', async () => {
    const child = await start(waits);
    await until(() => existsSync(join(folder, 'worker.json')));
    assert.deepEqual(await endLeftovers(folder, 300_000), ['worker']);
    assert.equal(await child.ended, 'SIGTERM');
    assert.deepEqual(await endLeftovers(folder, 5_000), []);
  });

  it('is not mistaken for a stranger that has its pid now, nor is half a pid file', async () => {
    writeFileSync(join(folder, 'worker.json'), JSON.stringify({ pid: process.pid, began: 'long ago' }));
    writeFileSync(join(folder, 'dispatch.json'), '{"pid":');
    assert.deepEqual(await endLeftovers(folder, 0), []);
    assert.equal(existsSync(join(folder, 'worker.json')), false);
  });
});

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from '../../start/child.ts';
import { type ProgressWatch, watchProgress } from '../../start/progress.ts';
import { leashProcess, runFolder, unleashProcess } from '../support/machines.ts';
import { until } from '../support/wait.ts';

describe('the progress of a part that is being started', () => {
  let folder: string;
  let child: Child | undefined;
  beforeEach(() => (folder = mkdtempSync(join(runFolder(), 'progress-'))));
  afterEach(() => child?.stop(0));

  const logFile = (): string => join(folder, 'part.log');
  const start = (script: string): Child => {
    const started = startChild({
      name: 'part',
      command: process.execPath,
      args: ['--eval', script],
      env: {},
      logFolder: folder,
      runFolder: folder,
    });
    leashProcess(started.pid);
    void started.ended.then(() => unleashProcess(started.pid));
    return (child = started);
  };
  /** A part that sleeps, once it has settled, and a clock that the test moves. */
  const sleeping = async (): Promise<{ watch: ProgressWatch; pass: (ms: number) => boolean }> => {
    const { pid } = start("setInterval(() => {}, 1e6); console.log('up');");
    await until(() => existsSync(logFile()) && readFileSync(logFile(), 'utf8').includes('up'));
    let at = 0;
    const watch = watchProgress({ pid, logFile: logFile(), limitMs: 10_000, now: () => at });
    const pass = (ms: number): boolean => {
      let isStalled = false;
      for (const end = at + ms; at < end;) {
        at += 500;
        isStalled = watch.isStalled();
      }
      return isStalled;
    };
    return { watch, pass };
  };

  it('stalls when it neither uses the processor nor writes to its log', async () => {
    const { pass } = await sleeping();
    assert.equal(pass(9_000), false);
    assert.equal(pass(11_000), true);
  });

  it('advances with every line of its log', async () => {
    const { pass } = await sleeping();
    for (let line = 0; line < 5; line++) {
      assert.equal(pass(8_000), false);
      appendFileSync(logFile(), 'a line\n');
    }
    assert.equal(pass(21_000), true);
  });

  it('continues while it uses the processor, itself or by a process that it started', async () => {
    const report = join(folder, 'used');
    writeFileSync(report, '');
    const burn = `const { writeFileSync } = require('node:fs');
      for (;;) if (process.cpuUsage().user > 2e5) { writeFileSync(${JSON.stringify(report)}, 'some time'); break; }
      process.stdin.on('close', () => process.exit()).resume();`;
    const { pid } = start(
      `require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(burn)}], { stdio: ['pipe', 'ignore', 'ignore'] });
       setInterval(() => {}, 1e6);`,
    );
    const watch = watchProgress({ pid, logFile: logFile(), limitMs: 120_000 });
    await until(
      () => {
        assert.equal(watch.isStalled(), false);
        return readFileSync(report, 'utf8') !== '';
      },
      { what: 'processor time' },
    );
  });

  it('is not judged by a time in which the starting process itself did not run', async () => {
    const { pid } = start("setInterval(() => {}, 1e6); console.log('up');");
    await until(() => existsSync(logFile()) && readFileSync(logFile(), 'utf8').includes('up'));
    let at = 0;
    const watch = watchProgress({ pid, logFile: logFile(), limitMs: 10_000, now: () => at });
    at += 3_600_000;
    assert.equal(watch.isStalled(), false);
  });
});

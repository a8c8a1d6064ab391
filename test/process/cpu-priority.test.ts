/** Stepping back against real processes. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { stepBack } from '../../process/cpu-priority.ts';
import { until } from '../support/wait.ts';

const isLinux = process.platform === 'linux';
/** Tests may run under `nice` themselves. */
const stepped = Math.min(19, getPriority() + 5);

describe(`a process that steps back${isLinux ? '' : ' (skipped: only Linux reports the priority of a session)'}`, () => {
  const children: ChildProcess[] = [];

  before(function () {
    if (!isLinux) this.skip();
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const start = async (detached: boolean): Promise<number> => {
    const waits = ['-e', "setInterval(() => {}, 1000); process.stdout.write('up')"];
    const child = spawn(process.execPath, waits, { detached, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    let up = false;
    child.stdout?.once('data', () => (up = true));
    await until(() => up);
    return child.pid as number;
  };
  const autogroup = (pid: number): string => {
    const file = `/proc/${pid}/autogroup`;
    return existsSync(file) ? readFileSync(file, 'utf8') : 'no autogroups in this kernel';
  };

  it('does so with all its threads', async () => {
    const pid = await start(true);
    stepBack(pid, 5);
    const threads = readdirSync(`/proc/${pid}/task`);
    assert.ok(threads.length > 1);
    assert.deepEqual(new Set(threads.map((thread) => getPriority(Number(thread)))), new Set([stepped]));
  });

  it('begins where it was started by nice, and is never raised', async () => {
    const pid = await start(true);
    setPriority(pid, 19);
    stepBack(pid, 5);
    assert.equal(getPriority(pid), 19);
  });

  it('takes its session along when it leads one, for sessions share the processors alike otherwise', async () => {
    const pid = await start(true);
    stepBack(pid, 5);
    assert.match(autogroup(pid), /nice 5$|no autogroups/m);
  });

  it('leaves the session of others alone', async () => {
    const before = autogroup(process.pid);
    const pid = await start(false);
    stepBack(pid, 5);
    assert.equal(autogroup(pid), before);
    assert.equal(getPriority(pid), stepped);
  });

  it('lets a process be that is gone', () => {
    assert.doesNotThrow(() => stepBack(2 ** 30, 5));
  });
});

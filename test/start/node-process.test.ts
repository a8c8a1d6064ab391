import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type NodeThreadOptions, startNodeThread } from '../../start/node-process.ts';
import { runFolder } from '../support/machines.ts';
import { until } from '../support/wait.ts';

describe('a part that is a thread of the machine', () => {
  let folder: string;
  let ready: Server;
  let readyUrl: string;
  before((done) => {
    folder = mkdtempSync(join(runFolder(), 'thread-'));
    ready = createServer((_, response) => response.end()).listen(0, '127.0.0.1', () => {
      readyUrl = `http://127.0.0.1:${(ready.address() as AddressInfo).port}`;
      done();
    });
  });
  after((done) => void ready.close(done));

  const options = (name: string, code: string, more: Partial<NodeThreadOptions> = {}): NodeThreadOptions => {
    const main = join(folder, `${name}.mjs`);
    writeFileSync(main, `import { parentPort, workerData } from 'node:worker_threads';\n${code}`);
    const signal = new AbortController().signal;
    return { name, main, env: {}, readyUrl, logFolder: folder, nice: 0, stopGraceMs: 60_000, signal, ...more };
  };
  const logOf = (name: string): string => readFileSync(join(folder, `${name}.log`), 'utf8');

  it('has its own environment, writes its own log, and finishes before it stops', async () => {
    const code = `console.log('for', process.env.WHOM, process.env.PATH);
      parentPort.once('message', () => console.log('finishing'));`;
    const part = await startNodeThread(options('orderly', code, { env: { WHOM: 'a test' } }));
    await part.stop();
    assert.equal(await part.ended, 'exit code 0');
    assert.equal(logOf('orderly'), 'for a test undefined\nfinishing\n');
  });

  it('ends alone, says why, and leaves the reason in its log', async () => {
    const tray = join(folder, 'empty-tray');
    const part = await startNodeThread(
      options(
        'broken',
        `import { existsSync } from 'node:fs';
         setInterval(() => { if (existsSync(${JSON.stringify(tray)})) throw new Error('out of paper'); }, 5);`,
      ),
    );
    writeFileSync(tray, '');
    assert.equal(await part.ended, 'out of paper');
    await until(() => /Error: out of paper\n +at /.test(logOf('broken')), { what: 'the error in the log' });
  });

  it('is ended when it does not stop in its grace, and at once when it is killed', async () => {
    const busy = options('busy', `parentPort.on('message', () => {});`, { stopGraceMs: 1 });
    await (await startNodeThread(busy)).stop();
    const part = await startNodeThread(busy);
    part.kill();
    assert.match((await part.ended) ?? '', /^exit code [01]$/);
  });

  it('is a failed start where it ends before it is ready, with the end of its log', async () => {
    const start = startNodeThread(
      options('hopeless', `throw new Error('no such table');`, { readyUrl: 'http://127.0.0.1:9' }),
    );
    await assert.rejects(start, { code: 'not_ready', message: /it ended \(no such table\).*\n.*no such table/s });
  });
});

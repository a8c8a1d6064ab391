/** The command line, started by a Node other than the pinned one. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, linkSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { leashProcess, runFolder } from '../support/machines.ts';

const root = join(import.meta.dirname, '..', '..');
const lanekeeper = join(root, 'bin', 'lanekeeper.mjs');

describe('the pinned Node', () => {
  let other: string;
  before(() => {
    other = join(mkdtempSync(join(runFolder(), 'node-')), 'node');
    try {
      linkSync(process.execPath, other);
    } catch {
      copyFileSync(process.execPath, other);
    }
  });

  it('runs the tests, and is the same on every platform', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const versions = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
    assert.deepEqual(new Set(versions.map(([, version]) => version)), new Set([process.versions.node]));
    assert.match(
      readFileSync(join(root, 'Dockerfile'), 'utf8'),
      new RegExp(`^FROM node:${process.versions.node}-`, 'm'),
    );
  });

  it('runs the command line for another Node, with its output and exit codes', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const run = (arg: string) => spawnSync(other, [lanekeeper, arg], { encoding: 'utf8' });
    assert.equal(run('--version').stdout, `${version}\n`);
    assert.equal(run('sendr').status, 2);
  });

  it('gets the signals that the other Node gets', async () => {
    const database = createServer().listen(0, '127.0.0.1');
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const child = spawn(other, [lanekeeper, 'sender', 'list'], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: runFolder(),
        DEPLOYMENT_SECRET: 'x'.repeat(64),
        DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
      },
      stdio: 'ignore',
    });
    leashProcess(child.pid ?? 0);
    // It waits for an answer that never comes.
    const [connection] = (await once(database, 'connection')) as [Socket];
    const closed = once(connection.on('error', () => {}).resume(), 'close');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [null, 'SIGTERM']);
    await closed;
    database.close();
  });
});

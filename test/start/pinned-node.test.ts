/** The command line, started by a Node other than the pinned one. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

  it('asks for npm ci where its package is not installed', async () => {
    const folder = mkdtempSync(join(runFolder(), 'without-node-'));
    mkdirSync(join(folder, 'start'));
    for (const file of ['package.json', join('start', 'pinned-node.mjs')])
      copyFileSync(join(root, file), join(folder, file));
    const copy = (await import(pathToFileURL(join(folder, 'start', 'pinned-node.mjs')).href)) as {
      pinnedNode(): string | undefined;
      whyNoNode(): string;
    };
    assert.equal(copy.pinnedNode(), undefined);
    assert.match(
      copy.whyNoNode(),
      new RegExp(`^The package with Node ${process.versions.node} is not installed: run npm ci`),
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

/** Installs the third-party applications once, at the versions of requirements.txt, and runs them on this machine. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeSeed } from './records.ts';

export interface Application {
  readonly url: string;
  /** Its files: the database, the seed and the log. */
  readonly folder: string;
  /** Bytes of the proofs that it was filled with, by PRO. */
  readonly proofs: ReadonlyMap<string, Buffer>;
  stop(): Promise<void>;
}

const here = import.meta.dirname;
const startMs = 120_000;

/** @returns Python with the applications, from the cache where they were installed before */
function installed(): string {
  const list = join(here, 'requirements.txt');
  const digest = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 12);
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const home = join(cache, 'lanekeeper', `applications-${digest}`);
  const python = join(home, 'bin', 'python');
  if (existsSync(join(home, 'complete'))) return python;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' });
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--require-virtualenv', '-r', list], { stdio: 'inherit' });
  mkdirSync(join(home, 'complete.part'), { recursive: true });
  renameSync(join(home, 'complete.part'), join(home, 'complete'));
  return python;
}

/** @param folder a new folder for its files */
export async function startApplication(name: string, folder: string): Promise<Application> {
  const python = installed();
  mkdirSync(folder, { recursive: true });
  const proofs = await writeSeed(folder);
  const port = await freePort();
  const log = openSync(join(folder, 'log'), 'a');
  const child = spawn(python, ['-B', join(here, name, 'serve.py')], {
    env: {
      PATH: process.env['PATH'],
      DATA: folder,
      SEED: join(folder, 'seed.json'),
      PORT: String(port),
      PYTHONUNBUFFERED: '1',
    },
    stdio: ['ignore', log, log],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A measurement that is interrupted leaves nothing running.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + startMs;
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${name} did not start:\n${readFileSync(join(folder, 'log'), 'utf8').slice(-2_000)}`);
    await delay(100);
  }
  return {
    url,
    folder,
    proofs,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      process.off('exit', kill);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return true;
    },
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * A real S3-compatible server (Versity S3 Gateway) for the tests of the blob store: built once with Go from the
 * pinned module beside this file, cached outside the clone, started on a folder of the run.
 */
import { spawn, spawnSync, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { withFileLock } from '../../../process/file-lock.ts';
import { findPort } from '../../../start/ports.ts';
import { atRunEnd, leashProcess, runFolder, unleashProcess } from '../../support/machines.ts';
import { until } from '../../support/wait.ts';

const moduleFolder = join(import.meta.dirname, 's3-server');
const program = 'github.com/versity/versitygw/cmd/versitygw';
const credentials = { accessKeyId: 'test-access-key', secretAccessKey: 'test-secret-key' };

export interface S3Server {
  readonly options: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Whether the server is built already or can be. */
export function canServeS3(): boolean {
  return existsSync(cachedProgram()) || spawnSync('go', ['version']).status === 0;
}

function cachedProgram(): string {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(join(moduleFolder, file)));
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'lanekeeper', `versitygw-${hash.digest('hex').slice(0, 16)}`);
}

async function builtProgram(): Promise<string> {
  const path = cachedProgram();
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  mkdirSync(join(path, '..'), { recursive: true });
  await withFileLock(`${path}.lock`, say, async () => {
    if (existsSync(path)) return;
    say('building the S3-compatible test server with Go (once; about a minute on two cores)');
    const unfinished = `${path}.${process.pid}`;
    execFileSync('go', ['build', '-mod=readonly', '-trimpath', '-ldflags=-s -w', '-o', unfinished, program], {
      cwd: moduleFolder,
      env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    renameSync(unfinished, path);
  });
  return path;
}

/** Starts the server with one empty bucket; it ends with the run at the latest. */
export async function startS3Server(): Promise<S3Server> {
  const path = await builtProgram();
  const folder = mkdtempSync(join(runFolder(), 's3-'));
  for (const name of ['data', 'sidecar']) mkdirSync(join(folder, name));
  const { port } = await findPort(0);
  const options = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'evidence', ...credentials };
  let ended: (() => Promise<void>) | undefined;
  const server: S3Server = {
    options,
    async start() {
      const child = spawn(
        path,
        ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', join(folder, 'sidecar'), join(folder, 'data')],
        {
          env: {
            ...process.env,
            ROOT_ACCESS_KEY: credentials.accessKeyId,
            ROOT_SECRET_KEY: credentials.secretAccessKey,
          },
          stdio: 'ignore',
        },
      );
      const pid = child.pid!;
      leashProcess(pid);
      const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      ended = async () => {
        child.kill('SIGKILL');
        await exit;
        unleashProcess(pid);
      };
      await until(async () => (await fetch(options.endpoint)).status > 0, { what: 'the S3 server' });
    },
    async stop() {
      await ended?.();
      ended = undefined;
    },
  };
  atRunEnd(() => server.stop());
  await server.start();
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: true,
    credentials,
  });
  await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
  client.destroy();
  return server;
}

/** A worker as one runs it on a server: all of the processor it needs, where the trial's saves memory instead. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { findPort } from '../../start/ports.ts';
import type { BenchMachine } from '../bench-machine.ts';

export interface PlainWorker {
  readonly pid: number;
  /** Lets it finish, also where it has ended already. */
  stop(): Promise<void>;
}

/**
 * Serves the lanes queue of the machine; resolves when it does.
 * @param env settings that differ from the defaults
 */
export async function startPlainWorker(
  { machine }: BenchMachine,
  env: Readonly<Record<string, string>> = {},
): Promise<PlainWorker> {
  const { port } = await findPort(0);
  const { databaseUrl, temporal } = machine.addresses;
  const child = spawn(process.execPath, ['worker/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      MALLOC_ARENA_MAX: '2',
      DATA_DIR: machine.folder.path,
      DATABASE_URL: databaseUrl,
      DEPLOYMENT_SECRET: machine.secret,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
      WORKER_METRICS_PORT: String(port),
      WORKER_NICE: '0',
      WORKER_QUEUES: 'lanes',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`the worker ended with ${child.exitCode}`);
    await delay(50);
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Whether the worker at this readiness address is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

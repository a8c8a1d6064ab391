/** The embedded Temporal server: starts it with the measured settings, waits until it answers, stops it. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { searchAttributes } from '../temporal/names.ts';
import { endProcess, identify } from '../process/identity.ts';
import { lastLines } from './deployment-folder.ts';
import { watchProgress } from './progress.ts';

interface TemporalServerOptions {
  /** Program from `findTemporalBinary`. */
  readonly binary: string;
  /** SQLite file; null keeps everything in memory. */
  readonly file: string | null;
  readonly port: number;
  /** null: no web pages. */
  readonly uiPort: number | null;
  readonly logFile: string;
  /** Called with the pid as soon as there is one, so that the caller can find the server again. */
  readonly onSpawn?: (pid: number) => void;
}

export interface RunningTemporal {
  readonly address: string;
  readonly namespace: string;
  readonly uiUrl: string | null;
  readonly pid: number;
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

export class TemporalServerError extends Error {
  readonly code = 'temporal_did_not_start';
  /** Whether it ended because a port was in use. */
  readonly isAboutPort: boolean;
  constructor(how: string, log: string) {
    super(`the Temporal server ${how} and did not start:\n${log}`);
    this.name = 'TemporalServerError';
    this.isAboutPort = /address already in use/.test(log);
  }
}

const namespace = 'default';
const retentionSeconds = 30 * 24 * 3600;
const stopTimeoutMs = 10_000;
/** Of a server that finds a port in use. */
const mostStarts = 3;

/**
 * Poll rates: one history shard looks at its queues at most 20 times a second by default, so every dispatch waits
 * up to 50 ms; at 500 a one-activity workflow takes 27 ms instead of 150. Eager activities save another 5 ms.
 * Timers: every timer and retry fires up to a second late, which allows for hosts whose clocks differ. There is one
 * host here, so 10 ms are enough.
 * Fairness: within a priority, waiting work is handed out by turns of its fairness keys (our senders); without it
 * one sender's flood would hold up all others. Each partition of a queue keeps its own order, and of the usual four
 * polls visit one at random: with one partition priorities and turns hold for the whole queue.
 */
const dynamicConfig = {
  'history.transferProcessorMaxPollRPS': 500,
  'history.timerProcessorMaxPollRPS': 500,
  'history.visibilityProcessorMaxPollRPS': 500,
  'history.timerProcessorMaxTimeShift': '"10ms"',
  'system.enableActivityEagerExecution': true,
  'matching.enableFairness': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
} as const;

/** 33 → 75 workflows a second. A dying process loses nothing; after a power cut the sweep repairs the last moments. */
const pragmas = { journal_mode: 'WAL', synchronous: 'NORMAL' } as const;

/**
 * Starts a server on loopback with the namespace `default`, our search attributes and 30 days of retention. Its own
 * services listen on ports that it chooses by itself, and something else may take one before they do: it starts again then.
 * @throws TemporalServerError with the end of its log when it ends or makes no progress before it answers
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<RunningTemporal> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(options);
    } catch (error) {
      if (attempt === mostStarts || !(error instanceof TemporalServerError && error.isAboutPort)) throw error;
    }
  }
}

async function launch(options: TemporalServerOptions): Promise<RunningTemporal> {
  const host = '127.0.0.1';
  const log = openSync(options.logFile, 'a', 0o600);
  // Detached, so that Ctrl-C in a terminal does not reach it before workers have drained. No TEMPORAL_* variables:
  // they are meant for clients.
  const child = spawn(options.binary, flags(options, host), {
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  });
  closeSync(log);
  if (child.pid !== undefined) options.onSpawn?.(child.pid);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let over = false;
  void ended.then(() => (over = true));
  const stop = async (): Promise<void> => {
    const identity = child.pid === undefined || over ? null : identify(child.pid);
    if (identity !== null) await endProcess(identity, 'SIGTERM', stopTimeoutMs);
    await ended;
  };
  const address = `${host}:${options.port}`;
  const progress = watchProgress({ pid: child.pid ?? 0, logFile: options.logFile });
  while (!(await Promise.race([answers(address), ended.then(() => false)]))) {
    const isStalled = progress.isStalled();
    if (over || isStalled) {
      await stop();
      throw new TemporalServerError(isStalled ? 'makes no progress' : 'ended', lastLines(options.logFile));
    }
    await delay(50);
  }
  return {
    address,
    namespace,
    uiUrl: options.uiPort === null ? null : `http://${host}:${options.uiPort}`,
    pid: child.pid as number,
    ended,
    stop,
  };
}

function flags(options: TemporalServerOptions, host: string): string[] {
  return [
    'server',
    'start-dev',
    '--disable-config-env',
    '--disable-config-file',
    '--log-level=warn',
    '--log-format=json',
    `--ip=${host}`,
    `--port=${options.port}`,
    ...(options.uiPort === null ? ['--headless'] : [`--ui-port=${options.uiPort}`, '--ui-disable-news-fetch']),
    ...(options.file === null ? [] : [`--db-filename=${options.file}`, ...pairs('sqlite-pragma', pragmas)]),
    ...pairs('dynamic-config-value', dynamicConfig),
    ...pairs('search-attribute', searchAttributes),
  ];
}

function pairs(flag: string, values: Readonly<Record<string, string | number | boolean>>): string[] {
  return Object.entries(values).map(([name, value]) => `--${flag}=${name}=${value}`);
}

/** Whether the server serves its namespace; sets the retention, which the development server leaves at a day. */
async function answers(address: string): Promise<boolean> {
  // A fresh connection each time, closed whatever comes: gRPC itself would wait longer and longer between attempts.
  const connection = Connection.lazy({ address, connectTimeout: '10s' });
  try {
    await connection.ensureConnected();
    const seconds = async (): Promise<number> => {
      const described = await connection.workflowService.describeNamespace({ namespace });
      return Number(described.config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    };
    if ((await seconds()) !== retentionSeconds)
      await connection.workflowService.updateNamespace({
        namespace,
        config: { workflowExecutionRetentionTtl: { seconds: retentionSeconds as never } },
      });
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

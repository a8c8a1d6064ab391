/** A part of the machine that is a Node process of ours: started with its settings in the environment, ready when it answers. */
import { appendFileSync, closeSync, createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { request } from 'undici';
import { keptSourcesVariable } from '../process/kept-sources.ts';
import { stepBack } from '../process/cpu-priority.ts';
import { openLogFile, startChild } from './child.ts';
import { lastLines } from './deployment-folder.ts';
import { type ProgressWatch, watchProgress } from './progress.ts';
import type { RunningPart } from './supervisor.ts';

export interface NodeProcessOptions {
  readonly name: string;
  /** Main file, from the root of the project. */
  readonly main: string;
  readonly env: NodeJS.ProcessEnv;
  /** Answers 200 when the process is ready. */
  readonly readyUrl: string;
  readonly logFolder: string;
  readonly runFolder: string;
  /** How far it steps back once it is ready; 0 for a process that does so itself, or not at all. */
  readonly nice: number;
  readonly thrift: Thrift;
  /** Time it gets to finish what is under way. */
  readonly stopGraceMs: number;
  readonly signal: AbortSignal;
}

class NotReadyError extends Error {
  readonly code = 'not_ready';
  constructor(message: string) {
    super(message);
    this.name = 'NotReadyError';
  }
}

const root = join(import.meta.dirname, '..');
/**
 * How a process trades processor time for memory. A young generation of 8 MB instead of 16, three times over in every
 * thread, costs a worker nothing that can be measured; one of 2 MB is collected 75 times in a task, which takes a fifth of
 * the worker's time for it, and costs an API a third of its time. An old one that grows by 30 % before it is collected
 * spares memory and costs a worker a quarter more time in ingest; growth by 10 % costs it twice the time and spares an
 * idle worker no more. (Code optimized for size, `npm start` itself: it spares a process a fifth and makes it half as slow
 * again.)
 */
const thriftFlags = {
  none: [],
  old: ['--max-semi-space-size=8', '--heap-growing-percent=30'],
} as const;
/** For `giveBackWhenIdle`: as this process has it, which `npm start` and the benches set. */
const idleFlags = globalThis.gc === undefined ? [] : ['--expose-gc'];
type Thrift = keyof typeof thriftFlags;
/**
 * glibc keeps freed memory in an arena for every few threads; with two a worker takes 70 MB less. It also keeps up to
 * 64 MB at the end of each, once something as large was freed; at most 1 MB, a worker takes 20 MB less.
 */
const frugalMalloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '1048576',
};

/** @throws NotReadyError when it ends before it is ready, or makes no progress; it does not run on then */
export async function startNodeProcess(options: NodeProcessOptions): Promise<RunningPart> {
  const child = startChild({
    name: options.name,
    command: process.execPath,
    args: [...flagsFor(options.env), ...idleFlags, ...thriftFlags[options.thrift], join(root, options.main)],
    env: { ...frugalMalloc, ...options.env },
    logFolder: options.logFolder,
    runFolder: options.runFolder,
  });
  let end: string | undefined;
  void child.ended.then((how) => (end = how));
  const logFile = join(options.logFolder, `${options.name}.log`);
  const progress = watchProgress({ pid: child.pid, logFile });
  try {
    await untilReady({ ...options, logFile, progress, end: () => end });
  } catch (error) {
    await child.stop(options.stopGraceMs);
    throw error;
  }
  // Not before: a start is waited for, and on a busy machine a process that stepped back waits long.
  if (options.nice > 0) stepBack(child.pid, options.nice);
  return { ended: child.ended, stop: () => child.stop(options.stopGraceMs), kill: child.kill };
}

const keptSources = join(root, 'process', 'kept-sources.ts');

/** What every part gets before its main file is loaded: the sources of the start, where they are kept. */
function flagsFor(env: NodeJS.ProcessEnv): string[] {
  return env[keptSourcesVariable] === undefined ? [] : ['--import', pathToFileURL(keptSources).href];
}

interface Readiness {
  readonly readyUrl: string;
  readonly logFile: string;
  readonly progress: ProgressWatch;
  /** How it ended; undefined as long as it runs. */
  readonly end: () => string | undefined;
  readonly signal: AbortSignal;
}

/** @throws NotReadyError when it ends before it is ready, or makes no progress */
async function untilReady({ readyUrl, logFile, progress, end, signal }: Readiness): Promise<void> {
  while (!(await answers(readyUrl))) {
    signal.throwIfAborted();
    const how = end();
    if (how !== undefined) throw new NotReadyError(`it ended (${how})${ofLog(logFile)}`);
    if (progress.isStalled())
      throw new NotReadyError(`it makes no progress and ${readyUrl} does not answer 200${ofLog(logFile)}`);
    await delay(50);
  }
}

function ofLog(logFile: string): string {
  const lines = lastLines(logFile);
  return `; the last lines of ${logFile}:\n${lines === '' ? '(none)' : lines}`;
}

async function answers(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: 5_000, bodyTimeout: 5_000 });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

// * A part of the machine that is a thread of this process: what mostly waits, and may end and be started again alone, but
// would take 75 MB more as a process of its own, most of it Node's program again.

export type NodeThreadOptions = Omit<NodeProcessOptions, 'runFolder' | 'thrift'>;

/** @throws NotReadyError when it ends before it is ready, or makes no progress; it does not run on then */
export async function startNodeThread(options: NodeThreadOptions): Promise<RunningPart> {
  const logFile = join(options.logFolder, `${options.name}.log`);
  closeSync(openLogFile(logFile));
  const thread = new Worker(resolve(root, options.main), {
    env: options.env,
    execArgv: flagsFor(options.env),
    workerData: { logFile, nice: options.nice },
    stdout: true,
    stderr: true,
  });
  const written = [thread.stdout, thread.stderr].map((output) =>
    finished(output.pipe(createWriteStream(logFile, { flags: 'a', mode: 0o600 }))),
  );
  let end: string | undefined;
  const ended = new Promise<string>((resolve) => {
    thread.once('error', (error: Error) => {
      appendFileSync(logFile, `${error.stack ?? error.message}\n`);
      resolve(error.message);
    });
    // Its last lines may be on their way to the log still.
    thread.once('exit', (code) => void Promise.allSettled(written).then(() => resolve(`exit code ${code}`)));
  });
  void ended.then((how) => (end = how));
  const stop = async (): Promise<void> => {
    thread.postMessage('stop');
    const waiting = new AbortController();
    await Promise.race([ended, delay(options.stopGraceMs, undefined, { signal: waiting.signal }).catch(() => {})]);
    waiting.abort();
    await thread.terminate();
  };
  // Of the whole process, which does little else while it starts the thread.
  const progress = watchProgress({ pid: process.pid, logFile });
  try {
    await untilReady({ ...options, logFile, progress, end: () => end });
  } catch (error) {
    await stop();
    throw error;
  }
  return { ended, stop, kill: () => void thread.terminate() };
}

/**
 * A part of the machine that is a thread of this process: what mostly waits, and may end and be started again alone, but
 * would take 75 MB more as a process of its own, most of it Node's program again.
 */
import { appendFileSync, closeSync, createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openLogFile } from './child.ts';
import { flagsFor, untilReady } from './node-process.ts';
import type { NodeProcessOptions } from './node-process.ts';
import { watchProgress } from './progress.ts';
import type { RunningPart } from './supervisor.ts';

export type NodeThreadOptions = Omit<NodeProcessOptions, 'runFolder' | 'thrift'>;

const root = join(import.meta.dirname, '..');

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
  for (const output of [thread.stdout, thread.stderr])
    output.pipe(createWriteStream(logFile, { flags: 'a', mode: 0o600 }));
  let end: string | undefined;
  const ended = new Promise<string>((resolve) => {
    thread.once('error', (error: Error) => {
      appendFileSync(logFile, `${error.stack ?? error.message}\n`);
      resolve(error.message);
    });
    thread.once('exit', (code) => resolve(`exit code ${code}`));
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

/** A process of ours that a supervisor runs: its log, its pid file, its end; and the ones an earlier supervisor left. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, identify, isRunning, readIdentity } from '../process/identity.ts';
import { lastLogError } from './deployment-folder.ts';

interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly logFolder: string;
  /** Where the pid files lie. */
  readonly runFolder: string;
}

export interface Child {
  readonly pid: number;
  /** Resolves with how it ended. */
  readonly ended: Promise<string>;
  readonly stop: (graceMs: number) => Promise<void>;
  readonly kill: () => void;
}

const logLimitBytes = 20_000_000;

/** Spawned apart from the terminal, so that Ctrl-C reaches the supervisor alone and the order of the stop is its own. */
export function startChild(options: ChildOptions): Child {
  const logFile = join(options.logFolder, `${options.name}.log`);
  const log = openLogFile(logFile);
  const process_ = spawn(options.command, options.args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: options.env,
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    process_.once('error', (error) => resolve(error.message));
    process_.once('exit', (code, signal) => {
      const words = code === 0 || signal !== null ? undefined : lastLogError(logFile);
      resolve(signal ?? `exit code ${code}${words === undefined ? '' : `, ${words}`}`);
    });
  });
  const { pid } = process_;
  if (pid === undefined) return { pid: 0, ended, stop: async () => {}, kill: () => {} };
  remember(options.runFolder, options.name, pid);
  const identity = identify(pid);
  return {
    pid,
    ended: ended.then((how) => {
      forget(options.runFolder, options.name, pid);
      return how;
    }),
    stop: async (graceMs) => {
      if (identity !== null) await endProcess(identity, 'SIGTERM', graceMs);
      await ended;
    },
    kill: () => void process_.kill('SIGKILL'),
  };
}

/** Opens a log for appending; a large one is first moved to `<file>.1`. */
export function openLogFile(file: string): number {
  try {
    if (statSync(file).size > logLimitBytes) renameSync(file, `${file}.1`);
  } catch {
    // There is none yet.
  }
  return openSync(file, 'a', 0o600);
}

export function remember(runFolder: string, name: string, pid: number): void {
  const identity = identify(pid);
  if (identity !== null) writeFileSync(join(runFolder, `${name}.json`), JSON.stringify(identity), { mode: 0o600 });
}

export function forget(runFolder: string, name: string, pid: number): void {
  const file = join(runFolder, `${name}.json`);
  if (readIdentity(file)?.pid === pid) rmSync(file, { force: true });
}

/**
 * Ends what an earlier supervisor left running when it was killed. PostgreSQL is not among them: it is adopted.
 * @returns the names of those that still ran
 */
export async function endLeftovers(runFolder: string, graceMs: number): Promise<string[]> {
  mkdirSync(runFolder, { recursive: true, mode: 0o700 });
  const found: string[] = [];
  await Promise.all(
    readdirSync(runFolder)
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const file = join(runFolder, name);
        const identity = readIdentity(file);
        if (identity !== null && isRunning(identity)) {
          found.push(name.slice(0, -'.json'.length));
          await endProcess(identity, 'SIGTERM', graceMs);
        }
        rmSync(file, { force: true });
      }),
  );
  return found.sort();
}

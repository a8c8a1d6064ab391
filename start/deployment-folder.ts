/** The data folder of a deployment: its rooms, its lock, and the secret everything else is derived from. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { releaseFileLock, takeFileLock } from '../process/file-lock.ts';

export interface DeploymentFolder {
  readonly path: string;
  readonly logs: string;
  /** pid files. */
  readonly run: string;
  /** Files of the embedded Temporal server. */
  readonly engine: string;
  /** Lets another supervisor use the folder. */
  release(): void;
}

export class FolderInUseError extends Error {
  readonly code = 'folder_in_use';
  constructor(path: string, pid: number) {
    super(`${path} is in use by process ${pid}; stop that one first, or set DATA_DIR to another folder`);
    this.name = 'FolderInUseError';
  }
}

/**
 * Opens the folder, making what is missing.
 * @throws FolderInUseError while another supervisor works on it
 */
export function openDeploymentFolder(path: string): DeploymentFolder {
  const folder = resolve(path);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    // Root's PostgreSQL runs as nobody and has to pass through; for anybody else the folder is closed.
    chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  }
  const room = (name: string): string => {
    const inside = join(folder, name);
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    return inside;
  };
  const rooms = { logs: room('logs'), run: room('run'), engine: room('engine') };
  room('blobs');
  const lock = join(folder, 'supervisor.lock');
  const holder = takeFileLock(lock);
  if (holder !== null) throw new FolderInUseError(folder, holder.pid);
  return { path: folder, ...rooms, release: () => releaseFileLock(lock) };
}

/** The deployment secret of the folder, made at the first call; 384 random bits. */
export function deploymentSecret(folder: string): string {
  const file = join(folder, 'deployment-secret');
  if (!existsSync(file)) writeWhole(file, `${randomBytes(48).toString('base64url')}\n`);
  return readFileSync(file, 'utf8').trim();
}

/** Writes a file that only we may read so that nobody ever sees half of it. */
export function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}

// The last lines of a process's log, and the sentence of the last one where that is an error of ours.

/** More than a line of the log with the stack of an error. */
const tailBytes = 16_384;
/** The level of errors in the log; fatal ones are above. */
const errorLevel = 50;

/** @returns undefined when the last line is no error of ours */
export function lastLogError(logFile: string): string | undefined {
  const line = tailOf(logFile).trimEnd().split('\n').at(-1) ?? '';
  let entry: { level?: unknown; msg?: unknown; err?: { message?: unknown } };
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
    return undefined;
  }
  if (typeof entry.level !== 'number' || entry.level < errorLevel || typeof entry.msg !== 'string') return undefined;
  const cause = entry.err?.message;
  return typeof cause === 'string' ? `${entry.msg}: ${cause}` : entry.msg;
}

/** The last lines of a log, for somebody who has to find out why a part did not start; empty where there are none. */
export function lastLines(logFile: string): string {
  return existsSync(logFile) ? tailOf(logFile).trimEnd().split('\n').slice(-8).join('\n') : '';
}

function tailOf(logFile: string): string {
  const file = openSync(logFile, 'r');
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** What an earlier start wrote into a file, as JSON; undefined on a new data folder. */
export function readKept(folder: string, name: string): unknown {
  const file = join(folder, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
}

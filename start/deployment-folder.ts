/** The data folder of a deployment: its rooms, its lock, and the secret everything else is derived from. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
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

/** Distinguishes a process from another that later got the same pid, and ends one that is not our child. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnSync } from 'node:child_process';

export interface ProcessIdentity {
  readonly pid: number;
  /** When the process began, in the operating system's own notation; only ever compared for equality. */
  readonly began: string;
}

/** The identity in a file; null while its writer has made the file and not yet written it. */
export function readIdentity(file: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
}

/** The identity of a running process, or null when there is none (a zombie counts as none). */
export function identify(pid: number): ProcessIdentity | null {
  const began = process.platform === 'linux' ? beganOnLinux(pid) : beganElsewhere(pid);
  return began === null ? null : { pid, began };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.began === identity.began;
}

/** Whether a process is stopped, as SIGSTOP and Ctrl-Z do; unknown systems say no. */
export function isStopped({ pid }: ProcessIdentity): boolean {
  if (process.platform === 'linux') return fieldsOnLinux(pid)?.[0] === 'T';
  return listedElsewhere(pid).startsWith('T');
}

/** Whether the operating system still knows the pid, be it as a zombie. */
export function pidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Asks a process to end and, when it has not after `graceMs`, kills it.
 * @returns whether it had to be killed
 */
export async function endProcess(
  identity: ProcessIdentity,
  signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL',
  graceMs: number,
): Promise<boolean> {
  if (!isRunning(identity)) return false;
  send(identity.pid, signal);
  if (await gone(identity, graceMs)) return false;
  send(identity.pid, 'SIGKILL');
  await gone(identity, 5_000);
  return true;
}

async function gone(identity: ProcessIdentity, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (isRunning(identity)) {
    if (Date.now() > until) return false;
    await delay(25);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function beganOnLinux(pid: number): string | null {
  const fields = fieldsOnLinux(pid);
  const [state, startTicks] = [fields?.[0], fields?.[19]];
  if (startTicks === undefined || state === 'Z' || state === 'X') return null;
  return `${bootId()}:${startTicks}`;
}

/** The fields of a process from its state on, its parent next; undefined where there is none. */
export function fieldsOnLinux(pid: number): string[] | undefined {
  try {
    // The name in brackets may hold spaces and brackets itself, so fields are counted from the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'boot';
  }
}

function beganElsewhere(pid: number): string | null {
  const line = listedElsewhere(pid);
  return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '');
}

function listedElsewhere(pid: number): string {
  const listed = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return listed.stdout?.trim() ?? '';
}

/** The processes below this one, and which part of the machine each belongs to (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

interface KnownProcess {
  readonly pid: number;
  /** The program is Node. */
  readonly isNode: boolean;
  /** Its part: the main file of a Node process, else the program's name; "this process" for the root. */
  readonly name: string;
}

/** @param root its process and all that descend from it */
export function processesBelow(root: number = process.pid): KnownProcess[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    const parent = /^\d+$/.test(entry) ? statusOf(Number(entry), 'PPid') : undefined;
    if (parent !== undefined) parents.set(Number(entry), parent);
  }
  const below = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === root) return true;
    return false;
  };
  return [...parents.keys()].filter(below).map((pid) => {
    const command = readText(`/proc/${pid}/cmdline`).split('\0');
    const isNode = /(^|\/)node$/.test(command[0] ?? '');
    return { pid, isNode, name: pid === root ? 'this process' : nameOf(pid, command, isNode) };
  });
}

/** A number of /proc/<pid>/status; undefined for a process that is gone. */
export function statusOf(pid: number, member: 'PPid' | 'VmRSS'): number | undefined {
  const found = new RegExp(`^${member}:\\s*(\\d+)`, 'm').exec(readText(`/proc/${pid}/status`));
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

/** The browsers that a worker runs: its children that Playwright speaks to over a pipe. */
export function browsersOf(worker: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statusOf(Number(name), 'PPid') === worker)
    .filter((name) => readText(`/proc/${name}/cmdline`).includes('--remote-debugging-pipe'))
    .map(Number);
}

/** A process may end while it is looked at: then the text is empty. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function nameOf(pid: number, command: readonly string[], isNode: boolean): string {
  const main = command.find((part) => /main\.(ts|mjs)$|\.js$/.test(part));
  if (isNode) return main?.split('/').slice(-2).join('/') ?? 'node';
  const program = readText(`/proc/${pid}/comm`).trim();
  return program.startsWith('temporal') ? 'temporal' : program;
}

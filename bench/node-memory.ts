/** Memory of this process and of all Node processes below it, as the kernel counts it (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessMemory {
  readonly pid: number;
  /** Its main file, or "this process". */
  readonly name: string;
  /** Resident set, in bytes; pages shared between processes count in each. */
  readonly bytes: number;
}

export function nodeProcesses(root: number = process.pid): ProcessMemory[] {
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
  return [...parents.keys()].filter(below).flatMap((pid): ProcessMemory[] => {
    const command = readText(`/proc/${pid}/cmdline`).split('\0');
    const kilobytes = statusOf(pid, 'VmRSS');
    if (!/(^|\/)node$/.test(command[0] ?? '') || kilobytes === undefined) return [];
    const main = command.find((part) => part.endsWith('main.ts') || part.endsWith('.js')) ?? 'node';
    return [{ pid, name: pid === root ? 'this process (supervisor)' : main, bytes: kilobytes * 1024 }];
  });
}

function statusOf(pid: number, member: 'PPid' | 'VmRSS'): number | undefined {
  const found = new RegExp(`^${member}:\\s*(\\d+)`, 'm').exec(readText(`/proc/${pid}/status`));
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

/** A process may end while it is looked at. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

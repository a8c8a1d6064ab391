/** Memory of this process and of all Node processes below it, as the kernel counts it (Linux). */
import { processesBelow, readText, statusOf } from './process-tree.ts';

export interface ProcessMemory {
  readonly pid: number;
  /** Its main file, or "this process". */
  readonly name: string;
  /** Resident set, in bytes; pages shared between processes count in each. */
  readonly bytes: number;
  /** Its proportional share, in bytes: a page that n processes share counts an n-th in each. */
  readonly shareBytes: number;
}

export function nodeProcesses(root: number = process.pid): ProcessMemory[] {
  return processesBelow(root).flatMap(({ pid, name, isNode }): ProcessMemory[] => {
    const kilobytes = statusOf(pid, 'VmRSS');
    if (!isNode || kilobytes === undefined) return [];
    const share = /^Pss:\s*(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1];
    return [{ pid, name, bytes: kilobytes * 1024, shareBytes: Number(share ?? kilobytes) * 1024 }];
  });
}

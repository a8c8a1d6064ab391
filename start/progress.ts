/**
 * Whether a process that is being started gets anywhere: it uses processor time, or writes to its log. A busy machine
 * makes a start slow, which is no reason to give up; a process that does neither for a while hangs.
 */
import { readdirSync, statSync } from 'node:fs';
import { fieldsOnLinux } from '../process/identity.ts';

export interface ProgressWatch {
  /** Call at least every second or so. @returns true once nothing happened for the limit */
  isStalled(): boolean;
}

interface ProgressOptions {
  readonly pid: number;
  readonly logFile: string;
  /** Time without progress that counts as hanging, in milliseconds. Default two minutes. */
  readonly limitMs?: number;
  readonly now?: () => number;
}

const defaultLimitMs = 120_000;
/** A longer gap between two looks is a time in which this process did not run either: it says nothing of the other. */
const longestGapMs = 1_000;
/** USER_HZ on every Linux: 50 ms. A process that only polls for another stays below it for some seconds. */
const leastTicks = 5;
const lookEveryMs = 250;

export function watchProgress(options: ProgressOptions): ProgressWatch {
  const { pid, logFile, limitMs = defaultLimitMs, now = Date.now } = options;
  let lastLook = now();
  let lastRead = lastLook - lookEveryMs;
  let seen = measure(pid, logFile);
  let idleMs = 0;
  return {
    isStalled() {
      const at = now();
      idleMs += Math.min(at - lastLook, longestGapMs);
      lastLook = at;
      // Reading /proc costs something, too.
      if (at - lastRead < lookEveryMs) return false;
      lastRead = at;
      const next = measure(pid, logFile);
      if (next.logBytes !== seen.logBytes || Math.abs(next.ticks - seen.ticks) >= leastTicks) {
        seen = next;
        idleMs = 0;
      }
      return idleMs >= limitMs;
    },
  };
}

function measure(pid: number, logFile: string): { readonly ticks: number; readonly logBytes: number } {
  return { ticks: ticksOfTree(pid), logBytes: sizeOf(logFile) };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/** Processor time of a process and those it started, in ticks; 0 where the system has no /proc: then the log decides. */
function ticksOfTree(root: number): number {
  const parentOf = new Map<number, number>();
  const ticksOf = new Map<number, number>();
  for (const entry of entriesOfProc()) {
    const fields = fieldsOnLinux(entry);
    if (fields === undefined) continue;
    parentOf.set(entry, Number(fields[1]));
    // utime, stime, and of children that ended cutime, cstime.
    ticksOf.set(
      entry,
      [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0),
    );
  }
  let sum = 0;
  for (const [pid, ticks] of ticksOf) if (isOf(root, pid, parentOf)) sum += ticks;
  return sum;
}

function isOf(root: number, pid: number, parentOf: ReadonlyMap<number, number>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parentOf.get(at))
    if (at === root) return true;
  return false;
}

function entriesOfProc(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * What `npm start` prints: lines that stay, and one line that says how far things are. On a terminal that line is
 * rewritten in place; in a log file it is printed now and then.
 */
export interface Screen {
  readonly say: (line: string) => void;
  /** A line for `--verbose`. */
  readonly detail: (line: string) => void;
  /** Shows how far something is; the next `say` replaces it. */
  readonly status: (line: string) => void;
  /** Takes the status line away. */
  readonly clear: () => void;
}

interface ScreenOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** In a log, one line in so long. */
const logEveryMs = 15_000;

export function openScreen(out: ScreenOutput, verbose = false, now: () => number = Date.now): Screen {
  const isTerminal = out.isTTY === true;
  let shown = '';
  let loggedAt = -Infinity;
  const clear = (): void => {
    if (shown !== '') out.write('\r\u001B[K');
    shown = '';
  };
  const say = (line: string): void => {
    clear();
    out.write(`${line}\n`);
  };
  return {
    clear,
    say,
    detail: verbose ? say : () => {},
    status: (line) => {
      if (isTerminal) {
        // A line that wraps could not be rewritten.
        const fits = line.slice(0, (out.columns ?? 80) - 1);
        if (fits === shown) return;
        shown = fits;
        out.write(`\r\u001B[K${fits}`);
      } else if (now() - loggedAt >= logEveryMs) {
        loggedAt = now();
        out.write(`${line}\n`);
      }
    },
  };
}

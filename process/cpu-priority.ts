/** Lets other processes go first when the processors are busy. */
import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { fieldsOnLinux } from './identity.ts';

/** Where this process began: all that is started by `nice` steps back from there, and nothing is ever raised. */
const began = getPriority();
const lowest = 19;

/**
 * Lowers the priority of a process with all its threads, and of what they begin later. Not everybody may; then all
 * stay equal.
 * @param nice 0 to 19, from the priority that the calling process began with; higher steps back further
 */
export function stepBack(pid: number, nice: number): void {
  if (process.platform !== 'linux') {
    attempt(() => lower(pid, nice));
    return;
  }
  // On Linux the priority is a thread's.
  attempt(() => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) attempt(() => lower(Number(thread), nice));
  });
  // Where the kernel groups processes by session (sched_autogroup_enabled), priorities count within a session only and
  // sessions share alike: the session has a priority of its own. One that another leads is not ours to lower.
  attempt(() => {
    if (Number(fieldsOnLinux(pid)?.[3]) === pid) writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  });
}

/** The same for the calling thread alone; only Linux has a priority for each. */
export function stepBackThread(nice: number): void {
  if (process.platform === 'linux') attempt(() => lower(0, nice));
}

/** A process that steps back itself before it starts another must not count the step twice. */
function lower(id: number, nice: number): void {
  const wanted = Math.min(lowest, began + nice);
  if (getPriority(id) < wanted) setPriority(id, wanted);
}

/** Without the permission, or with a thread that ended meanwhile, the process keeps its place. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // Being polite is worth trying only.
  }
}

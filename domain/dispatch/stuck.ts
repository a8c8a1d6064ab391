/** Which tasks somebody should look at because they do not move on, and why: a sentence for lists and pages. */
import type { Status } from './task.ts';

/** A task under way as it is known from its row and the last event of its evidence log. Times in milliseconds. */
export interface TaskUnderWay {
  readonly status: Status;
  readonly createdMs: number;
  readonly updatedMs: number;
  /** The last event of its evidence log; null before the first. */
  readonly last: { readonly atMs: number; readonly words: string } | null;
  /** When the approval that waits expires; null where none waits. */
  readonly expiresMs: number | null;
  /** The portal that it waits for, and what the newest try met; null where none is away. */
  readonly portalWait: {
    readonly name: string;
    readonly reason: string;
    readonly sinceMs: number;
    /** Whether it waits for another version of the playbook, and not for a portal that does not respond. */
    readonly isChanged: boolean;
  } | null;
}

const minute = 60_000;
const hour = 60 * minute;

/** Work is taken up within seconds; a burst of thousands takes a few minutes. */
export const queuedTooLongMs = 5 * minute;
/** Longer than any single step, and than the longest wait between tries of a portal that is down. */
export const silentTooLongMs = 10 * minute;
/** An approval that is this near its end is listed. */
export const expiresSoonMs = 24 * hour;

/** Why a task does not move on; null where nothing is amiss. */
export function stuckReason(task: TaskUnderWay, nowMs: number): string | null {
  if (task.status === 'queued') {
    const waits = nowMs - task.createdMs;
    return waits < queuedTooLongMs ? null : `No worker has started it for ${span(waits)}.`;
  }
  if (task.status === 'running') {
    if (task.portalWait !== null) {
      const { name, reason, sinceMs, isChanged } = task.portalWait;
      const next = isChanged
        ? 'It resumes automatically when a playbook version that fits is released.'
        : 'It retries automatically.';
      return `Waiting for ${name} for ${span(nowMs - sinceMs)}: ${reason}. ${next}`;
    }
    const silent = nowMs - Math.max(task.updatedMs, task.last?.atMs ?? 0);
    if (silent < silentTooLongMs) return null;
    return `Nothing has happened for ${span(silent)}.${task.last === null ? '' : ` Last: ${task.last.words}`}`;
  }
  if (task.status !== 'awaiting_approval' || task.expiresMs === null) return null;
  const left = task.expiresMs - nowMs;
  if (left <= 0) return 'Its approval has expired, and no worker has ended it.';
  return left > expiresSoonMs ? null : `No decision yet; the approval expires in ${span(left)}.`;
}

/** A span in its largest unit, rounded down: `12 minutes`, `1 hour`, `3 days`. */
export function span(ms: number): string {
  const [size, unit] = ms >= 48 * hour ? [24 * hour, 'day'] : ms >= hour ? [hour, 'hour'] : [minute, 'minute'];
  const count = Math.max(1, Math.floor(ms / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The input of the workflows of a task. Everything else they read, so that it is never out of date. */
/** Times in milliseconds. Part of stored histories: members may be added, never changed. */
export interface TaskRun {
  /** Such as `Pull proof of delivery: PRO 0412708839`, for who reads the input in the Temporal UI. */
  readonly about?: string;
  readonly taskId: string;
  /** How long a portal may be down before the task fails. */
  readonly portalUnavailableAfterMs: number;
  readonly portalRetry: { readonly firstMs: number; readonly maxMs: number };
  /** How long a worker at a portal may be silent before it counts as lost; 8 s when left out. */
  readonly silenceMs?: number;
  /** Wait before an attempt at a portal that failed for a reason of our own is made again, doubled each time; 1 s when left out. */
  readonly againAfterMs?: number;
  /** How long the task waits for parts of this deployment that are unavailable, and how often they are tried; defaultOutagePatience when left out. */
  readonly outagePatience?: { readonly firstMs: number; readonly maxMs: number; readonly totalMs: number };
  /** Set when a run follows another of the same task: since when the portal has been down, and how often it was tried. */
  readonly outage?: { readonly sinceMs: number; readonly failures: number };
}

/** The name of the signal by which an activity says that it waits for a person's answer, or with null that it does no more. */
export const questionSignal = 'question';

export interface ShownQuestion {
  readonly words: string;
  readonly untilMs: number;
}

/** What a sweep over tasks and deliveries found and fixed. */
export interface SweepReport {
  readonly restartedTasks: number;
  readonly restartedDeliveries: number;
  readonly restartedNotifications: number;
  /** Tasks whose run waited for an approval without a record. */
  readonly begunAgain: number;
  /** Runs of tasks and deliveries without a record. */
  readonly endedRuns: number;
  /** Deliveries in line for an endpoint that had slots to spare. */
  readonly releasedDeliveries: number;
  /** Tasks that had waited for a playbook that fits their portal. */
  readonly resumedTasks: number;
  readonly removedDeliveries: number;
  /** Starts in the outbox. */
  readonly waitingStarts: number;
}

/** How the time stamp of a pack is asked for (RFC 3161): by a workflow of its own, which a task does not wait for. */

/** How long an authority is asked again that gives none. */
export const stampAskedForMs = 24 * 60 * 60_000;

/** Id of the workflow: one at a time asks for a pack. */
export function timeStampId(taskId: string): string {
  return `time-stamp:${taskId}`;
}

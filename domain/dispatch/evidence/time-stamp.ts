/** How the time stamp of a pack is asked for (RFC 3161): by a workflow of its own, which a task does not wait for. */

/** How long an authority is asked again that gives none. */
export const stampAskedForMs = 24 * 60 * 60_000;

/** Id of the workflow: one at a time asks for a pack. */
export function timeStampId(taskId: string): string {
  return `time-stamp:${taskId}`;
}

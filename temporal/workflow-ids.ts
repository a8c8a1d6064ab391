/** Workflow ids, made from business keys only, so that starting the same work twice is one workflow. */

export const workflowIds = {
  /** The task's own id: whoever knows the task finds its workflow. */
  task: (taskId: string): string => taskId,
  /** The delivery's own id, which is also X-Svc-Delivery. */
  delivery: (deliveryId: string): string => deliveryId,
  /** The notification's own id. */
  notification: (notificationId: string): string => notificationId,
  /** One sweep per deployment; the Schedule appends its time. */
  sweep: (suffix: string): string => `sweep${suffix}`,
  /** One ingest session a workspace. */
  ingest: (workspaceId: string): string => `ingest:${workspaceId}`,
  /** Takes over at once where the session's worker has died; the engine itself notices only after seconds. */
  ingestBackup: (workspaceId: string): string => `ingest:${workspaceId}:backup`,
  /** And a third one, where open polls of a frozen worker have swallowed the tasks of both. */
  ingestReserve: (workspaceId: string): string => `ingest:${workspaceId}:reserve`,
  /** Schedule of a workspace on the wall clock; its runs have the time appended. */
  closeWeeks: (workspaceId: string): string => `close-weeks:${workspaceId}`,
  /** One run of a workspace's settler at a time. */
  settle: (workspaceId: string): string => `settle:${workspaceId}`,
} as const;

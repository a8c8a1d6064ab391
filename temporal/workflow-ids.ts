/** Workflow ids, made from business keys only, so that starting the same work twice is one workflow. */

export const workflowIds = {
  /** The task's own id: whoever knows the task finds its workflow. */
  task: (taskId: string): string => taskId,
  /** The delivery's own id, which is also X-Svc-Delivery. */
  delivery: (deliveryId: string): string => deliveryId,
  /** One sweep per deployment; the Schedule appends its time. */
  sweep: (suffix: string): string => `sweep${suffix}`,
} as const;

/** The task queues, by what their work costs and risks; each kind of work waits only for its own. */

export const taskQueues = {
  /** Task workflows and their record-keeping activities. */
  tasks: 'tasks',
  /** Activities that need a browser; as many at once as there are browsers. */
  portal: 'portal',
  /** Delivery workflows and attempts. */
  deliveries: 'deliveries',
  /** Attempts to endpoints that fail or take less than is sent to them. */
  'deliveries-slow': 'deliveries-slow',
  /** Ingest sessions and the closing of weeks. */
  lanes: 'lanes',
} as const;
export type TaskQueueKind = keyof typeof taskQueues;

/** The name in the engine; the suffix keeps deployments and tests apart that share a namespace. */
export function taskQueueName(kind: TaskQueueKind, suffix: string): string {
  return `${taskQueues[kind]}${suffix}`;
}

/** The queues that a worker serves whose setting names these: who serves deliveries serves the slow ones too. */
export function queuesServed(named: readonly string[]): TaskQueueKind[] {
  const known = Object.keys(taskQueues) as TaskQueueKind[];
  return known.filter(
    (kind) => named.includes(kind === 'deliveries-slow' ? 'deliveries' : kind) || named.includes(kind),
  );
}

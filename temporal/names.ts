import { type SearchAttributePair, defineSearchAttributeKey } from '@temporalio/common';

/** Names in the engine: task queues, by what their work costs and risks, the ids of workflows, and search attributes. */

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

// Workflow ids, made from business keys only, so that starting the same work twice is one workflow.

/** Which of the ingest sessions of a shard. */
export type SessionRole = 'main' | 'backup' | 'reserve';

export const workflowIds = {
  /** The task's own id: anyone who knows the task finds its workflow. */
  task: (taskId: string): string => taskId,
  /** The delivery's own id, which is also X-Svc-Delivery. */
  delivery: (deliveryId: string): string => deliveryId,
  /** The notification's own id. */
  notification: (notificationId: string): string => notificationId,
  /** One sweep per deployment; the Schedule appends its time. */
  sweep: (suffix: string): string => `sweep${suffix}`,
  /** The canaries of a deployment; the Schedule appends its time. */
  canaries: (suffix: string): string => `canaries${suffix}`,
  /**
   * One ingest session a shard of a deployment; its backup takes over at once where its worker has died, which the engine
   * notices only after seconds, and the reserve where open polls of a frozen worker have swallowed the tasks of both.
   */
  ingestShard: (suffix: string, { no, of }: { readonly no: number; readonly of: number }, role: SessionRole): string =>
    `ingest-shard${suffix}:${no}-of-${of}${role === 'main' ? '' : `:${role}`}`,
  /** Schedule of a workspace on the wall clock; its runs have the time appended. */
  closeWeeks: (workspaceId: string): string => `close-weeks:${workspaceId}`,
  /** One run of a workspace's settler at a time. */
  settle: (workspaceId: string): string => `settle:${workspaceId}`,
} as const;

// Typed search attributes, planned once: SQL visibility has room for ten keywords. Nothing personal goes here.

export const searchAttributes = {
  TaskType: 'Keyword',
  Sender: 'Keyword',
  /** queued, running, awaiting_approval or an outcome; for deliveries pending, retrying, delivered, failed. */
  State: 'Keyword',
  Portal: 'Keyword',
  /** Who or what a workflow waits for: portal, person, receiver, or nothing. */
  WaitingOn: 'Keyword',
  Workspace: 'Keyword',
  /** When a person should have decided, or the next attempt is due. */
  DueAt: 'Datetime',
} as const satisfies Record<string, 'Keyword' | 'Datetime'>;

type SearchAttributeName = keyof typeof searchAttributes;

/** The attributes as the client and workflows take them; a name that is not ours is left out. */
export function searchAttributePairs(values: Readonly<Record<string, string>>): SearchAttributePair[] {
  return Object.entries(values).flatMap(([name, value]): SearchAttributePair[] => {
    if (!(name in searchAttributes)) return [];
    return searchAttributes[name as SearchAttributeName] === 'Datetime'
      ? [{ key: defineSearchAttributeKey(name, 'DATETIME'), value: new Date(value) }]
      : [{ key: defineSearchAttributeKey(name, 'KEYWORD'), value }];
  });
}

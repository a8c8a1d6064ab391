/** The refusal of work on a step that nobody has defined. */
import type { QueueDefined, WorkEvent } from '../event.ts';
import type { Rejection } from './records.ts';

/** Names a step among those of all queues. */
export function stepKey(queue: string, step: string): string {
  return `${queue}\u0000${step}`;
}

export function undefinedStep(index: number, event: Exclude<WorkEvent, QueueDefined>): Rejection {
  return { index, id: event.id, errors: [`event.step ${event.queue}/${event.step} has no queue.defined yet`] };
}

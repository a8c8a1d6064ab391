/** How long people's work takes, from events that say when it began. */
import type { WorkEvent } from './event.ts';

/** Work that took longer was left and taken up again. */
const longestMs = 8 * 3_600_000;

/** In ms; undefined for work of agents, and where its beginning is not known or cannot be right. */
function workingTime(event: WorkEvent): number | undefined {
  if (event.kind !== 'step.done' || event.actor.kind !== 'operator' || event.startedAt === null) return undefined;
  const took = event.at - event.startedAt;
  return took >= 0 && took <= longestMs ? took : undefined;
}

export interface TimedWork {
  readonly queue: string;
  readonly step: string;
  items: number;
  ms: number;
}

/** By step. */
export function timedWork(events: Iterable<WorkEvent>): TimedWork[] {
  const found = new Map<string, TimedWork>();
  for (const event of events) {
    const took = workingTime(event);
    if (took === undefined || event.kind !== 'step.done') continue;
    const { queue, step } = event;
    const key = `${queue}|${step}`;
    let sum = found.get(key);
    if (!sum) found.set(key, (sum = { queue, step, items: 0, ms: 0 }));
    sum.items += 1;
    sum.ms += took;
  }
  return [...found.values()];
}

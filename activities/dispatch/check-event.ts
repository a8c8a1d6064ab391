/** A comparison as an event of the story. */
import type { CheckEvent } from '../../domain/dispatch/evidence/story.ts';

export function checkEvent({ check, expected, found, verdict }: Omit<CheckEvent, 'kind'>): CheckEvent {
  return { kind: 'check', check, expected, found, verdict };
}

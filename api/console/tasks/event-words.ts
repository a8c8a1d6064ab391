/** One event of a task's story as a sentence, for places that have room for no more. */
import type { ChainedEvent } from '../../../domain/dispatch/evidence/story.ts';
import { stepWords } from '../../dispatch/result-words.ts';

export function eventWords(event: ChainedEvent): string {
  if (event.kind === 'note') return event.note;
  if (event.kind === 'step') return `${stepWords(event)}.`;
  if (event.kind === 'verdict') return `The guard on ${event.subject}: ${event.reason}`;
  return `Checked ${event.check}: ${event.verdict}.`;
}

/** One event of a task's story as a sentence, for places that have room for no more. */
import type { ChainedEvent } from '../../../domain/dispatch/evidence/story.ts';
import { stepWords } from '../../dispatch/result-words.ts';

export function eventWords(event: ChainedEvent): string {
  switch (event.kind) {
    case 'note':
      return event.note;
    case 'step':
      return `${stepWords(event)}.`;
    case 'verdict':
      return `The guard on ${event.subject}: ${event.reason}`;
    case 'check':
      return `Checked ${event.check}: ${event.verdict}.`;
  }
}

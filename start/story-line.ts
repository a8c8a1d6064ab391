/** An event of a task's story as a line of the trial. */
import { stepWords } from '../api/dispatch/result-words.ts';
import type { StoryEvent } from '../domain/dispatch/evidence/story.ts';

/** @returns null for what needs no line: a verdict that allowed is told with its step */
export function storyLine(event: StoryEvent): string | null {
  if (event.kind === 'check') return `check   ${event.check}: ${event.found} (${event.verdict})`;
  if (event.kind === 'note') return `        ${event.note}`;
  if (event.kind === 'verdict') return event.verdict === 'allowed' ? null : `guard   ${event.rule}: ${event.reason}`;
  // The note after a question carries its answer.
  return event.action === 'when' ? null : `step    ${stepWords(event)}`;
}

/** Events of a task's evidence log as people read them. */
import { capitalised } from '../../sentence.ts';
import type { Step } from '../playbook/language.ts';
import type { EvidenceEvent, StepEvent } from './evidence-events.ts';

/** Kinds of steps whose names look like those of portal actions. */
const readingSteps: ReadonlySet<string> = new Set(['read_fields', 'read_rows'] satisfies Step['do'][]);

/**
 * What a step did, or that it was not done. The words of a playbook's step are in its target; a portal action is
 * named by its action.
 */
export function stepText(step: Pick<StepEvent, 'action' | 'target' | 'guard'>): string {
  const isPortalAction = step.action.includes('_') && !readingSteps.has(step.action);
  const words = isPortalAction ? `${step.action.replaceAll('_', ' ')}: ${step.target}` : step.target;
  if (step.guard.verdict === 'stopped') return `Not done: ${words}`;
  return capitalised(words);
}

/** @returns null for what needs no line: a verdict that allowed is part of the line of its step */
export function progressLine(event: EvidenceEvent): string | null {
  if (event.kind === 'check') return `check   ${event.check}: ${event.found} (${event.verdict})`;
  if (event.kind === 'note') return `        ${event.note}`;
  if (event.kind === 'verdict') return event.verdict === 'allowed' ? null : `guard   ${event.rule}: ${event.reason}`;
  // The note after a question carries its answer.
  return event.action === 'when' ? null : `step    ${stepText(event)}`;
}

/** One event of a task's story as a sentence, for places that have room for no more. */
export function eventSentence(event: EvidenceEvent): string {
  if (event.kind === 'note') return event.note;
  if (event.kind === 'step') return `${stepText(event)}.`;
  if (event.kind === 'verdict') return `The guard on ${event.subject}: ${event.reason}`;
  return `Checked ${event.check}: ${event.verdict}.`;
}

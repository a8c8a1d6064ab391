/** The events of a task's evidence log, as they are chained by hash and packed (D19). */
import { capitalised } from '../../sentence.ts';
import type { Verdict } from '../guard/verdict.ts';
import type { PageChange } from '../playbook/changed-control.ts';
import type { Step } from '../playbook/step.ts';

/** A file of the pack, named inside the pack and proven by its digest. */
export interface EvidenceFile {
  readonly file: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
  readonly media_type: string;
}

/** One thing that was done to a portal, or would have been. */
export interface StepEvent {
  readonly kind: 'step';
  readonly portal: string;
  /** go, fill, click, choose, read, download, expect, upload, or the portal action that was asked for. */
  readonly action: string;
  /** The control, page or document in the words of the playbook; never a secret. */
  readonly target: string;
  readonly url: string | null;
  readonly page_text: { readonly file: string; readonly sha256: string } | null;
  readonly screenshot: { readonly file: string; readonly sha256: string } | null;
  /** The verdict that decided; every layer's is in events of its own. */
  readonly guard: Pick<Verdict, 'verdict' | 'rule' | 'reason'>;
  /** Of a step whose page was not as the playbook says: what was expected, and what may be it now. */
  readonly change?: PageChange;
}

export interface VerdictEvent extends Verdict {
  readonly kind: 'verdict';
}

/** A fact that was compared with what was expected. */
export interface CheckEvent {
  readonly kind: 'check';
  readonly check: string;
  readonly expected: string;
  readonly found: string;
  readonly verdict: 'pass' | 'fail';
}

/** A turn of the task that is neither a step nor a check: an attempt begins, a worker was lost, an outcome. */
export interface NoteEvent {
  readonly kind: 'note';
  readonly note: string;
  /** The same as data, where a check reads it. */
  readonly about?: AskedNote;
}

/** An approval was asked for; the digest is that of all its approvers are shown. */
interface AskedNote {
  readonly topic: 'approval_asked';
  readonly approval_id: string;
  readonly shown_sha256: string | null;
}

export type EvidenceEvent = StepEvent | VerdictEvent | CheckEvent | NoteEvent;

/** A event of the evidence log with its place in the chain. */
export type ChainedEvent = EvidenceEvent & {
  readonly seq: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
  /** Hash of the event before, or 64 zeros for the first. */
  readonly previous: string;
};

/** The last step, where it ended the work because its page was not as the playbook says. */
export function changeThatEnded(
  events: readonly ChainedEvent[],
): { readonly portal: string; readonly change: PageChange } | undefined {
  const last = events.findLast((event) => event.kind === 'step');
  return last?.change === undefined ? undefined : { portal: last.portal, change: last.change };
}

// Events of a task's evidence log as people read them.

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

/** One event of a task's evidence log as a sentence, for places that have room for no more. */
export function eventSentence(event: EvidenceEvent): string {
  if (event.kind === 'note') return event.note;
  if (event.kind === 'step') return `${stepText(event)}.`;
  if (event.kind === 'verdict') return `The guard on ${event.subject}: ${event.reason}`;
  return `Checked ${event.check}: ${event.verdict}.`;
}

/** What people see of a task in the Temporal UI: search attributes to find it by, and a sentence on what it does. */
import { defineSearchAttributeKey } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { OwnPart } from '../domain/dispatch/own-outage.ts';
import type { ShownQuestion } from '../domain/dispatch/task-run.ts';
import type { Status } from '../domain/dispatch/task.ts';

const state = defineSearchAttributeKey('State', 'KEYWORD');
const portal = defineSearchAttributeKey('Portal', 'KEYWORD');
const waitingOn = defineSearchAttributeKey('WaitingOn', 'KEYWORD');
const dueAt = defineSearchAttributeKey('DueAt', 'DATETIME');

/** What the task waited for before a part of this deployment became unavailable; shown again afterwards. */
interface Wait {
  readonly on: string | null;
  readonly due: Date | null;
}
const noWait: Wait = { on: null, due: null };
let wait: Wait = noWait;
let details = '';
let ownOutageShown = false;

function show(text: string): void {
  details = text;
  setCurrentDetails(text);
}

export function showRunning(playbookId: string | null, details: string): void {
  show(details);
  upsertSearchAttributes([
    { key: state, value: 'running' },
    ...(playbookId === null ? [] : [{ key: portal, value: playbookId }]),
  ]);
}

/** What it waits for, and until when. */
const waits = ({ on, due }: Wait) => [
  { key: waitingOn, value: on },
  { key: dueAt, value: due },
];

/** @param dueMs when it is tried again */
export function showWaitingForPortal(dueMs: number, details: string): void {
  show(details);
  wait = { on: 'portal', due: new Date(dueMs) };
  upsertSearchAttributes(waits(wait));
}

/** @param dueMs when it expires */
export function showWaitingForPerson(dueMs: number, details: string): void {
  show(details);
  wait = { on: 'person', due: new Date(dueMs) };
  upsertSearchAttributes([{ key: state, value: 'awaiting_approval' }, ...waits(wait)]);
}

/** What is done in a browser waits for a person's answer, or does no more. */
export function showQuestion(question: ShownQuestion | null): void {
  if (question !== null) setCurrentDetails(`Waiting for a person's answer: ${question.words}`);
  else setCurrentDetails(details);
  upsertSearchAttributes(waits(question === null ? wait : { on: 'person', due: new Date(question.untilMs) }));
}

/** A person has decided; the work continues. */
export function showContinuing(details: string): void {
  show(details);
  wait = noWait;
  upsertSearchAttributes([{ key: state, value: 'running' }, ...waits(wait)]);
}

export function showWorking(details: string): void {
  show(details);
}

/** @param dueMs when it is tried again; null where the engine retries by itself */
export function showOwnOutage(part: OwnPart, dueMs: number | null, words: string): void {
  setCurrentDetails(words);
  upsertSearchAttributes(waits({ on: part, due: dueMs === null ? null : new Date(dueMs) }));
  ownOutageShown = true;
}

/** The part is available again: shows what was shown before. */
export function showOwnOutageOver(): void {
  if (!ownOutageShown) return;
  ownOutageShown = false;
  setCurrentDetails(details);
  upsertSearchAttributes(waits(wait));
}

export function showEnded(status: Status, summary: string): void {
  wait = noWait;
  show(summary);
  upsertSearchAttributes([{ key: state, value: status }, ...waits(wait)]);
}

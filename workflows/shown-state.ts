/** What people see of a task in the Temporal UI: search attributes to find it by, and a sentence on what it does. */
import { defineSearchAttributeKey } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { Status } from '../domain/dispatch/task.ts';

const state = defineSearchAttributeKey('State', 'KEYWORD');
const portal = defineSearchAttributeKey('Portal', 'KEYWORD');
const waitingOn = defineSearchAttributeKey('WaitingOn', 'KEYWORD');
const dueAt = defineSearchAttributeKey('DueAt', 'DATETIME');

export function showRunning(playbookId: string | null, details: string): void {
  setCurrentDetails(details);
  upsertSearchAttributes([
    { key: state, value: 'running' },
    ...(playbookId === null ? [] : [{ key: portal, value: playbookId }]),
  ]);
}

/** @param dueMs when it is tried again */
export function showWaitingForPortal(dueMs: number, details: string): void {
  setCurrentDetails(details);
  upsertSearchAttributes([
    { key: waitingOn, value: 'portal' },
    { key: dueAt, value: new Date(dueMs) },
  ]);
}

/** @param dueMs when it expires */
export function showWaitingForPerson(dueMs: number, details: string): void {
  setCurrentDetails(details);
  upsertSearchAttributes([
    { key: state, value: 'awaiting_approval' },
    { key: waitingOn, value: 'person' },
    { key: dueAt, value: new Date(dueMs) },
  ]);
}

/** A person has decided; the work goes on. */
export function showGoingOn(details: string): void {
  setCurrentDetails(details);
  upsertSearchAttributes([
    { key: state, value: 'running' },
    { key: waitingOn, value: null },
    { key: dueAt, value: null },
  ]);
}

export function showWorking(details: string): void {
  setCurrentDetails(details);
}

export function showEnded(status: Status, summary: string): void {
  setCurrentDetails(summary);
  upsertSearchAttributes([
    { key: state, value: status },
    { key: waitingOn, value: null },
    { key: dueAt, value: null },
  ]);
}

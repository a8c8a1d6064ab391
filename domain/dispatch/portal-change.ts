/** A portal that no longer fits its playbook: when that is known, and what it means for the tasks that need it. */
import type { TaskType } from './task.ts';

/** Where a page and its playbook differ. */
export interface MetChange {
  readonly page: string;
  readonly expected: string;
  readonly found: string;
  /** Left out where it is about the pages. */
  readonly about?: PeopleMatter;
}

/** What was expected of people and says nothing about the portal's pages: a login that it takes, an answer to a question. */
export type PeopleMatter = 'login' | 'answer';

/** What is expected of a login. */
export const loginTaken = 'the login to be taken';

/** What a step expects that asks a person. */
const personAnswer = 'an answer of a person';
export const answerTo = (question: string): string => `${personAnswer} to "${question}"`;

/** @returns undefined where the change is about the portal's pages */
export function peopleMatterOf({ about, expected }: MetChange): PeopleMatter | undefined {
  if (about !== undefined) return about;
  // Results in histories from before they had `about` have the sentence alone.
  if (expected === loginTaken) return 'login';
  return expected.startsWith(personAnswer) ? 'answer' : undefined;
}

/** Of what the guard stops, this is no difference between page and playbook: the playbook's own matter, or one of timing. */
const notOfPages = new Set([
  'playbook.write_not_open',
  'playbook.unused_change',
  'playbook.no_word',
  'request.busy_page',
]);

/**
 * Whether what the guard stopped while a recipe was rehearsed shows that its portal has changed. Why a page leads to an act
 * that is never done is for a person to find out before anything else.
 */
export function showsChange(stoppedBy: string): boolean {
  return !stoppedBy.startsWith('never_click.') && !notOfPages.has(stoppedBy);
}

/** An entry that has not ended. */
export interface OpenChange extends MetChange {
  /** `canary`, or the task that met it first. */
  readonly foundBy: string;
  readonly isConfirmed: boolean;
}

interface MeetingTask {
  readonly taskId: string;
  readonly change: MetChange;
  /** What is open for the same playbook, version and task type. */
  readonly open: OpenChange | null;
  /** Whether an earlier finding of this task was found to be about its own record alone. */
  readonly isAnswered: boolean;
  /** Whether a canary can decide between a changed portal and an odd record. */
  readonly hasCanary: boolean;
}

/**
 * What a task that met a change does to the record, and whether it waits. One task proves little: its record may be odd.
 * A canary decides where there is one; without one a second task that meets the same does.
 */
type Meeting =
  | { readonly act: 'open' | 'confirm' | 'nothing'; readonly waits: true }
  | { readonly act: 'open' | 'nothing'; readonly waits: false };

export function meetChange({ taskId, change, open, isAnswered, hasCanary }: MeetingTask): Meeting {
  if (open === null) {
    if (isAnswered) return { act: 'nothing', waits: false };
    return { act: 'open', waits: hasCanary };
  }
  if (open.isConfirmed || hasCanary) return { act: 'nothing', waits: true };
  const isSame = open.page === change.page && open.expected === change.expected;
  return isSame && open.foundBy !== taskId ? { act: 'confirm', waits: true } : { act: 'nothing', waits: false };
}

/** Whether a task that has not met the change itself waits because of it. */
export function holdsOthers(open: OpenChange | null, hasCanary: boolean): boolean {
  return open !== null && (open.isConfirmed || hasCanary);
}

/** As half a sentence that continues from the portal's name. */
export function changeSentence({ page, expected, found }: MetChange): string {
  return `it has changed: the page "${page}" should show ${expected}, and shows ${found}`;
}

const canaryResults = ['passed', 'changed', 'unavailable', 'failed'] as const;
export type CanaryResult = (typeof canaryResults)[number];

// A canary's rehearsal as its workflow and activities name it: JSON, part of stored histories.

export interface CanaryRun {
  readonly playbookId: string;
  /** Of the version that is rehearsed. */
  readonly digest: string;
  readonly taskType: TaskType;
  /** A person has a stored version rehearsed: nothing is concluded about the portal. */
  readonly draft?: DraftRehearsal;
}

export interface DraftRehearsal {
  readonly version: string;
  /** Who asked for it. */
  readonly by: string;
  /** Params of a task. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, string>>;
}

export interface CanaryStep {
  /** `busy`: others held the portal account; `over`: this version has no canary any more. */
  readonly result: CanaryResult | 'busy' | 'over';
  /** A sentence. */
  readonly summary: string;
  /** Null: nothing more is to be found out now. */
  readonly againAfterMs: number | null;
}

/** One rehearsal of a version's recipe at a time. */
export function canaryId({ playbookId, digest, taskType, draft }: CanaryRun): string {
  return `${draft === undefined ? 'canary' : 'rehearsal'}:${playbookId}:${taskType}:${digest.slice(0, 12)}`;
}

/** A canary's rehearsal as its workflow and activities name it: JSON, part of stored histories. */
import type { CanaryResult } from './portal-change.ts';
import type { TaskType } from './task.ts';

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

/** The activities of the portal queue: what needs a browser. */
import type { Verdict } from '../../domain/dispatch/guard/verdict.ts';
import type { TaskType } from '../../domain/dispatch/task.ts';
import { pullDocument } from './pull-document.ts';
import type { PullDeps } from './pull-document.ts';

export interface PullRequest {
  readonly taskId: string;
  readonly playbookId: string;
  readonly taskType: TaskType;
  readonly inputs: Readonly<Record<string, string>>;
}

/** What a read of a portal came to. Small: files are named, their bytes lie in the blob store. */
export type PullResult =
  /** A document came back and was checked: what is wrong with it (domain/dispatch/pod), and what it says. */
  | {
      readonly kind: 'pulled';
      readonly file: string;
      readonly findings: readonly string[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'absent'; readonly what: string; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'stopped'; readonly verdict: Verdict }
  | { readonly kind: 'changed'; readonly page: string; readonly expected: string; readonly found: string }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retryAfterMs: number | null }
  /** Only a person can help; a whole sentence. */
  | { readonly kind: 'needs_person'; readonly reason: string }
  /** Other tasks held the portal account for as long as this attempt may wait for it. */
  | { readonly kind: 'busy' };

export interface PortalActivities {
  pullDocument(request: PullRequest): Promise<PullResult>;
}

export function createPortalActivities(deps: PullDeps): PortalActivities {
  return { pullDocument: (request) => pullDocument(deps, request) };
}

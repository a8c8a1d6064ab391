import type { DispatchClient, TaskRecord } from './dispatch.js';

/** Polls a task until it has an outcome. @throws Error when it has none after `timeoutMs` (10 minutes when left out) */
export function waitForTask(
  dispatch: DispatchClient,
  id: string,
  options?: { readonly timeoutMs?: number; readonly pollMs?: number; readonly signal?: AbortSignal },
): Promise<TaskRecord>;

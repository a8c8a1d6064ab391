/** The keys by which the same work is known (D13), and whether the work of a finished task may be submitted again (D80). */
import { type Sha256, canonicalJson } from '../canonical-json.ts';
import type { Status, TaskType } from './task.ts';
import type { TaskInput, TaskParams } from './task-schemas.ts';

/**
 * @param isUnsettled whether nobody knows yet if one of its writes happened: then a person has to say so first. A write
 * that is known to have happened is no obstacle, because the second task finds it on file and does not repeat it.
 */
export function mayAskAgain({ status }: { readonly status: Status }, isUnsettled: boolean): boolean {
  return !isUnsettled && (status === 'failed' || status === 'rejected' || status === 'escalated');
}

/**
 * The idempotency key of the second task: however often it is asked for, there is one. The key of a failed task is free
 * for the same work, so that asking again and sending the same content again lead to the same task.
 */
export function againKey(task: {
  readonly id: string;
  readonly status: Status;
  readonly idempotencyKey: string;
}): string {
  return task.status === 'failed' ? task.idempotencyKey : `again:${task.id}`;
}

interface Work {
  readonly taskType: TaskType;
  readonly params: TaskParams;
  readonly instruction: string | null;
  readonly clientRef: string | null;
}

/**
 * Whether a task with the key of `first` is new work: that one failed for a technical reason, and this is the same work
 * (what the derived key covers). Work that was decided is never repeated (D13).
 * @param wrote whether `first` wrote, or may have
 */
export function isRetry(first: Work & { readonly status: Status }, next: Work, wrote: boolean): boolean {
  return first.status === 'failed' && !wrote && canonicalWork(first) === canonicalWork(next);
}

function canonicalWork({ taskType, params, instruction, clientRef }: Work): string {
  return canonicalJson({ taskType, params, instruction, clientRef });
}

// When two task inputs are the same work (D13): digests over its canonical form.

/** The key of an input that brought none: the same work asked for in the same words is the same key. */
export function derivedKey(input: TaskInput, sha256: Sha256): string {
  const { task_type, params, instruction, client_ref } = input;
  return `auto:${sha256(canonicalJson({ task_type, params, instruction, client_ref }))}`;
}

/** Digest over all a caller said but the key, so that a repeat with other content differs from a plain one. */
export function contentDigest(input: TaskInput, sha256: Sha256): string {
  return sha256(canonicalJson({ ...input, idempotency_key: undefined }));
}

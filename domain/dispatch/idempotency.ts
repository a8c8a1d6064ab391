/** When two task inputs are the same work (D13): digests over its canonical form. */
import { canonicalJson } from './canonical-json.ts';
import type { Sha256 } from './canonical-json.ts';
import type { TaskInput } from './task.ts';

/** The key of an input that brought none: the same work asked for in the same words is the same key. */
export function derivedKey(input: TaskInput, sha256: Sha256): string {
  const { task_type, params, instruction, client_ref } = input;
  return `auto:${sha256(canonicalJson({ task_type, params, instruction, client_ref }))}`;
}

/** Digest over all a caller said but the key, so that a repeat with other content can be told from a plain one. */
export function contentDigest(input: TaskInput, sha256: Sha256): string {
  return sha256(canonicalJson({ ...input, idempotency_key: undefined }));
}

/** Keys of blobs: content-addressed within their task, and safe as a path. */

/** A key that could leave its store, or that a store might read in its own way. */
export class BlobKeyError extends Error {
  readonly code = 'bad_blob_key';
  constructor(key: string) {
    super(`${JSON.stringify(key)} is not a blob key`);
    this.name = 'BlobKeyError';
  }
}

const pattern = /^[A-Za-z0-9_-]{1,128}(\/[A-Za-z0-9_-]{1,128}){0,7}$/;

/** Letters, digits, dash and underscore in up to eight segments: no dot, so no way up and no hidden file. */
export function checkedKey(key: string): string {
  if (!pattern.test(key)) throw new BlobKeyError(key);
  return key;
}

/** Bytes lie under their own digest, so writing them twice is writing them once; a task's lie together. */
export function evidenceBlobKey(taskId: string, sha256: string): string {
  return checkedKey(`evidence/${taskId}/${sha256}`);
}

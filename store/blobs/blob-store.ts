/** Where the bytes of evidence lie: a folder, or any S3-compatible server. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export interface BlobStore {
  /** Stores the bytes durably before it returns; writing the same key again replaces them as a whole. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes as they are now, undefined where there are none. */
  get(key: string): Promise<Buffer | undefined>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Releases connections. */
  close(): void;
}

// Keys of blobs: content-addressed within their task, and safe as a path.

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

// Blobs as files of a folder: each is there as a whole or not at all, also after a power cut.

/** @param folder is made with its first blob, for its owner only */
export function openFolderStore(folder: string): BlobStore {
  const root = resolve(folder);
  const pathOf = (key: string): string => join(root, ...checkedKey(key).split('/'));
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      // A key has no dot, so no key names a temporary file.
      const temporary = `${path}.${randomBytes(6).toString('hex')}`;
      const firstMade = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await writeThrough(temporary, bytes);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      // A new name is durable when its folder is; a new folder when the one above it is.
      const top = firstMade === undefined ? dirname(path) : dirname(firstMade);
      for (let at = dirname(path); at.length >= top.length; at = dirname(at)) await syncFolder(at);
    },
    async get(key) {
      return readFile(pathOf(key)).catch(absent);
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    close() {},
  };
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

/** Blobs as files of a folder: each is there as a whole or not at all, also after a power cut. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkedKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';

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

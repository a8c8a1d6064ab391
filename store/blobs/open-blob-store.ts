/** Opens the blob store that the settings name. */
import { join } from 'node:path';
import type { Settings } from '../../process/settings.ts';
import { BlobStoreError } from '../outages.ts';
import { BlobKeyError, type BlobStore, openFolderStore } from './blob-store.ts';
import { openS3Store } from './s3-store.ts';

/** The store that the settings name. */
export function openBlobStore(
  settings: Pick<
    Settings,
    | 'DATA_DIR'
    | 'BLOB_STORE'
    | 'BLOB_FOLDER'
    | 'BLOB_S3_ENDPOINT'
    | 'BLOB_S3_REGION'
    | 'BLOB_S3_BUCKET'
    | 'BLOB_S3_ACCESS_KEY_ID'
    | 'BLOB_S3_SECRET_ACCESS_KEY'
  >,
): BlobStore {
  if (settings.BLOB_STORE === 'folder')
    return namingFailures(openFolderStore(settings.BLOB_FOLDER || join(settings.DATA_DIR, 'blobs')));
  return namingFailures(
    openS3Store({
      endpoint: settings.BLOB_S3_ENDPOINT || null,
      region: settings.BLOB_S3_REGION,
      bucket: settings.BLOB_S3_BUCKET,
      accessKeyId: settings.BLOB_S3_ACCESS_KEY_ID,
      secretAccessKey: settings.BLOB_S3_SECRET_ACCESS_KEY,
    }),
  );
}

/** Whatever the store fails with is about the store: the key is checked before and the bytes are any bytes. */
function namingFailures(store: BlobStore): BlobStore {
  const named = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw error instanceof BlobKeyError ? error : new BlobStoreError(error);
    });
  return {
    put: (key, bytes) => named(store.put(key, bytes)),
    get: (key) => named(store.get(key)),
    remove: (key) => named(store.remove(key)),
    close: () => store.close(),
  };
}

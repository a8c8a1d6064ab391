/** Opens the blob store that the settings name. */
import { join } from 'node:path';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type { Settings } from '../../process/settings.ts';
import { BlobStoreError } from '../outages.ts';
import { BlobKeyError, type BlobStore, openFolderStore, checkedKey } from './blob-store.ts';

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

// Blobs in a bucket of any S3-compatible server.

interface S3StoreOptions {
  /** null: the region's own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** Empty: the SDK's own chain (role of the machine, profile). */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export function openS3Store(options: S3StoreOptions): BlobStore {
  const { bucket: Bucket } = options;
  let connecting: Promise<S3Client> | undefined;
  // Loaded with the first blob: the SDK takes memory that a deployment on a folder should not pay for.
  const sdk = () => import('@aws-sdk/client-s3');
  const client = (): Promise<S3Client> =>
    (connecting ??= sdk().then(({ S3Client: Client }) => new Client(clientOptions(options))));
  return {
    async put(key, bytes) {
      const Key = checkedKey(key);
      const { PutObjectCommand } = await sdk();
      await (await client()).send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentLength: bytes.length }));
    },
    async get(key) {
      const Key = checkedKey(key);
      const { GetObjectCommand, NoSuchKey } = await sdk();
      try {
        const { Body } = await (await client()).send(new GetObjectCommand({ Bucket, Key }));
        return Body === undefined ? undefined : Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(key) {
      const Key = checkedKey(key);
      const { DeleteObjectCommand } = await sdk();
      await (await client()).send(new DeleteObjectCommand({ Bucket, Key }));
    },
    close() {
      void connecting?.then((open) => open.destroy());
    },
  };
}

function clientOptions({ endpoint, region, accessKeyId, secretAccessKey }: S3StoreOptions): S3ClientConfig {
  return {
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === '' ? {} : { credentials: { accessKeyId, secretAccessKey } }),
    // Five attempts with the SDK's backoff take some seconds; the activity's own retries carry longer outages.
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    // Compatible servers need not know the SDK's newer checksums; every blob is checked against its digest anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

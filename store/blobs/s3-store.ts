/** Blobs in a bucket of any S3-compatible server. */
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { checkedKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';

export interface S3StoreOptions {
  /** null: the region's own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** Empty: the SDK's own chain (role of the machine, profile). */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export function openS3Store(options: S3StoreOptions): BlobStore {
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === '' ? {} : { credentials: { accessKeyId, secretAccessKey } }),
    // Five attempts with the SDK's backoff take some seconds; the activity's own retries carry longer outages.
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    // Compatible servers need not know the SDK's newer checksums; every blob is checked against its digest anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    async put(key, bytes) {
      const Key = checkedKey(key);
      await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentLength: bytes.length }));
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: checkedKey(key) }));
        return Body === undefined ? undefined : Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkedKey(key) }));
    },
    close() {
      client.destroy();
    },
  };
}

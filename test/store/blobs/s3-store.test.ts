import assert from 'node:assert/strict';
import type { BlobStore } from '../../../store/blobs/blob-store.ts';
import { openBlobStore, openS3Store } from '../../../store/blobs/open-blob-store.ts';
import { readSettings } from '../../../process/settings.ts';
import { itIsABlobStore } from './behaviour.ts';
import { canServeS3, startS3Server, type S3Server } from './s3-server.ts';

if (canServeS3())
  describe('the blob store on an S3-compatible server', () => {
    let server: S3Server;
    let store: BlobStore;
    before(async function () {
      server = await startS3Server();
      store = openS3Store(server.options);
    });
    after(async () => {
      store?.close();
      await server?.stop();
    });

    itIsABlobStore(() => store);

    it('is the one that the settings name', async () => {
      const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server.options;
      const named = openBlobStore(
        readSettings({
          BLOB_STORE: 's3',
          BLOB_S3_ENDPOINT: endpoint,
          BLOB_S3_REGION: region,
          BLOB_S3_BUCKET: bucket,
          BLOB_S3_ACCESS_KEY_ID: accessKeyId,
          BLOB_S3_SECRET_ACCESS_KEY: secretAccessKey,
        }),
      );
      await named.put('evidence/t/x', Buffer.from('here'));
      assert.equal((await store.get('evidence/t/x'))?.toString(), 'here');
      named.close();
    });

    it('distinguishes a wrong secret and a missing bucket from a missing blob', async () => {
      const stranger = openS3Store({ ...server.options, secretAccessKey: 'wrong' });
      await assert.rejects(stranger.get('evidence/t/x'), { name: 'SignatureDoesNotMatch' });
      const nowhere = openS3Store({ ...server.options, bucket: 'no-such-bucket' });
      await assert.rejects(nowhere.get('evidence/t/x'), { name: 'NoSuchBucket' });
      stranger.close();
      nowhere.close();
    });

    it('carries on through a restart of the server', async () => {
      await server.stop();
      const write = store.put('evidence/tsk_restart/x', Buffer.from('kept'));
      write.catch(() => {});
      await server.start();
      await write.catch(() => store.put('evidence/tsk_restart/x', Buffer.from('kept')));
      assert.equal((await store.get('evidence/tsk_restart/x'))?.toString(), 'kept');
    });
  });
else
  describe('the blob store on an S3-compatible server', () => {
    it('was NOT tried on this machine: there is no Go to build the server with', () => {
      assert.equal(canServeS3(), false);
    });
  });

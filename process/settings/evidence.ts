/** Settings of evidence: links, keys and where its files lie. */
import { oneOf, secret, setting, text, whole } from './forms.ts';
import type { SettingRows } from './forms.ts';

export const evidenceSettings = {
  EVIDENCE_LINK_DAYS: setting(whole(1, 3650), 30, 'Days a capability link to a result page or evidence file is valid.'),
  EVIDENCE_KEY_GENERATION: setting(
    whole(1, 1000),
    1,
    'Generation of the key that signs evidence. Raise it by one to rotate; earlier keys stay published.',
  ),
  BLOB_STORE: setting(oneOf('folder', 's3'), 'folder', 'Where evidence files lie.'),
  BLOB_FOLDER: setting(text, '', 'Folder of the folder store. Empty: DATA_DIR/blobs.'),
  BLOB_S3_ENDPOINT: setting(text, '', "Address of an S3-compatible server. Empty: the region's own."),
  BLOB_S3_REGION: setting(text, 'us-east-1', 'Region of the bucket.'),
  BLOB_S3_BUCKET: setting(text, '', 'Bucket of the S3 store.'),
  BLOB_S3_ACCESS_KEY_ID: secret(text, '', 'Access key of the S3 store.'),
  BLOB_S3_SECRET_ACCESS_KEY: secret(text, '', 'Secret key of the S3 store.'),
} as const satisfies SettingRows;

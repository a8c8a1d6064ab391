import assert from 'node:assert/strict';
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobStore, openFolderStore } from '../../../store/blobs/blob-store.ts';
import { openBlobStore } from '../../../store/blobs/open-blob-store.ts';
import { readSettings } from '../../../process/settings.ts';
import { runFolder } from '../../support/machines.ts';
import { itIsABlobStore } from './behaviour.ts';

describe('the blob store in a folder', () => {
  let folder: string;
  let store: BlobStore;
  before(async () => {
    folder = await mkdtemp(join(runFolder(), 'blobs-'));
    store = openFolderStore(join(folder, 'made', 'later'));
  });

  itIsABlobStore(() => store);

  it('is the one that the settings name by default, below the data folder', async () => {
    await openBlobStore(readSettings({ DATA_DIR: folder })).put('evidence/t/x', Buffer.from('here'));
    assert.equal((await openFolderStore(join(folder, 'blobs')).get('evidence/t/x'))?.toString(), 'here');
  });

  it('keeps its files for their owner and leaves no temporary file behind', async () => {
    await store.put('evidence/tsk_clean/x', Buffer.from('x'));
    const there = join(folder, 'made', 'later', 'evidence', 'tsk_clean');
    assert.deepEqual(await readdir(there), ['x']);
    assert.equal((await stat(join(there, 'x'))).mode & 0o077, 0);
    assert.equal((await stat(there)).mode & 0o077, 0);
  });

  it('says so when it cannot write, and removes what it began', async () => {
    await writeFile(join(folder, 'file'), '');
    const blocked = openFolderStore(join(folder, 'file'));
    await assert.rejects(blocked.put('evidence/t/x', Buffer.from('x')), { code: 'ENOTDIR' });
    assert.deepEqual((await readdir(folder)).sort(), ['blobs', 'file', 'made']);
  });
});

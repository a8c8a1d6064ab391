/** What every blob store does; run for each implementation. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { BlobStore } from '../../../store/blobs/blob-store.ts';

/** @param open gives the store under test, made before the first of these tests */
export function itIsABlobStore(open: () => BlobStore): void {
  it('gives back the very bytes it was given, none and many', async () => {
    for (const size of [0, 1, 255, 70_000, 3_000_000]) {
      const bytes = randomBytes(size);
      await open().put(`evidence/tsk_sizes/${size}`, bytes);
      assert.ok((await open().get(`evidence/tsk_sizes/${size}`))?.equals(bytes), `${size} bytes`);
    }
  });

  it('has nothing under a key that was never written', async () => {
    assert.equal(await open().get('evidence/tsk_none/nothing'), undefined);
    assert.equal(await open().get('evidence/tsk_sizes/255/below'), undefined);
  });

  it('replaces bytes as a whole', async () => {
    await open().put('evidence/tsk_a/x', Buffer.from('a longer first text'));
    await open().put('evidence/tsk_a/x', Buffer.from('second'));
    assert.equal((await open().get('evidence/tsk_a/x'))?.toString(), 'second');
  });

  it('never shows a part of a blob that is being written by several at once', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => String(n).repeat(200_000));
    const writes = Promise.all(texts.map((text) => open().put('evidence/tsk_race/x', Buffer.from(text))));
    const seen = new Set<string | undefined>();
    for (let n = 0; n < 20; n += 1) seen.add((await open().get('evidence/tsk_race/x'))?.toString());
    await writes;
    seen.add((await open().get('evidence/tsk_race/x'))?.toString());
    for (const text of seen) assert.ok(text === undefined || texts.includes(text));
  });

  it('forgets what is removed, and removing it again is no error', async () => {
    await open().put('evidence/tsk_b/x', Buffer.from('x'));
    await open().remove('evidence/tsk_b/x');
    await open().remove('evidence/tsk_b/x');
    assert.equal(await open().get('evidence/tsk_b/x'), undefined);
  });

  it('refuses keys that could lead out of the store', async () => {
    for (const key of ['', '/etc/passwd', '../x', 'a/../../x', 'a//b', 'a/.', '.hidden', 'a\\b', 'a\0b', 'a/', 'ü']) {
      await assert.rejects(open().put(key, Buffer.from('x')), { code: 'bad_blob_key' }, key);
      await assert.rejects(open().get(key), { code: 'bad_blob_key' }, key);
      await assert.rejects(open().remove(key), { code: 'bad_blob_key' }, key);
    }
  });
}

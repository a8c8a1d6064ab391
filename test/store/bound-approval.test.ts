/** An approval holds for exactly what was shown: any change of its row or of a file it shows is found. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApprovalDeps, askApproval } from '../../activities/dispatch/approval-record.ts';
import { matterDigest, requestApproval } from '../../domain/dispatch/approval.ts';
import { cents } from '../../domain/dispatch/money.ts';
import type { WriteOrder } from '../../domain/dispatch/writing/order.ts';
import { shownDigest, type ShownMatter, type ShownPage } from '../../domain/dispatch/writing/shown-page.ts';
import { sha256, textSha256 } from '../../process/evidence-crypto.ts';
import { addApproval } from '../../store/approvals.ts';
import { readShownApproval } from '../../store/approvals-shown.ts';
import { type BlobStore, evidenceBlobKey, openFolderStore } from '../../store/blobs/blob-store.ts';
import { notApproved, readShownContents, shownDiffers } from '../../store/bound-approval.ts';
import { inTransaction } from '../../store/database.ts';
import { addFile } from '../../store/evidence.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const tables = JSON.stringify([{ name: 'Preview', headings: null, rows: [['Net change', '$482.77']] }]);

describe('what an approval is bound to', () => {
  let database: FreshDatabase;
  let blobs: BlobStore;
  let folder: string;
  let bound: string;
  beforeEach(async () => {
    database = await freshDatabase();
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-bound-'));
    blobs = openFolderStore(folder);
    await database.pool.query(`insert into senders (id, name) values ('snd_1', 'Acme')`);
    await database.pool.query(
      `insert into tasks (id, sender_id, task_type, params, idempotency_key, content_digest, priority, channel, status)
       values ('tsk_1', 'snd_1', 'tms_correction', '{}', 'k', '', 'normal', 'api', 'awaiting_approval')`,
    );
    const [screenshot, text, table] = await Promise.all([
      file('step-09.jpg', 'a picture'),
      file('step-09.txt', 'Net change $482.77'),
      file('step-09.tables.json', tables),
    ]);
    const asked = requestApproval({
      id: 'apr_1',
      reason: 'Over 250.00.',
      amount: cents(48_277),
      needed: 1,
      requester: { keyId: null, email: null },
      requestedAt: new Date().toISOString(),
      expiresAt: '2036-11-29T10:00:00.000Z',
      digest: matterDigest({ change: {}, facts: {} }, textSha256),
    });
    const shown: ShownMatter = {
      matter_sha256: asked.digest,
      change: { amount: '482.77' },
      values: null,
      page: { step: 9, target: 'Preview', url: null, screenshot, page_text: text, tables: table },
    };
    bound = shownDigest(shown, textSha256);
    await inTransaction(database.pool, (q) => addApproval(q, 'tsk_1', { ...asked, shownSha256: bound }, shown));
    await database.pool.query(`update approvals set status = 'approved', decided_at = now()`);
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  async function file(name: string, content: string): Promise<{ file: string; sha256: string }> {
    const bytes = Buffer.from(content);
    const blobKey = evidenceBlobKey('tsk_1', sha256(bytes));
    await blobs.put(blobKey, bytes);
    const row = { file: name, sha256: sha256(bytes), bytes: bytes.length, mediaType: 'text/plain', blobKey };
    await addFile(database.pool, 'tsk_1', row);
    return { file: name, sha256: row.sha256 };
  }
  const differs = (): Promise<string | null> => shownDiffers({ pool: database.pool, blobs }, 'tsk_1', 'apr_1', bound);
  const keyed = async (change: Partial<WriteOrder> = {}): Promise<string | null> => {
    const found = await database.pool.query<{ digest: string }>('select digest from approvals');
    const order = { people: 1, digest: found.rows[0]?.digest, approval: { id: 'apr_1', shown_sha256: bound } };
    return notApproved({ pool: database.pool, blobs }, 'tsk_1', { ...order, ...change } as WriteOrder);
  };

  it('holds as long as nothing of it changes, and is shown in full', async () => {
    assert.equal(await differs(), null);
    assert.equal(await keyed(), null);
    const approval = await readShownApproval(database.pool, 'apr_1');
    assert.ok(approval);
    const contents = await readShownContents({ pool: database.pool, blobs }, 'tsk_1', approval);
    assert.deepEqual(
      [contents.differs, contents.missingPicture, contents.text, contents.tables],
      [null, null, 'Net change $482.77', JSON.parse(tables)],
    );
  });

  const changes: readonly [string, string][] = [
    ['the change', `update approvals set change = '{"amount": "1.00"}'`],
    ['the step', `update approvals set page = jsonb_set(page, '{step}', '4')`],
    ['the picture', `update approvals set page = jsonb_set(page, '{screenshot,sha256}', '"0"')`],
    ['the absence of the picture', `update approvals set page = jsonb_set(page, '{screenshot}', 'null')`],
    ['the page', `update approvals set page = null`],
    ['the digest itself', `update approvals set shown_sha256 = null`],
    ['the listed file', `update evidence_files set sha256 = repeat('0', 64) where file = 'step-09.jpg'`],
  ];
  for (const [what, sql] of changes)
    it(`no longer holds when ${what} was changed`, async () => {
      await database.pool.query(sql);
      assert.notEqual(await differs(), null);
      assert.notEqual(await keyed(), null);
    });

  it('no longer holds when the bytes of a file changed; they are not shown', async () => {
    await blobs.put(
      evidenceBlobKey('tsk_1', sha256(Buffer.from('Net change $482.77'))),
      Buffer.from('Net change $1.00'),
    );
    assert.match((await differs()) ?? '', /step-09\.txt has changed/);
    const approval = await readShownApproval(database.pool, 'apr_1');
    assert.ok(approval);
    const contents = await readShownContents({ pool: database.pool, blobs }, 'tsk_1', approval);
    assert.equal(contents.text, null);
  });

  describe('with the page of the preview right before it is keyed', () => {
    const previewed = async (page: Partial<ShownPage>): Promise<string | null> => {
      const approval = await readShownApproval(database.pool, 'apr_1');
      assert.ok(approval?.page);
      return keyed({ page: { ...approval.page, step: 14, ...page } });
    };

    it('holds when text and tables are the same, but for the picture and room between words', async () => {
      assert.equal(await previewed({ screenshot: await file('step-14.jpg', 'another picture') }), null);
      assert.equal(await previewed({ page_text: await file('step-15.txt', 'Net  change\n$482.77') }), null);
    });

    it('no longer holds when the text says something else', async () => {
      const page_text = await file('step-14.txt', 'Net change $482.77. The customer disputes this bill.');
      assert.match((await previewed({ page_text })) ?? '', /^the text of the page of step 14 differs/);
    });

    it('no longer holds when a table shows something else', async () => {
      const moved = await file('step-14.tables.json', tables.replace('482.77', '4827.70'));
      assert.match((await previewed({ tables: moved })) ?? '', /^the tables of the page of step 14 differ from/);
    });

    it('no longer holds when what was shown could not be read again', async () => {
      assert.match((await previewed({ tables: null })) ?? '', /could not be read again/);
      assert.match((await keyed({ page: null })) ?? '', /could not be read again/);
    });

    it('is asked for again with the page as it is now, once; the one before is superseded', async () => {
      const approval = await readShownApproval(database.pool, 'apr_1');
      assert.ok(approval?.page);
      const page_text = await file('step-14.txt', 'Net change $482.77\nThe customer disputes this bill.');
      const { rows } = await database.pool.query<{ digest: string }>('select digest from approvals');
      const order = {
        digest: rows[0]?.digest,
        sentence: 'Over 250.00.',
        amount: cents(48_277),
        people: 1,
        inputs: { amount: '482.77' },
        page: { ...approval.page, step: 14, page_text },
      } as unknown as WriteOrder;
      const deps = {
        pool: database.pool,
        blobs,
        now: () => new Date(),
        approvalPolicy: { expiryMs: 1000, remindEveryMs: 0, bySignal: true },
        wakeStarts: () => {},
        deliveryWaitsMs: [],
        linksOf: () => ({ resultUrl: 'https://dispatch.example/', manifestUrl: null, podUrl: null }),
      } as unknown as ApprovalDeps;
      const asked = await askApproval(deps, 'tsk_1', order);
      assert.equal(asked.approval.status, 'pending');
      assert.notEqual(asked.approval.id, 'apr_1');
      assert.equal((await askApproval(deps, 'tsk_1', order)).approval.id, asked.approval.id, 'asked for twice');
      const old = await readShownApproval(database.pool, 'apr_1');
      assert.deepEqual([old?.status, old?.supersededBy], ['superseded', asked.approval.id]);

      // Approved again: what changed between the two approvals may change again, and nothing else may.
      await database.pool.query(`update approvals set status = 'approved', decided_at = now() where id <> 'apr_1'`);
      const again = async (name: string, text: string): Promise<string | null> =>
        notApproved({ pool: database.pool, blobs }, 'tsk_1', {
          ...order,
          people: 1,
          approval: { id: asked.approval.id, shown_sha256: asked.approval.shownSha256 ?? null },
          page: { ...approval.page, step: 20, page_text: await file(name, text) },
        } as WriteOrder);
      assert.equal(await again('step-20.txt', 'Net change $482.77\nOn time today: 98 %'), null);
      assert.match((await again('step-21.txt', 'Net change $1.00\nOn time today: 98 %')) ?? '', /differs/);
    });

    it('holds for orders of versions that did not keep the page', async () => {
      assert.equal(await keyed(), null);
    });
  });

  it('is keyed only by an approval that is in force for exactly this change', async () => {
    assert.notEqual(await keyed({ digest: 'another' }), null);
    assert.notEqual(await keyed({ approval: { id: 'apr_2', shown_sha256: bound } }), null);
    await database.pool.query(`update approvals set status = 'pending'`);
    assert.notEqual(await keyed(), null);
    assert.equal(await keyed({ people: 0 }), null);
  });
});

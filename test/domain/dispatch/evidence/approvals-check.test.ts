/** A pack shows on its own whether approvers were shown what the approval was bound to. */
import type { ChainedEvent, NoteEvent } from '../../../../domain/dispatch/evidence/evidence-events.ts';
import assert from 'node:assert/strict';
import { approvalProblems, verifyPack } from '../../../../domain/dispatch/evidence/verify.ts';
import { bytesOf } from '../../../../domain/dispatch/evidence/chain.ts';
import type { Manifest } from '../../../../domain/dispatch/evidence/manifest.ts';
import type { ApprovalRecord } from '../../../../domain/dispatch/task-record.ts';
import { type ShownMatter, shownDigest } from '../../../../domain/dispatch/writing/shown-page.ts';
import { sha256, textSha256 } from '../../../../process/evidence-crypto.ts';
import { deploymentSecret, pageText, smallPack, toolsFor } from './small-pack.ts';

const tools = toolsFor(deploymentSecret);
const matter: ShownMatter = {
  matter_sha256: 'a'.repeat(64),
  change: { billed_class: '150' },
  values: null,
  page: {
    step: 3,
    target: 'Shipment',
    url: null,
    screenshot: null,
    page_text: { file: '001-page.txt', sha256: sha256(pageText) },
    tables: null,
  },
};
const digest = shownDigest(matter, textSha256);
const approval: ApprovalRecord = {
  id: 'apr_1',
  reason: 'Over 250.00.',
  amount: '482.77',
  status: 'approved',
  superseded_by: null,
  shown: { ...matter, sha256: digest, missing_picture: null },
  requested_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-11-28T10:00:00.000Z',
  decided_at: '2026-11-21T10:05:00.000Z',
  decided_by: 'person:bea@example.com',
  note: null,
  decisions: [],
  questions: [],
  delegated_to: null,
};
const showing = (change: Partial<NonNullable<ApprovalRecord['shown']>>): ApprovalRecord => ({
  ...approval,
  shown: { ...approval.shown!, ...change },
});
const packOf = (one: ApprovalRecord): Map<string, Uint8Array> =>
  smallPack({ change: (manifest: Manifest) => ({ ...manifest, approvals: [one] }) });
const found = (pack: Map<string, Uint8Array>): string[] =>
  verifyPack(pack, tools).findings.map(({ file, code, sentence }) => `${file} ${code} ${sentence}`);

describe('the approvals of an evidence pack', () => {
  it('verify where the pack has what approvers were shown, or not its files, or nothing was bound', () => {
    assert.deepEqual(found(packOf(approval)), []);
    const elsewhere = { ...matter, page: { ...matter.page!, tables: { file: 'gone.json', sha256: 'b'.repeat(64) } } };
    const sha = shownDigest(elsewhere, textSha256);
    assert.deepEqual(found(packOf(showing({ ...elsewhere, sha256: sha }))), []);
    assert.deepEqual(found(packOf({ ...approval, shown: null })), []);
    const { shown: _, ...old } = approval;
    assert.deepEqual(found(packOf(old as ApprovalRecord)), []);
  });

  const otherText = { file: '001-page.txt', sha256: sha256(bytesOf('Another page')) };
  const withOtherText: ShownMatter = { ...matter, page: { ...matter.page!, page_text: otherText } };
  const forged: readonly (readonly [string, ApprovalRecord, RegExp])[] = [
    ['another value', showing({ change: { billed_class: '50' } }), /the record of it differs$/],
    ['no page', showing({ page: null }), /the record of it differs$/],
    ['another step', showing({ page: { ...matter.page!, step: 2 } }), /the record of it differs$/],
    ['the file of another page', showing(withOtherText), /001-page\.txt differs$/],
    [
      'the file of another page, with its own digest',
      showing({ ...withOtherText, sha256: shownDigest(withOtherText, textSha256) }),
      /001-page\.txt differs$/,
    ],
    ['text that has no canonical form', showing({ change: { note: '\ud800' } }), /the record of it differs$/],
  ];
  for (const [what, one, sentence] of forged)
    it(`do not verify when signed with ${what}`, () => {
      const findings = found(packOf(one));
      assert.equal(findings.length, 1, findings.join('\n'));
      assert.match(findings[0]!, /^manifest\.json inconsistent what approvers of apr_1 were shown does not/);
      assert.match(findings[0]!, sentence);
    });

  it('name a stored file that was changed after signing, and the approval that rests on it', () => {
    const pack = packOf(approval);
    pack.set('001-page.txt', bytesOf('Another page'));
    const [file, shown] = found(pack);
    assert.match(file!, /^001-page\.txt /);
    assert.match(shown!, /approvers of apr_1 .*001-page\.txt differs$/);
  });

  const asked = (note: Pick<NoteEvent, 'note' | 'about'>): ChainedEvent[] => [
    { seq: 7, at: '2026-11-21T10:00:00.000Z', previous: '0'.repeat(64), kind: 'note', ...note },
  ];
  const inLog = (one: ApprovalRecord, note: Pick<NoteEvent, 'note' | 'about'>): string[] =>
    approvalProblems({ approvals: [one] }, asked(note), packOf(one), tools);

  it('have the digest that the chain of events has since the approval was asked for', () => {
    const about = (shown_sha256: string | null, approval_id = 'apr_1'): Pick<NoteEvent, 'note' | 'about'> => ({
      note: 'Approval apr_1 is needed: Over.',
      about: { topic: 'approval_asked', approval_id, shown_sha256 },
    });
    assert.deepEqual(inLog(approval, about(digest)), []);
    assert.deepEqual(inLog(approval, about(null)), []);
    assert.deepEqual(inLog(approval, about('c'.repeat(64), 'apr_2')), []);
    assert.match(inLog(approval, about('c'.repeat(64))).join(), /apr_1 were shown is not the one in event 7/);
    assert.match(inLog({ ...approval, shown: null }, about(digest)).join(), /not the one in event 7/);
  });

  it('have the digest of the sentence in logs that were written before notes carried it as data', () => {
    const sentence = (sha: string): Pick<NoteEvent, 'note'> => ({
      note: `Approval apr_1 is needed: Over. Approvers are shown step 3; SHA-256 of all they are shown: ${sha}.`,
    });
    assert.deepEqual(inLog(approval, sentence(digest)), []);
    assert.match(inLog(approval, sentence('c'.repeat(64))).join(), /apr_1 were shown is not the one in event 7/);
    assert.match(inLog({ ...approval, shown: null }, sentence(digest)).join(), /not the one in event 7/);
  });
});

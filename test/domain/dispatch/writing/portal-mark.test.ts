/** The portal mark: always the same, unlike any other, found in whatever a portal makes of it. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { marksIn, ownerOfMark, portalMark } from '../../../../domain/dispatch/writing/portal-mark.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const task = 'tsk_0193f2a0-7c1d-7000-8000-0242ac120002';

describe('a portal mark', () => {
  it('is the same for the same task and action, today and in any later version', () => {
    assert.equal(portalMark(task, 'file_dispute', sha256), portalMark(task, 'file_dispute', sha256));
    assert.equal(portalMark(task, 'file_dispute', sha256), 'LK-4N9ZBTP8');
  });

  it('differs between the actions of one task and between tasks', () => {
    const marks = ['a', 'b', 'c'].flatMap((id) =>
      ['file_dispute', 'attach_pod'].map((action) => portalMark(id, action, sha256)),
    );
    assert.equal(new Set(marks).size, 6);
  });

  it('has eight characters that nobody misreads', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (id, action) =>
        /^LK-[0-9A-HJKMNP-TV-Z]{8}$/.test(portalMark(id, action, sha256)),
      ),
    );
  });

  it('has no equal among 20,000 tasks', () => {
    const marks = new Set(
      Array.from({ length: 20_000 }, (_, index) => portalMark(`tsk_${index}`, 'file_dispute', sha256)),
    );
    assert.equal(marks.size, 20_000);
  });

  it('is found in a text in any case and company, and never inside a longer word', () => {
    assert.deepEqual(marksIn('Ref: lk-7k3m9q2a / LK-00000001.'), ['LK-7K3M9Q2A', 'LK-00000001']);
    assert.deepEqual(marksIn('LK-7K3M9Q2A LK-7K3M9Q2A'), ['LK-7K3M9Q2A']);
    for (const text of ['', 'XLK-7K3M9Q2A', 'LK-7K3M9Q2AB', 'LK-7K3M9Q2', 'LK-7K3M9QIL', 'LK 7K3M9Q2A'])
      assert.deepEqual(marksIn(text), [], text);
  });

  it('shows whose record it is', () => {
    const earlier = new Set(['LK-00000001']);
    assert.equal(ownerOfMark('LK-7K3M9Q2A', 'LK-7K3M9Q2A', earlier), 'this_task');
    assert.equal(ownerOfMark('see LK-00000001', 'LK-7K3M9Q2A', earlier), 'same_sender');
    assert.equal(ownerOfMark('LK-00000002', 'LK-7K3M9Q2A', earlier), 'foreign');
    assert.equal(ownerOfMark('', 'LK-7K3M9Q2A', earlier), 'foreign');
  });
});

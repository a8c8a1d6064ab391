/** The checker: exactly one new record with the right fields, and nothing else moved. */

import assert from 'node:assert/strict';
import { type Look, type PortalRecord, checkWrite } from '../../../../domain/dispatch/writing/write-once.ts';

const mark = 'LK-7K3M9Q2A';
const expected = { mark, fields: { reason: 'ACC', amount: '95.00' } };
const old: PortalRecord = {
  number: 'DSP-1',
  reference: 'PO 1',
  fields: { reason: 'SHT', amount: '$12.00', state: 'Denied' },
};
const written: PortalRecord = {
  number: 'DSP-2',
  reference: mark,
  fields: { reason: 'ACC', amount: '$95.00', state: 'Submitted' },
};
const read = (...records: PortalRecord[]): Look => ({ kind: 'read', records });

describe('the checker', () => {
  it('confirms one new record with our mark and the right fields, however money is printed', () => {
    const { probe, checks } = checkWrite([old], read(old, written), expected);
    assert.deepEqual(probe, { kind: 'confirmed', number: 'DSP-2' });
    assert.ok(checks.every(({ verdict }) => verdict === 'pass'));
    assert.deepEqual(
      checks.map(({ check }) => check),
      ['records with our mark', 'new records', 'other records as they were', 'reason', 'amount'],
    );
  });

  it('says absent when the whole list was read and is as it was', () => {
    assert.deepEqual(checkWrite([old], read(old), expected).probe, { kind: 'absent' });
    assert.deepEqual(checkWrite([], read(), expected).probe, { kind: 'absent' });
  });

  it('cannot tell from a page that was not read', () => {
    assert.deepEqual(checkWrite([old], { kind: 'unreadable', why: '503' }, expected).probe, {
      kind: 'indeterminate',
      why: '503',
    });
  });

  const refuting: readonly (readonly [string, readonly PortalRecord[]])[] = [
    ['a partial save: a field is empty', [old, { ...written, fields: { reason: 'ACC', amount: '' } }]],
    ['another amount than was meant', [old, { ...written, fields: { reason: 'ACC', amount: '$950.00' } }]],
    ['a duplicate with the same mark', [old, written, { ...written, number: 'DSP-3' }]],
    ['a second new record without a mark', [old, written, { ...written, number: 'DSP-3', reference: '' }]],
    ['a new record that does not carry the mark', [old, { ...written, reference: '' }]],
    ['another record changed on the side', [{ ...old, fields: { ...old.fields, state: 'Withdrawn' } }, written]],
    ['another record changed and nothing written', [{ ...old, fields: { ...old.fields, state: 'Withdrawn' } }]],
    ['another record gone', [written]],
  ];
  for (const [title, after] of refuting)
    it(`refutes ${title}`, () => {
      const { probe, checks } = checkWrite([old], read(...after), expected);
      assert.equal(probe.kind, 'refuted');
      assert.ok(checks.some(({ verdict }) => verdict === 'fail'));
    });
});

import assert from 'node:assert/strict';
import { codeText, paramTexts, shownValueText } from '../../../domain/dispatch/code-text.ts';

describe('codes in words', () => {
  it('show the meaning of accessorials and reasons, and leave unknown codes as they are', () => {
    assert.equal(
      codeText('add_accessorials', 'LFT, DEP | XYZ'),
      'LFT, liftgate; DEP, detention with the power unit; XYZ',
    );
    assert.equal(codeText('reason_code', 'AC'), 'AC, add accessorials');
    assert.equal(codeText('reason_code', 'constructor'), 'constructor');
    assert.equal(codeText('note', 'AC'), 'AC');
    assert.deepEqual(
      ['1482.77', '-223.00', ''].map((amount) => codeText('amount', amount)),
      ['$1,482.77', '-$223.00', ''],
    );
    assert.equal(shownValueText('Accessorials', 'none'), 'none');
    assert.equal(shownValueText('Reason', 'SHT'), 'SHT, shortage');
    assert.equal(shownValueText('Billed class', '150'), '150');
  });

  it('list the changes of a correction as fields among the others', () => {
    assert.deepEqual(
      paramTexts({
        pro: '1234567890',
        reason_code: 'DA',
        changes: { remove_accessorials: ['RES', 'DET'] },
        note: 'Dock delivery',
      }),
      [
        ['pro', '1234567890'],
        ['reason_code', 'DA, remove accessorials'],
        ['note', 'Dock delivery'],
        ['remove_accessorials', 'RES, residential; DET, detention of the trailer'],
      ],
    );
  });
});

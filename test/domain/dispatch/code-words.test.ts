import assert from 'node:assert/strict';
import { codeInWords, paramsInWords, shownValueWords } from '../../../domain/dispatch/code-words.ts';

describe('codes in words', () => {
  it('say what accessorials and reasons stand for, and leave what nobody knows as it is', () => {
    assert.equal(
      codeInWords('add_accessorials', 'LFT, DEP | XYZ'),
      'LFT, liftgate; DEP, detention with the power unit; XYZ',
    );
    assert.equal(codeInWords('reason_code', 'AC'), 'AC, add accessorials');
    assert.equal(codeInWords('reason_code', 'constructor'), 'constructor');
    assert.equal(codeInWords('note', 'AC'), 'AC');
    assert.equal(shownValueWords('Accessorials', 'none'), 'none');
    assert.equal(shownValueWords('Reason', 'SHT'), 'SHT, shortage');
    assert.equal(shownValueWords('Billed class', '150'), '150');
  });

  it('list the changes of a correction as fields among the others', () => {
    assert.deepEqual(
      paramsInWords({
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

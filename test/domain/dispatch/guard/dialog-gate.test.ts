import assert from 'node:assert/strict';
import { judgeDialog } from '../../../../domain/dispatch/guard/dialog-gate.ts';

const writing = { reads: false, leaves: true, neverClick: [] };

function answerTo(declared: string, shown: string, amount = '250.00'): string {
  const expected = { type: 'confirm', text: declared, answer: 'accept' } as const;
  return judgeDialog({ type: 'confirm', message: shown }, expected, { amount }, writing).answer;
}

describe('the dialog gate', () => {
  it('accepts the declared words, whatever the white space and the way to write the amount', () => {
    assert.equal(answerTo('Submit this correction?', ' Submit  this\ncorrection? '), 'accept');
    for (const shown of ['Net change 250.00. Go on?', 'Net change $250.00. Go on?', 'Net change +$250.00. Go on?'])
      assert.equal(answerTo('Net change {{amount}}. Go on?', shown), 'accept', shown);
    assert.equal(answerTo('Credit {{amount}}', 'Credit (250.00)', '-250.00'), 'accept');
    assert.equal(answerTo('Total {{amount}}', 'Total $1,250.00', '1250.00'), 'accept');
  });

  it('dismisses another amount, sign, currency or way to write decimals', () => {
    for (const shown of [
      'Net change -250.00',
      'Net change (250.00)',
      'Net change €250.00',
      'Net change 250,00',
      'Net change 2500.0',
      'Net change 250.000',
      'Net change 250.01',
      'Net change \u2212250.00',
      'Net change £250.00',
      'net change 250.00',
      'Net change 250.00!',
      'Net change 250.00 250.00',
    ])
      assert.equal(answerTo('Net change {{amount}}', shown), 'dismiss', shown);
  });
});

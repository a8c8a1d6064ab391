import assert from 'node:assert/strict';
import {
  judgeMark,
  otherAmountIn,
  otherCalledIn,
  otherOfFormAround,
  otherPerson,
  otherRecordAround,
  otherRecordIn,
  personMark,
  recordMark,
} from '../../../../domain/dispatch/guard/record-mark.ts';
import type { MarkFinding } from '../../../../domain/dispatch/guard/record-mark.ts';

const pro = '0412708839';

describe('what a form sends of its lists and boxes', () => {
  it('names another record, and not one that belongs to the task’s', () => {
    assert.equal(otherCalledIn(['Bill Bill 0412708893'], pro), '0412708893');
    assert.equal(otherCalledIn(['Copied from Bill 0412708893', `Bill ${pro}`, 'Invoice 0098123456'], pro), undefined);
  });
});

describe('the claim or invoice around an element', () => {
  const around = (number: string, near: readonly string[], current: readonly string[] = []): string | undefined =>
    otherOfFormAround({ near, current }, number);
  it('is another one by a number of its form', () => {
    assert.equal(around('CLM-55190', ['Answer CLM-55191']), 'CLM-55191');
    assert.equal(around('CLM-55190', ['Showing claim CLM-61002']), 'CLM-61002');
    assert.equal(around('CLM-55190', [], ['CLM-61002']), 'CLM-61002');
    assert.equal(around('8800412375', ['Pay 8800412357 later']), '8800412357');
  });
  it('is not told by numbers of others', () => {
    assert.equal(around('CLM-55190', ['Answer CLM-55190', 'Showing claim CLM-61002']), undefined);
    assert.equal(
      around('CLM-55190', ['Replaces CLM-55191', 'Settled with CLM-61002', 'Shipment 0412708839']),
      undefined,
    );
    assert.equal(around('CLM-55190', [], ['Claim CLM-61002 was answered']), undefined);
    assert.equal(around('8800412375', ['Invoice 7712340077', 'PRO 0412708839']), undefined);
    assert.equal(around('5519', ['Dispute 5520']), undefined);
  });
});

describe('what a portal calls a document or a message', () => {
  it('is of another record where its number is nearly the PRO, or is called one', () => {
    for (const [name, other] of [
      ['POD_0412708893.pdf', '0412708893'],
      ['/pods/0412708838?inline=1', '0412708838'],
      ['Correction saved for shipment no. 5512340077', '5512340077'],
      ['pro=5512340077', '5512340077'],
      [`POD_${pro}.pdf`, undefined],
      [`PRO 5512340077, was ${pro}`, undefined],
      ['/pods/7719220481.pdf', undefined],
      ['Correction COR-77 saved', undefined],
      ['PRO 551234', undefined],
    ] as const)
      assert.equal(otherRecordIn(name, pro), other, name);
    assert.equal(otherRecordIn('PRO 5512340077', ''), undefined);
  });

  it('is of another amount where that is called so, or has the digits of the amount with another decimal sign', () => {
    for (const [text, other] of [
      ['Correction saved: $2,500.00', '2,500.00'],
      ['Correction saved: 25.000,00 EUR', '25.000,00'],
      ['Saved 25.00', '25.00'],
      ['Saved, amount: 310.00', '310.00'],
      ['Correction saved: ($250.00)', undefined],
      ['Saved: 250,00 €, balance 2,500.00', undefined],
      ['Saved. Balance of the account: $12,480.55', undefined],
      ['Saved on 27.11.2026 as 250000', undefined],
      ['Saved. The amount is 310.00', '310.00'],
      ['Disputed amount of $310.00 sent', '310.00'],
      ['Dispute DSP-4 of invoice 881 sent, amount 310.00', '310.00'],
      ['Dispute sent. Invoice amount: $1,580.04', undefined],
      ['Dispute sent. Total amount 1,580.04, original amount of 1,830.04', undefined],
      ['Saved. New balance: $2,500.00', undefined],
      ['Saved. Balance is now 2,500.00', undefined],
      ['Correction saved: USD 520.00', '520.00'],
      ['Correction saved: JPY 250.00', '250.00'],
      ['Correction saved: 520.00 and 310.00', undefined],
      ['Saved. The invoice of 27.11.2026 is now 1,580.04', undefined],
    ] as const)
      assert.equal(otherAmountIn(text, '250.00'), other, text);
    assert.equal(otherAmountIn('Saved: $250.00', '250.00', [], ['USD']), undefined);
    assert.equal(otherAmountIn('Saved: €250.00', '250.00', [], ['USD']), '250.00');
    assert.equal(otherAmountIn('Saved: 223.00', '250.00', ['-223.00']), undefined);
    assert.equal(otherAmountIn('Saved: $2,500.00', ''), undefined);
    assert.equal(otherAmountIn('Saved: $223.00', '-223.00'), undefined);
  });
});

describe('the record around an element', () => {
  const around = (...near: string[]): string | undefined => otherRecordAround({ near, current: [] }, pro);

  it('is that of the innermost text with a number that is one of a record', () => {
    assert.equal(around('Correct 0412708893', `Shipment ${pro}`), '0412708893');
    assert.equal(around(`Row ${pro}`, 'Shipment 0412708893'), undefined);
    assert.equal(around('Customer 0098123456', 'PRO 7719220481'), '7719220481');
    assert.equal(around('Bill 0412708893'), '0412708893');
    assert.equal(around('Bill 7100638205', 'Bill of lading 0412708893'), undefined);
  });

  it('is not told by numbers of what belongs to it, unless a document is wanted', () => {
    for (const text of ['Master shipment 7719220481', 'Duplicate of 0412708893', 'Invoice 0412708893']) {
      assert.equal(around(text), undefined, text);
      assert.notEqual(otherRecordAround({ near: [text], current: [] }, pro, true), undefined, text);
    }
  });

  it('is that which the page says it is at, and not one that a message tells of', () => {
    for (const [text, other] of [
      ['Shipment 7719220481', '7719220481'],
      ['You are viewing PRO 7719220481', '7719220481'],
      ['Shipment 7719220481 was saved', undefined],
    ] as const)
      assert.equal(otherRecordAround({ near: [], current: [text] }, pro), other, text);
  });
});

describe('the record of a page', () => {
  const judged = (texts: readonly string[], heading = 'Shipment {{pro}}'): MarkFinding['kind'] | undefined => {
    const mark = recordMark({ heading }, { pro });
    return mark && judgeMark(mark, texts).kind;
  };

  it('is shown by one text of the declared words, whatever their case and spacing', () => {
    for (const text of [`Shipment ${pro}`, `SHIPMENT  ${pro}`, `Shipment\u00a0${pro}`, `shipment${pro}`])
      assert.equal(judged([text, 'Shipment history', 'Shipment 2 of 3', 'Charges']), 'shown', text);
  });

  it('is another one when any letter of the number differs', () => {
    for (const number of [
      '0412708893',
      '04127088391',
      `0${pro}`,
      `${pro}-A`,
      'O412708839',
      `04127\u200b08839`,
      '04127 08839',
    ])
      assert.equal(judged([`Shipment ${number}`]), 'other', number);
  });

  it('is another one when two numbers are shown, and open when one is shown twice', () => {
    assert.equal(judged([`Shipment ${pro}`, 'Shipment 0412708893']), 'other');
    assert.equal(judged([`Shipment ${pro}`, `Shipment ${pro}`]), 'several');
    assert.equal(judged([]), 'missing');
  });

  it('may have words after it where the playbook says so', () => {
    const open = 'Shipment {{pro}} *';
    assert.equal(judged([`Shipment ${pro} Delivered`], open), 'shown');
    assert.equal(judged([`Shipment 0412708893 was ${pro}`], open), 'other');
    assert.equal(judged([`Shipment ${pro} now 0412708893`], open), 'missing');
    assert.equal(judged([`Shipment ${pro} Delivered 11/22`], open), 'shown');
  });

  it('is shown with its state behind it, and not as a copy, an older version or with a letter more', () => {
    for (const state of ['Delivered', 'In transit', '(Paid short)', '· Out for delivery', 'Zugestellt'])
      assert.equal(judged([`Shipment ${pro} ${state}`]), 'shown', state);
    for (const more of ['Copy', 'A', '-2', 'Delivered 0412708893', '2 of 3', 'archived', 'Vorlage', 'Duplicate (Open)'])
      assert.equal(judged([`Shipment ${pro} ${more}`]), 'other', more);
  });

  it('is told apart from a number of another kind in the same sentence', () => {
    const mark = recordMark(
      { text: 'Dispute * of invoice {{invoice_number}} sent' },
      { invoice_number: 'INV-8812017' },
    );
    const found = (text: string): MarkFinding['kind'] | undefined => mark && judgeMark(mark, [text]).kind;
    assert.equal(found('Dispute D-30217 of invoice INV-8812017 sent'), 'shown');
    assert.equal(found('Dispute INV-8812018 of invoice INV-8812017 sent'), 'missing');
    assert.equal(found('Dispute 8812018 of invoice INV-8812017 sent'), 'missing');
  });

  it('whose number is known only from its page has to stay what it was', () => {
    const found = (texts: readonly string[], seen?: readonly string[]): MarkFinding | undefined => {
      const mark = recordMark({ field: 'Dispute number', number: '*' }, {}, seen);
      return mark && judgeMark(mark, texts);
    };
    assert.deepEqual(found(['DSP-2026-000123']), { kind: 'shown', values: ['DSP-2026-000123'] });
    assert.equal(found(['Loading …'])?.kind, 'missing');
    assert.equal(found(['DSP-2026-000123', 'DSP-2026-000124'])?.kind, 'several');
    assert.equal(found(['DSP-2026-000123'], ['DSP-2026-000123'])?.kind, 'shown');
    assert.deepEqual(found(['DSP-2026-000124'], ['DSP-2026-000123']), { kind: 'other', shown: 'DSP-2026-000124' });
    assert.equal(found([], ['DSP-2026-000123'])?.kind, 'missing');
    const heading = recordMark({ heading: 'Dispute * of *' }, {}, ['7001', 'ACME'])!;
    assert.equal(heading.expected, 'Dispute 7001 of ACME');
    assert.equal(judgeMark(heading, ['Dispute 7001 of ACME']).kind, 'shown');
    assert.equal(judgeMark(heading, ['Dispute 7002 of ACME']).kind, 'other');
  });

  it('is not compared without the input that it needs', () => {
    assert.equal(recordMark({ heading: 'Invoice {{invoice}}' }, { invoice: '' }), undefined);
    assert.equal(recordMark({ heading: 'Invoice {{invoice}}' }, {}), undefined);
  });
});

describe('the person who is signed in', () => {
  const other = (text: string, words = 'Signed in as {{account.username}}', username = 'robot'): string | undefined => {
    const mark = personMark({ text: words }, username);
    return mark && otherPerson(mark, [text]);
  };

  it('is the same with more words after the name, and another with a longer name', () => {
    assert.equal(other('Signed in as robot'), undefined);
    assert.equal(other('Signed in as robot (Sign out)'), undefined);
    assert.equal(other('Signed in as eve'), 'eve');
    assert.equal(other('Signed in as robot2'), 'robot2');
    assert.equal(other('Signed in as robot.admin'), 'robot.admin');
  });

  it('is the same in capitals, and another one who works for somebody else', () => {
    assert.equal(other('Signed in as ROBOT'), undefined);
    assert.equal(other('Signed in as robot, ACME Freight'), undefined);
    assert.equal(other('Signed in as robot on behalf of eve'), 'robot on behalf of eve');
    assert.equal(other('Signed in as robot (acting for eve)'), 'robot (acting for eve)');
    assert.equal(other('Signed in as robot im Auftrag von eve'), 'robot im Auftrag von eve');
  });

  it('is known from words without a place for the name as well', () => {
    assert.equal(other('Welcome, eve', 'Welcome, robot'), 'eve');
    assert.equal(other('Signed in as eve', 'Signed in as Robot Nine', 'rob9'), 'eve');
    assert.equal(other('Sign in', 'Sign out'), undefined);
  });
});

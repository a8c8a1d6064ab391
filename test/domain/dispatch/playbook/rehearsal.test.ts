import assert from 'node:assert/strict';
import { readPhase } from '../../../../domain/dispatch/playbook/rehearsal.ts';

const list = (...rows: object[]): string => JSON.stringify(rows);
const look = {
  invoice_number: '7100246813',
  pro: '0412708839',
  state: 'Paid short',
  billed: '$1,097.27',
  approved: '$1,002.27',
  short: '$95.00',
  lines: list({ code: 'RES', short: '$95.00' }),
  disputes: list(),
};

describe('what a task would make of the facts of a recipe', () => {
  it('is nothing to object to where it could go on', () => {
    const { why, facts } = readPhase('file_dispute', 'look', look, {});
    assert.equal(why, null);
    assert.deepEqual(
      facts.find(({ name }) => name === 'short'),
      { name: 'short', required: true, value: '$95.00' },
    );
    assert.deepEqual(
      facts.find(({ name }) => name === 'bol'),
      { name: 'bol', required: false, value: null },
    );
  });

  it('is why it could not, with the words of a task', () => {
    const { why, facts } = readPhase('file_dispute', 'look', { ...look, state: '', short: 'ninety-five' }, {});
    assert.match(why ?? '', /state is not shown/);
    assert.match(why ?? '', /short is not an amount: "ninety-five"/);
    assert.deepEqual(
      facts.filter(({ required, value }) => required && value === null).map(({ name }) => name),
      ['state'],
    );
  });

  it('needs the number of what was written, and the totals of a preview', () => {
    assert.match(readPhase('tms_correction', 'submit', {}, {}).why ?? '', /confirmation number is not shown/);
    assert.match(readPhase('tms_correction', 'prepare', {}, {}).why ?? '', /net change is not shown/);
    assert.equal(readPhase('answer_claim', 'submit', { confirmation_number: 'R-7' }, {}).why, null);
  });

  it('of a task that only reads objects to nothing', () => {
    assert.equal(readPhase('pull_pod', 'steps', { bol: '' }, {}).why, null);
  });
});

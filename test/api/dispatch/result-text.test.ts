import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonTexts, signedDollars } from '../../../api/dispatch/result-text.ts';
import { outcomeOfReason } from '../../../domain/dispatch/task.ts';

describe('the words for reasons', () => {
  it('are in docs/tasks.md as they are, each with its outcome', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/tasks.md'), 'utf8');
    const rows = Object.entries(outcomeOfReason).map(
      ([reason, outcome]) => `| \`${reason}\` | \`${outcome}\` | ${reasonTexts[reason as keyof typeof reasonTexts]} |`,
    );
    assert.ok(page.includes(rows.join('\n')), `docs/tasks.md lacks the table:\n${rows.join('\n')}`);
  });
});

describe('amounts of approvals', () => {
  it('have their currency, and a net change its direction', () => {
    assert.equal(signedDollars('482.77', 'tms_correction'), '+$482.77');
    assert.equal(signedDollars('-1223.00', 'tms_correction'), '−$1,223.00');
    assert.equal(signedDollars('2600.00', 'answer_claim'), '$2,600.00');
  });
});

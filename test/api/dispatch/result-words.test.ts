import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonWords, signedDollars } from '../../../api/dispatch/result-words.ts';
import { outcomeOfReason } from '../../../domain/dispatch/task.ts';

describe('the words for reasons', () => {
  it('are in docs/tasks.md as they are, each with its outcome', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/tasks.md'), 'utf8');
    const rows = Object.entries(outcomeOfReason).map(
      ([reason, outcome]) => `| \`${reason}\` | \`${outcome}\` | ${reasonWords[reason as keyof typeof reasonWords]} |`,
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

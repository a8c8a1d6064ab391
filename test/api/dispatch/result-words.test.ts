import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonWords } from '../../../api/dispatch/result-words.ts';
import { outcomeOfReason } from '../../../domain/dispatch/task.ts';

describe('the words for reasons', () => {
  it('stand in docs/tasks.md as they are, each with its outcome', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/tasks.md'), 'utf8');
    const rows = Object.entries(outcomeOfReason).map(
      ([reason, outcome]) => `| \`${reason}\` | \`${outcome}\` | ${reasonWords[reason as keyof typeof reasonWords]} |`,
    );
    assert.ok(page.includes(rows.join('\n')), `docs/tasks.md lacks the table:\n${rows.join('\n')}`);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsReference } from '../../admin/settings-reference.ts';

describe('docs/settings.md', () => {
  it('is what `admin settings-reference` prints (run it again after a change of the table)', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');
    assert.equal(page, settingsReference());
  });
});

/** docs/rules.md is the printed rules. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesReference } from '../../../../domain/dispatch/rules/reference.ts';

describe('docs/rules.md', () => {
  it('is what the tables print (write rulesReference() there after a change of a rule)', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/rules.md'), 'utf8');
    assert.equal(page, rulesReference());
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from '../../docs/site/references.ts';

const root = join(import.meta.dirname, '../..');

describe('docs/reference', () => {
  for (const [file, text] of Object.entries(referencePages()))
    it(`${file} says what the software says (npm run docs writes it)`, () => {
      assert.equal(readFileSync(join(root, file), 'utf8'), text);
    });
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../api');

describe('text fields of several lines', () => {
  it('begin with what was typed: a browser drops one line end behind the tag, and only one', () => {
    const pages = globSync('**/*.ts', { cwd: folder });
    const areas = pages.flatMap((file) =>
      Array.from(readFileSync(join(folder, file), 'utf8').matchAll(/<textarea[^>]*>(\s*)([^<]*)<\/textarea>/g)).map(
        ([, blanks = '', text = '']) => ({
          file,
          lineEnds: blanks.split('\n').length - 1 + (text.includes('\\n') ? 1 : 0),
        }),
      ),
    );
    assert.ok(areas.length > 10, String(areas.length));
    // A required field with a line end in it counts as filled in.
    assert.deepEqual(
      areas.filter(({ lineEnds }) => lineEnds > 1),
      [],
    );
  });
});

describe('blocks of text that may scroll', () => {
  it('take the focus, so that the arrow keys scroll them', () => {
    const pages = globSync('**/*.ts', { cwd: folder });
    const blocks = pages.flatMap((file) =>
      Array.from(readFileSync(join(folder, file), 'utf8').matchAll(/<pre\b[^>]*>|<code class="excerpt"[^>]*>/g)).map(
        ([tag]) => ({ file, tag }),
      ),
    );
    assert.ok(blocks.length > 8, String(blocks.length));
    assert.deepEqual(
      blocks.filter(({ tag }) => !tag.includes('tabindex="0"')),
      [],
    );
  });
});

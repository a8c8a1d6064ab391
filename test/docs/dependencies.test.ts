import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

describe('docs/dependencies.md', () => {
  it('says of every package of the manifest why it is here', () => {
    const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object | undefined>;
    const names = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((part) =>
      Object.keys(manifest[part] ?? {}),
    );
    assert.ok(names.length > 30);
    assert.deepEqual(
      names.filter((name) => !page.includes(`\`${name}\``)),
      [],
    );
  });
});

/** The compiled tree of a small project. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledTree, sourceFolders } from '../../start/compiled-tree.ts';

describe('the compiled tree', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'lanekeeper-tree-'));
    for (const folder of sourceFolders) mkdirSync(join(root, folder));
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    writeOne(1);
    write('api/late.ts', "export { one as late } from '../domain/one.ts';\n");
    write('api/page.css', 'p {}');
    write(
      'api/main.ts',
      `import { readFileSync } from 'node:fs';
       import { one, text } from '../domain/one.ts';
       const { late } = await import('./late.ts');
       console.log(text(), one + late, readFileSync(new URL('./page.css', import.meta.url), 'utf8'));`,
    );
  });

  afterEach(() => rmSync(root, { recursive: true }));

  const write = (name: string, text: string): void => writeFileSync(join(root, name), text);
  const writeOne = (value: number): void =>
    write('domain/one.ts', `export const one: number = ${value};\nexport const text = () => 'from "./one.ts"';\n`);
  const run = (tree: string): string =>
    execFileSync(process.execPath, [join(tree, 'api/main.mjs')], { encoding: 'utf8', env: {} }).trim();

  it('runs without a compiler, with the files that lie beside the code', async () => {
    assert.equal(run(await compiledTree(root)), 'from "./one.ts" 2 p {}');
  });

  it('is made once for the same sources, and anew when one changes', async () => {
    const tree = await compiledTree(root);
    assert.equal(await compiledTree(root), tree);
    writeOne(2);
    const changed = await compiledTree(root);
    assert.notEqual(changed, tree);
    assert.equal(run(changed), 'from "./one.ts" 4 p {}');
    assert.equal(run(tree), 'from "./one.ts" 2 p {}');
  });

  it('is made once by two that start at the same time, and leaves nothing half made', async () => {
    const [a, b] = await Promise.all([compiledTree(root), compiledTree(root)]);
    assert.equal(a, b);
    assert.equal(readdirSync(join(root, 'dist')).length, 1);
    assert.equal(run(a), 'from "./one.ts" 2 p {}');
  });

  it('is forgotten when six newer ones are there and nothing runs from it', async () => {
    const ended = spawnSync(process.execPath, ['--version']).pid;
    writeOne(0);
    const running = await compiledTree(root);
    for (let version = 1; version <= 8; version += 1) {
      writeOne(version);
      await compiledTree(root, ended);
    }
    assert.equal(readdirSync(join(root, 'dist')).length, 7);
    assert.equal(run(running), 'from "./one.ts" 0 p {}');
  });
});

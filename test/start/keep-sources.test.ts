import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { keepSources } from '../../start/keep-sources.ts';
import { runFolder } from '../support/machines.ts';

const root = join(import.meta.dirname, '..', '..');

describe('a checkout that changes below a running machine', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = mkdtempSync(join(runFolder(), 'checkout-'));
    for (const folder of ['process', 'api']) mkdirSync(join(checkout, folder));
    cpSync(join(root, 'process', 'kept-sources.ts'), join(checkout, 'process', 'kept-sources.ts'));
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    write('package.json', '{"type": "module"}');
    write('api/late.ts', `import { when } from './later.ts';\nexport const said: string = 'as it was, ' + when;`);
    write('api/later.ts', `export const when: string = 'at the start';`);
    write(
      'api/main.ts',
      `process.stdin.once('data', async () => console.log((await import('./late.ts')).said));\nconsole.log('up');`,
    );
  });

  /** As git does: another file in its place. */
  function write(name: string, text: string): void {
    writeFileSync(join(checkout, `${name}.new`), text);
    renameSync(join(checkout, `${name}.new`), join(checkout, name));
  }

  /** Runs the process, changes the checkout, and lets it load what it loads late. */
  async function saidAfter(change: () => void): Promise<string> {
    const kept = keepSources(checkout);
    assert.ok(kept !== null);
    assert.equal(kept.changed(), false);
    const hook = join(checkout, 'process', 'kept-sources.ts');
    const child = spawn(process.execPath, ['--import', hook, join(checkout, 'api', 'main.ts')], {
      env: { PATH: process.env['PATH'], KEPT_SOURCES: kept.folder },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, 'up');
    change();
    assert.equal(kept.changed(), true);
    child.stdin.end('now');
    const { value } = (await lines.next()) as { value: string };
    await once(child, 'exit');
    kept.release();
    assert.ok(!existsSync(kept.folder));
    return value;
  }

  it('is read as it was at the start, by what loads late', async () => {
    const said = await saidAfter(() => {
      write('api/late.ts', `export { said } from './moved.ts';`);
      write('api/moved.ts', `export const said = 'as it is now';`);
    });
    assert.equal(said, 'as it was, at the start');
  });

  it('is read as it was where files are gone', async () => {
    const said = await saidAfter(() => {
      for (const name of ['late', 'later']) rmSync(join(checkout, 'api', `${name}.ts`));
    });
    assert.equal(said, 'as it was, at the start');
  });

  it('leaves nothing of a killed start, and nothing at all where it cannot be written to', () => {
    const dead = join(checkout, 'dist', 'running', '999999999-1');
    mkdirSync(dead, { recursive: true });
    keepSources(checkout)?.release();
    assert.ok(!existsSync(dead));
    rmSync(join(checkout, 'dist'), { recursive: true });
    write('dist', 'a file where the folder should be');
    assert.equal(keepSources(checkout), null);
  });
});

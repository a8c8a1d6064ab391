import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from '../../process/logging.ts';
import { workflowBundle } from '../../temporal/bundle.ts';
import type { WorkflowSources } from '../../temporal/bundle.ts';

const log = openLog('test', 'silent');
const root = join(import.meta.dirname, '..', '..');

describe('the workflow bundle', () => {
  let folder: string;
  let sources: WorkflowSources;
  beforeEach(() => {
    mkdirSync(join(root, 'dist'), { recursive: true });
    // Inside the project, so that the copy finds the packages.
    folder = mkdtempSync(join(root, 'dist', 'bundle-test-'));
    for (const name of ['workflows', 'domain']) cpSync(join(root, name), join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    sources = {
      workflowsPath: join(folder, 'workflows', 'sweep.ts'),
      folders: [join(folder, 'workflows'), join(folder, 'domain')],
      encrypted: false,
      cacheFolder: join(folder, 'dist'),
    };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is built once and then read', async () => {
    const first = await workflowBundle(sources, log);
    const second = await workflowBundle(sources, log);
    assert.deepEqual([first.from, second.from], ['built', 'cache']);
    assert.equal(second.code, first.code);
  });

  it('is built again when a source changes, or payloads are to be encrypted', async () => {
    await workflowBundle(sources, log);
    writeFileSync(join(folder, 'domain', 'added.ts'), 'export const added = true;\n');
    assert.equal((await workflowBundle(sources, log)).from, 'built');
    assert.equal((await workflowBundle({ ...sources, encrypted: true }, log)).from, 'built');
    assert.equal((await workflowBundle(sources, log)).from, 'cache');
    assert.equal(readdirSync(sources.cacheFolder).length, 3);
  });

  it('is built by several processes at once without a quarrel', async () => {
    const [one, two] = await Promise.all([workflowBundle(sources, log), workflowBundle(sources, log)]);
    assert.equal(one.code, two.code);
    assert.equal(readdirSync(sources.cacheFolder).length, 1);
  });

  it('is only slower where it cannot be kept', async () => {
    writeFileSync(sources.cacheFolder, 'a file where the folder should be');
    assert.equal((await workflowBundle(sources, log)).from, 'built');
  });
});

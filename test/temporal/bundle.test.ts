import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from '../../process/logging.ts';
import { buildWorkflowBundle, keptWorkflowBundle, type WorkflowSources } from '../../temporal/bundle.ts';

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

  it('is there for the next start once it was built', async () => {
    assert.equal(keptWorkflowBundle(sources), undefined);
    const built = await buildWorkflowBundle(sources, log);
    assert.equal(keptWorkflowBundle(sources), built);
    // One byte a character in V8, and what Workers do not read left out.
    assert.ok(!/[^\0-\x7f]/.test(built));
    const map = Buffer.from(built.slice(built.lastIndexOf('base64,') + 7), 'base64').toString();
    const { sources: files, sourcesContent } = JSON.parse(map) as { sources: string[]; sourcesContent?: string[] };
    assert.ok(files.some((file) => file.endsWith('workflows/sweep.ts')));
    assert.equal(sourcesContent, undefined);
  });

  it('is another one when a source changes, or payloads are to be encrypted', async () => {
    await buildWorkflowBundle(sources, log);
    assert.equal(keptWorkflowBundle({ ...sources, encrypted: true }), undefined);
    await buildWorkflowBundle({ ...sources, encrypted: true }, log);
    writeFileSync(join(folder, 'domain', 'added.ts'), 'export const added = true;\n');
    assert.equal(keptWorkflowBundle(sources), undefined);
    await buildWorkflowBundle(sources, log);
    assert.equal(readdirSync(sources.cacheFolder).length, 3);
  });

  it('is built by several processes at once without a quarrel', async () => {
    const [one, two] = await Promise.all([buildWorkflowBundle(sources, log), buildWorkflowBundle(sources, log)]);
    assert.equal(one, two);
    assert.equal(readdirSync(sources.cacheFolder).length, 1);
  });

  it('is only not kept where it cannot be', async () => {
    writeFileSync(sources.cacheFolder, 'a file where the folder should be');
    assert.ok(await buildWorkflowBundle(sources, log));
    assert.equal(keptWorkflowBundle(sources), undefined);
  });
});

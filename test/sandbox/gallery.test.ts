import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgePod } from '../../domain/dispatch/pod.ts';
import { readPod } from '../../portals/documents/read-pod.ts';
import { loadPlaybooks } from '../../portals/playbooks/load.ts';
import { runCapability } from '../../portals/run-capability.ts';
import { sandboxAccount } from '../../sandbox/account.ts';
import { type Gallery, startGallery } from '../../sandbox/gallery/gallery.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { memorySink, testBrowsers } from '../support/browser.ts';
import { runFolder } from '../support/machines.ts';
import { onQuiet } from '../portals/on-quiet.ts';

const playbooks = join(import.meta.dirname, '..', '..', 'docs', 'portals');

describe('the Gallery', () => {
  let gallery: Gallery;
  let kept: string | null = null;
  before(async () => {
    gallery = await startGallery({ account: sandboxAccount });
  });
  after(() => gallery?.stop());

  function playbookOf(name: string): ReturnType<typeof loadPlaybooks>[number] {
    const folder = mkdtempSync(join(runFolder(), 'gallery-'));
    mkdirSync(folder, { recursive: true });
    const text = readFileSync(join(playbooks, `${name}.yaml`), 'utf8')
      .replaceAll('http://127.0.0.1:8100', gallery.url)
      .replaceAll('http://127.0.0.1:8101', gallery.identityUrl);
    writeFileSync(join(folder, `${name}.yaml`), text);
    const loaded = loadPlaybooks({
      PORTAL_PLAYBOOKS: folder,
      PORTAL_ALLOW_LOOPBACK: true,
      PORTAL_SANDBOX_TMS_URL: '',
      PORTAL_SANDBOX_AUDIT_URL: '',
    });
    return loaded.find(({ id }) => id === name) ?? assert.fail(`${name} was not loaded`);
  }

  for (const name of ['gallery-single-page', 'gallery-postback', 'gallery-frames'])
    it(`is worked by its recipe: ${name}`, async () => {
      const pro = scenarioPros.clear;
      const result = await onQuiet(() =>
        runCapability({
          playbook: playbookOf(name),
          taskType: 'pull_pod',
          inputs: { pro },
          sink: memorySink(),
          signal: new AbortController().signal,
          onProgress: () => {},
          browsers: testBrowsers(),
          stepTimeoutMs: 60_000,
          now: () => new Date(),
          session: {
            credentials: async () => sandboxAccount,
            load: async () => kept,
            save: async (cookies) => void (kept = cookies),
          },
        }),
      );
      assert.ok(result.kind === 'finished', JSON.stringify(result));
      const [pod] = result.downloads;
      assert.ok(pod !== undefined);
      assert.deepEqual(judgePod(await readPod(pod.bytes), pro).findings, []);
    });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPlaybooks, PlaybookError } from '../../../portals/playbooks/load.ts';

describe('a guard without its configuration', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lanekeeper-playbooks-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const load = (): unknown =>
    loadPlaybooks({
      PORTAL_PLAYBOOKS: folder,
      PORTAL_ALLOW_LOOPBACK: true,
      PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:7090',
      PORTAL_SANDBOX_AUDIT_URL: '',
    });

  const unusable: [string, string][] = [
    ['an empty playbook', ''],
    ['a playbook that is no YAML', '{ never_click: ['],
    ['a playbook of another kind', '[]'],
    ['a playbook with nothing in it', '{}'],
    ['bytes that are no text', '\u0000\u0001\ufffd'],
    ['a never-click list that is no list', '{ "id": "x", "never_click": "void" }'],
  ];
  for (const [what, text] of unusable)
    it(`runs nothing at all on ${what}, not even with the other playbooks`, () => {
      writeFileSync(join(folder, 'broken.yaml'), text);
      assert.throws(load, PlaybookError);
    });

  it('runs nothing when the folder of the playbooks cannot be read', () => {
    rmSync(folder, { recursive: true });
    assert.throws(load, { code: 'ENOENT' });
  });
});

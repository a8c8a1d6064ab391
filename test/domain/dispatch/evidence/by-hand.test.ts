import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidenceKeys, publishKeys } from '../../../../process/evidence-crypto.ts';
import { runFolder } from '../../../support/machines.ts';
import { deploymentSecret, smallPack } from './small-pack.ts';

const script = /```python\n([^]*?)```/.exec(readFileSync('docs/evidence.md', 'utf8'))?.[1] ?? '';
const tools = [
  ['python3', '--version'],
  ['openssl', 'version'],
] as const;
const missing = tools.filter(([name, option]) => spawnSync(name, [option]).status !== 0).map(([name]) => name);

describe('the verification by hand of docs/evidence.md', () => {
  const runIn = (pack: ReadonlyMap<string, Uint8Array>) => {
    const folder = mkdtempSync(join(runFolder(), 'by-hand-'));
    for (const [file, bytes] of pack) writeFileSync(join(folder, file), bytes);
    writeFileSync(join(folder, 'evidence-keys.json'), JSON.stringify(publishKeys(evidenceKeys(deploymentSecret, 2))));
    return spawnSync('python3', ['-c', script], { cwd: folder, encoding: 'utf8' });
  };

  if (missing.length === 0) {
    it('verifies a pack with nothing of ours', () => {
      const { status, stdout, stderr } = runIn(smallPack());
      assert.equal(status, 0, stderr);
      assert.match(stdout, /every file and every event is the one that was signed/);
    });

    it('fails when a file, an event or the statement was changed, or another key signed', () => {
      for (const file of smallPack().keys()) {
        const pack = smallPack();
        const bytes = pack.get(file)!.slice();
        bytes[bytes.length >> 1]! ^= 1;
        assert.notEqual(runIn(pack.set(file, bytes)).status, 0, file);
      }
      assert.notEqual(runIn(smallPack({ secret: 'the secret of some other deployment, long' })).status, 0);
    });
  } else
    it(`was NOT tried on this machine: ${missing.join(' and ')} cannot be run`, () => {
      assert.notEqual(missing.length, 0);
    });
});

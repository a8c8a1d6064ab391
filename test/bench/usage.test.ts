import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

describe('npm run bench', () => {
  const bench = (...args: readonly string[]): { code: number | null; said: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/main.ts', ...args], { encoding: 'utf8' });
    return { code: status, said: stdout + stderr };
  };

  it('prints what a measurement is when it is asked, and runs nothing for a typo', () => {
    const help = bench('guard-table', '--help');
    assert.deepEqual([help.code, help.said.startsWith('npm run bench -- guard-table: every case')], [0, true]);
    const typo = bench('guard-table', '--onyl', 'dialogs');
    assert.deepEqual([typo.code, typo.said.startsWith('--onyl is not an option of guard-table')], [2, true]);
    const [unknown, list] = [bench('guard-tabel'), bench('--help')];
    assert.deepEqual([unknown.code, unknown.said.split('\n')[0]], [2, 'There is no measurement guard-tabel.']);
    assert.deepEqual([list.code, /\n {2}lanes-characteristics\s+how often/.test(list.said)], [0, true]);
  });
});

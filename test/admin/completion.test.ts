import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allNodes, commandTree } from '../../admin/command-tree.ts';
import { adminProgram } from '../../admin/program.ts';
import { runAdmin } from '../support/command-line.ts';
import { runFolder } from '../support/machines.ts';

async function script(shell: string): Promise<string> {
  let out = '';
  const code = await runAdmin({ out: (text) => (out += text), err: () => {} }, ['completion', shell]);
  assert.equal(code, 0);
  return out;
}

describe('admin completion', () => {
  let file = '';
  before(async () => {
    file = join(mkdtempSync(join(runFolder(), 'completion-')), 'lanekeeper.bash');
    writeFileSync(file, await script('bash'));
  });

  /** What bash offers after these words; the last is the one that is being typed. */
  const offered = (...words: string[]): string[] => {
    const line = ['lanekeeper', ...words].map((word) => `'${word}'`).join(' ');
    const ask = `source '${file}'; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _lanekeeper; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['--norc', '-c', ask], { encoding: 'utf8' })
      .split('\n')
      .filter((word) => word !== '');
  };

  it('offers the commands of every level in bash', () => {
    assert.deepEqual(offered('se'), ['sender', 'secret', 'settings-reference']);
    assert.deepEqual(offered('sender', 'li'), ['list', 'limits']);
    assert.deepEqual(offered('sender', 'limits', ''), ['set', 'clear', '--help']);
    assert.deepEqual(offered('lanes', 'workspace', 'cr'), ['create']);
  });

  it('offers options, their choices, and the choices of arguments', () => {
    assert.deepEqual(offered('delivery', 'list', '--st'), ['--status']);
    assert.deepEqual(offered('delivery', 'list', '--status', ''), ['pending', 'retrying', 'delivered', 'failed']);
    assert.deepEqual(offered('completion', 'f'), ['fish']);
    assert.deepEqual(offered('person', 'invite', 'bea@acme.example', '--role', ''), ['viewer', 'approver', 'admin']);
    assert.deepEqual(offered('person', 'role', 'bea@acme.example', 'a'), ['approver', 'admin']);
  });

  it('is not led astray by ids and options between the commands', () => {
    assert.deepEqual(offered('--actor', 'ann', 'approval', 'decide', 'tsk_1', 'apr_1', '--dec'), ['--decision']);
    assert.deepEqual(offered('key', 'create', 'snd_1', '--sc'), ['--scope']);
  });

  it('knows every command and option in each shell', async () => {
    const nodes = allNodes(commandTree(await adminProgram()));
    assert.ok(nodes.length > 60);
    for (const shell of ['bash', 'zsh', 'fish']) {
      const text = await script(shell);
      for (const { path, options } of nodes) {
        assert.ok(text.includes(path.join(' ')), `${shell}: ${path.join(' ')}`);
        for (const { long } of options)
          assert.ok(text.includes(shell === 'fish' ? `-l ${long.slice(2)}` : long), `${shell}: ${long}`);
      }
    }
  });

  it('runs the command line of this checkout from any folder', function () {
    const ask = `source '${file}'; cd /; lanekeeper key scopes`;
    assert.match(execFileSync('bash', ['--norc', '-c', ask], { encoding: 'utf8' }), /^\| Scope \| What it is for \|/);
  });
});

import assert from 'node:assert/strict';
import { firstWords, quickAnswer } from '../../admin/first-word.ts';
import { adminProgram } from '../../admin/program.ts';

describe('the first word of the command line', () => {
  it('is one of the commands, or help', () => {
    const commands = adminProgram().commands.map((command) => command.name());
    assert.deepEqual([...firstWords].toSorted(), [...commands, 'help'].toSorted());
  });

  it('is refused with the nearest command when there is no such command', () => {
    const text = "error: unknown command 'sendr'\n(Did you mean sender?)\n(--help shows what is possible)\n";
    assert.deepEqual(quickAnswer(['sendr', 'list']), { kind: 'unknown', text });
    const far = "error: unknown command 'xyzzy'\n(--help shows what is possible)\n";
    assert.deepEqual(quickAnswer(['xyzzy']), { kind: 'unknown', text: far });
  });

  it('loads the commands for each of them, for options, and for nothing', () => {
    for (const args of [[], ['--help'], ['--actor', 'ann', 'sender', 'list'], ...firstWords.map((word) => [word])])
      assert.deepEqual(quickAnswer(args), { kind: 'none' }, args.join(' '));
  });

  it('may ask for the version', () => {
    assert.deepEqual(quickAnswer(['--version']), { kind: 'version' });
  });
});

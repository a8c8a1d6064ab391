import assert from 'node:assert/strict';
import type { Command } from 'commander';
import { calledCommand, firstWords, loadCommand, quickAnswer } from '../../admin/one-command.ts';
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

  it('names the one command to load, also after the actor; help and completion take them all', async () => {
    const alone = firstWords.filter((word) => word !== 'help' && word !== 'completion');
    assert.deepEqual(Object.keys(loadCommand).toSorted(), alone.toSorted());
    const program = adminProgram();
    for (const [word, load] of Object.entries(loadCommand)) {
      const whole = program.commands.find((command) => command.name() === word);
      const words = (command: Command | undefined): unknown => command?.commands.map((child) => child.name());
      const one = await load();
      assert.deepEqual([one.name(), words(one)], [word, words(whole)]);
    }
    for (const args of [
      ['sender', 'list'],
      ['--actor', 'ann', 'sender'],
      ['--actor=ann', 'sender', '--help'],
    ])
      assert.equal(calledCommand(args), 'sender', args.join(' '));
    for (const args of [[], ['help', 'sender'], ['--help'], ['completion', 'bash'], ['constructor'], ['--actor']])
      assert.equal(calledCommand(args), undefined, args.join(' '));
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { commandTree } from '../../admin/command-tree.ts';
import { calledAs, loadCommand, loadPart, loaderOf, quickAnswer, withoutHelpWord } from '../../admin/one-command.ts';
import { programOf } from '../../admin/run-line.ts';
import { adminProgram, completedCommands, programHelp } from '../../admin/program.ts';

describe('the first word of the command line', () => {
  it('is one of the commands, or help', async () => {
    const commands = (await adminProgram()).commands.map((command) => command.name());
    assert.deepEqual(Object.keys(loadCommand), commands);
  });

  it('is refused with the nearest command when there is no such command', () => {
    const text = "error: unknown command 'sendr'\n(Did you mean sender?)\n(--help shows what is possible)\n";
    assert.deepEqual(quickAnswer(['sendr', 'list']), { kind: 'unknown', text });
    const far = "error: unknown command 'xyzzy'\n(--help shows what is possible)\n";
    assert.deepEqual(quickAnswer(['xyzzy']), { kind: 'unknown', text: far });
  });

  it('loads the commands for each of them and for options', () => {
    const alone = Object.keys(loadCommand).map((word) => [word]);
    for (const args of [['--actor', 'ann', 'sender', 'list'], ['help', 'sender'], ...alone])
      assert.deepEqual(quickAnswer(args), { kind: 'none' }, args.join(' '));
  });

  it('may ask for the help of the whole, which is stored as it would be made, as what completion knows is', async () => {
    for (const args of [['--help'], ['-h'], ['help']])
      assert.deepEqual(quickAnswer(args), { kind: 'help', wanted: true });
    assert.deepEqual(quickAnswer([]), { kind: 'help', wanted: false });
    assert.equal(readFileSync('admin/help.txt', 'utf8'), await programHelp(), 'run npm run docs');
    const completed = readFileSync('admin/completion/commands.json', 'utf8');
    assert.equal(completed, await completedCommands(), 'run npm run docs');
    assert.deepEqual(withoutHelpWord(['help', 'task', 'list']), ['task', 'list', '--help']);
    assert.deepEqual(withoutHelpWord(['help', 'nothing']), ['help', 'nothing']);
  });

  it('follows the name by which the command line was called', async () => {
    assert.equal(calledAs({ npm_lifecycle_event: 'admin' }), 'npm run admin --');
    assert.equal(calledAs({ npm_lifecycle_event: 'npx' }), 'npx lanekeeper');
    for (const env of [{}, { npm_lifecycle_event: 'test' }]) assert.equal(calledAs(env), 'lanekeeper');
    assert.match(await programHelp(), /^Usage: lanekeeper \[options\]/);
  });

  it('may ask for the version', () => {
    assert.deepEqual(quickAnswer(['--version']), { kind: 'version' });
  });

  it('names the one command to load, also after the actor; help takes them all', async () => {
    const program = await adminProgram();
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
      assert.equal(loaderOf(args), loadCommand['sender'], args.join(' '));
    for (const args of [[], ['help', 'sender'], ['--help'], ['constructor'], ['--actor']])
      assert.equal(loaderOf(args), undefined, args.join(' '));
  });

  it('may call one of the commands of a command, which is loaded alone and is the same as in the whole', async () => {
    const program = await adminProgram();
    for (const [word, parts] of Object.entries(loadPart)) {
      const whole = program.commands.find((command) => command.name() === word);
      for (const [second, load] of Object.entries(parts)) {
        const named = (command: Command | undefined): Command | undefined =>
          command?.commands.find((child) => child.name() === second);
        const [part, expected] = [named(await load()), named(whole)];
        assert.ok(part && expected, `${word} ${second}`);
        // The tree of the whole has `--json`, which is added when it is put together.
        const shape = (command: Command): unknown => commandTree(programOf({ 'Commands:': [command] }));
        assert.deepEqual(shape(part), shape(expected), `${word} ${second}`);
        assert.equal(loaderOf(['--actor', 'ann', word, second, '--json']), load);
      }
      assert.equal(loaderOf([word, '--help']), loadCommand[word]);
      assert.equal(loaderOf([word, 'constructor']), loadCommand[word]);
    }
  });
});

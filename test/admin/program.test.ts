import assert from 'node:assert/strict';
import { asOwner } from '../support/database.ts';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import examples from '../../admin/examples.json' with { type: 'json' };
import { adminProgram } from '../../admin/program.ts';
import { onTerminal } from '../../admin/terminal.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

describe('the admin command line', () => {
  let bench: AdminBench;
  before(async () => (bench = await openAdminBench()));
  after(() => bench.close());

  const leaves = (command: Command, path: readonly string[] = []): (readonly string[])[] =>
    command.commands.length === 0
      ? [path]
      : command.commands.flatMap((child) => leaves(child, [...path, child.name()]));

  it('shows on every command what it does and an example that it would take', async () => {
    const found = leaves(await adminProgram());
    for (const path of found) {
      let help = '';
      const program = await onTerminal({ env: {}, out: (text) => (help += text) }, adminProgram);
      const command = path.reduce<Command>((at, name) => at.commands.find((one) => one.name() === name) ?? at, program);
      command.outputHelp();
      assert.match(help, new RegExp(`^Usage: lanekeeper ${path.join(' ')}`));
      assert.match(help, new RegExp(`Examples?:\\n {2}lanekeeper ${path.join(' ')}`), path.join(' '));
      assert.ok(command.description().length > 10, path.join(' '));
      for (const { long, description } of command.options)
        assert.match(description, /\w{2,} \w/, `${path.join(' ')} ${long}`);
    }
    assert.deepEqual(Object.keys(examples).toSorted(), found.map((path) => path.join(' ')).toSorted());
  });

  it('lets every command that prints records print JSON', async () => {
    const others = new Set([
      'key scopes',
      'task template',
      'engine history',
      'settings-reference',
      'completion',
      'playbook record',
    ]);
    const program = await adminProgram();
    for (const path of leaves(program)) {
      const command = path.reduce<Command>((at, name) => at.commands.find((one) => one.name() === name) ?? at, program);
      const takesJson = command.options.some((option) => option.long === '--json');
      assert.equal(takesJson, !others.has(path.join(' ')), path.join(' '));
    }
  });

  it('names in JSON what it lists as the API does, and people in words', async () => {
    const asked = leaves(await adminProgram()).filter((path) =>
      ['list', 'log', 'unstamped', 'endpoints'].includes(path.at(-1) ?? ''),
    );
    const workspace = (await bench.json(['lanes', 'workspace', 'create', 'Named', '--simulation']))[
      'workspace'
    ] as string;
    const lists: string[] = [];
    for (const path of asked) {
      const arguments_ = path[0] === 'lanes' && path[1] !== 'workspace' ? [workspace] : [];
      const ran = await bench.runHere([...path, ...arguments_, '--json']);
      if (ran.code !== 0) continue;
      const names = Object.keys(JSON.parse(ran.out) as object);
      for (const name of names) assert.match(name, /^[a-z]+(_[a-z]+)*$/, path.join(' '));
      lists.push(path.join(' '));
    }
    assert.ok(lists.length > 15, lists.join(', '));
    assert.equal((await bench.runHere(['write', 'list'])).out, 'There are no uncertain writes.\n');
  });

  it('says at every depth how to see what is possible, for a word that is none of the commands', async () => {
    for (const line of [['sendr'], ['playbook', 'chek'], ['lanes', 'webhook', 'lst'], ['playbook', 'canary', 'lst']]) {
      const { code, err } = await bench.runHere(line);
      assert.equal(code, 2, line.join(' '));
      assert.match(err, /^error: unknown command '\w+'\n\(Did you mean \w+\?\)\n\(--help shows what is possible\)\n$/);
    }
    const { err } = await bench.runHere(['task', 'list', '--statu', 'failed']);
    assert.match(err, /\(Did you mean --status\?\)\n\(--help shows what is possible\)\n$/);
  });

  it('refuses an argument without a text, as of a variable that is not set, and takes an empty text of a person', async () => {
    for (const [args, names] of [
      [['key', 'list', ''], /for argument 'owner'/],
      [['task', 'cancel', ' '], /for argument 'task'/],
      [
        ['lanes', 'webhook', 'create', 'https://a.example', '--workspace', '', '--events', 'lane.changed'],
        /--workspace/,
      ],
      [['write', 'settle', 'x', '--written', ''], /--written <number>/],
      [['engine', 'history', 'x', '--run', '7'], /--run <id>.* A run is a UUID/],
    ] as const) {
      const { code, err } = await bench.runHere(args);
      assert.equal(code, 2, err);
      assert.match(err, names);
    }
    const { err } = await bench.runHere(['write', 'settle', 'x', '--not-written', '--note', '']);
    assert.match(err, /task x has no write/);
  });

  it('names the option whose text is too long', async () => {
    const { err } = await bench.runHere(['write', 'settle', 'x', '--written', '1'.repeat(101)]);
    assert.match(err, /^--written must be one line of at most 100 characters/);
  });

  it('names who acts: the user of the system, and in front a name that was given', async () => {
    await bench.json(['sender', 'create', 'By the system']);
    await bench.json(['--actor', 'ann@example.com', 'sender', 'create', 'By Ann']);
    await bench.json(['sender', 'create', 'By Bob', '--actor', 'bob']);
    const { entries } = await bench.json(['audit', 'list', '--act', 'sender.created']);
    assert.deepEqual(
      entries.map(({ actor }: { actor: string }) => actor.replace(/admin:.+@.+?(?=\)|$)/, 'admin:…')),
      ['bob (admin:…)', 'ann@example.com (admin:…)', 'admin:…'],
    );
  });

  it('blames the database for what the database failed at, and for nothing else', async () => {
    const gone = await bench.runHere(['sender', 'list'], {
      env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
    });
    assert.match(gone.err, /^the database failed: .*ECONNREFUSED/);
    assert.equal(gone.code, 1);
  });

  it('prints the tables of scopes that the documentation shows', async () => {
    const { out } = await bench.runHere(['key', 'scopes']);
    const page = ['senders', 'lanes'].map((name) => readFileSync(`docs/${name}.md`, 'utf8')).join('\n');
    assert.ok(out.startsWith('| Scope '), out);
    for (const table of out.trim().split('\n\n')) assert.ok(page.includes(table), table);
  });

  describe('audit list', () => {
    it('filters by what was done, to whom, by whom and when', async () => {
      const made = await bench.json(['--actor', 'carol', 'sender', 'create', 'Audited']);
      const sender = made['sender_id'] as string;
      const key = await bench.json(['key', 'create', sender, '--scope', 'read']);
      await bench.json(['key', 'revoke', key['key_id']]);
      const found = async (...filter: string[]): Promise<string[]> =>
        (await bench.json(['audit', 'list', ...filter]))['entries'].map(({ act }: { act: string }) => act);
      assert.deepEqual(await found('--about', sender), ['key.revoked', 'key.created', 'key.created', 'sender.created']);
      assert.deepEqual(await found('--about', sender, '--act', 'key.revoked'), ['key.revoked']);
      assert.deepEqual(await found('--about', key['key_id'], '--act', 'key'), ['key.revoked', 'key.created']);
      assert.deepEqual(await found('--by', 'carol'), ['key.created', 'sender.created']);
      assert.deepEqual(await found('--about', sender, '--until', '1h'), []);
      assert.deepEqual(await found('--about', sender, '--since', '1h', '--limit', '1'), ['key.revoked']);
    });

    it('prints lines for people, without keys or secrets', async () => {
      const made = await bench.json(['sender', 'create', 'Printed']);
      const { out } = await bench.runHere(['audit', 'list', '--about', made['sender_id']]);
      assert.match(out, /^20\S+ \S+ \S+ {2}admin:\S+ +sender\.created +snd_\S+ +name=Printed callback_url=null$/m);
      for (const secret of ['api_key', 'inbound_secret', 'outbound_secret']) assert.ok(!out.includes(made[secret]));
    });

    it('reads a log that nobody can change', async () => {
      for (const change of ["update audit_log set actor = 'x'", 'delete from audit_log']) {
        await assert.rejects(bench.database.pool.query(change), /permission denied/);
        await assert.rejects(asOwner(bench.database.url, change), /only ever added/);
      }
    });
  });

  it('runs as a process too, with the same exit codes', async () => {
    const [listed, wrong] = await Promise.all([
      bench.run(['sender', 'list', '--json']),
      bench.run(['key', 'create', 'snd_x']),
    ]);
    assert.deepEqual([listed.code, JSON.parse(listed.out).senders.length > 0], [0, true]);
    assert.deepEqual([wrong.code, wrong.err.includes("required option '--scope <scopes>' not specified")], [2, true]);
  });
});
